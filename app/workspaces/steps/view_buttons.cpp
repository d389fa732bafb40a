// SPDX-License-Identifier: Apache-2.0
// The views to choose from: buttons side by side, or a list where they have no room; and a list for a second view.
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
    ViewButton{StepsView::lanes, "Lanes", "steps:lanes",
               "The threads of a block over the steps: who works, who is idle, who waits at a barrier"},
    ViewButton{StepsView::sectors, "Sectors", "steps:sectors",
               "Which sectors of global memory the lanes of a warp touch at once: coalesced or not"},
    ViewButton{StepsView::stages, "Stages", "steps:stages",
               "The whole picture, also live: what the running machine holds after each pass, and how long the pass took"}};

void choose_view(StepsUi& ui, StepsView view) { ui.session.part<StepsSettings>().view = view; }

/// Begins a list that opens to the left of x = `right`; returns its left edge.
float place_view_list(const std::vector<ViewButton>& buttons, const Area& heading, float right, const char* other) {
  float width = ImGui::CalcTextSize(other).x;
  for (const ViewButton& button : buttons) width = std::max(width, ImGui::CalcTextSize(button.label).x);
  width += ImGui::GetFrameHeight() + 3 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorScreenPos(
      {right - width, static_cast<float>(heading.y) + (static_cast<float>(heading.height) - ImGui::GetFrameHeight()) / 2});
  ImGui::SetNextItemWidth(width);
  return right - width;
}

/// A second view of the same step.
float draw_beside_list(StepsUi& ui, const std::vector<ViewButton>& buttons, const Area& heading, float right, StepsView first) {
  constexpr const char* k_none = "One view";
  StepsSettings& settings = ui.session.part<StepsSettings>();
  const bool two_stories = ui.session.part<StepsPair>().on;  // each with one view
  if (first == StepsView::stages || two_stories || right < static_cast<float>(heading.x) + 18 * ui.em) return right;
  const auto beside = shown_beside(settings, ui.steps.state.talks());
  const char* label = k_none;
  for (const ViewButton& button : buttons)
    if (beside == button.view) label = button.label;
  const float left = place_view_list(buttons, heading, right, k_none);
  const bool open = ImGui::BeginCombo("##beside", label);
  ui.control("steps:beside", "A second view of the same step beside the first", StepsAction::beside);
  if (open) {
    if (ImGui::Selectable(k_none, !beside)) settings.beside.reset();
    ui.control("steps:beside:none", "The first view alone");
    for (const ViewButton& button : buttons) {
      if (button.view == first || button.view == StepsView::stages) continue;
      if (ImGui::Selectable(button.label, beside == button.view)) settings.beside = button.view;
      ui.control("steps:beside:" + std::string(id_of(button.view)), button.tip);
    }
    ImGui::EndCombo();
  }
  return left - 0.3F * ui.em;
}

/// All of them as a list that opens.
float draw_view_list(StepsUi& ui, const std::vector<ViewButton>& buttons, const Area& heading, float right, StepsView chosen) {
  const char* label = "";
  for (const ViewButton& button : buttons)
    if (button.view == chosen) label = button.label;
  const float left = place_view_list(buttons, heading, right, "");
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
  const float right = static_cast<float>(heading.right()) - 0.6F * ui.em;
  float left = right - all;
  if (all > 0.55F * static_cast<float>(heading.width)) {
    left = draw_view_list(ui, buttons, heading, right, chosen);
    left = draw_beside_list(ui, buttons, heading, left, chosen);
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
  left = draw_beside_list(ui, buttons, heading, left - 2 * gap, chosen);
  ImGui::PopFont();
  return left;
}

}  // namespace satscope::app
