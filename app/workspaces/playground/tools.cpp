// SPDX-License-Identifier: Apache-2.0
// What the pointer takes hold of on the result: the wipe, the handles of a radius map, a brush, rectangles, a template.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/drawing/box_frame.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/faces/face_walk.h"
#include "app/workspaces/playground/faces/feature_tool.h"
#include "app/workspaces/playground/faces/template_tool.h"
#include "app/workspaces/playground/focus.h"
#include "app/workspaces/playground/paint.h"
#include "app/workspaces/playground/playground.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

double reach_of(const PlaygroundUi& ui) { return 0.7 * static_cast<double>(ui.em); }

bool near(const ResultPane& pane, Point place, Point screen, double reach) {
  const Point there = to_screen(pane.view, pane.area, place);
  return std::hypot(there.x - screen.x, there.y - screen.y) <= reach;
}

bool inside(Point p, Extent picture) { return p.x >= 0 && p.y >= 0 && p.x < picture.width && p.y < picture.height; }

/// Whether a line that the band is drawn with lies under a point of the screen: its two edges, and from its centre to the
/// handle.
bool on_band(const PlaygroundUi& ui, const ResultPane& pane, const Focus& focus, Point screen) {
  const double reach = 0.5 * static_cast<double>(ui.em);
  const Point there = to_picture(pane.view, pane.area, screen), along = focus.along;
  const Point from{there.x - focus.centre.x, there.y - focus.centre.y};
  const double far = from.x * along.x + from.y * along.y;
  const double handle = std::hypot(focus.turn.x - focus.centre.x, focus.turn.y - focus.centre.y);
  const auto near_line = [&](double side, double place) {
    const Point on{focus.centre.x + place * along.x - side * along.y, focus.centre.y + place * along.y + side * along.x};
    return near(pane, on, screen, reach);
  };
  return near_line(-focus.sharp, far) || near_line(focus.sharp, far) || near_line(0, std::clamp(far, 0.0, handle));
}

std::optional<Focus> focus_in_force(const Session& session, Extent picture) {
  const ChainEntry* entry = chosen_entry(session.edit.part<PlaygroundEdit>(), session.part<PlaygroundView>());
  return entry ? focus_of(*entry, picture) : std::nullopt;
}

/// The rectangle under a point of the screen, the one in front first, and what of it; -1: none.
std::pair<int, Grip> region_at(const PlaygroundUi& ui, const ResultPane& pane, Point screen) {
  const std::vector<Box>& regions = ui.session.edit.part<PlaygroundEdit>().regions;
  for (int i = static_cast<int>(regions.size()) - 1; i >= 0; --i) {
    const Grip grip = grip_at(regions[static_cast<std::size_t>(i)], pane.view, pane.area, screen, reach_of(ui));
    if (grip != Grip::fresh) return {i, grip};
  }
  return {-1, Grip::fresh};
}

/// A template that is cut out, or a feature that is laid over the picture.
bool cuts(const Session& session) {
  const ChainEntry* entry = chosen_entry(session.edit.part<PlaygroundEdit>(), session.part<PlaygroundView>());
  return entry && (takes_template(*entry) || laid_feature(session.edit.part<PlaygroundEdit>(), *entry, {1, 1}));
}

/// What a press would take hold of.
Hold hold_at(const PlaygroundUi& ui, const ResultPane& pane, Point screen) {
  if (ui.tool.crop) return Hold::crop;
  if (over_wipe(ui, pane, screen)) return Hold::wipe;
  if (const auto focus = focus_in_force(ui.session, pane.picture)) {
    if (near(pane, focus->turn, screen, reach_of(ui))) return Hold::turn;
    if (focus->moves && near(pane, focus->centre, screen, reach_of(ui))) return Hold::centre;
    if (focus->moves && pane.area.contains(screen) && on_band(ui, pane, *focus, screen)) return Hold::band;
  }
  const Point there = to_picture(pane.view, pane.area, screen);
  if (paints(ui.session) && inside(there, pane.picture)) return Hold::paint;
  if (cuts(ui.session) && inside(there, pane.picture)) return Hold::cut;
  const bool on_region = draws_regions(ui.session) && region_at(ui, pane, screen).first >= 0;
  if (draws_regions(ui.session) && (on_region || inside(there, pane.picture))) return Hold::region;
  return Hold::none;
}

