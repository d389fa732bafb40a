// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/stages/play.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/core/text/number_text.h"
#include "app/ui/drawing/area_corners.h"
#include "app/ui/drawing/marks.h"
#include "app/ui/views/canvas.h"
#include "app/workspaces/steps/views/stages/stages.h"

namespace satscope::app {
namespace {

constexpr double k_rows_late = 2;  // of the way of one row, that the last one starts behind the first
constexpr int k_pieces = 24;       // along the longer side of a buffer that is turned

/// Slow at both ends, so that the eye can follow.
double eased(double part) { return part * part * (3 - 2 * part); }

void draw_pieces(StepsUi& ui, const Area& area, const StageBuffer& before, const StageBuffer& stage, double part) {
  const Shown& shown = ui.frame.shown();
  const double em = static_cast<double>(ui.em);
  const StageView view = stage_view(stage, ui.session.view, area, em);
  const Extent shape = stage.shape;
  const int side = std::max(1, (std::max(shape.width, shape.height) + k_pieces - 1) / k_pieces);
  const double lo = shown.stage.spread.min, range = std::max(shown.stage.spread.max - lo, 1e-300);
  const double wide = side * view.zoom_x, high = side * view.zoom_y;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::vector<CellNumber> numbers;  // of pieces that are one entry each
  for (int y = 0; y < shape.height; y += side)
    for (int x = 0; x < shape.width; x += side) {
      const Pixel middle{std::min(x + side / 2, shape.width - 1), std::min(y + side / 2, shape.height - 1)};
      const auto at = piece_at(before, stage, middle, shown.picture, ui.session.view, area, em, part);
      const auto entry = ui.frame.stage_entry(middle.x, middle.y);
      if (!at || !entry) continue;
      const Rgb colour = colour_of(colour_map_of(ui.session), (to_double(*entry) - lo) / range);
      list.AddRectFilled({static_cast<float>(at->x - wide / 2), static_cast<float>(at->y - high / 2)},
                         {static_cast<float>(at->x + wide / 2), static_cast<float>(at->y + high / 2)}, packed(colour));
      if (side == 1 && ui.session.numbers) numbers.push_back({*at, ungrouped(*entry, 6), ungrouped(*entry, 6), colour});
    }
  if (wide >= static_cast<double>(smallest_numbered_texel(ui)) && high >= em) draw_cell_numbers(list, ui, numbers, wide, high);
}

}  // namespace

/// A phase ends with each pass.
static std::vector<std::size_t> stops_to(int last) {
  std::vector<std::size_t> stops(static_cast<std::size_t>(std::max(0, last)));
  std::iota(stops.begin(), stops.end(), std::size_t{1});
  return stops;
}

StagesClock::StagesClock(int last) : Clock(static_cast<std::size_t>(std::max(0, last)), stops_to(last), true) {}

Growth growth_of(const StageBuffer& before, const PlanStage& stage) {
  if (before.turned() != stage.turned()) return Growth::turn;
  // because: a turned buffer has the picture's columns as its rows; else the pass says that it goes along columns
  return !stage.turned() && stage.pass.find("column") != stage.pass.npos ? Growth::down : Growth::across;
}

std::optional<Point> piece_at(const StageBuffer& before, const StageBuffer& stage, Pixel cell, Extent picture,
                              const View& picture_view, const Area& area, double em, double part) {
  const auto middle_in = [&](const StageBuffer& one, Pixel at) {
    return from_buffer(stage_view(one, picture_view, area, em), area, {at.x + 0.5, at.y + 0.5});
  };
  const Point to = middle_in(stage, cell);
  const std::optional<Pixel> pixel = pixel_of(stage, cell, picture);
  const std::optional<Pixel> there = pixel ? cell_of(before, *pixel) : std::nullopt;
  if (!there) return std::nullopt;
  const Point from = middle_in(before, *there);
  // because: all at once they would meet on the diagonal; so row after row becomes a column
  const double late = k_rows_late * there->y / std::max(1, before.shape.height);
  const double way = eased(std::clamp(part * (1 + k_rows_late) - late, 0.0, 1.0));
  return Point{from.x + way * (to.x - from.x), from.y + way * (to.y - from.y)};
}

void draw_growth(StepsUi& ui, const Area& area, const StageBuffer& before, const PlanStage& stage, double part) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Growth growth = growth_of(before, stage);
  const unsigned ground = packed(ui.palette.backdrop);
  if (growth == Growth::turn) {
    list.AddRectFilled(corner(area), far_corner(area), ground);
    return draw_pieces(ui, area, before, stage, part);
  }
  const StageView view = stage_view(stage, ui.session.view, area, static_cast<double>(ui.em));
  const Point from = from_buffer(view, area, {0, 0});
  const Point to = from_buffer(view, area, {1.0 * stage.shape.width, 1.0 * stage.shape.height});
  Point edge = from;  // where the pass has come to
  if (growth == Growth::across)
    edge.x += part * (to.x - from.x);
  else
    edge.y += part * (to.y - from.y);
  const ImVec2 a{static_cast<float>(edge.x), static_cast<float>(edge.y)};
  // what a pass changes in place was there before it: a veil, not nothing
  const bool in_place = std::ranges::find(stage.reads, stage.name) != stage.reads.end();
  const float space = 1.5F;  // of a pixel that is painted in part
  list.AddRectFilled({growth == Growth::across ? a.x : a.x - space, growth == Growth::across ? a.y - space : a.y},
                     {static_cast<float>(to.x) + space, static_cast<float>(to.y) + space},
                     packed(ui.palette.backdrop, in_place ? 0.75F : 1));
  const ImVec2 b = growth == Growth::across ? ImVec2{a.x, static_cast<float>(to.y)} : ImVec2{static_cast<float>(to.x), a.y};
  list.AddLine(a, b, packed(ui.palette.accent), std::max(2.0F, 0.15F * ui.em));
}

}  // namespace satscope::app
