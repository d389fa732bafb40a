// SPDX-License-Identifier: Apache-2.0
// What just happened in three lines, whether it is true, and what it cost or how it came about.
#include "app/workspaces/steps/caption/explain.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/extent_text.h"
#include "app/ui/panels/glossary.h"
#include "app/workspaces/steps/caption/wrong.h"
#include "app/workspaces/steps/source/examples.h"

namespace satscope::app {
namespace {

void draw_beginning(StepsUi& ui, const Story& story) {
  text_with_terms(
      ui, ui.palette.text,
      fmt::format("{} on {} numbers, before the first step. {}Space plays, Right goes one step.", story.title(),
                  spaced_extent(story.request.extent), story.filter.made_up.empty() ? "" : story.filter.made_up + " "));
}

/// Whether the text, wrapped, leaves so many pixels of the room below it.
bool fits(const std::string& text, float below) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  return ImGui::CalcTextSize(text.c_str(), nullptr, false, room.x).y + below <= room.y;
}

/// The idea, the step, the machine.
void draw_caption(StepsUi& ui, const StepCaption& caption) {
  const float gap = 0.25F * ui.em;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0.12F * ui.em});
  if (!caption.idea.empty()) {
    text_with_terms(ui, ui.palette.text, caption.idea);
    ui.control("steps:idea", caption.watch.empty() ? "" : "Watch: " + caption.watch);  // below there may be no room for it
  }
  ImGui::Dummy({0, gap});
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushFont(ui.fonts.strong);
  ImGui::PushTextWrapPos(0);
  // of long lists the beginning, so that the machine's line is seen as well
  const std::string& step = fits(caption.this_step, 2.2F * ui.em) ? caption.this_step : caption.this_step_brief;
  coloured_text(ui.palette.text, step.empty() ? "No thread writes anything." : step);
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ui.control("steps:this_step", "The thread under the pointer, or a typical one; Up and Down go to other threads",
             StepsAction::next_thread);
  ImGui::GetWindowDrawList()->AddLine({from.x - 0.45F * ui.em, from.y}, {from.x - 0.45F * ui.em, ImGui::GetItemRectMax().y},
                                      packed(ui.palette.accent), 2);
  ImGui::Dummy({0, gap});
  ImGui::PushFont(ui.fonts.small);
  if (fits(caption.machine, 0)) text_with_terms(ui, ui.palette.quiet, caption.machine);
  ui.control("steps:machine");
  if (!caption.watch.empty() && fits("Watch: " + caption.watch, 0.1F * ui.em)) {
    text_with_terms(ui, ui.palette.quiet, "Watch: " + caption.watch);
  }
  ImGui::PopFont();
  ImGui::PopStyleVar();
}

}  // namespace

std::string not_of_file_text(const StepsUi& ui, const Story& story) {
  const StudentFile& file = ui.steps.file;
  const bool fails = !file.problem().empty() || (file.report() && !file.report()->compiles());
  if (!file.open() || (!file.asks() && !fails && !file.compiling())) return {};
  if (story.algorithm_id == file.path()) return fmt::format("These steps are of {} as it was before.", file.name());
  if (story.algorithm_id != ui.steps.before_file) return {};
  return fmt::format("These steps are of {}, not of {}, which {}.", story.title(), file.name(),
                     file.asks()                                  ? "has not run yet"
                     : file.compiling()                           ? "is being compiled"
                     : file.report() && file.report()->compiles() ? "has no steps"
                                                                  : "does not compile");
}

namespace {

/// At the end: where to go from here.
void draw_next(StepsUi& ui) {
  const auto next = next_example(ui.session.part<StepsSettings>(), 1);
  if (!next || !current_example(ui.session.part<StepsSettings>())) return;
  ImGui::Dummy({0, 0.4F * ui.em});
  if (ImGui::Button(fmt::format("Next: {}##after", steps_examples()[*next].title).c_str())) ui.ask(StepsAction::next_example);
  ui.control("steps:next_after_end", steps_examples()[*next].about, StepsAction::next_example);
}

}  // namespace

void draw_explain(StepsUi& ui) {
  const Player* player = ui.steps.state.player();
  if (!player) {
    coloured_text(ui.palette.quiet, "Tracing ...");
    return;
  }
  const float width = ImGui::GetContentRegionAvail().x;
  caption(ui, player->current() ? "THE IDEA AND THIS STEP" : "WHAT THIS IS");
  // a fixed room, so that nothing below jumps from step to step
  const float lines = std::clamp(0.23F * ImGui::GetContentRegionAvail().y / ui.em, 8.4F, 12.0F);
  const float lean = 0.6F * ui.em;  // because: a line is to the left of the step
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() - lean);
  ImGui::BeginChild("caption", {width + lean, lines * 1.1F * ui.em});
  ImGui::Indent(lean);
  if (const StepCaption* caption = ui.steps.state.caption())
    player->position() == player->count() ? (draw_caption(ui, *caption), draw_next(ui)) : draw_caption(ui, *caption);
  else
    draw_beginning(ui, player->story());
  ImGui::Unindent(lean);
  ImGui::EndChild();
  const std::string other = not_of_file_text(ui, player->story());
  if (!other.empty()) {  // because: what is right in them says nothing of the file
    ImGui::PushTextWrapPos(0);
    coloured_text(ui.palette.warning, other);
    ImGui::PopTextWrapPos();
  } else {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0.16F * ui.em});
    draw_lights(ui, player->story());
    ImGui::PopStyleVar();
  }
  if (ui.steps.state.has_two_runs()) {
    const bool failing = ui.steps.state.steps_the_failing_run();
    if (ImGui::Button(failing ? "Step the right run" : "Step the run that fails", {-1, 0})) ui.ask(StepsAction::swap_runs);
    ui.control("steps:swap_runs", "The same kernel with all its barriers, or without those that were taken out",
               StepsAction::swap_runs);
  }
  if (ui.steps.prediction.on)
    draw_prediction(ui, *player);
  else if (ui.steps.state.chosen && ui.steps.state.chosen->buffer == 0)
    draw_pixel_edit(ui, *player, *ui.steps.state.chosen);
  else if (ui.steps.state.chosen)
    draw_history(ui, *player, *ui.steps.state.chosen);
  if (ui.steps.guess.on()) return draw_guess(ui, player->story());
  if (ui.steps.prediction.on || ui.steps.state.chosen) return;
  if (draw_failing_run(ui, player->story(), ImGui::GetContentRegionAvail().y - 8 * ui.em)) return;
  if (ImGui::GetContentRegionAvail().y > 17 * ui.em) {
    if (ImGui::GetContentRegionAvail().y > 36 * ui.em) ImGui::Dummy({0, 0.3F * ui.em});  // else the source needs it
    draw_counters(ui, *player);
    if (!ui.essential()) draw_hardware(ui, player->story());
  }
}

}  // namespace satscope::app