void show_cursor_of(PlaygroundUi& ui, const ResultPane& pane, Hold hold, Point screen) {
  if (hold == Hold::crop) show_cursor_of(ui.tool.hold == hold ? ui.tool.region_drag.grip : crop_drag(ui, pane, screen).grip);
  if (hold == Hold::wipe) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (hold == Hold::centre || hold == Hold::band || hold == Hold::turn) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

void stroke(PlaygroundUi& ui, const ResultPane& pane, Point to) {
  PlaygroundDoing& doing = ui.tool;
  const double longer = std::max(pane.picture.width, pane.picture.height);
  const Stroke one{doing.last, to, ui.session.part<PlaygroundView>().brush / 100 * longer / 2, doing.hold == Hold::erase};
  PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  edit.painted = painted_over(edit.painted.get(), pane.picture, one);
  doing.last = to;
}

void drag_region(PlaygroundUi& ui, const ResultPane& pane, Point to) {
  PlaygroundDoing& doing = ui.tool;
  std::vector<Box>& regions = ui.session.edit.part<PlaygroundEdit>().regions;
  if (doing.region < 0) {
    // because: a click is no rectangle
    constexpr double k_moved = 4;  // framebuffer pixels
    if (near(pane, doing.region_drag.from, to_screen(pane.view, pane.area, to), k_moved)) return;
    doing.region = static_cast<int>(regions.size());
    regions.push_back({});
  }
  regions[static_cast<std::size_t>(doing.region)] = dragged(doing.region_drag, to, pane.picture);
}

void drag_template(PlaygroundUi& ui, const ResultPane& pane, ChainEntry& entry, Point to) {
  const BoxDrag& drag = ui.tool.region_drag;
  constexpr double k_moved = 4;  // framebuffer pixels; a click cuts nothing
  if (drag.grip == Grip::fresh && near(pane, drag.from, to_screen(pane.view, pane.area, to), k_moved)) return;
  const Box box = dragged(drag, to, pane.picture);
  if (takes_template(entry))
    set_template(entry, template_sized(box, drag.from));
  else
    lay_feature(ui.session.edit.part<PlaygroundEdit>(), entry, box);
}

void drag_crop(PlaygroundUi& ui, const ResultPane& pane, Point to) {
  const BoxDrag& drag = ui.tool.region_drag;
  constexpr double k_moved = 4;  // framebuffer pixels; a click draws nothing
  if (drag.grip == Grip::fresh && near(pane, drag.from, to_screen(pane.view, pane.area, to), k_moved)) return;
  ui.tool.crop = dragged(drag, to, pane.picture);
}

/// A click outside what is kept.
bool clicked_away(const PlaygroundDoing& doing) {
  const auto& [grip, before, from] = doing.region_drag;
  return doing.crop == before &&
         (from.x < before.x || from.y < before.y || from.x >= before.x + before.width || from.y >= before.y + before.height);
}

/// The template that lies under the pointer is moved or pulled larger, elsewhere a new one begins.
void take_template(PlaygroundUi& ui, const ResultPane& pane, Point screen) {
  const PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  const ChainEntry* entry = chosen_entry(edit, ui.session.part<PlaygroundView>());
  const Point there = to_picture(pane.view, pane.area, screen);
  ui.tool.region_drag = {Grip::fresh, {}, there};
  auto box = entry ? template_box(*entry, pane.picture) : std::nullopt;
  if (const auto feature = entry ? laid_feature(edit, *entry, pane.picture) : std::nullopt) box = feature->box;
  if (box) ui.tool.region_drag = {grip_at(*box, pane.view, pane.area, screen, reach_of(ui)), *box, there};
}

void take_hold(PlaygroundUi& ui, const ResultPane& pane, Hold hold, Point screen) {
  PlaygroundDoing& doing = ui.tool;
  const Point there = to_picture(pane.view, pane.area, screen);
  doing.hold = hold;
  doing.last = there;
  doing.before = ui.session.edit.part<PlaygroundEdit>();
  doing.wipe_before = ui.session.part<PlaygroundView>().wipe_at;
  if (hold == Hold::paint || hold == Hold::erase) stroke(ui, pane, there);
  if (hold == Hold::cut) take_template(ui, pane, screen);
  if (const auto focus = hold == Hold::band ? focus_in_force(ui.session, pane.picture) : std::nullopt)
    doing.grab = {focus->centre.x - there.x, focus->centre.y - there.y};
  if (hold == Hold::crop) doing.region_drag = crop_drag(ui, pane, screen);
  if (hold != Hold::region) return;
  const auto [region, grip] = region_at(ui, pane, screen);
  doing.region = region;
  doing.region_drag = {grip, region < 0 ? Box{} : doing.before.regions[static_cast<std::size_t>(region)], there};
}

void drag(PlaygroundUi& ui, const ResultPane& pane, Point screen) {
  PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  PlaygroundDoing& doing = ui.tool;
  const Point there = to_picture(pane.view, pane.area, screen);
  ChainEntry* entry = chosen_entry(edit, ui.session.part<PlaygroundView>());
  const bool moved = there.x != doing.last.x || there.y != doing.last.y;
  switch (doing.hold) {
    case Hold::wipe: ui.session.part<PlaygroundView>().wipe_at = std::clamp(there.x / pane.picture.width, 0.0, 1.0); break;
    case Hold::centre:
      if (entry && moved) move_focus(*entry, pane.picture, there);
      break;
    case Hold::band:
      if (entry && moved) move_focus(*entry, pane.picture, {there.x + doing.grab.x, there.y + doing.grab.y});
      break;
    case Hold::turn:
      if (entry && moved) turn_focus(*entry, pane.picture, there);
      break;
    case Hold::paint:
    case Hold::erase:
      if (moved) stroke(ui, pane, there);
      break;
    case Hold::region: drag_region(ui, pane, there); break;
    case Hold::cut:
      if (entry && moved) drag_template(ui, pane, *entry, there);
      break;
    case Hold::crop:
      if (moved) drag_crop(ui, pane, there);
      break;
    case Hold::none: break;
  }
}

}  // namespace

