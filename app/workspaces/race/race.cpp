// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/race/race.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/ui/bars.h"
#include "app/ui/canvas.h"
#include "app/ui/panels.h"

namespace satscope::app {
namespace {

void draw_side(Ui& ui, const Layout& parts) {
  if (parts.side.height <= 0) return;
  begin_area(k_side_window, parts.side, Ground::scrolling);
  // because: windows that come later stand behind those that are there, and the drawer lies over the picture
  if (!parts.side_docked && ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::PushItemWidth(-1);
  draw_entrants(ui);
  draw_source_panel(ui);
  ImGui::PopItemWidth();
  ImGui::End();
}

}  // namespace

RaceParts race_parts(double width, double height, double em, const LayoutWishes& wishes) {
  RaceParts parts{.frame = layout_of(width, height, em, wishes), .canvas = {}, .standings = {}};
  const Layout& frame = parts.frame;
  const double from = frame.canvas.y, left = frame.canvas.x;
  const double to = std::max({frame.canvas.bottom(), frame.formula.bottom(), frame.colours.bottom()});
  const double room = std::max(0.0, to - from);
  const double wanted = std::clamp(0.6 * room, 12 * em, 32 * em);
  const double times = std::round(std::min(room, wanted));
  parts.canvas = {left, from, frame.canvas.width, room - times};
  parts.standings = {left, from + room - times, frame.canvas.width, times};
  return parts;
}

void draw_race_workspace(Ui& ui, double width, double height) {
  ui.race.seen = true;
  const bool has_message = ui.doing.message.has_value() || !ui.frame.status().message.empty();
  const RaceParts parts =
      race_parts(width, height, static_cast<double>(ui.em), {ui.session.side_panel, ui.doing.drawer, has_message});
  if (parts.frame.side_docked) ui.doing.drawer = false;

  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  begin_area("canvas", parts.canvas, Ground::clear, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  if (parts.canvas.height >= 1) draw_canvas(ui, parts.canvas);
  ImGui::End();

  begin_area(k_standings_window, parts.standings, Ground::scrolling);
  if (parts.standings.height >= 1 && parts.standings.width >= 1) draw_standings(ui);
  ImGui::End();

  draw_side(ui, parts.frame);
  draw_top_bar(ui, parts.frame.top);
  draw_message_bar(ui, parts.frame.message);
  draw_bottom_line(ui, parts.frame.bottom);
}

}  // namespace satscope::app
