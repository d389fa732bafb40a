// SPDX-License-Identifier: Apache-2.0
// What the stage's pass found at the left, what it left at the right, moved and zoomed together.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/drawing/area_corners.h"
#include "app/ui/views/canvas.h"
#include "app/ui/window_actions.h"
#include "app/workspaces/steps/views/stages/half.h"
#include "app/workspaces/steps/views/stages/stages.h"

namespace satscope::app {
namespace {

constexpr double k_factor_per_step = 1.25;

bool within(Point p, Extent extent) { return p.x >= 0 && p.y >= 0 && p.x < extent.width && p.y < extent.height; }
Pixel floored(Point p) { return {static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y))}; }

/// Where the pointer is over a view, and what it drags.
struct Pointer {
  bool over = false;
  Point at;
  double wheel = 0, dx = 0, dy = 0;
};

Pointer read_pointer(StepsUi& ui, const Area& area, const char* id) {
  ImGui::SetCursorScreenPos(corner(area));
  invisible_button(id, {static_cast<float>(area.width), static_cast<float>(area.height)},
                   ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  Pointer pointer;
  const ImGuiIO& io = ImGui::GetIO();
  const bool held = ImGui::IsItemActive();
  pointer.over = ImGui::IsItemHovered();
  pointer.at = {io.MousePos.x, io.MousePos.y};
  if (pointer.over && !held) pointer.wheel = static_cast<double>(io.MouseWheel);
  if (pointer.over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ui.doing.in_panels = false;
  if (pointer.over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) ui.ask(WindowAction::fit);
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

/// Returns the entry under the pointer.
std::optional<Pixel> move_buffer(StepsUi& ui, const Pointer& pointer, const StageHalf& half, Extent picture) {
  const Area& area = half.area;
  StageView view = view_of(ui, half);
  const Point there = to_buffer(view, area, pointer.at);
  std::optional<Pixel> cell;
  if (pointer.over && within(there, half.buffer->shape)) {
    cell = floored(there);
    ui.doing.hover = pixel_of(*half.buffer, *cell, picture);
  }
  if (pointer.wheel == 0 && pointer.dx == 0 && pointer.dy == 0) return cell;
  const double factor = std::pow(k_factor_per_step, pointer.wheel);
  view.zoom_x *= factor;
  view.zoom_y *= factor;
  const Point moved = to_buffer(view, area, pointer.at);
  const Extent shape = half.buffer->shape;
  view.centre_x = std::clamp(view.centre_x + there.x - moved.x - pointer.dx / view.zoom_x, 0.0, 1.0 * shape.width);
  view.centre_y = std::clamp(view.centre_y + there.y - moved.y - pointer.dy / view.zoom_y, 0.0, 1.0 * shape.height);
  ui.session.view = picture_view(*half.buffer, ui.session.view, view);
  ui.session.view.zoom = std::clamp(ui.session.view.zoom, smallest_zoom(picture, area), k_largest_zoom);
  return cell;
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

void add_view(StepsUi& ui, const StageHalf& half) {
  ViewSpec spec = spec_of(ui, half.area, half.kind);
  if (half.kind == ViewKind::picture) {
    spec.centre_x = ui.session.view.centre_x;
    spec.centre_y = ui.session.view.centre_y;
    spec.zoom = ui.session.view.zoom;
    set_picture_range(spec, ui.session);
  } else if (half.shown) {
    const StageView view = view_of(ui, half);
    spec.centre_x = view.centre_x;
    spec.centre_y = view.centre_y;
    spec.zoom = view.zoom_y;
    spec.stretch = view.zoom_x / view.zoom_y;
    spec.lo = range_of(*half.shown).lo;
    spec.hi = range_of(*half.shown).hi;
  }
  ui.views.push_back(spec);
}

/// The strips of the canvas from top to bottom; those without room have no height.
struct StageRows {
  double title = 0, sides = 0, foot = 0, caption = 0;
  double views(double height) const { return height - title - sides - foot - caption; }
};
StageRows rows_in(double height, double em) {
  StageRows rows;
  if (height > 7.5 * em) rows.title = std::round(1.7 * em);
  if (height > 12 * em) rows.foot = std::round(1.6 * em);
  if (height > 15 * em) rows.sides = std::round(2.5 * em);
  if (height > 15 * em) rows.caption = std::round(2.8 * em);
  return rows;
}

/// How much of the pass is seen done.
double part_of(const StepsUi& ui, const PlanStage& stage) {
  return stage.passes > 0 && ui.steps.stages ? ui.steps.stages->part(stage.passes, ui.now) : 1;
}

void draw_over(StepsUi& ui, const StageHalf& before, const StageHalf& after, const Area& caption_area) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ShownStage& shown = ui.frame.shown().stage;
  draw_over_half(list, ui, before);
  if (!shown.ready) return;
  draw_over_half(list, ui, after);
  if (const double part = part_of(ui, shown.stage); part < 1) {
    list.PushClipRect(corner(after.area), far_corner(after.area), true);
    draw_growth(ui, after.area, shown.stage.before, shown.stage, part);
    return list.PopClipRect();
  }
  if (caption_area.height <= 0 || !ui.steps.stage_tracer.trace()) return;
  const auto caption = stage_caption(*ui.steps.stage_tracer.trace(), shown.stage, numbers_of(ui.frame), ui.steps.stage_cell);
  if (!caption) return;
  draw_caption_frames(list, ui, before, after, *caption);
  ui.steps.stage_caption = draw_caption_text(list, ui, *caption, caption_area);
}

}  // namespace

void draw_stage_views(StepsUi& ui, const Area& area) {
  const Shown& shown = ui.frame.shown();
  const double em = static_cast<double>(ui.em), gap = std::round(0.4 * em), width = (area.width - gap) / 2;
  const StageRows rows = rows_in(area.height, em);
  const double top = area.y + rows.title + rows.sides, high = rows.views(area.height), right = area.x + width + gap;
  StageHalf before{.kind = ViewKind::picture, .area = whole_pixels({area.x, top, width, high})};
  StageHalf after{.kind = ViewKind::stage, .area = whole_pixels({right, top, width, high})};
  StageBuffer picture{.name = "picture", .shape = shown.picture};
  if (shown.ready) before.buffer = &picture;
  if (shown.ready && shown.stage.ready) {
    before.buffer = &shown.stage.stage.before;
    after.buffer = &shown.stage.stage;
    after.shown = &shown.stage;
    if (!shown.stage.stage.before_is_picture) {
      before.kind = ViewKind::before;
      before.shown = &shown.stage.before;
    }
  }

  if (shown.ready && ui.session.view.fitted) ui.session.view = fitted_view(shown.picture, before.area, 0.8 * em);
  ui.doing.hover.reset();
  ui.doing.hover_in_table = false;
  ui.steps.stage_cell.reset();
  ui.steps.stage_caption.clear();
  const Pointer over_before = read_pointer(ui, before.area, "before"), over_after = read_pointer(ui, after.area, "stage");
  if (shown.ready && before.kind == ViewKind::picture) move_picture(ui, over_before, before.area, shown.picture);
  if (before.kind == ViewKind::before) move_buffer(ui, over_before, before, shown.picture);
  if (after.buffer) {
    ui.steps.stage_cell = move_buffer(ui, over_after, after, shown.picture);
    if (over_before.over && ui.doing.hover) ui.steps.stage_cell = app::cell_of(*after.buffer, *ui.doing.hover);
  }
  add_view(ui, before);
  add_view(ui, after);
  ui.controls["view:before"] = before.area;
  ui.controls["view:stage"] = after.area;

  if (!shown.ready) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const StageHalf* half : {&before, &after}) {
    if (!half->buffer) continue;
    const double x = half->area.x, wide = half->area.width;
    if (rows.title > 0) draw_half_title(list, ui, *half, {x, area.y, wide, rows.title});
    if (rows.sides > 0) draw_half_sides(list, ui, *half, {x, area.y + rows.title, wide, rows.sides});
    if (rows.foot > 0) draw_half_colours(list, ui, *half, {x, half->area.bottom(), wide, rows.foot});
  }
  draw_over(ui, before, after, {area.x, before.area.bottom() + rows.foot, area.width, rows.caption});
}

}  // namespace satscope::app
