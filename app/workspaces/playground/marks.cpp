// SPDX-License-Identifier: Apache-2.0
// What is on the result: the radius map and its handles, rectangles, the window of the chosen filter, the wipe, and in
// words whatever makes the picture another than the result itself.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/faces/feature_tool.h"
#include "app/workspaces/playground/faces/template_tool.h"
#include "app/workspaces/playground/focus.h"
#include "app/workspaces/playground/hovered_window.h"
#include "app/workspaces/playground/mark_pen.h"
#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

// ---------------------------------------------------------------- the radius map

/// A painted map in a coarse grid of its own: shades say enough, and a rectangle for each of its bytes would be too many.
void draw_map(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane, const PaintedMap& map) {
  constexpr int k_cells = 64, k_step = PaintedMap::k_side / k_cells, k_shades = 4;
  const auto shade_at = [&](int x, int y) {
    return (map.bytes[static_cast<std::size_t>((y * k_step + k_step / 2) * PaintedMap::k_side + x * k_step + k_step / 2)] *
                k_shades +
            127) /
           255;
  };
  const double wide = 1.0 * pane.picture.width / k_cells, high = 1.0 * pane.picture.height / k_cells;
  for (int y = 0; y < k_cells; ++y)
    for (int x = 0; x < k_cells;) {
      const int shade = shade_at(x, y), from = x;
      while (x < k_cells && shade_at(x, y) == shade) ++x;
      if (shade == 0) continue;
      list.AddRectFilled(screen_place(pane, {from * wide, y * high}), screen_place(pane, {x * wide, (y + 1) * high}),
                         packed(ui.palette.box, 0.35F * static_cast<float>(shade) / k_shades));
    }
}

void draw_focus(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane, const Focus& focus) {
  const double far = 2.0 * (pane.picture.width + pane.picture.height);
  const unsigned colour = packed(ui.palette.box);
  const Point normal{-focus.along.y, focus.along.x};
  const auto line = [&](double distance, unsigned with, float thickness) {
    const Point middle{focus.centre.x + distance * normal.x, focus.centre.y + distance * normal.y};
    list.AddLine(screen_place(pane, {middle.x - far * focus.along.x, middle.y - far * focus.along.y}),
                 screen_place(pane, {middle.x + far * focus.along.x, middle.y + far * focus.along.y}), with, thickness);
  };
  if (focus.moves)
    for (const double side : {-1.0, 1.0}) {
      line(side * focus.sharp, k_rim, 3.5F);
      line(side * focus.sharp, colour, 1.5F);
      if (focus.blurred > 0) line(side * focus.blurred, packed(ui.palette.box, 0.45F), 1);
    }
  const ImVec2 centre = screen_place(pane, focus.centre), turn = screen_place(pane, focus.turn);
  const float r = 0.45F * ui.em;
  rimmed_line(list, centre, turn, colour, 1.5F);
  for (const auto& [place, filled] : {std::pair{centre, focus.moves}, {turn, false}}) {
    list.AddCircleFilled(place, r + 1.5F, k_rim);
    list.AddCircleFilled(place, r, filled ? colour : packed(ui.palette.panel));
    list.AddCircle(place, r, colour, 0, 2);
  }
}

// ---------------------------------------------------------------- rectangles

void draw_rectangles(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane) {
  const std::vector<Box>& regions = ui.session.edit.part<PlaygroundEdit>().regions;
  const Filtered& filtered = ui.frame.filtered();
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const Box& box = regions[i];
    const ImVec2 from = screen_place(pane, {1.0 * box.x, 1.0 * box.y}),
                 to = screen_place(pane, {1.0 * box.x + box.width, 1.0 * box.y + box.height});
    const bool ringing = rings(filtered, ui.session.part<PlaygroundView>(), i), touched = ui.tool.region == static_cast<int>(i);
    rimmed_rect(list, from, to, packed(touched ? ui.palette.plus_mark : ui.palette.box), ringing ? 5 : 1.5F);
    const std::string value = i < filtered.regions.size() ? grouped(filtered.regions[i], 3) : std::string("...");
    const std::string number = fmt::format("{}", i + 1);
    ImGui::PushFont(ui.fonts.small);
    const float room = to.x - from.x - 1.6F * ui.em;
    const std::string text =
        ringing ? first_that_fits({fmt::format("{} triggers: {}", number, value), number + " triggers", "triggers"}, room)
                : first_that_fits({fmt::format("{}: {}", number, value), number}, room);
    ImGui::PopFont();
    if (!text.empty() && to.y - from.y > 2.2F * ui.em)
      chip(list, ui, {from.x + 0.4F * ui.em, from.y + 0.4F * ui.em}, text, ringing ? ui.palette.box : ui.palette.line);
  }
}

