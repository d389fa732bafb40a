// SPDX-License-Identifier: Apache-2.0
#include "app/gui/choices.h"

#include <fmt/format.h>
#include <imgui.h>

namespace satscope::app {

bool choose(Ui& ui, const char* label, std::string_view control, std::string_view tip, std::string& id,
            const std::vector<Choice>& choices) {
  bool changed = false;
  std::string title;
  for (const Choice& choice : choices)
    if (choice.id == id) title = choice.title;
  if (ImGui::BeginCombo(label, title.c_str(), ImGuiComboFlags_HeightLarge)) {
    for (const Choice& choice : choices) {
      const bool chosen = choice.id == id;
      if (ImGui::Selectable(choice.title.c_str(), chosen) && !chosen) {
        id = choice.id;
        changed = true;
      }
      if (chosen) ImGui::SetItemDefaultFocus();
      if (!choice.help.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", choice.help.c_str());
    }
    ImGui::EndCombo();
  }
  ui.control(control, tip);
  return changed;
}

void draw_param(Ui& ui, const Param& param, Params& params) {
  const auto found = params.find(param.id);
  const ParamValue now = found == params.end() ? param.fallback : found->second;
  const std::string control = "param:" + param.id;
  if (const bool* on = std::get_if<bool>(&now)) {
    bool value = *on;
    if (ImGui::Checkbox(param.id.c_str(), &value)) params[param.id] = value;
    ui.control(control, param.help);
    return;
  }
  std::string value = std::get<std::string>(now);
  std::vector<Choice> choices;
  for (const std::string& choice : param.choices) choices.push_back({choice, fmt::format("{} {}", param.id, choice), {}});
  if (choose(ui, ("##" + param.id).c_str(), control, param.help, value, choices)) params[param.id] = value;
}

}  // namespace satscope::app
