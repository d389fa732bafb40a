// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/playground.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "app/ui/bars.h"
#include "app/ui/panels.h"

namespace satscope::app {
namespace {

void draw_chain_column(Ui& ui) {
  draw_chain(ui);
  draw_presets(ui);
  draw_look(ui);
}

void draw_columns(Ui& ui, const PlaygroundParts& parts) {
  if (parts.chain.height > 0) {
    begin_area(k_chain_window, parts.chain, Ground::scrolling);
    ImGui::PushItemWidth(-1);
    draw_chain_column(ui);
    ImGui::PopItemWidth();
    ImGui::End();
  }
  if (parts.side.height <= 0) return;
  begin_area(k_side_window, parts.side, Ground::scrolling);
  // because: windows that come later stand behind those that are there, and the drawer lies over the picture
  if (!parts.side_docked && ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::PushItemWidth(-1);
  if (!parts.chain_docked) draw_chain_column(ui);
  draw_source_panel(ui);
  draw_shelf(ui);
  ImGui::PopItemWidth();
  ImGui::End();
}

}  // namespace

void draw_playground(Ui& ui, double width, double height) {
  const bool has_message = ui.doing.message.has_value() || !ui.frame.status().message.empty();
  const PlaygroundParts parts =
      playground_parts(width, height, ui.em, {ui.session.side_panel, ui.doing.drawer, has_message, ui.session.playground.race});
  if (parts.side_docked) ui.doing.drawer = false;
  // because: undo may have taken rectangles away
  ui.doing.playground.region =
      std::min(ui.doing.playground.region, static_cast<int>(ui.session.edit.playground.regions.size()) - 1);

  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  begin_area("canvas", parts.canvas, Ground::clear, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  if (parts.canvas.height >= 1) draw_result(ui, parts.canvas);
  ImGui::End();

  if (parts.race.height > 0) {
    begin_area("race", parts.race, Ground::panel);
    draw_race(ui, parts.race);
    ImGui::End();
  }
  if (parts.budget.height > 0) {
    begin_area("budget", parts.budget, Ground::panel, ImGuiWindowFlags_NoNav);
    draw_budget(ui, parts.budget);
    ImGui::End();
  }
  draw_columns(ui, parts);
  draw_top_bar(ui, parts.top);
  draw_message_bar(ui, parts.message);
  draw_bottom_line(ui, parts.bottom);
}

}  // namespace satscope::app
