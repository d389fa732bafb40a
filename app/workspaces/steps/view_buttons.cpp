// SPDX-License-Identifier: Apache-2.0
// The views to choose from: buttons side by side, or a list where they have no room.
#include <imgui.h>

#include <vector>

#include "app/workspaces/steps/steps.h"

namespace satscope::app {
namespace {

struct ViewButton {
  StepsView view;
  const char *label, *control, *tip;
};
constexpr std::array k_view_buttons{
    ViewButton{StepsView::grids, "Grids", "steps:grids", "Every buffer as a grid of cells"},
    ViewButton{StepsView::network, "Network", "steps:network", "The additions of one row of a block, time downward"},
    ViewButton{StepsView::tree, "Tree", "steps:tree", "Up-sweep and down-sweep as trees"},
    ViewButton{StepsView::look_back, "Look-back", "steps:look-back",
               "The blocks as tiles of the picture: what each has told the others, and who looks at whom"},
    ViewButton{StepsView::banks, "Banks", "steps:banks", "What the lanes of a warp ask of each bank of shared memory at once"},
    ViewButton{StepsView::stages, "Stages", "steps:stages",
               "The whole picture, also live: what the running machine holds after each pass, and how long the pass took"}};

void choose_view(StepsUi& ui, StepsView view) { ui.session.part<StepsSettings>().view = view; }

/// All of them as a list that opens.
float draw_view_list(StepsUi& ui, const std::vector<ViewButton>& buttons, const Area& heading, StepsView chosen) {
  float width = 0;
  const char* label = "";
  for (const ViewButton& button : buttons) {
    width = std::max(width, ImGui::CalcTextSize(button.label).x);
    if (button.view == chosen) label = button.label;
  }
  width += ImGui::GetFrameHeight() + 3 * ImGui::GetStyle().FramePadding.x;
  const float left = static_cast<float>(heading.right()) - 0.6F * ui.em - width;
  ImGui::SetCursorScreenPos(
      {left, static_cast<float>(heading.y) + (static_cast<float>(heading.height) - ImGui::GetFrameHeight()) / 2});
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("##views", label);
  ui.control("steps:views", "What is shown", StepsAction::view);
  if (open) {
    for (const ViewButton& button : buttons) {
      if (ImGui::Selectable(button.label, button.view == chosen)) choose_view(ui, button.view);
      ui.control(button.control, button.tip);
    }
    ImGui::EndCombo();
  }
  return left - 0.3F * ui.em;
}

}  // namespace

float draw_view_buttons(StepsUi& ui, const Area& heading) {
  const bool talks = ui.steps.state.talks();
  const StepsView chosen = shown_view(ui.session.part<StepsSettings>().view, talks);
  std::vector<ViewButton> buttons;
  for (const ViewButton& button : k_view_buttons)
    if (button.view != StepsView::look_back || talks) buttons.push_back(button);
  ImGui::PushFont(ui.fonts.small);
  const float height = ImGui::GetFrameHeight(), pad = ImGui::GetStyle().FramePadding.x, gap = 0.3F * ui.em;
  float all = -gap;
  for (const ViewButton& button : buttons) all += ImGui::CalcTextSize(button.label).x + 2 * pad + gap;
  float left = static_cast<float>(heading.right()) - 0.6F * ui.em - all;
  if (all > 0.62F * static_cast<float>(heading.width)) {
    left = draw_view_list(ui, buttons, heading, chosen);
    ImGui::PopFont();
    return left;
  }
  const float y = static_cast<float>(heading.y) + (static_cast<float>(heading.height) - height) / 2;
  float x = left;
  for (const ViewButton& button : buttons) {
    ImGui::SetCursorScreenPos({x, y});
    const bool lit = chosen == button.view;
    if (lit) {
      ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.palette.accent));
      ImGui::PushStyleColor(ImGuiCol_Text, packed(ui.palette.on_accent));
    }
    if (ImGui::Button(button.label)) choose_view(ui, button.view);
    if (lit) ImGui::PopStyleColor(2);
    ui.control(button.control, button.tip, StepsAction::view);
    x += ImGui::CalcTextSize(button.label).x + 2 * pad + gap;
  }
  ImGui::PopFont();
  return left - gap;
}

}  // namespace satscope::app