bool paints(const Session& session) {
  const ChainEntry* entry = chosen_entry(session.edit.part<PlaygroundEdit>(), session.part<PlaygroundView>());
  const Filter* filter = entry ? find_filter(entry->filter) : nullptr;
  const Param* map = filter ? filter->find_param("map") : nullptr;
  return map && value_of(*entry, *map) == ParamValue(std::string("painted"));
}

bool draws_regions(const Session& session) {
  const ChainEntry* entry = chosen_entry(session.edit.part<PlaygroundEdit>(), session.part<PlaygroundView>());
  return entry && measures(*entry);
}

bool draws_rectangles(const Session& session) { return draws_regions(session) || cuts(session); }

int wipe_column(const PlaygroundView& view, Extent picture) {
  return static_cast<int>(std::lround(view.wipe_at * picture.width));
}

bool over_wipe(const PlaygroundUi& ui, const ResultPane& pane, Point screen) {
  if (!ui.session.part<PlaygroundView>().wipe || pane.picture.area() == 0) return false;
  const double x =
      to_screen(pane.view, pane.area, {static_cast<double>(wipe_column(ui.session.part<PlaygroundView>(), pane.picture)), 0}).x;
  return std::abs(x - screen.x) <= reach_of(ui) && pane.area.contains(screen);
}

void use_tools(PlaygroundUi& ui, const ResultPane& pane, bool over) {
  PlaygroundDoing& doing = ui.tool;
  const ImGuiIO& io = ImGui::GetIO();
  const Point mouse{io.MousePos.x, io.MousePos.y};
  if (doing.hold != Hold::none) {
    drag(ui, pane, mouse);
    show_cursor_of(ui, pane, doing.hold, mouse);
    const bool held =
        ImGui::IsMouseDown(ImGuiMouseButton_Left) || (doing.hold == Hold::erase && ImGui::IsMouseDown(ImGuiMouseButton_Right));
    if (!held && doing.hold == Hold::cut && ui.session.edit.live) ui.ask(PlaygroundAction::keep_template);
    if (!held && doing.hold == Hold::crop && doing.region_drag.grip == Grip::fresh && clicked_away(doing))
      apply_crop(ui, doing);
    if (!held) doing.hold = Hold::none;
    return;
  }
  constexpr float k_still = 16;  // square of framebuffer pixels
  if (draws_regions(ui.session) && !doing.crop && (over || ui.doing.panning) &&
      ImGui::IsMouseReleased(ImGuiMouseButton_Right) && io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Right] < k_still)
    remove_region(ui.session, doing, region_at(ui, pane, mouse).first);
  if (takes_window(ui.session) && !doing.crop && (over || ui.doing.panning) && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
      io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < k_still)
    take_window(ui.session, to_picture(pane.view, pane.area, mouse), pane.picture);
  if (!over || ui.doing.panning) return;
  const Hold hold = hold_at(ui, pane, mouse);
  show_cursor_of(ui, pane, hold, mouse);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    if (hold == Hold::paint)
      take_hold(ui, pane, io.KeyShift ? Hold::erase : Hold::paint, mouse);
    else if (hold != Hold::none && !((hold == Hold::region || hold == Hold::cut) && io.KeyShift))
      take_hold(ui, pane, hold, mouse);
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) && hold == Hold::paint) {
    take_hold(ui, pane, Hold::erase, mouse);
  }
}

void remove_region(Session& session, PlaygroundDoing& doing, int region) {
  std::vector<Box>& regions = session.edit.part<PlaygroundEdit>().regions;
  if (region < 0 || region >= static_cast<int>(regions.size())) return;
  regions.erase(regions.begin() + region);
  doing.region = static_cast<int>(regions.size()) - 1;
}

void cancel_tool(Session& session, PlaygroundDoing& doing) {
  doing.crop.reset();
  if (doing.hold == Hold::none) return;
  session.edit.part<PlaygroundEdit>() = doing.before;
  session.part<PlaygroundView>().wipe_at = doing.wipe_before;
  doing.hold = Hold::none;
}

}  // namespace satscope::app
