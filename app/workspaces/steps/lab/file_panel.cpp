// SPDX-License-Identifier: Apache-2.0
// The user's own CUDA file: the button that runs it, and what is wrong with it.
#include <fmt/format.h>
#include <imgui.h>

#include "app/lab/templates/templates.h"
#include "app/workspaces/steps/lab/student_file.h"
#include "app/workspaces/steps/steps.h"

namespace satscope::app {
namespace {

void small_text(const StepsUi& ui, Rgb colour, std::string_view text) {
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  coloured_text(colour, text);
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

/// A finding; a click goes to the step where it is.
void draw_finding(StepsUi& ui, const std::string& path, const lab::LabFinding& finding, std::size_t number) {
  const std::string text =
      fmt::format("{}{}{}", finding.party.place.line > 0 ? fmt::format("{}: ", finding.party.place.line) : "",
                  finding.note ? "note: " : "", finding.sentence);
  ImGui::PushID(static_cast<int>(number));
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::PushFont(ui.fonts.small);
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
  const bool clicked = ImGui::Selectable("##finding", false, 0, {width, height});
  ui.control(fmt::format("steps:finding:{}", number), fmt::format("Go to its step. Found first in the run {}.", finding.run));
  ImGui::PopFont();
  const ImVec2 below = ImGui::GetCursorPos();
  ImGui::SetCursorPos(at);
  small_text(ui, finding.note ? ui.palette.quiet : ui.palette.text, text);
  ImGui::SetCursorPos(below);
  ImGui::PopID();
  Player* player = ui.steps.state.player();
  if (!clicked || !player || player->story().algorithm_id != path) return;
  if (const auto position = position_of(finding, player->story())) {
    player->go_to(*position);
    ui.steps.state.thread = finding.party.thread;
  }
}

void draw_report(StepsUi& ui, const std::string& path, const lab::CheckReport& report) {
  for (const lab::CompileError& error : report.errors)
    small_text(ui, ui.palette.bad, fmt::format("{}: {}", error.place.line, error.sentence));
  for (const lab::Refusal& refusal : report.refusals)
    small_text(ui, ui.palette.bad, fmt::format("{}: {}", refusal.place.line, refusal.sentence));
  if (!report.compiles()) return;
  for (std::size_t k = 0; k < report.findings.list().size(); ++k) draw_finding(ui, path, report.findings.list()[k], k);
  for (const std::string& line : report.summary()) small_text(ui, ui.palette.text, line);
}

}  // namespace

void draw_new_kernel(Ui& ui) {
  const bool open = ImGui::BeginMenu("New kernel");
  ui.control("menu:new_kernel");
  if (!open) return;
  for (const lab::KernelTemplate& one : lab::kernel_templates()) {
    if (ImGui::MenuItem(std::string(one.title).c_str())) ui.open(fmt::format("{}{}", lab::k_new_kernel, one.id));
    ui.control(fmt::format("menu:new_kernel:{}", one.id),
               "A CUDA file of your own, in the folder from which satscope was started");
  }
  ImGui::EndMenu();
}

void draw_student_file(StepsUi& ui, StudentFile& file) {
  if (!file.open()) return;
  caption(ui, "YOUR FILE");
  small_text(ui, ui.palette.text, file.name());
  if (file.asks()) {
    small_text(ui, ui.palette.quiet,
               "It is a program. Run compiles it and runs it on this computer, where it may write only a folder of its own and "
               "use no network. Run only what you would run yourself.");
    if (ImGui::Button("Run", {-1, 0})) file.run();
    ui.control("steps:file:run", "Compile it, run it, and step through it; from then on at each save");
  } else if (file.report()) {
    draw_report(ui, file.path(), *file.report());
  } else {
    small_text(ui, file.problem().empty() ? ui.palette.quiet : ui.palette.bad,
               file.problem().empty() ? "Compiling and checking ..." : file.problem());
  }
  ImGui::Dummy({0, 0.3F * ui.em});
}

}  // namespace satscope::app
