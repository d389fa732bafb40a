// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/stages/stages.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/panels/panels.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// Height of the bar with the stops, in ems.
constexpr double k_slider = 6;

std::vector<std::string> heading_texts(const StepsUi& ui) {
  const ShownStage& shown = ui.frame.shown().stage;
  const FrameStatus& status = ui.frame.status();
  if (!shown.ready) return {"Computing ..."};
  const PlanStage& stage = shown.stage;
  const std::string what = stage.passes == 0
                               ? std::string("The picture, before the first pass")
                               : fmt::format("After pass {} of {}: {}", stage.passes, last_stage(status), stage.pass);
  const Algorithm* algorithm = find_algorithm(status.algorithm);
  const std::string who = fmt::format("{} on {}", algorithm ? algorithm->title : status.algorithm, status.device);
  const std::string brief = fmt::format("Pass {} of {}: {}", stage.passes, last_stage(status), stage.pass);
  return {fmt::format("{}  ·  {}", what, who), what, stage.passes == 0 ? "The picture" : brief, stage.pass};
}

void draw_stages_heading(StepsUi& ui, const Area& area) {
  const float right = draw_view_buttons(ui, area, 0);
  const float left = static_cast<float>(area.x) + 0.9F * ui.em, room = right - left - ui.em;
  ImGui::PushFont(ui.fonts.strong);
  const std::string text = first_that_fits(heading_texts(ui), room);
  const float y = static_cast<float>(area.y) + (static_cast<float>(area.height) - ui.fonts.strong->FontSize) / 2;
  ImGui::GetWindowDrawList()->AddText({left, std::round(y)}, packed(ui.palette.text), text.c_str());
  ImGui::PopFont();
  if (room < ui.em) return;
  ImGui::SetCursorScreenPos({left, static_cast<float>(area.y)});
  invisible_button("heading", {room, static_cast<float>(area.height)});
  const Shown& shown = ui.frame.shown();
  ui.control("stages:heading", shown.stage.ready ? sentence_of(shown.stage.stage, ui.frame.status().stages, shown.picture,
                                                               find_algorithm(ui.frame.status().algorithm))
                                                 : std::string());
}

StepsParts stages_parts(const Shell& shell, double em, bool panel) {
  StepsParts parts = steps_parts(shell.middle, em, k_slider, panel);
  if (const double high = std::round(2.2 * em); parts.heading.height <= 0 && parts.canvas.height > 5 * high) {
    // because: pictures need less room than cells, and here are the buttons that lead back to those
    parts.heading = {parts.canvas.x, parts.canvas.y, parts.canvas.width, high};
    parts.canvas.y += high;
    parts.canvas.height -= high;
  }
  return parts;
}

void draw_stages_centre(StepsUi& ui, const StepsParts& parts) {
  Area all = parts.canvas;
  all.y = parts.heading.height > 0 ? parts.heading.y : all.y;
  all.height = parts.canvas.bottom() - all.y;
  begin_area("stages", all, Ground::clear, ImGuiWindowFlags_NoNav);
  if (parts.heading.height > 0) {
    ImGui::GetWindowDrawList()->AddRectFilled({static_cast<float>(all.x), static_cast<float>(all.y)},
                                              {static_cast<float>(all.right()), static_cast<float>(parts.canvas.y)},
                                              packed(ui.palette.panel));
    draw_stages_heading(ui, parts.heading);
  }
  if (parts.canvas.height >= 1) draw_stage_views(ui, parts.canvas);
  ImGui::End();
}

/// The sentence, where it has no panel beside the views.
void draw_stages_narration(StepsUi& ui, const Area& area) {
  begin_area("stages narration", area, Ground::panel);
  ui.controls["narration"] = area;
  const Shown& shown = ui.frame.shown();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  std::string text = "Computing ...";
  if (shown.stage.ready)
    for (const std::string& one :
         sentences_of(shown.stage.stage, ui.frame.status().stages, shown.picture, find_algorithm(ui.frame.status().algorithm)))
      if (text = one; ImGui::CalcTextSize(text.c_str(), nullptr, false, room.x).y <= room.y) break;
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::End();
}

}  // namespace

int last_stage(const FrameStatus& status) { return std::max(0, static_cast<int>(status.stages.size()) - 1); }

int stage_in_force(const Session& session, const FrameStatus& status) {
  return std::clamp(session.part<StepsSettings>().stage, 0, last_stage(status));
}

void draw_stages(StepsUi& ui, const Shell& shell) {
  const StepsParts parts = stages_parts(shell, static_cast<double>(ui.em), !ui.session.presenting);
  draw_stages_centre(ui, parts);
  if (parts.narration.height > 0) draw_stages_narration(ui, parts.narration);
  if (parts.transport.height > 0) {
    begin_area("slider", parts.transport, Ground::panel, ImGuiWindowFlags_NoNav);
    draw_stage_slider(ui, parts.transport);
    ImGui::End();
  }
  if (const auto& clock = ui.steps.stages; clock && (clock->playing() || clock->arrived(ui.now) < 1)) ui.animating = true;
  if (parts.explain.height > 0) {
    begin_area("passes", parts.explain, Ground::scrolling);
    ui.controls["explain"] = parts.explain;
    draw_pass_times(ui);
    ImGui::End();
  }
}

StepViewKind stages_view() {
  return {.title = "Stages",
          .tip = "The whole picture, also live: what the running machine holds after each pass, and how long the pass took"};
}

void draw_stages_side(StepsUi& ui, const Shell& shell) {
  if (stages_parts(shell, static_cast<double>(ui.em), !ui.session.presenting).explain.height <= 0) draw_pass_times(ui);
  draw_source_panel(ui);
  draw_algorithm_panel(ui);
}

}  // namespace satscope::app
