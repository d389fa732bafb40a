// SPDX-License-Identifier: Apache-2.0
// The views to choose from: buttons side by side, or a list where they have no room; and a list for a second view.
#include <fmt/format.h>
#include <imgui.h>

#include <string>
#include <vector>

#include "app/ui/drawing/accent_buttons.h"
#include "app/workspaces/steps/lab/file_settings.h"
#include "app/workspaces/steps/steps.h"

namespace satscope::app {
namespace {

constexpr const char* k_beside = "+ view";

using Kinds = std::vector<const StepViewKind*>;

std::string control_of(const StepViewKind& kind) { return "steps:" + std::string(kind.id); }

/// The button of a second view of the same step, to the left of x = `right`; returns where it begins.
float draw_beside_button(StepsUi& ui, const Kinds& kinds, float y, float right, const StepViewKind& first) {
  const bool two_stories = ui.session.part<StepsPair>().on;  // each with one view
  if (first.of_frame() || two_stories) return right;
  StepsSettings& settings = ui.session.part<StepsSettings>();
  const StepViewKind* beside = shown_beside(settings, ui.steps.state.has_messages());
  const float left = right - ImGui::CalcTextSize(k_beside).x - 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorScreenPos({left, y});
  {
    const AccentButtons accent(ui.palette, beside != nullptr);
    if (ImGui::Button(k_beside)) ImGui::OpenPopup("beside");
  }
  ui.control("steps:beside", "A second view of the same step beside the first", StepsAction::beside);
  if (ImGui::BeginPopup("beside")) {
    if (ImGui::Selectable("One view", !beside)) settings.beside.clear();
    ui.control("steps:beside:none", "The first view alone");
    for (const StepViewKind* kind : kinds) {
      if (kind == &first || kind->of_frame()) continue;
      if (ImGui::Selectable(kind->title, beside == kind)) settings.beside = kind->id;
      ui.control("steps:beside:" + std::string(kind->id), kind->tip);
    }
    ImGui::EndPopup();
  }
  return left;
}

/// All of them as a list that opens.
float draw_view_list(StepsUi& ui, const Kinds& kinds, float y, float right, const StepViewKind& chosen) {
  float width = 0;
  for (const StepViewKind* kind : kinds) width = std::max(width, ImGui::CalcTextSize(kind->title).x);
  width += ImGui::GetFrameHeight() + 3 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorScreenPos({right - width, y});
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("##views", chosen.title);
  ui.control("steps:views", "What is shown", StepsAction::view);
  if (!open)
    for (const StepViewKind* kind : kinds) ui.controls["in:" + control_of(*kind)] = ui.controls["steps:views"];
  if (open) {
    for (const StepViewKind* kind : kinds) {
      if (ImGui::Selectable(kind->title, kind == &chosen)) ui.session.part<StepsSettings>().view = kind->id;
      ui.control(control_of(*kind), kind->tip);
    }
    ImGui::EndCombo();
  }
  return right - width;
}

/// At the level for newcomers the way to the other one, to the left of x = `right`; returns where the views end.
float draw_level_button(StepsUi& ui, float y, float right) {
  constexpr const char* k_label = "Show all";
  if (!ui.essential()) return right;
  const float left = right - ImGui::CalcTextSize(k_label).x - 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorScreenPos({left, y});
  if (ImGui::Button(k_label)) ui.ask(StepsAction::level);
  ui.control("steps:level", "More views, code, counters and settings of the machine", StepsAction::level);
  return left - 0.8F * ui.em;
}

/// While the user's file is open and the side panel is not, the way to its text; returns where the views end.
float draw_edit_button(StepsUi& ui, float y, float right) {
  constexpr const char* k_label = "Edit";
  if (!ui.steps.file.open() || edits_file(ui) || ui.session.side_panel) return right;
  const float left = right - ImGui::CalcTextSize(k_label).x - 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorScreenPos({left, y});
  if (ImGui::Button(k_label)) ui.ask(StepsAction::edit_file);
  ui.control("steps:file:edit", fmt::format("Change {} here", ui.steps.file.name()), StepsAction::edit_file);
  return left - 0.8F * ui.em;
}

}  // namespace

float draw_view_buttons(StepsUi& ui, const Area& heading, float least) {
  const bool has_messages = ui.steps.state.has_messages();
  const StepViewKind& chosen = shown_view(ui.session.part<StepsSettings>().view, has_messages);
  const StepViewKind* beside = shown_beside(ui.session.part<StepsSettings>(), has_messages);
  Kinds kinds;
  for (const StepViewKind& kind : step_views())
    if (kind.is_there(has_messages) && (!ui.essential() || kind.essential || &kind == &chosen || &kind == beside))
      kinds.push_back(&kind);
  ImGui::PushFont(ui.fonts.small);
  const float height = ImGui::GetFrameHeight(), gap = 0.3F * ui.em, wide_pad = ImGui::GetStyle().FramePadding.x;
  const float y = static_cast<float>(heading.y) + (static_cast<float>(heading.height) - height) / 2;
  const float right = draw_edit_button(ui, y, draw_level_button(ui, y, static_cast<float>(heading.right()) - 0.6F * ui.em));
  float pad = wide_pad;
  const auto width_of = [&](const char* label) { return ImGui::CalcTextSize(label).x + 2 * pad + gap; };
  const auto width_of_all = [&] {
    float all = 0;
    for (const StepViewKind* kind : kinds) all += width_of(kind->title);
    return all;
  };
  constexpr float k_most = 0.7F;  // of the heading: the step's name needs the rest
  const float most = std::min(k_most * static_cast<float>(heading.width), right - static_cast<float>(heading.x) - least);
  const auto fit = [&] { return width_of_all() + width_of(k_beside) <= most; };
  if (!fit()) pad = 0.4F * wide_pad;  // close together they are still easier to find than in a list
  const bool side_by_side = fit();
  if (!side_by_side) pad = wide_pad;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {pad, ImGui::GetStyle().FramePadding.y});
  float left = right - width_of_all() + gap;
  if (!side_by_side) {
    left = draw_view_list(ui, kinds, y, right, chosen);
  } else {
    float x = left;
    for (const StepViewKind* kind : kinds) {
      ImGui::SetCursorScreenPos({x, y});
      const bool lit = kind == &chosen;
      {
        const AccentButtons accent(ui.palette, lit);
        if (ImGui::Button(kind->title)) ui.session.part<StepsSettings>().view = kind->id;
      }
      ui.control(control_of(*kind), kind->tip, StepsAction::view);
      x += width_of(kind->title);
    }
  }
  left = draw_beside_button(ui, kinds, y, left - 2 * gap, chosen);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  return left - gap;
}

}  // namespace satscope::app
