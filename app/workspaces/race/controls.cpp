// SPDX-License-Identifier: Apache-2.0
// The race as a whole: what to do with it, and who is ahead.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/ui/drawing/accent_buttons.h"
#include "app/ui/panels/choices.h"
#include "app/workspaces/race/race.h"

namespace satscope::app {

void place_next(const Ui& ui, float width) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (ImGui::GetItemRectMax().x + 0.6F * ui.em + width <= right) ImGui::SameLine(0, 0.6F * ui.em);
}

float button_width(const char* label) { return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x; }

namespace {

void draw_budget_slider(Ui& ui) {
  auto budget = static_cast<float>(ui.session.part<RaceView>().budget_ms);
  const float width = 12 * ui.em;
  place_next(ui, width);
  ImGui::SetNextItemWidth(width);
  const TextOverGrab readable(ui);
  if (ImGui::SliderFloat("##budget", &budget, static_cast<float>(k_least_budget_ms), static_cast<float>(k_most_budget_ms),
                         "budget %.1f ms a frame", ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic))
    ui.session.part<RaceView>().budget_ms = std::clamp(static_cast<double>(budget), k_least_budget_ms, k_most_budget_ms);
  ui.control(
      "race:budget",
      "Of each frame of the window so much time is the race's, shared by all entrants; who needs more for one run has its "
      "turn more rarely. Drag, or Ctrl+click to type",
      RaceAction::budget_up);
}

void draw_baseline(Ui& ui) {
  RaceEdit& edit = ui.session.edit.part<RaceEdit>();
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < edit.entrants.size(); ++i)
    choices.push_back({fmt::format("{}", i), fmt::format("against {}", name_of(edit.entrants[i])), {}});
  float width = 15 * ui.em;  // a name is not cut
  for (const Choice& choice : choices)
    width = std::clamp(button_width(choice.title.c_str()) + ImGui::GetFrameHeight(), width, 28 * ui.em);
  place_next(ui, width);
  ImGui::SetNextItemWidth(width);
  std::string id = fmt::format("{}", edit.baseline);
  if (choose(ui, "##baseline", "race:baseline", "The entrant that speed-ups are against; a click on its row does the same", id,
             choices))
    edit.baseline = std::stoi(id);
}

}  // namespace

void draw_race_controls(Ui& ui) {
  RaceView& view = ui.session.part<RaceView>();
  const bool can = race_hint(ui.session).empty();
  const char* label = view.running && can ? "Pause" : "Run";
  {
    const AccentButtons accent(ui.palette);
    ImGui::BeginDisabled(!can);
    if (ImGui::Button(label, {5 * ui.em, 0})) ui.ask(RaceAction::run);
    ImGui::EndDisabled();
  }
  ui.control("race:run", can ? "The entrants take turns on the picture that is shown" : race_hint(ui.session), RaceAction::run);
  draw_budget_slider(ui);
  draw_baseline(ui);
  place_next(ui, button_width("Copy"));
  if (ImGui::Button("Copy")) ui.ask(RaceAction::copy_times);
  ui.control("race:copy", "The times as text, to the clipboard", RaceAction::copy_times);
  place_next(ui, button_width("Save"));
  if (ImGui::Button("Save")) ui.ask(RaceAction::save_times);
  ui.control("race:save", "The times as JSON, to a file in the folder the program was started in", RaceAction::save_times);
  place_next(ui, button_width("Over sizes"));
  if (ImGui::Button("Over sizes")) ui.ask(RaceAction::plot);
  ui.control("race:plot", "The times over the size of the picture, as curves", RaceAction::plot);
  place_next(ui, ImGui::GetFrameHeight() + ImGui::CalcTextSize("log").x + ui.em);
  ImGui::Checkbox("log", &view.logarithmic);
  ui.control("race:log", "Bars on a logarithmic axis: each step to the right ten times as long");
}

void draw_race_sentences(Ui& ui, const Standings& standings) {
  ImGui::PushTextWrapPos(0);
  const std::string hint = race_hint(ui.session);
  const bool any = std::ranges::any_of(standings.entrants, &Standing::timed);
  if (!hint.empty())
    coloured_text(ui.palette.warning, hint);
  else if (!standings.problem.empty())
    coloured_text(ui.palette.bad, standings.problem);
  else if (any)
    ImGui::TextUnformatted(headline_of(standings).c_str());
  else if (ui.session.part<RaceView>().running)
    coloured_text(ui.palette.quiet, "The first tables are being made and compared ...");
  else
    coloured_text(ui.palette.quiet,
                  fmt::format("Who will be ahead, and by how much? {} runs the race.", keys_text(RaceAction::run)));
  ui.control("race:headline");
  ImGui::PopTextWrapPos();
}

}  // namespace satscope::app
