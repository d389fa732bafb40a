// SPDX-License-Identifier: Apache-2.0
#include <imgui.h>

#include "app/ui/window_actions.h"
#include "app/workspaces/explore/explore.h"

namespace satscope::app {

void draw_view_panel(Ui& ui) {
  ImGui::Dummy({0, 0.3F * ui.em});
  caption(ui, "VIEW");
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  struct Button {
    const char *label, *control, *tip;
    Action action;
  };
  for (const Button& button :
       {Button{"Fit", "fit", "All of the picture", WindowAction::fit},
        Button{"100 %", "actual_size", "One pixel of the picture per pixel of the screen", WindowAction::actual_size},
        Button{"Box", "zoom_to_box", "The box and the four entries around it", WindowAction::zoom_to_box}}) {
    if (ImGui::Button(button.label, {width, 0})) ui.ask(button.action);
    ui.control(button.control, button.tip, button.action);
    ImGui::SameLine(0, gap);
  }
  ImGui::NewLine();
  ImGui::Checkbox("Numbers", &ui.session.numbers);
  ui.control("numbers", "Values inside pixels that are large enough", WindowAction::numbers);
  ImGui::SameLine();
  ImGui::Checkbox("Grid", &ui.session.grid);
  ui.control("grid", "Lines between large pixels", WindowAction::grid);
}

}  // namespace satscope::app
