// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/grid.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/core/number_text.h"
#include "app/ui/area_corners.h"
#include "app/ui/canvas.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_most_arrows = 600, k_most_chips = 300;
constexpr float k_shade = 0.32F;  // of the colour map behind numbers: the numbers stay readable

ImVec2 middle(const Area& area) { return {static_cast<float>(area.middle().x), static_cast<float>(area.middle().y)}; }

Rgb mixed(Rgb a, Rgb b, float t) { return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t}; }

void renew(StepsGridCache& cache, const Ui& ui, const StepsState& steps, int pass, const Area& area) {
  const Story& story = steps.player()->story();
  const double em = ui.em;
  const bool same_area =
      area.x == cache.area.x && area.y == cache.area.y && area.width == cache.area.width && area.height == cache.area.height;
  if (cache.story == story.number && cache.pass == pass && cache.wanted_block == steps.first_block && same_area &&
      cache.em == em)
    return;
  cache.story = story.number;
  cache.pass = pass;
  cache.wanted_block = steps.first_block;
  cache.area = area;
  cache.em = em;
  cache.layout = layout_steps(story, pass, area, em, steps.first_block);
  cache.shades = story.extremes;
  std::map<std::string, Extremes> by_name;  // blocks share their scale
  for (const bool gather : {true, false})
    for (std::size_t i = 0; i < story.trace.buffers.size(); ++i) {
      const TraceBuffer& buffer = story.trace.buffers[i];
      if (buffer.space == Space::global || buffer.pass != pass) continue;
      Extremes& common = by_name[buffer.name];
      if (gather)
        common = {std::min(common.least, cache.shades[i].least), std::max(common.most, cache.shades[i].most)};
      else
        cache.shades[i] = common;
    }
  cache.strip.assign(story.trace.buffers.size(), 0);
  cache.main.assign(story.trace.buffers.size(), 0);
  for (std::uint32_t i = 0; i < cache.layout.panels.size(); ++i) {
    const GridPanel& panel = cache.layout.panels[i];
    (panel.role == GridRole::strip ? cache.strip : cache.main)[panel.buffer] = i + 1;
  }
}

/// Draws the panels of one frame.
class GridPainter {
 public:
  GridPainter(const Ui& ui, const StepsState& steps, const StepsGridCache& cache)
      : ui_(ui),
        steps_(steps),
        cache_(cache),
        trace_(steps.player()->story().trace),
        list_(*ImGui::GetWindowDrawList()),
        map_(colour_map_of(ui.session)),
        arrived_(steps.player()->arrived(ui.now)) {
    if (steps.hover && steps.holds_value(*steps.hover)) lit_ = pixels_of(trace_, steps.cell(*steps.hover)).times;
  }

  void draw() {
    for (const GridLabel& label : cache_.layout.labels) draw_label(label);
    for (const GridPanel& panel : cache_.layout.panels) draw_panel(panel);
    for (const LaneRow& row : cache_.layout.lanes) draw_lanes(row);
    if (steps_.player()->current()) draw_flows();
  }

 private:
  void text(ImFont* font, float size, ImVec2 at, Rgb colour, const std::string& words, const Area& clip) {
    // to whole pixels, as the text is, and one more, as letters lean out: else an edge takes a part of a letter
    const ImVec4 box{static_cast<float>(std::floor(clip.x) - 1), static_cast<float>(std::floor(clip.y)),
                     static_cast<float>(std::ceil(clip.right())), static_cast<float>(std::ceil(clip.bottom()))};
    list_.AddText(font, size, {std::round(at.x), std::round(at.y)}, packed(colour), words.c_str(), nullptr, 0, &box);
  }

  void draw_label(const GridLabel& label) {
    ImFont& small = *ui_.fonts.small;
    text(&small, small.FontSize, {static_cast<float>(label.area.x), middle(label.area).y - small.FontSize / 2},
         ui_.palette.quiet, label.text, label.area);
  }

  void draw_panel(const GridPanel& panel) {
    const bool strip = panel.role == GridRole::strip;
    if (!panel.title.empty()) {
      ImFont& small = *ui_.fonts.small;
      const bool active = strip && cache_.main[panel.buffer] != 0;
      text(&small, small.FontSize, corner(panel.area), active ? ui_.palette.accent : ui_.palette.quiet, panel.title,
           panel.area);
    }
    list_.AddRectFilled(corner(panel.cells), far_corner(panel.cells), packed(ui_.palette.panel, 0.6F));
    for (std::size_t i = 0; i < panel.places; ++i) draw_cell(panel, static_cast<std::uint32_t>(i));
    list_.AddRect(corner(panel.cells), far_corner(panel.cells), packed(ui_.palette.line));
  }

