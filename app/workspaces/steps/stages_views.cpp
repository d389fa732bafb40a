// SPDX-License-Identifier: Apache-2.0
// The picture at the left, the stage's buffer at the right, moved and zoomed together.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/number_text.h"
#include "app/ui/area_corners.h"
#include "app/ui/canvas.h"
#include "app/ui/marks.h"
#include "app/workspaces/steps/stages.h"
#include "app/workspaces/steps/stages_transform.h"
#include "app/workspaces/steps/steps.h"

namespace satscope::app {
namespace {

constexpr unsigned k_rim = 0xC0000000;  // dark, so that a mark shows on light ground too
constexpr double k_factor_per_step = 1.25;

bool within(Point p, Extent extent) { return p.x >= 0 && p.y >= 0 && p.x < extent.width && p.y < extent.height; }
Pixel floored(Point p) { return {static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y))}; }

ColourRange range_of(const ShownStage& shown) {
  const double lo = shown.spread.min, hi = shown.spread.max;
  return {true, lo, hi > lo ? hi : lo + 1};
}

/// Where the pointer is over a view, and what it drags.
struct Pointer {
  bool over = false;
  Point at;
  double wheel = 0, dx = 0, dy = 0;
};

Pointer read_pointer(StepsUi& ui, const Area& area, const char* id) {
  ImGui::SetCursorScreenPos(corner(area));
  ImGui::InvisibleButton(
      id, {static_cast<float>(area.width), static_cast<float>(area.height)},
      ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  Pointer pointer;
  const ImGuiIO& io = ImGui::GetIO();
  const bool held = ImGui::IsItemActive();
  pointer.over = ImGui::IsItemHovered();
  pointer.at = {io.MousePos.x, io.MousePos.y};
  if (pointer.over && !held) pointer.wheel = static_cast<double>(io.MouseWheel);
  if (pointer.over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ui.doing.in_panels = false;
  if (pointer.over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) ui.ask(Action::fit);
  if (held) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    pointer.dx = static_cast<double>(io.MouseDelta.x);
    pointer.dy = static_cast<double>(io.MouseDelta.y);
  }
  return pointer;
}

void move_picture(StepsUi& ui, const Pointer& pointer, const Area& area, Extent picture) {
  View& view = ui.session.view;
  if (pointer.over && within(to_picture(view, area, pointer.at), picture))
    ui.doing.hover = floored(to_picture(view, area, pointer.at));
  if (pointer.wheel != 0) view = zoomed_at(view, area, picture, pointer.at, std::pow(k_factor_per_step, pointer.wheel));
  if (pointer.dx != 0 || pointer.dy != 0) view = panned(view, picture, pointer.dx, pointer.dy);
}

void move_stage(StepsUi& ui, const Pointer& pointer, const Area& area, const PlanStage& stage, Extent picture) {
  StageView view = stage_view(stage, ui.session.view, area, static_cast<double>(ui.em));
  const Point there = to_buffer(view, area, pointer.at);
  if (pointer.over && within(there, stage.shape)) {
    ui.steps.stage_cell = floored(there);
    ui.doing.hover = pixel_of(stage, floored(there), picture);
  }
  if (pointer.wheel == 0 && pointer.dx == 0 && pointer.dy == 0) return;
  const double factor = std::pow(k_factor_per_step, pointer.wheel);
  view.zoom_x *= factor;
  view.zoom_y *= factor;
  const Point moved = to_buffer(view, area, pointer.at);
  view.centre_x = std::clamp(view.centre_x + there.x - moved.x - pointer.dx / view.zoom_x, 0.0, 1.0 * stage.shape.width);
  view.centre_y = std::clamp(view.centre_y + there.y - moved.y - pointer.dy / view.zoom_y, 0.0, 1.0 * stage.shape.height);
  ui.session.view = picture_view(stage, ui.session.view, view);
  ui.session.view.zoom = std::clamp(ui.session.view.zoom, smallest_zoom(picture, area), k_largest_zoom);
}

ViewSpec spec_of(StepsUi& ui, const Area& area, ViewKind kind) {
  const ImGuiIO& io = ImGui::GetIO();
  ViewSpec spec;
  spec.viewport = {static_cast<int>(area.x), static_cast<int>(area.y), static_cast<int>(area.width),
                   static_cast<int>(area.height)};
  spec.framebuffer = {static_cast<int>(io.DisplaySize.x), static_cast<int>(io.DisplaySize.y)};
  spec.kind = kind;
  spec.colours = colour_map_of(ui.session);
  spec.grid = ui.session.grid;
  spec.background = ui.palette.backdrop;
  return spec;
}

void add_views(StepsUi& ui, const Area& left, const Area& right) {
  ViewSpec picture = spec_of(ui, left, ViewKind::picture);
  picture.centre_x = ui.session.view.centre_x;
  picture.centre_y = ui.session.view.centre_y;
  picture.zoom = ui.session.view.zoom;
  ui.views.push_back(picture);
  ui.controls["view:picture"] = left;
  ViewSpec stage = spec_of(ui, right, ViewKind::stage);
  if (const ShownStage& shown = ui.frame.shown().stage; shown.ready) {
    const StageView view = stage_view(shown.stage, ui.session.view, right, static_cast<double>(ui.em));
    stage.centre_x = view.centre_x;
    stage.centre_y = view.centre_y;
    stage.zoom = view.zoom_y;
    stage.stretch = view.zoom_x / view.zoom_y;
    stage.lo = range_of(shown).lo;
    stage.hi = range_of(shown).hi;
  }
  ui.views.push_back(stage);
  ui.controls["view:stage"] = right;
}

/// The numbers in the texels of the stage, where they are large enough.
void draw_stage_numbers(ImDrawList& list, const StepsUi& ui, const Area& area, const StageView& view) {
  const ShownStage& shown = ui.frame.shown().stage;
  if (!ui.session.numbers || shown.reduction > 1 || view.zoom_x < static_cast<double>(smallest_numbered_texel(ui)) ||
      view.zoom_y < static_cast<double>(ui.em))
    return;
  const Extent shape = shown.stage.shape;
  const Point from = to_buffer(view, area, {area.x, area.y}), to = to_buffer(view, area, {area.right(), area.bottom()});
  const auto inside = [](double at, int limit) { return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(limit))); };
  const ColourRange range = range_of(shown);
  const double lo = range.lo, hi = range.hi;
  std::vector<CellNumber> cells;
  for (int y = inside(std::floor(from.y), shape.height); y < inside(std::ceil(to.y), shape.height); ++y)
    for (int x = inside(std::floor(from.x), shape.width); x < inside(std::ceil(to.x), shape.width); ++x)
      if (const auto entry = ui.frame.stage_entry(x, y))
        cells.push_back({from_buffer(view, area, {x + 0.5, y + 0.5}), grouped(*entry, 6), ungrouped(*entry, 6),
                         colour_of(colour_map_of(ui.session), (to_double(*entry) - lo) / (hi - lo))});
  draw_cell_numbers(list, ui, cells, view.zoom_x, view.zoom_y);
}

