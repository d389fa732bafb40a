// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>

#include "app/sources/samples.h"
#include "app/ui/inputs.h"
#include "app/ui/panels/panels.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"

namespace satscope::app {

void draw_source_panel(Ui& ui) {
  Session& session = ui.session;
  caption(ui, "SOURCE");
  const char* const all_examples = "Examples";
  const ImGuiStyle& style = ImGui::GetStyle();
  const float both = ImGui::GetContentRegionAvail().x - style.ItemSpacing.x;
  const float combo =
      std::max(both / 2, ImGui::CalcTextSize(all_examples).x + 2 * style.FramePadding.x + ImGui::GetFrameHeight());
  if (ImGui::Button("Open ...", {both - combo, 0})) ui.ask(WindowAction::open);
  ui.control("open", "A picture, a table of numbers, a video or a folder of pictures. Or drop it on the window.",
             WindowAction::open);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(combo);
  if (ImGui::BeginCombo("##examples", all_examples, ImGuiComboFlags_HeightLarge)) {
    for (const Example& example : examples()) {
      const std::string title(example.title);
      if (ImGui::Selectable(title.c_str(), !session.edit.live && session.edit.input == example.input)) ui.open(example.input);
    }
    ImGui::EndCombo();
  }
  ui.control("examples", "Built-in pictures, each made to show one thing");

  if (!ui.settings.recent.empty()) {
    if (ImGui::BeginCombo("##recent", "Recent", ImGuiComboFlags_HeightLarge)) {
      for (const std::string& input : ui.settings.recent) {
        ImGui::PushID(input.c_str());
        if (ImGui::Selectable(short_name_of(input).c_str(), input == session.edit.input)) ui.open(input);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", input.c_str());
        ImGui::PopID();
      }
      ImGui::EndCombo();
    }
    ui.control("recent", "What was opened last");
  }

  draw_live_source(ui);
  ImGui::PushTextWrapPos(0);
  caption(ui, ui.loading ? "loading ..." : short_name_of(session.edit.live ? session.edit.source : session.edit.input));
  if (!session.edit.live && !ui.loading && ui.samples)
    for (const std::string& note : ui.samples->notes) caption(ui, note);
  ImGui::PopTextWrapPos();
  draw_source_transform(ui);
  const bool seen = std::ranges::any_of(ui.views, [](const ViewSpec& view) { return view.kind == ViewKind::picture; });
  if (seen && ui.workspace.shows_table()) draw_picture_greys(ui, ui.frame.shown().greys);
  ImGui::Dummy({0, 0.3F * ui.em});
}

}  // namespace satscope::app
