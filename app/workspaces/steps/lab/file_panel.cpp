// SPDX-License-Identifier: Apache-2.0
// The user's own CUDA file: the button that runs it, and what is wrong with it.
#include <fmt/format.h>
#include <imgui.h>

#include "app/core/text/foreign_text.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/workspaces/steps/lab/file_settings.h"
#include "app/workspaces/steps/lab/report_file.h"
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
      fmt::format("{}{}{}{}", finding.party.place.line > 0 ? fmt::format("{}: ", finding.party.place.line) : "",
                  finding.note ? "note: " : "", finding.sentence,
                  finding.run == lab::k_compilation ? "" : fmt::format(" Run {}.", finding.run));
  ImGui::PushID(static_cast<int>(number));
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::PushFont(ui.fonts.small);
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
  const bool clicked = ImGui::Selectable("##finding", false, 0, {width, height});
  ui.control(fmt::format("steps:finding:{}", number), "Go to its step");
  ImGui::PopFont();
  const ImVec2 below = ImGui::GetCursorPos();
  ImGui::SetCursorPos(at);
  small_text(ui, finding.note ? ui.palette.quiet : ui.palette.text, text);
  ImGui::SetCursorPos(below);
  ImGui::PopID();
  Player* player = ui.steps.state.player();
  if (!clicked) return;
  ui.steps.line_to_show = finding.party.place.line;
  if (!player || player->story().algorithm_id != path) return;
  if (const auto position = position_of(finding.party, player->story())) {
    player->go_to(*position);
    ui.steps.state.thread = finding.party.thread;
  }
}

/// An error of the compiler, with its line and a caret below the column. A click brings the line into sight.
void draw_error(StepsUi& ui, const lab::Place& place, const std::string& sentence, std::size_t number) {
  const float top = ImGui::GetCursorScreenPos().y;
  small_text(ui, ui.palette.bad, place.line > 0 ? fmt::format("{}: {}", place.line, sentence) : sentence);
  ImGui::PushFont(ui.fonts.code);
  const auto most = static_cast<std::size_t>(ImGui::GetContentRegionAvail().x / ImGui::CalcTextSize("0").x);
  const std::string lines =
      with_caret(ui.steps.file.edited().in_file(), place.line, place.column, std::max<std::size_t>(most, 8));
  if (!lines.empty()) coloured_text(ui.palette.text, lines);
  ImGui::PopFont();
  const ImVec2 from{ImGui::GetWindowPos().x, top}, to{from.x + ImGui::GetWindowWidth(), ImGui::GetCursorScreenPos().y};
  if (ImGui::IsMouseHoveringRect(from, to) && ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0))
    ui.steps.line_to_show = place.line;
  ui.controls[fmt::format("steps:error:{}", number)] = {from.x, from.y, to.x - from.x, to.y - from.y};
}

/// The way to two runs beside each other, one right, one wrong.
void draw_orders(StepsUi& ui, const std::string& path, const OrdersThatDiffer& orders) {
  small_text(ui, ui.palette.text,
             fmt::format("The order of the threads decides: at {}x{}, {} makes a right table, {} a wrong one.", orders.width,
                         orders.height, orders.right, orders.wrong));
  const bool pressed = ImGui::Button("Step both orders", {-1, 0});
  ui.control("steps:file:orders", "The two runs beside each other: in lockstep line by line, else thread by thread");
  if (!pressed) return;
  StepsSettings& settings = ui.session.part<StepsSettings>();
  StepsPair& pair = ui.session.part<StepsPair>();
  settings.algorithm = pair.algorithm = path;
  // because: the first stays when two at once ends, and the order that fails is what the user looks for
  settings.params = {{"order", orders.wrong}, {"fine", true}};
  pair.params = {{"order", orders.right}, {"fine", true}};
  pair.link = PairLink::work;
  pair.on = true;
}

constexpr std::size_t k_most_printed = 2000;  // letters

/// What the program printed: in the run whose steps are shown, else in one of the check.
void draw_output(StepsUi& ui, const std::string& path, const lab::CheckReport& report) {
  const Player* player = ui.steps.state.player();
  std::optional<std::string> shown;
  if (player && player->story().algorithm_id == path) shown = lab::printed_in_trace(path, player->story().request);
  const std::string& text = shown ? *shown : report.output;
  if (text.empty()) return;
  caption(ui, shown ? "OUTPUT" : fmt::format("OUTPUT, {}", report.output_run));
  ImGui::PushFont(ui.fonts.code);
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.text, safe_lines(shortened(text, k_most_printed)));
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ui.control("steps:file:output", shown ? "What the program printed in the run whose steps are shown"
                                        : fmt::format("What the program printed in the run {}", report.output_run));
}

void draw_report(StepsUi& ui, const std::string& path, const lab::CheckReport& report) {
  std::size_t number = 0;
  for (const lab::CompileError& error : report.errors) draw_error(ui, error.place, error.sentence, number++);
  for (const lab::Refusal& refusal : report.refusals) draw_error(ui, refusal.place, refusal.sentence, number++);
  if (!report.compiles()) return;
  for (std::size_t k = 0; k < report.findings.list().size(); ++k) draw_finding(ui, path, report.findings.list()[k], k);
  const std::vector<std::string> summary = report.summary();
  for (std::size_t k = 0; k < summary.size(); ++k) {
    small_text(ui, ui.palette.text, summary[k]);
    if (k + 1 < summary.size()) continue;
    ui.control("steps:file:tried", fmt::format("Sizes, and how the threads ran. {}.", fmt::join(report.tried(), ". ")));
  }
  if (const auto orders = orders_that_differ(report); orders && ui.session.part<StepsSettings>().algorithm == path)
    draw_orders(ui, path, *orders);
  draw_output(ui, path, report);
}

}  // namespace

void draw_file_state(StepsUi& ui) {
  const StudentFile& file = ui.steps.file;
  if (file.asks()) {
    if (!file.problem().empty()) return small_text(ui, ui.palette.bad, file.problem());
    small_text(
        ui, ui.palette.quiet,
        file.is_template()
            ? "satscope wrote this file. Run compiles it, runs it on this computer, and checks it."
            : "It is a program. Run compiles it and runs it on this computer, where it may write only a folder of its own "
              "and use no network. Run only what you would run yourself.");
  } else if (file.report()) {
    draw_report(ui, file.path(), *file.report());
  } else {
    small_text(ui, file.problem().empty() ? ui.palette.quiet : ui.palette.bad,
               file.problem().empty() ? "Compiling and checking ..." : file.problem());
  }
}

void draw_student_file(StepsUi& ui) {
  if (!ui.steps.file.open()) return;
  caption(ui, "YOUR FILE");
  small_text(ui, ui.palette.text, ui.steps.file.name());
  ui.control("steps:file:name", ui.steps.file.path());
  if (!edits_file(ui)) {
    const float half = (ImGui::GetContentRegionAvail().x - 0.4F * ui.em) / 2;
    draw_run_button(ui, half);
    ImGui::SameLine(0, 0.4F * ui.em);
    if (ImGui::Button("Edit", {half, 0})) ui.ask(StepsAction::edit_file);
    ui.control("steps:file:edit", "Change the file here", StepsAction::edit_file);
    draw_file_state(ui);
  }
  ImGui::Dummy({0, 0.3F * ui.em});
}

}  // namespace satscope::app