/// A frame around the element that the pointer is about.
void draw_stage_cursor(ImDrawList& list, const StepsUi& ui, const Area& area, const StageView& view) {
  if (!ui.steps.stage_cell) return;
  const Point middle = from_buffer(view, area, {ui.steps.stage_cell->x + 0.5, ui.steps.stage_cell->y + 0.5});
  const auto half = [&](double zoom) { return static_cast<float>(std::max(zoom / 2, 0.2 * static_cast<double>(ui.em))); };
  const float wide = half(view.zoom_x), high = half(view.zoom_y), arm = 0.7F * ui.em;
  const ImVec2 m{static_cast<float>(middle.x), static_cast<float>(middle.y)};
  for (const auto& [colour, thickness] : {std::pair{k_rim, 3.0F}, {packed({1, 1, 1}, 0.9F), 1.0F}}) {
    list.AddLine({m.x - wide - arm, m.y}, {m.x - wide, m.y}, colour, thickness);
    list.AddLine({m.x + wide, m.y}, {m.x + wide + arm, m.y}, colour, thickness);
    list.AddLine({m.x, m.y - high - arm}, {m.x, m.y - high}, colour, thickness);
    list.AddLine({m.x, m.y + high}, {m.x, m.y + high + arm}, colour, thickness);
    list.AddRect({m.x - wide, m.y - high}, {m.x + wide, m.y + high}, colour, 0, 0, thickness);
  }
}

void draw_title(ImDrawList& list, const StepsUi& ui, const Area& area, const std::string& title,
                const std::vector<std::string>& texts) {
  const auto width = static_cast<float>(area.width) - 0.6F * ui.em;
  ImFont &strong = *ui.fonts.strong, &small = *ui.fonts.small;
  const float x = static_cast<float>(area.x) + 0.3F * ui.em, middle = static_cast<float>(area.middle().y);
  ImFont& font = strong.CalcTextSizeA(strong.FontSize, 1e9F, 0, title.c_str()).x <= width ? strong : small;
  const float wide = font.CalcTextSizeA(font.FontSize, 1e9F, 0, title.c_str()).x;
  if (wide > width) return;
  list.AddText(&font, font.FontSize, {x, std::round(middle - font.FontSize / 2)}, packed(ui.palette.text), title.c_str());
  ImGui::PushFont(&small);
  const std::string more = first_that_fits(texts, width - wide - 0.8F * ui.em);
  ImGui::PopFont();
  list.AddText(&small, small.FontSize, {x + wide + 0.8F * ui.em, std::round(middle - small.FontSize / 2 + 0.06F * ui.em)},
               packed(ui.palette.quiet), more.c_str());
}

