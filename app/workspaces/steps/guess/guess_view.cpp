// SPDX-License-Identifier: Apache-2.0
// The list to guess from, in place of counters and code, and what became of the guesses.
#include <imgui.h>

#include <algorithm>

#include "app/ui/panels/glossary.h"
#include "app/workspaces/steps/caption/explain.h"
#include "kernels/registry.h"

namespace satscope::app {

void draw_guess(StepsUi& ui, const Story& story) {
  Guess& guess = ui.steps.guess;
  caption(ui, "WHICH ALGORITHM IS THIS?");
  if (guess.solved()) {
    const Algorithm& algorithm = known_algorithm(guess.algorithm());
    text_with_terms(ui, ui.palette.good, guess.answer());
    ui.control("steps:guessed");
    text_with_terms(ui, ui.palette.text, "This is " + algorithm.title + ". " + algorithm.text);
    if (ImGui::Button("Guess another")) ui.ask(StepsAction::guess_another);
    ui.control("steps:guess_another", "Another algorithm on the same numbers");
    ImGui::SameLine();
    if (ImGui::Button("Stop guessing")) ui.ask(StepsAction::guess);
    ui.control("steps:guess_end", "Back to steps with names", StepsAction::guess);
    return;
  }
  text_with_terms(ui, guess.wrong().empty() ? ui.palette.quiet : ui.palette.warning,
                  guess.wrong().empty() ? "Names and source are hidden. Go through the steps, then choose." : guess.answer());
  ui.control("steps:guess_answer");
  if (ImGui::Checkbox("All algorithms", &ui.steps.guess_all)) ui.ask(StepsAction::guess_another);
  ui.control("steps:guess_all", "Also those that no example and no lesson steps through; begins another guess");
  ImGui::BeginChild("guesses", {0, std::max(0.0F, ImGui::GetContentRegionAvail().y - 2.2F * ui.em)});
  // Because: all of them fit below an answer of three lines at 1280x720.
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0.2F * ui.em});
  for (const std::string& id : ui.steps.guessable) {
    const bool wrong = std::ranges::find(guess.wrong(), id) != guess.wrong().end();
    const std::string& title = known_algorithm(id).title;
    if (ImGui::Selectable(title.c_str(), false, wrong ? ImGuiSelectableFlags_Disabled : 0)) guess.guess(story, id);
    ui.control("steps:guess:" + id);
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  if (ImGui::Button("Show the answer")) ui.ask(StepsAction::guess);
  ui.control("steps:guess_give_up", "Shows names and source", StepsAction::guess);
}

}  // namespace satscope::app