/// Whether a filter in force measures them.
bool has_regions(const PlaygroundEdit& edit) {
  return std::ranges::any_of(chain_in_force(edit), [](const ChainLink& link) { return !link.filter->makes_picture; });
}

// ---------------------------------------------------------------- the template

void draw_template(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane, const ChainEntry& entry) {
  const auto box = template_box(entry, pane.picture);
  if (!box) return;
  const ImVec2 from = screen_place(pane, {1.0 * box->x, 1.0 * box->y}),
               to = screen_place(pane, {1.0 * box->x + box->width, 1.0 * box->y + box->height});
  rimmed_rect(list, from, to, packed(ui.palette.plus_mark), 2);
  chip(list, ui, {from.x, to.y + 0.3F * ui.em}, template_label(*box), ui.palette.line);
}

/// A Haar feature laid by hand: its rectangles with their weights, and below them what it gives here.
void draw_feature(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane, const ChainEntry& entry) {
  const auto feature = laid_feature(ui.session.edit.part<PlaygroundEdit>(), entry, pane.picture);
  if (!feature) return;
  ImFont& small = *ui.fonts.small;
  for (int i = 0; i < feature->form.columns * feature->form.rows; ++i) {
    const int weight = feature->form.weights[i];
    const auto [from, to] = corners(pane, feature->part(i));
    const Rgb colour = weight < 0 ? ui.palette.minus_mark : ui.palette.plus_mark;
    if (weight != 0) list.AddRectFilled(from, to, packed(colour, 0.25F));
    rimmed_rect(list, from, to, packed(colour), 1.5F);
    const std::string text = signed_text(weight);
    const ImVec2 size = small.CalcTextSizeA(small.FontSize, 1e9F, 0, text.c_str());
    if (size.x + 1.6F * ui.em < to.x - from.x && size.y + 1.2F * ui.em < to.y - from.y)
      chip(list, ui, {(from.x + to.x - size.x) / 2 - 0.4F * ui.em, (from.y + to.y - size.y) / 2 - 0.2F * ui.em}, text, colour);
  }
  const auto frame = ui.frame.whole_frame();
  if (!frame || frame->extent != pane.picture) return;
  const FeatureValue found = value_of(*feature, *frame);
  const auto [from, to] = corners(pane, feature->box);
  chip_within(list, ui, pane, {from.x, to.y + 0.3F * ui.em},
              fmt::format("{} by {} reads", signed_text(found.value), found.reads), ui.palette.line);
}

// ---------------------------------------------------------------- the window of a pixel

void draw_window(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane) {
  const auto window = hovered_window(ui.session, ui.doing, pane.picture);
  if (!window || ui.tool.hold != Hold::none) return;
  const auto [x, y] = *ui.doing.hover;
  if (window->line) {
    rimmed_line(list, screen_place(pane, window->line->first), screen_place(pane, window->line->second), packed(ui.palette.box),
                1.5F);
    return;
  }
  const Box& box = window->box;
  rimmed_rect(list, screen_place(pane, {1.0 * box.x, 1.0 * box.y}),
              screen_place(pane, {1.0 * box.x + box.width, 1.0 * box.y + box.height}), packed(ui.palette.box), 1.5F);
  const ImVec2 from = screen_place(pane, {1.0 * x, 1.0 * y}), to = screen_place(pane, {x + 1.0, y + 1.0});
  if (to.x - from.x >= 3) rimmed_rect(list, from, to, packed({1, 1, 1}), 1);
}

// ---------------------------------------------------------------- how it is compared

void draw_wipe(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane) {
  const double column = wipe_column(ui.session.part<PlaygroundView>(), pane.picture);
  const float x = screen_place(pane, {column, 0}).x;
  const float top = std::max(screen_place(pane, {0, 0}).y, static_cast<float>(pane.area.y));
  const float bottom = std::min(screen_place(pane, {0, 1.0 * pane.picture.height}).y, static_cast<float>(pane.area.bottom()));
  if (bottom <= top) return;
  rimmed_line(list, {x, top}, {x, bottom}, packed({1, 1, 1}), 1.5F);
  const float y = (top + bottom) / 2, r = 0.7F * ui.em, tip = 0.4F * r, half = 0.45F * r;
  list.AddCircleFilled({x, y}, r + 1.5F, k_rim);
  list.AddCircleFilled({x, y}, r, packed(ui.palette.panel));
  for (const float side : {-1.0F, 1.0F})
    list.AddTriangleFilled({x + side * (tip + half), y}, {x + side * tip * 0.6F, y - half}, {x + side * tip * 0.6F, y + half},
                           packed(ui.palette.text));
}

