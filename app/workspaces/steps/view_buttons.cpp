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
               "The blocks as tiles of the picture: what each has published, and which block looks at which"},
    ViewButton{StepsView::banks, "Banks", "steps:banks", "What the lanes of a warp ask of each bank of shared memory at once"},
    ViewButton{StepsView::lanes, "Lanes", "steps:lanes",
               "The threads of a block over the steps: who works, who is idle, who waits at a barrier"},
    ViewButton{StepsView::sectors, "Sectors", "steps:sectors",
               "Which sectors of global memory the lanes of a warp touch at once: coalesced or not"},
    ViewButton{StepsView::stages, "Stages", "steps:stages",
               "The whole picture, also live: what the running machine holds after each pass, and how long the pass took"}};

void choose_view(StepsUi& ui, StepsView view) { ui.session.part<StepsSettings>().view = view; }

constexpr const char* k_beside = "+ view";

void light_button(const Ui& ui) {
  ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.palette.accent));
  ImGui::PushStyleColor(ImGuiCol_Text, packed(ui.palette.on_accent));
}

/// The button of a second view of the same step, to the left of x = `right`; returns where it begins.
float draw_beside_button(StepsUi& ui, const std::vector<ViewButton>& buttons, float y, float right, StepsView first) {
  const bool two_stories = ui.session.part<StepsPair>().on;  // each with one view
  if (first == StepsView::stages || two_stories) return right;
  StepsSettings& settings = ui.session.part<StepsSettings>();
  const auto beside = shown_beside(settings, ui.steps.state.has_messages());
  const float left = right - ImGui::CalcTextSize(k_beside).x - 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorScreenPos({left, y});
  if (beside) light_button(ui);
  if (ImGui::Button(k_beside)) ImGui::OpenPopup("beside");
  if (beside) ImGui::PopStyleColor(2);
  ui.control("steps:beside", "A second view of the same step beside the first", StepsAction::beside);
  if (ImGui::BeginPopup("beside")) {
    if (ImGui::Selectable("One view", !beside)) settings.beside.reset();
    ui.control("steps:beside:none", "The first view alone");
    for (const ViewButton& button : buttons) {
      if (button.view == first || button.view == StepsView::stages) continue;
      if (ImGui::Selectable(button.label, beside == button.view)) settings.beside = button.view;
      ui.control("steps:beside:" + std::string(id_of(button.view)), button.tip);
    }
    ImGui::EndPopup();
  }
  return left;
}

/// All of them as a list that opens.
float draw_view_list(StepsUi& ui, const std::vector<ViewButton>& buttons, float y, float right, StepsView chosen) {
  float width = 0;
  const char* label = "";
  for (const ViewButton& button : buttons) {
    width = std::max(width, ImGui::CalcTextSize(button.label).x);
    if (button.view == chosen) label = button.label;
  }
  width += ImGui::GetFrameHeight() + 3 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorScreenPos({right - width, y});
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("##views", label);
  ui.control("steps:views", "What is shown", StepsAction::view);
  if (!open)
    for (const ViewButton& button : buttons) ui.controls[std::string("in:") + button.control] = ui.controls["steps:views"];
  if (open) {
    for (const ViewButton& button : buttons) {
      if (ImGui::Selectable(button.label, button.view == chosen)) choose_view(ui, button.view);
      ui.control(button.control, button.tip);
    }
    ImGui::EndCombo();
  }
  return right - width;
}

}  // namespace

float draw_view_buttons(StepsUi& ui, const Area& heading) {
  const bool has_messages = ui.steps.state.has_messages();
  const StepsView chosen = shown_view(ui.session.part<StepsSettings>().view, has_messages);
  std::vector<ViewButton> buttons;
  for (const ViewButton& button : k_view_buttons)
    if (button.view != StepsView::look_back || has_messages) buttons.push_back(button);
  ImGui::PushFont(ui.fonts.small);
  const float height = ImGui::GetFrameHeight(), pad = ImGui::GetStyle().FramePadding.x, gap = 0.3F * ui.em;
  const float y = static_cast<float>(heading.y) + (static_cast<float>(heading.height) - height) / 2;
  const float right = static_cast<float>(heading.right()) - 0.6F * ui.em;
  const auto width_of = [&](const char* label) { return ImGui::CalcTextSize(label).x + 2 * pad + gap; };
  float all = 0;
  for (const ViewButton& button : buttons) all += width_of(button.label);
  constexpr float k_most = 0.7F;  // of the heading: the step's name needs the rest
  float left = right - all + gap;
  if (all + width_of(k_beside) > k_most * static_cast<float>(heading.width)) {
    left = draw_view_list(ui, buttons, y, right, chosen);
  } else {
    float x = left;
    for (const ViewButton& button : buttons) {
      ImGui::SetCursorScreenPos({x, y});
      const bool lit = chosen == button.view;
      if (lit) light_button(ui);
      if (ImGui::Button(button.label)) choose_view(ui, button.view);
      if (lit) ImGui::PopStyleColor(2);
      ui.control(button.control, button.tip, StepsAction::view);
      x += width_of(button.label);
    }
  }
  left = draw_beside_button(ui, buttons, y, left - 2 * gap, chosen);
  ImGui::PopFont();
  return left - gap;
}

}  // namespace satscope::app
