// SPDX-License-Identifier: Apache-2.0
// What is drawn over the halves of Stages: numbers, the pointer's cell, and frames around the entry that the caption describes.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/ui/drawing/area_corners.h"
#include "app/ui/drawing/marks.h"
#include "app/ui/views/canvas.h"
#include "app/workspaces/steps/views/stages/half.h"

namespace satscope::app {
namespace {

constexpr unsigned k_rim = 0xC0000000;  // dark, so that a mark shows on light ground too

/// The numbers in the texels, where they are large enough.
void draw_entries(ImDrawList& list, const StepsUi& ui, const StageHalf& half) {
  const StageView view = view_of(ui, half);
  if (!ui.session.numbers || half.shown->reduction > 1 || view.zoom_x < static_cast<double>(smallest_numbered_texel(ui)) ||
      view.zoom_y < static_cast<double>(ui.em))
    return;
  const Area& area = half.area;
  const Extent shape = half.buffer->shape;
  const Point from = to_buffer(view, area, {area.x, area.y}), to = to_buffer(view, area, {area.right(), area.bottom()});
  const auto inside = [](double at, int limit) { return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(limit))); };
  const ColourRange range = range_of(*half.shown);
  std::vector<CellNumber> cells;
  for (int y = inside(std::floor(from.y), shape.height); y < inside(std::ceil(to.y), shape.height); ++y)
    for (int x = inside(std::floor(from.x), shape.width); x < inside(std::ceil(to.x), shape.width); ++x)
      if (const auto entry = entry_of(ui, half, x, y))
        cells.push_back({from_buffer(view, area, {x + 0.5, y + 0.5}), ungrouped(*entry, 6), ungrouped(*entry, 6),
                         colour_of(colour_map_of(ui.session), (to_double(*entry) - range.lo) / (range.hi - range.lo))});
  draw_cell_numbers(list, ui, cells, view.zoom_x, view.zoom_y);
}

/// A frame around the element that the pointer is about.
void draw_entry_cursor(ImDrawList& list, const StepsUi& ui, const StageHalf& half, Pixel cell) {
  const StageView view = view_of(ui, half);
  const Point middle = from_buffer(view, half.area, {cell.x + 0.5, cell.y + 0.5});
  const auto side = [&](double zoom) { return static_cast<float>(std::max(zoom / 2, 0.2 * static_cast<double>(ui.em))); };
  const float wide = side(view.zoom_x), high = side(view.zoom_y), arm = 0.7F * ui.em;
  const ImVec2 m{static_cast<float>(middle.x), static_cast<float>(middle.y)};
  for (const auto& [colour, thickness] : {std::pair{k_rim, 3.0F}, {packed({1, 1, 1}, 0.9F), 1.0F}}) {
    list.AddLine({m.x - wide - arm, m.y}, {m.x - wide, m.y}, colour, thickness);
    list.AddLine({m.x + wide, m.y}, {m.x + wide + arm, m.y}, colour, thickness);
    list.AddLine({m.x, m.y - high - arm}, {m.x, m.y - high}, colour, thickness);
    list.AddLine({m.x, m.y + high}, {m.x, m.y + high + arm}, colour, thickness);
    list.AddRect({m.x - wide, m.y - high}, {m.x + wide, m.y + high}, colour, 0, 0, thickness);
  }
}

/// Around entries of a half, at least so large that it is seen.
void draw_frame(ImDrawList& list, const StepsUi& ui, const StageHalf& half, const Box& box) {
  const StageView view = view_of(ui, half);
  const double least = 0.4 * static_cast<double>(ui.em);
  const Point a = from_buffer(view, half.area, {1.0 * box.x, 1.0 * box.y});
  const Point b = from_buffer(view, half.area, {1.0 * box.x + box.width, 1.0 * box.y + box.height});
  const auto x = static_cast<float>(std::max(0.0, least - (b.x - a.x)) / 2);
  const auto y = static_cast<float>(std::max(0.0, least - (b.y - a.y)) / 2);
  const ImVec2 from{static_cast<float>(a.x) - x, static_cast<float>(a.y) - y};
  const ImVec2 to{static_cast<float>(b.x) + x, static_cast<float>(b.y) + y};
  const float thick = std::max(2.0F, 0.18F * ui.em);
  list.PushClipRect(corner(half.area), far_corner(half.area), true);
  list.AddRect(from, to, k_rim, 0, 0, thick + 2);
  list.AddRect(from, to, packed(ui.palette.box), 0, 0, thick);
  list.PopClipRect();
}

}  // namespace

void draw_over_half(ImDrawList& list, const StepsUi& ui, const StageHalf& half) {
  list.PushClipRect(corner(half.area), far_corner(half.area), true);
  if (half.kind == ViewKind::picture) {
    const Pane pane{ViewKind::picture, half.area, ui.session.view};
    draw_numbers(list, ui, pane);
    draw_cursor(list, ui, pane);
  } else {
    draw_entries(list, ui, half);
    const auto cell = half.kind == ViewKind::stage ? ui.steps.stage_cell
                      : ui.doing.hover             ? cell_of(*half.buffer, *ui.doing.hover)
                                                   : std::nullopt;
    if (cell) draw_entry_cursor(list, ui, half, *cell);
  }
  list.PopClipRect();
}

void draw_caption_frames(ImDrawList& list, const StepsUi& ui, const StageHalf& before, const StageHalf& after,
                         const StageCaption& caption) {
  draw_frame(list, ui, after, {caption.at.x, caption.at.y, 1, 1});
  if (caption.read) return draw_frame(list, ui, before, *caption.read);
  for (const Pixel at : caption.read_places) draw_frame(list, ui, before, {at.x, at.y, 1, 1});
}

}  // namespace satscope::app
