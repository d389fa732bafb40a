// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/explore.h"

#include <imgui.h>

#include "app/ui/bars.h"
#include "app/ui/canvas.h"
#include "app/ui/panels.h"

namespace satscope::app {
namespace {

void draw_side(Ui& ui, const Layout& parts) {
  if (parts.side.height <= 0) return;
  begin_area(k_side_window, parts.side, Ground::scrolling);
  ImGui::PushItemWidth(-1);
  draw_source_panel(ui);
  draw_algorithm_panel(ui);
  draw_box_panel(ui);
  draw_view_panel(ui);
  ImGui::PopItemWidth();
  ImGui::End();
}

}  // namespace

void draw_explore(Ui& ui, double width, double height) {
  const bool has_message = ui.doing.message.has_value() || !ui.frame.status().message.empty();
  const Layout parts = layout_of(width, height, ui.em, {ui.session.side_panel, ui.doing.drawer, has_message});
  if (parts.side_docked) ui.doing.drawer = false;

  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  begin_area("canvas", parts.canvas, Ground::clear, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  if (parts.canvas.height >= 1) draw_canvas(ui, parts.canvas);
  ImGui::End();

  if (parts.formula.height > 0) {
    begin_area("formula", parts.formula, Ground::panel, ImGuiWindowFlags_NoNav);
    draw_formula(ui, parts.formula, parts.compact);
    ImGui::End();
  }
  if (parts.colours.height > 0) {
    begin_area(k_colours_window, parts.colours, Ground::panel);
    draw_colours_panel(ui);
    ImGui::End();
  }
  draw_side(ui, parts);
  draw_top_bar(ui, parts.top);
  draw_message_bar(ui, parts.message);
  draw_bottom_line(ui, parts.bottom);
}

}  // namespace satscope::app