  void draw_cell(const GridPanel& panel, std::uint32_t index) {
    const CellAt at{panel.buffer, index};
    const Area area = panel.cell(index);
    const double least = std::min(area.width, area.height);
    const float gap = least >= 5 ? 1 : 0;
    const ImVec2 from = corner(area), to{far_corner(area).x - gap, far_corner(area).y - gap};
    const CellUse* touch = steps_.touch(at);
    const bool strip = panel.role == GridRole::strip;
    const bool moving = touch && touch->written && arrived_ < 1;
    bool known = steps_.holds_value(at);
    Cell cell = steps_.cell(at);
    if (moving) {  // what was written is still on its way
      known = known && (touch->before.bits != 0 || touch->before.pixels != 0);
      cell = touch->before;
    }
    const bool written = touch && touch->written && !moving && !strip;
    const bool numbers = panel.number_size > 0;
    if (!known && gap > 0 && !strip) list_.AddRect(from, to, packed(ui_.palette.line, 0.8F));
    if (written) {
      list_.AddRectFilled(from, to, packed(ui_.palette.plus_mark));
    } else if (known) {
      const Rgb colour = shade(panel.buffer, cell);
      list_.AddRectFilled(from, to, packed(numbers ? mixed(ui_.palette.panel, colour, k_shade) : colour));
    }
    if (numbers && known) {
      const std::string number = cell_text(trace_, at, cell);
      ImFont& font = *ui_.fonts.text;
      const auto size = static_cast<float>(panel.number_size);
      const ImVec2 wide = font.CalcTextSizeA(size, 1e9F, 0, number.c_str());
      text(&font, size, {middle(area).x - wide.x / 2, middle(area).y - size / 2},
           written ? ui_.palette.on_mark : ui_.palette.text, number, area);
    }
    if (numbers && trace_.buffers[panel.buffer].space == Space::shared) draw_bank(index, from, to);
    if (touch && touch->read && !strip) draw_ring(from, to, written);
    if (is_raced(panel, index)) draw_race(from, to);
    if (panel.buffer == 0 && index < lit_.size() && lit_[index] != 0) draw_lit(from, to, lit_[index]);
    if (steps_.hover == at || steps_.chosen == at) {
      list_.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, 0xC0000000, 0, 0, 4);
      list_.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, packed(ui_.palette.box), 0, 0, 2);
    }
  }

  /// The bank that a place of shared memory lies in, as a coloured tick.
  void draw_bank(std::uint32_t index, ImVec2 from, ImVec2 to) {
    const auto banks = static_cast<std::uint32_t>(std::max(2, steps_.player()->story().request.sizes.warp));
    const Rgb colour = colour_of(ColourMap::viridis, static_cast<double>(index % banks) / (banks - 1));
    const float high = std::max(1.0F, 0.1F * (to.y - from.y));
    list_.AddRectFilled({from.x, to.y - high}, to, packed(colour));
  }

  /// Whether two threads raced for this place, one of them in the current beat.
  bool is_raced(const GridPanel& panel, std::uint32_t index) const {
    if (trace_.races.empty() || panel.role == GridRole::strip || !steps_.player()->current()) return false;
    const std::string& label = steps_.player()->story().first_step(*steps_.player()->current()).label;
    return std::any_of(trace_.races.begin(), trace_.races.end(), [&](const Race& race) {
      return race.index == index && race.second.label == label && race.buffer == trace_.buffers[panel.buffer].name &&
             (panel.block < 0 || panel.block == race.second.block);
    });
  }

  /// A frame with a corner cut off, so that the number stays readable.
  void draw_race(ImVec2 from, ImVec2 to) {
    const unsigned colour = packed(ui_.palette.bad);
    list_.AddRect(from, to, colour, 0, 0, 3);
    const float side = 0.4F * std::min(to.x - from.x, to.y - from.y);
    list_.AddTriangleFilled({to.x - side, from.y}, {to.x, from.y}, {to.x, from.y + side}, colour);
  }

  /// Read: a ring, inside of the cell.
  void draw_ring(ImVec2 from, ImVec2 to, bool on_fill) {
    const float room = std::min(to.x - from.x, to.y - from.y);
    const float line = std::clamp(room / 12, 1.0F, 2.0F), inset = line / 2;
    list_.AddRect({from.x + inset, from.y + inset}, {to.x - inset, to.y - inset},
                  packed(on_fill ? ui_.palette.on_mark : ui_.palette.accent), room > 12 ? 0.2F * room : 0, 0, line);
  }

  /// A pixel that the hovered cell sums; in a table more than once is worth a warning.
  void draw_lit(ImVec2 from, ImVec2 to, std::int32_t times) {
    const Rgb colour = times == 1 || steps_.player()->story().of_filter() ? ui_.palette.box : ui_.palette.bad;
    list_.AddRectFilled(from, to, packed(colour, 0.45F));
    list_.AddRect(from, to, packed(colour));
    if (times == 1 || to.y - from.y < ui_.em) return;
    const std::string text_of_times = fmt::format("{}×", times);
    list_.AddText(ui_.fonts.small, ui_.fonts.small->FontSize, from, packed(ui_.palette.text), text_of_times.c_str());
  }

  Rgb shade(std::uint32_t buffer, const Cell& cell) const {
    const Extremes& ends = cache_.shades[buffer];
    const double value = to_double(number(cell, trace_.buffers[buffer].type));
    return colour_of(map_, ends.most > ends.least ? (value - ends.least) / (ends.most - ends.least) : 0);
  }

  /// A mark per thread: filled if it did something, dashed if it was idle.
  void draw_lanes(const LaneRow& row) {
    const Beat* beat = steps_.player()->current();
    std::set<std::uint32_t> busy;
    bool takes_part = false;
    for (std::uint32_t at = beat ? beat->first : 0; beat && at < beat->end; ++at) {
      const Step& step = trace_.steps[at];
      if (step.block != row.block) continue;
      takes_part = true;
      for (const Read& read : trace_.reads_of(step)) busy.insert(read.thread);
      for (const Write& write : trace_.writes_of(step)) busy.insert(write.thread);
    }
    const int threads = trace_.passes[static_cast<std::size_t>(cache_.pass)].threads;
    const float slot = std::min(0.9F * ui_.em, static_cast<float>(row.area.width) / static_cast<float>(threads));
    const float y = static_cast<float>(row.area.y) + 0.12F * ui_.em, high = std::max(2.0F, 0.22F * ui_.em);
    for (int thread = 0; thread < threads; ++thread) {
      const float x = static_cast<float>(row.area.x) + static_cast<float>(thread) * slot, wide = std::max(1.0F, slot - 2);
      if (busy.contains(static_cast<std::uint32_t>(thread))) {
        list_.AddRectFilled({x, y}, {x + wide, y + high}, packed(ui_.palette.accent));
      } else {
        const unsigned colour = packed(ui_.palette.quiet, takes_part ? 0.8F : 0.35F);
        const float dash = wide / 5;
        for (const int i : {0, 2, 4}) {
          const float left = x + static_cast<float>(i) * dash;
          list_.AddLine({left, y}, {left + dash, y}, colour);
          list_.AddLine({left, y + high}, {left + dash, y + high}, colour);
        }
      }
    }
  }

  const GridPanel* panel_of(std::uint32_t buffer) const {
    const std::uint32_t number = cache_.main[buffer];
    return number == 0 ? nullptr : &cache_.layout.panels[number - 1];
  }

  /// Four points of a curve from cell to cell: an arc within a row, else a wave.
  struct Way {
    ImVec2 a, b, c, d;
    ImVec2 at(float t) const {
      const float u = 1 - t;
      const float p = u * u * u, q = 3 * u * u * t, r = 3 * u * t * t, s = t * t * t;
      return {p * a.x + q * b.x + r * c.x + s * d.x, p * a.y + q * b.y + r * c.y + s * d.y};
    }
  };
  static Way way(const Area& from, const Area& to) {
    ImVec2 a = middle(from), d = middle(to);
    const auto high = static_cast<float>(std::min(from.height, to.height));
    // from edge to edge, so that the numbers stay free
    const auto sign = [](float x) { return x < 0 ? -1.0F : x > 0 ? 1.0F : 0.0F; };
    const float right = sign(d.x - a.x), down = sign(d.y - a.y);
    if (std::abs(a.y - d.y) < 1) {
      const float lift = std::min(0.9F * high, 0.35F * std::abs(d.x - a.x));
      a.y = d.y = a.y - 0.3F * high;
      return {a, {a.x, a.y - lift}, {d.x, d.y - lift}, d};
    }
    if (std::abs(d.x - a.x) > std::abs(d.y - a.y)) {
      a.x += 0.38F * right * static_cast<float>(from.width);
      d.x -= 0.42F * right * static_cast<float>(to.width);
    } else {
      a.y += 0.38F * down * static_cast<float>(from.height);
      d.y -= 0.42F * down * static_cast<float>(to.height);
    }
    const float bend = 0.4F * (d.x - a.x);
    return {a, {a.x + bend, a.y}, {d.x - bend, d.y}, d};
  }

  void draw_flows() {
    const StepsLayout& layout = cache_.layout;
    const bool has_blocks = layout.all_blocks > 0;
    const auto& flows =
        steps_.flows(has_blocks ? layout.first_block : 0, has_blocks ? layout.first_block + layout.blocks : 1 << 30);
    if (flows.empty() || flows.size() > k_most_arrows) return;
    const float strength = flows.size() > 200 ? 0.22F : flows.size() > 60 ? 0.32F : flows.size() > 16 ? 0.5F : 0.85F;
    const float thick = std::max(1.0F, 0.09F * ui_.em);
    for (const Flow& flow : flows) {
      const GridPanel *from = panel_of(flow.from.buffer), *to = panel_of(flow.to.buffer);
      if (!from || !to) continue;
      const Area goal = to->cell(flow.to.index);
      const Way curve = way(from->cell(flow.from.index), goal);
      list_.AddBezierCubic(curve.a, curve.b, curve.c, curve.d, packed(ui_.palette.accent, strength), thick);
      draw_head(curve, packed(ui_.palette.accent, strength));
    }
    if (arrived_ >= 1 || flows.size() > k_most_chips) return;
    const auto t = static_cast<float>(arrived_ * arrived_ * (3 - 2 * arrived_));
    for (const Flow& flow : flows) {
      const GridPanel *from = panel_of(flow.from.buffer), *to = panel_of(flow.to.buffer);
      if (!from || !to || to->number_size <= 0) continue;
      const ImVec2 at = way(from->cell(flow.from.index), to->cell(flow.to.index)).at(t);
      const std::string words = cell_text(trace_, flow.from, flow.value);
      const auto size = static_cast<float>(to->number_size);
      const ImVec2 wide = ui_.fonts.text->CalcTextSizeA(size, 1e9F, 0, words.c_str());
      const float pad = 0.2F * size;
      list_.AddRectFilled({at.x - wide.x / 2 - pad, at.y - size / 2 - pad}, {at.x + wide.x / 2 + pad, at.y + size / 2 + pad},
                          packed(ui_.palette.accent), pad);
      list_.AddText(ui_.fonts.text, size, {at.x - wide.x / 2, at.y - size / 2}, packed(ui_.palette.on_accent), words.c_str());
    }
  }

  void draw_head(const Way& curve, unsigned colour) {
    const ImVec2 tip = curve.d, back = curve.at(0.92F);
    const float dx = tip.x - back.x, dy = tip.y - back.y, length = std::sqrt(dx * dx + dy * dy);
    if (length < 0.5F) return;
    const float size = 0.3F * ui_.em, x = dx / length * size, y = dy / length * size;
    list_.AddTriangleFilled(tip, {tip.x - x - 0.6F * y, tip.y - y + 0.6F * x}, {tip.x - x + 0.6F * y, tip.y - y - 0.6F * x},
                            colour);
  }

  const Ui& ui_;
  const StepsState& steps_;
  const StepsGridCache& cache_;
  const Trace& trace_;
  ImDrawList& list_;
  ColourMap map_;
  double arrived_;
  std::vector<std::int32_t> lit_;
};