/// Whatever makes the picture another than the result as it is.
std::vector<std::string> states(const PlaygroundUi& ui) {
  std::vector<std::string> words;
  const PlaygroundView& view = ui.session.part<PlaygroundView>();
  const std::string gain = fmt::format("difference × {}", k_difference_gain);
  if (ui.tool.original)
    words.emplace_back("original");
  else if (view.wipe)
    words.push_back("wipe: original | " + (view.difference ? gain : "result"));
  else if (view.difference)
    words.push_back(gain);
  if (ui.session.edit.live && ui.frame.status().source.mirrored) words.emplace_back("mirrored");
  if (ui.session.edit.live && ui.session.paused) words.emplace_back("frozen");
  if (ui.frame.filtered().reduction > 1) words.push_back(fmt::format("every {} pixel", ordinal(ui.frame.filtered().reduction)));
  return words;
}

void draw_states(ImDrawList& list, PlaygroundUi& ui, const ResultPane& pane) {
  const float gap = 0.4F * ui.em;
  ImVec2 from{static_cast<float>(pane.area.x) + gap, static_cast<float>(pane.area.y) + gap};
  for (const std::string& word : states(ui)) {
    const float wide = ui.fonts.small->CalcTextSizeA(ui.fonts.small->FontSize, 1e9F, 0, word.c_str()).x + 0.8F * ui.em;
    if (from.x + wide > pane.area.right()) {
      from = {static_cast<float>(pane.area.x) + gap, from.y + 1.8F * ui.em};
      if (from.x + wide > pane.area.right()) return;
    }
    from.x = chip(list, ui, from, word, ui.palette.accent) + gap;
  }
}

/// The new radius, so that the user can look at the picture while turning the wheel.
void draw_said(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane) {
  const PlaygroundDoing& doing = ui.tool;
  if (ui.now >= doing.said_until || doing.said.empty()) return;
  ImFont& font = *ui.fonts.strong;
  const float size = 2.2F * font.FontSize, pad = 0.6F * ui.em;
  const ImVec2 text = font.CalcTextSizeA(size, 1e9F, 0, doing.said.c_str());
  if (text.x + 2 * pad > pane.area.width || text.y + 2 * pad > pane.area.height) return;
  const ImVec2 from{static_cast<float>(pane.area.middle().x) - text.x / 2,
                    static_cast<float>(pane.area.y + pane.area.height * 0.7) - text.y / 2};
  list.AddRectFilled({from.x - pad, from.y - pad / 2}, {from.x + text.x + pad, from.y + text.y + pad / 2},
                     packed(ui.palette.panel, 0.9F), pad);
  list.AddText(&font, size, from, packed(ui.palette.text), doing.said.c_str());
}

/// What the pointer takes hold of.
void draw_handles(ImDrawList& list, PlaygroundUi& ui, const ResultPane& pane) {
  const PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  // because: elsewhere the result is to be seen as it is
  if (paints(ui.session) && edit.painted && (ui.doing.hover || ui.tool.hold != Hold::none))
    draw_map(list, ui, pane, *edit.painted);
  const ChainEntry* entry = chosen_entry(edit, ui.session.part<PlaygroundView>());
  if (!entry) return;
  if (const auto focus = focus_of(*entry, pane.picture)) draw_focus(list, ui, pane, *focus);
  draw_template(list, ui, pane, *entry);
  draw_feature(list, ui, pane, *entry);
}

}  // namespace

bool rings(const Filtered& filtered, const PlaygroundView& view, std::size_t region) {
  return region < filtered.regions.size() && filtered.regions[region] > view.rings_at;
}

void draw_result_marks(PlaygroundUi& ui, const ResultPane& pane) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto corner = [](double x, double y) { return ImVec2(static_cast<float>(x), static_cast<float>(y)); };
  list.PushClipRect(corner(pane.area.x, pane.area.y), corner(pane.area.right(), pane.area.bottom()), true);
  if (pane.picture.area() > 0) {
    if (ui.tool.crop) {
      draw_crop(list, ui, pane);
    } else if (!ui.tool.original) {
      if (!ui.tool.alone) draw_handles(list, ui, pane);
      draw_faces(ui, pane);
      if (has_regions(ui.session.edit.part<PlaygroundEdit>())) draw_rectangles(list, ui, pane);
      if (!ui.tool.alone) draw_window(list, ui, pane);
      if (ui.session.part<PlaygroundView>().wipe) draw_wipe(list, ui, pane);
    }
  } else if (ui.frame.filtered().message.empty()) {
    chip(list, ui, corner(pane.area.x + ui.em, pane.area.y + ui.em), ui.loading ? "Loading ..." : "Filtering ...",
         ui.palette.line);
  }
  draw_states(list, ui, pane);
  draw_said(list, ui, pane);
  draw_record_marks(ui, pane);
  list.PopClipRect();
}

}  // namespace satscope::app
