// SPDX-License-Identifier: Apache-2.0
// Under the grids: how many blocks do the same, and the shapes and colours in words.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <functional>

#include "app/ui/drawing/area_corners.h"
#include "app/workspaces/steps/steps.h"
#include "app/workspaces/steps/views/grids/grid_moves.h"

namespace satscope::app {
namespace {

using Sign = std::function<void(const Area&)>;

/// Signs and their words from left to right, in groups: what is only understood together is there together or not at all. All
/// words are short where the long ones have no room.
class Legend {
 public:
  struct Item {
    std::string word, brief;
    Sign sign;
  };
  void add(std::vector<Item> group) { groups_.push_back(std::move(group)); }

  void paint(Drawing& drawing, const Area& area, double from) const {
    const double em = drawing.em, side = 0.8 * em, right = area.right() - 0.6 * em;
    const auto word = [](const Item& item, bool brief) -> const std::string& { return brief ? item.brief : item.word; };
    const auto wide = [&](const Item& item, bool brief) {
      return (item.sign ? side + 0.4 * em : 0) + drawing.width_of(word(item, brief)) + em;
    };
    double all = from - em;
    for (const auto& group : groups_)
      for (const Item& item : group) all += wide(item, false);
    const bool brief = all > right;
    double x = from;
    for (const auto& group : groups_) {
      double own = -em;
      for (const Item& item : group) own += wide(item, brief);
      if (x + own > right) continue;
      for (const Item& item : group) {
        if (item.sign) item.sign({x, area.y + (area.height - side) / 2, side, side});
        const double at = item.sign ? x + side + 0.4 * em : x;
        drawing.text({at, area.middle().y - drawing.letters(Face::small) / 2}, word(item, brief), {drawing.palette.quiet});
        x += wide(item, brief);
      }
    }
  }