void read_pointer(Ui& ui, StepsState& steps, const StepsGridCache& cache, const Area& area) {
  steps.hover.reset();
  ImGui::SetCursorScreenPos(corner(area));
  ImGui::InvisibleButton("grids", {static_cast<float>(area.width), static_cast<float>(area.height)});
  ui.controls["view:grids"] = area;
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return;
  const ImGuiIO& io = ImGui::GetIO();
  const Point mouse{io.MousePos.x, io.MousePos.y};
  for (const GridPanel& panel : cache.layout.panels)
    if (const std::int64_t place = panel.place_at(mouse); place >= 0)
      steps.hover = CellAt{panel.buffer, static_cast<std::uint32_t>(place)};
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    ui.doing.in_panels = false;
    steps.chosen = steps.hover == steps.chosen ? std::nullopt : steps.hover;
  }
  if (io.MouseWheel != 0 && cache.layout.blocks < cache.layout.all_blocks)
    steps.first_block = std::clamp(cache.layout.first_block - static_cast<int>(io.MouseWheel), 0,
                                   cache.layout.all_blocks - cache.layout.blocks);
}

}  // namespace

std::string cell_text(const Trace& trace, CellAt at, const Cell& cell) {
  return ungrouped(number(cell, trace.buffers[at.buffer].type), 5);
}