/// The colours of the stage's values with the numbers at their ends.
void draw_colours(ImDrawList& list, const StepsUi& ui, const Area& area) {
  const ShownStage& shown = ui.frame.shown().stage;
  if (!shown.ready) return;
  ImFont& small = *ui.fonts.small;
  const std::string lo = grouped(shown.spread.min), hi = grouped(shown.spread.max);
  const auto wide = [&](const std::string& text) { return small.CalcTextSizeA(small.FontSize, 1e9F, 0, text.c_str()).x; };
  const float gap = 0.5F * ui.em, y = static_cast<float>(area.middle().y);
  const float left = static_cast<float>(area.x) + 0.3F * ui.em, right = static_cast<float>(area.right()) - 0.3F * ui.em;
  const float from = left + wide(lo) + gap, to = right - wide(hi) - gap;
  if (to - from < 2 * ui.em) return;
  const float text_y = std::round(y - small.FontSize / 2);
  list.AddText(&small, small.FontSize, {left, text_y}, packed(ui.palette.text), lo.c_str());
  list.AddText(&small, small.FontSize, {right - wide(hi), text_y}, packed(ui.palette.text), hi.c_str());
  constexpr int k_steps = 64;
  for (int i = 0; i < k_steps; ++i) {
    const float x0 = from + (to - from) * static_cast<float>(i) / k_steps,
                x1 = from + (to - from) * static_cast<float>(i + 1) / k_steps;
    list.AddRectFilled({x0, y - 0.3F * ui.em}, {x1, y + 0.3F * ui.em},
                       packed(colour_of(colour_map_of(ui.session), (i + 0.5) / k_steps)));
  }
}

void draw_over(StepsUi& ui, const Area& left, const Area& right) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Shown& shown = ui.frame.shown();
  if (!shown.ready) return;
  const Pane picture{ViewKind::picture, left, ui.session.view};
  list.PushClipRect(corner(left), far_corner(left), true);
  draw_numbers(list, ui, picture);
  draw_cursor(list, ui, picture);
  list.PopClipRect();
  if (!shown.stage.ready) return;
  const StageView view = stage_view(shown.stage.stage, ui.session.view, right, static_cast<double>(ui.em));
  const PlanStage& stage = shown.stage.stage;
  const std::vector<PlanStage>& stages = ui.frame.status().stages;
  list.PushClipRect(corner(right), far_corner(right), true);
  if (const double part = ui.steps.stages_play.part(static_cast<int>(stage.passes));
      part < 1 && stage.passes > 0 && stage.passes <= stages.size()) {
    draw_growth(ui, right, stages[stage.passes - 1], stage, part);
    return list.PopClipRect();
  }
  draw_stage_numbers(list, ui, right, view);
  draw_stage_cursor(list, ui, right, view);
  list.PopClipRect();
}

}  // namespace

void draw_stage_views(StepsUi& ui, const Area& area) {
  const Shown& shown = ui.frame.shown();
  const double em = static_cast<double>(ui.em), gap = std::round(0.4 * em);
  const double title = area.height > 9 * em ? std::round(1.7 * em) : 0, foot = area.height > 12 * em ? std::round(1.6 * em) : 0;
  const double width = (area.width - gap) / 2;
  const Area left = whole_pixels({area.x, area.y + title, width, area.height - title - foot});
  const Area right = whole_pixels({area.x + width + gap, area.y + title, width, area.height - title - foot});

  if (shown.ready && ui.session.view.fitted) ui.session.view = fitted_view(shown.picture, left, 0.8 * em);
  ui.doing.hover.reset();
  ui.doing.hover_in_table = false;
  ui.steps.stage_cell.reset();
  const Pointer over_left = read_pointer(ui, left, "picture"), over_right = read_pointer(ui, right, "stage");
  if (shown.ready) move_picture(ui, over_left, left, shown.picture);
  if (shown.ready && shown.stage.ready) {
    move_stage(ui, over_right, right, shown.stage.stage, shown.picture);
    if (over_left.over && ui.doing.hover) ui.steps.stage_cell = cell_of(shown.stage.stage, *ui.doing.hover);
  }
  add_views(ui, left, right);

  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (title > 0 && shown.ready) {
    draw_title(list, ui, {left.x, area.y, left.width, title}, "Picture", {extent_text(shown.picture)});
    if (shown.stage.ready)
      draw_title(list, ui, {right.x, area.y, right.width, title}, shown.stage.stage.name,
                 {shape_text(shown.stage.stage), extent_text(shown.stage.stage.shape)});
  }
  if (foot > 0) draw_colours(list, ui, {right.x, right.bottom(), right.width, foot});
  draw_over(ui, left, right);
}

}  // namespace satscope::app