 private:
  std::vector<std::vector<Item>> groups_;
};

}  // namespace

std::string blocks_text(const StepsLayout& layout, bool together) {
  const int hidden = layout.all_blocks - layout.blocks;
  if (hidden <= 0) return fmt::format("all {} blocks", layout.all_blocks);
  if (!together) return fmt::format("block {} of {}", layout.first_block + layout.name_of_first, layout.all_blocks);
  return hidden == 1 ? "+ 1 block does the same" : fmt::format("+ {} blocks do the same", hidden);
}

void paint_filler(Drawing& drawing, const Area& cell) {
  if (std::min(cell.width, cell.height) < 0.5 * drawing.em) return;
  const double apart = 0.4 * drawing.em, all = cell.width + cell.height;
  for (double at = apart; at < all; at += apart)
    drawing.line({cell.x + std::max(0.0, at - cell.height), cell.y + std::min(at, cell.height)},
                 {cell.x + std::min(at, cell.width), cell.y + std::max(0.0, at - cell.width)}, {drawing.palette.quiet, 0.35});
}

void paint_grid_legend(Drawing& drawing, const Area& area, double from, const StepsGridCache& cache, const StepsState& steps) {
  const Palette& palette = drawing.palette;
  const auto framed = [&](Rgb colour) { return [&drawing, colour](const Area& at) { drawing.frame(at, {colour}, 2); }; };
  Legend legend;
  if (const std::string left_out = left_out_text(steps, cache); !left_out.empty()) legend.add({{left_out, left_out, {}}});
  legend.add({{"read", "read", [&](const Area& at) { drawing.frame(at, {palette.accent}, 2, 0.3 * at.width); }},
              {"written", "written", [&](const Area& at) { drawing.rect(at, {palette.plus_mark}); }}});
  if (const FilterWindow* window = steps.window()) {
    legend.add({{"pixel, window", "window", framed(palette.selected)}});
    const bool corners = std::ranges::any_of(window->sources, [](const FilterSource& one) { return one.corner != 0; });
    if (corners) {
      legend.add(
          {{"corner added", "added", framed(palette.plus_mark)}, {"subtracted", "subtracted", framed(palette.minus_mark)}});
      if (window->corners_outside)
        legend.add({{"outside the picture a corner counts 0", "outside: 0",
                     [&](const Area& at) { drawing.text_in(at, "0", {palette.plus_mark}); }}});
    }
  }
  const StepsLayout& layout = cache.layout;
  if (std::ranges::any_of(layout.panels, [&](const GridPanel& panel) { return cache.part.contains(panel.buffer); }))
    legend.add({{fmt::format("block {} works here", layout.first_block + layout.name_of_first),
                 fmt::format("block {}", layout.first_block + layout.name_of_first), [&](const Area& at) {
                   drawing.frame(at, {{0, 0, 0}, 0.75}, 4);
                   drawing.frame(at, {palette.selected}, 2);
                 }}});
  // because: a class has room for one line, so it explains only what is there
  const auto there = [&](const auto& is) { return !cache.em.to_class || std::ranges::any_of(layout.panels, is); };
  const bool filler = there([](const GridPanel& panel) {
    for (std::size_t place = 0; place < panel.places; ++place)
      if (panel.use_of(place) != PlaceIs::used) return true;
    return false;
  });
  const bool banks = steps.banks && there([&](const GridPanel& panel) {
                       return steps.player()->story().trace.buffers[panel.buffer].space == Space::shared;
                     });
  const bool threads = !cache.em.to_class || !layout.lanes.empty();
  if (filler)
    legend.add({{"empty or filler", "filler", [&](const Area& at) {
                   drawing.frame(at, {palette.line});
                   paint_filler(drawing, at);
                 }}});
  if (layout.all_blocks > 0) {
    const auto busy = [&](const Area& at) { drawing.rect({at.x, at.middle().y - 2, at.width, 4}, {palette.accent}); };
    const auto idle = [&](const Area& at) {
      for (const double part : {0.0, 0.4, 0.8}) {
        const double x = at.x + part * at.width;
        drawing.line({x, at.middle().y}, {x + 0.2 * at.width, at.middle().y}, {palette.quiet}, 2);
      }
    };
    if (threads) legend.add({{"thread busy", "thread busy", busy}, {"idle", "idle", idle}});
    if (banks)
      legend.add({{"bank", "bank", [&](const Area& at) {
                     constexpr int k_ticks = 4;
                     for (int i = 0; i < k_ticks; ++i)
                       drawing.rect({at.x + i * at.width / k_ticks, at.middle().y, at.width / k_ticks, 3},
                                    {colour_of(ColourMap::viridis, static_cast<double>(i) / (k_ticks - 1))});
                   }}});
  }
  legend.paint(drawing, area, from);
}

void draw_grid_legend(StepsUi& ui, StepsState& steps, const StepsGridCache& cache, const Area& area) {
  const StepsLayout& layout = cache.layout;
  ScreenDrawing screen(ui.palette, ui.fonts, ui.em);
  Drawing& drawing = screen;
  double x = area.x + 0.9 * ui.em;
  const auto toggle = [&](const char* id, const std::string& text, bool& on, std::string_view tip, Action action) {
    const double wide = drawing.width_of(text);
    ImGui::SetCursorScreenPos({static_cast<float>(x), static_cast<float>(area.y)});
    if (invisible_button(id, {static_cast<float>(wide), static_cast<float>(area.height)})) on = !on;
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ui.control(id, tip, action);
    drawing.text({x, area.middle().y - drawing.letters(Face::small) / 2}, text, {ui.palette.accent});
    x += wide + ui.em;
  };
  const bool can_turn = !ui.session.presenting;  // a class reads colours and shapes alone
  if (can_turn && layout.all_blocks > 1)
    toggle("steps:blocks", blocks_text(layout, steps.player()->story().together), steps.all_blocks,
           steps.all_blocks ? "Shows one block, as large as there is room"
                            : "Shows all blocks; the wheel over the grids goes to another",
           StepsAction::all_blocks);
  bool& all = ui.session.part<StepsSettings>().all_arrows;
  if (can_turn)
    toggle(
        "steps:arrows", all ? "one thread's arrows" : "all arrows", all,
        all ? "Draws the arrows of the selected thread and of the cell under the pointer; for other threads only the end points"
            : "Draws the arrows of all threads",
        StepsAction::all_arrows);
  paint_grid_legend(drawing, area, x, cache, steps);
}

}  // namespace satscope::app