std::string name_of(const Trace& trace, CellAt at) {
  const TraceBuffer& buffer = trace.buffers[at.buffer];
  const auto width = static_cast<std::uint32_t>(buffer.shape.width);
  if (buffer.space == Space::registers)
    return buffer.shape.height == 1 ? fmt::format("{} of thread {}", buffer.name, at.index)
                                    : fmt::format("{}[{}] of thread {}", buffer.name, at.index / width, at.index % width);
  if (buffer.shape.height == 1) return fmt::format("{}[{}]", buffer.name, at.index);
  return fmt::format("{}({}, {})", buffer.name, at.index % width, at.index / width);
}

void draw_pixels(const Ui& ui, const Pixels& pixels, Extent picture, bool weighted) {
  const float longest = static_cast<float>(std::max(picture.width, picture.height));
  const float side = std::max(1.0F, std::floor(6 * ui.em / longest)), gap = side > 3 ? 1.0F : 0.0F;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::Dummy({side * static_cast<float>(picture.width), side * static_cast<float>(picture.height)});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const std::int32_t times = pixels.times[static_cast<std::size_t>(y * picture.width + x)];
      const ImVec2 a{from.x + side * static_cast<float>(x), from.y + side * static_cast<float>(y)};
      const Rgb colour = times == 0 ? ui.palette.raised : times == 1 || weighted ? ui.palette.box : ui.palette.bad;
      list.AddRectFilled(a, {a.x + side - gap, a.y + side - gap}, packed(colour));
    }
}

