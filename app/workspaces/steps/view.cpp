// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/view.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/drawing/area_corners.h"
#include "app/ui/drawing/fonts/fonts.h"
#include "app/ui/views/canvas.h"
#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/steps.h"

namespace satscope::app {
namespace {

void draw_tip(const Ui& ui, const ViewTip& tip) {
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(28 * ui.em);
  if (!tip.title.empty()) {
    ImGui::PushFont(ui.fonts.strong);
    ImGui::TextUnformatted(tip.title.c_str());
    ImGui::PopFont();
  }
  ImGui::TextUnformatted(tip.text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

/// The next window lies below all shapes, if there is room.
void place_below(const ViewScene& scene, float em) {
  const ImVec2 most{14 * em, 9 * em};  // of a tip
  float below = 0, right = 0;
  for (const ViewShape& shape : scene.shapes) {
    below = std::max(below, static_cast<float>(shape.area.bottom()) + 0.4F * em);
    right = std::max(right, static_cast<float>(shape.area.right()));
  }
  const float x = std::max(0.5F * em, std::min(ImGui::GetIO().MousePos.x, right - most.x));
  if (below + most.y < ImGui::GetIO().DisplaySize.y) ImGui::SetNextWindowPos({std::round(x), std::round(below)});
}

/// What there is to know of a shape under the pointer. below: all shapes of this scene; null: at the pointer.
void explain_shape(const StepsUi& ui, const StepView& view, const StepsState& steps, const ViewShape& shape,
                   const ViewScene* below) {
  const Prediction& prediction = ui.steps.prediction;
  if (const ViewTip tip = view.tip(steps, shape); !(tip.title + tip.text).empty()) return draw_tip(ui, tip);
  // because: a tip would lie over the words beside while a click marks a cell
  if (!steps.hover || (view.cells() && prediction.on && !prediction.outcome())) return;
  if (below) place_below(*below, ui.em);
  cell_tooltip(ui, steps, *steps.hover, shape.value.value_or(steps.cell(*steps.hover)),
               shape.value || steps.holds_value(*steps.hover), view.filler(steps, *steps.hover));
}

/// What the pointer does among these shapes.
void read_pointer(StepsUi& ui, StepView& view, StepsState& steps, const ViewScene& scene) {
  const ImGuiIO& io = ImGui::GetIO();
  const Point mouse{io.MousePos.x, io.MousePos.y};
  const std::optional<CellAt> before = std::exchange(steps.hover, std::nullopt);
  const ViewShape* shape = scene.at(mouse);
  if (shape) {
    steps.hover = view.cell_at(steps, *shape, mouse);
    explain_shape(ui, view, steps, *shape, view.explains_below() ? &scene : nullptr);
  }
  const bool clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (clicked) {
    ui.doing.in_panels = false;
    const std::size_t position = steps.player()->position();
    view.click(steps, shape);
    if (steps.player()->position() != position) ui.steps.prediction.forget();
  }
  if (io.MouseWheel != 0) view.wheel(steps, static_cast<double>(io.MouseWheel));
  // because: the view was painted as it was before
  if (clicked || io.MouseWheel != 0 || steps.hover != before) ui.animating = true;
}

}  // namespace

const ViewShape* ViewScene::at(Point point) const {
  const auto found = std::ranges::find_if(shapes, [&](const ViewShape& shape) { return shape.area.contains(point); });
  return found == shapes.end() ? nullptr : &*found;
}

void StepView::click(StepsState& steps, const ViewShape* /*shape*/) {
  if (steps.hover) steps.chosen = steps.chosen == steps.hover ? std::nullopt : steps.hover;
}

const StepViewKind* find_step_view(std::string_view id) {
  const auto found = std::ranges::find(step_views(), id, &StepViewKind::id);
  return found == step_views().end() ? nullptr : &*found;
}

const StepViewKind& step_view(std::string_view id) {
  const StepViewKind* found = find_step_view(id);
  return found ? *found : step_views().front();
}

const StepViewKind& shown_view(std::string_view id, bool has_messages) {
  const StepViewKind& view = step_view(id);
  return view.is_there(has_messages) ? view : step_views().front();
}

const StepViewKind& next_view(const StepViewKind& view, bool has_messages) {
  const StepViewKind& next = &view == &step_views().back() ? step_views().front() : *(&view + 1);
  return next.is_there(has_messages) ? next : next_view(next, has_messages);
}

const StepViewKind* shown_beside(const StepsSettings& settings, bool has_messages) {
  if (settings.beside.empty() || step_view(settings.view).of_frame() || step_view(settings.beside).of_frame()) return nullptr;
  const StepViewKind& beside = shown_view(settings.beside, has_messages);
  return &beside == &shown_view(settings.view, has_messages) ? nullptr : &beside;
}

const StepViewKind* view_with_parts(const StepsSettings& settings, bool has_messages) {
  const StepViewKind& view = shown_view(settings.view, has_messages);
  const bool alone = settings.level == StepsLevel::essential && !shown_beside(settings, has_messages);
  return alone && !view.part.empty() ? &view : nullptr;
}

void choose_next_view(StepsSettings& settings, bool has_messages) {
  const StepViewKind* beside = shown_beside(settings, has_messages);
  const StepViewKind* next = &next_view(shown_view(settings.view, has_messages), has_messages);
  if (next == beside) next = &next_view(*next, has_messages);
  settings.view = next->id;
}

void choose_next_beside(StepsSettings& settings, bool has_messages) {
  const StepViewKind& first = shown_view(settings.view, has_messages);
  const StepViewKind* now = shown_beside(settings, has_messages);
  settings.beside.clear();
  for (const StepViewKind* next = now ? now + 1 : step_views().data(); next <= &step_views().back(); ++next)
    if (next != &first && !next->of_frame() && next->is_there(has_messages)) {
      settings.beside = next->id;
      return;
    }
}

StepViews::StepViews() {
  for (const StepViewKind& kind : step_views()) views_.push_back(kind.make ? kind.make(*this) : nullptr);
}

void StepViews::begin() const {
  for (const auto& view : views_)
    if (view) view->begin();
}

const StepsLayout* StepViews::cells() const {
  for (const auto& view : views_)
    if (const StepsLayout* cells = view ? view->cells() : nullptr) return cells;
  return nullptr;
}

void StepViews::report(const StepsState& steps, nlohmann::json& into) const {
  for (const auto& view : views_)
    if (view) view->report(steps, into);
}

void draw_step_view(StepsUi& ui, StepViews& views, const StepViewKind& asked, StepsState& steps, const Area& whole) {
  if (steps.player()->story().steps.empty()) return;
  // because: the buttons above may have chosen a view of the frame just now
  const StepViewKind& kind = asked.of_frame() ? step_views().front() : asked;
  StepView& view = views.of(kind);
  const auto em = static_cast<double>(ui.em);
  Area area = whole;
  // because: a class needs the room, but in a lesson the legend of the grids
  const bool has_room = whole.height > 12 * em && (!ui.session.presenting || (ui.doing.guided && view.cells()));
  if (has_room && view.leaves_line(!ui.session.part<StepsPair>().on)) area.height -= std::round(1.6 * em);
  ViewScene scene;
  // because: from the last row numbers are read as words are
  const PaintLook look{.type = ui.session.presenting ? TypeSize::for_class(em) : TypeSize(em),
                       .colours = colour_map_of(ui.session),
                       .arrived = steps.player()->arrived(ui.now),
                       .essential = ui.essential(),
                       .paired = ui.session.part<StepsPair>().on,
                       .scene = &scene};
  view.follow(steps);
  view.lay(steps, area, look);
  const std::string id(view.shown_as(kind.id));
  ImGui::SetCursorScreenPos(corner(area));
  invisible_button(id.c_str(), {static_cast<float>(area.width), static_cast<float>(area.height)});
  const bool pointed = ImGui::IsItemHovered() || ImGui::IsItemActive();
  ui.controls["view:" + id] = area;
  ScreenDrawing drawing(ui.palette, ui.fonts, ui.em, &ui.steps.textures);
  view.paint(drawing, steps, area, look);
  for (const ViewShape& shape : scene.shapes)
    if (!shape.control.empty()) ui.controls[shape.control] = shape.area;
  if (pointed) read_pointer(ui, view, steps, scene);
  view.draw_controls(ui, steps, {area.x, area.bottom(), area.width, whole.bottom() - area.bottom()});
}

}  // namespace satscope::app