void cell_tooltip(const Ui& ui, const StepsState& steps, CellAt at, const Cell& cell, bool known) {
  const Trace& trace = steps.player()->story().trace;
  ImGui::BeginTooltip();
  ImGui::PushFont(ui.fonts.strong);
  const std::string name = name_of(trace, at);
  ImGui::TextUnformatted(known ? fmt::format("{} = {}", name, grouped(number(cell, trace.buffers[at.buffer].type))).c_str()
                               : name.c_str());
  ImGui::PopFont();
  if (!known) {
    coloured_text(ui.palette.quiet, "nothing has been written here yet");
    ImGui::EndTooltip();
    return;
  }
  const Pixels pixels = pixels_of(trace, cell);
  ImGui::TextUnformatted(text_of(steps.player()->story(), at, cell).c_str());
  draw_pixels(ui, pixels, trace.picture, steps.player()->story().of_filter());
  ImGui::PushFont(ui.fonts.small);
  coloured_text(ui.palette.quiet, steps.chosen == at ? "click: close its history" : "click: the writes that made it");
  ImGui::PopFont();
  ImGui::EndTooltip();
}

void draw_steps_grids(Ui& ui, StepsState& steps, StepsGridCache& cache, const Area& area) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  if (story.beats.empty()) return;
  const Beat& beat = player.current() ? *player.current() : story.beats.front();
  const Step& step = story.first_step(beat);
  // one block at a time: keep the one that works in sight
  if (!story.together && player.current() && cache.pass == step.pass && cache.layout.blocks < cache.layout.all_blocks) {
    const int first = cache.layout.first_block, end = first + cache.layout.blocks;
    if (step.block < first || step.block >= end) steps.first_block = step.block;
  }
  renew(cache, ui, steps, step.pass, area);
  read_pointer(ui, steps, cache, area);
  GridPainter(ui, steps, cache).draw();
  if (steps.hover) cell_tooltip(ui, steps, *steps.hover, steps.cell(*steps.hover), steps.holds_value(*steps.hover));
}

}  // namespace satscope::app
