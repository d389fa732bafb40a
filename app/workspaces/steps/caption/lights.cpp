// SPDX-License-Identifier: Apache-2.0
// Whether what the steps did is true: marks that need no colour, each with what it was compared with.
#include "app/workspaces/steps/caption/explain.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/caption/caption.h"
#include "app/workspaces/steps/caption/wrong.h"
#include "app/workspaces/steps/lab/student_file.h"
#include "app/workspaces/steps/trace/story.h"
#include "kernels/plural.h"

namespace satscope::app {

void draw_tick(ImDrawList& list, ImVec2 middle, float r, unsigned colour, float thick) {
  list.AddLine({middle.x - r, middle.y}, {middle.x - 0.25F * r, middle.y + 0.8F * r}, colour, thick);
  list.AddLine({middle.x - 0.25F * r, middle.y + 0.8F * r}, {middle.x + r, middle.y - 0.8F * r}, colour, thick);
}

std::string reads_text(double reads) { return fmt::format("{:.4g} {}", reads, noun(reads, "read")); }

std::string counted_text(const CountedReads& counted) {
  std::string text;
  for (std::size_t i = 0; i < counted.of.size(); ++i)
    text += fmt::format("{}{} of {}",
                        i == 0                       ? ""
                        : i + 1 == counted.of.size() ? " and "
                                                     : ", ",
                        reads_text(counted.of[i].reads), counted.of[i].buffer);
  return text;
}

namespace {

enum class Light : std::uint8_t { good, bad, unknown };

void go_to_wrong_entry(StepsUi& ui, const Story& story) {
  Player* player = ui.steps.state.player();
  const std::vector<WrongEntry> wrong = wrong_entries(story);
  if (!player || &player->story() != &story || wrong.empty()) return;
  player->go_to(wrong.front().position);
  ui.steps.state.chosen = wrong.front().at;
}

/// A user's file that does not come to its end.
bool stops_early(const Trace& trace) { return trace.of_file && !trace.deadlocks.empty(); }

void go_to_race(StepsUi& ui, const Story& story) {
  Player* player = ui.steps.state.player();
  const satscope::Party& late = story.trace.races.front().second;
  if (!player || &player->story() != &story) return;
  lab::Party party;
  party.place.line = static_cast<int>(late.at.line);
  party.thread = static_cast<std::uint32_t>(late.thread);
  party.block = static_cast<std::uint32_t>(late.block);
  const auto position = position_of(party, story);
  if (!position) return;
  player->go_to(*position);
  ui.steps.state.thread = late.thread;
}

/// A tick, a cross or a ring, so that colour is not needed, and what it stands for.
void draw_light(StepsUi& ui, const char* control, Light light, const std::string& text, std::string_view tip) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight(), r = 0.3F * ui.em;
  const ImVec2 middle{from.x + 0.5F * ui.em, from.y + line / 2};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float thick = std::max(1.5F, 0.12F * ui.em);
  const unsigned good = packed(ui.palette.good), bad = packed(ui.palette.bad);
  if (light == Light::good) {
    draw_tick(list, middle, r, good, thick);
  } else if (light == Light::bad) {
    list.AddLine({middle.x - r, middle.y - r}, {middle.x + r, middle.y + r}, bad, thick);
    list.AddLine({middle.x - r, middle.y + r}, {middle.x + r, middle.y - r}, bad, thick);
  } else {
    list.AddCircle(middle, 0.8F * r, packed(ui.palette.quiet), 0, 1.5F);
  }
  ImGui::Dummy({1.1F * ui.em, line});
  ImGui::SameLine(0, 0);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ui.control(control, tip);
}

/// Reads per pixel: counted while the kernel ran, and by the filter's own word.
void draw_reads_light(StepsUi& ui, const FilterFacts& filter) {
  const CountedReads& counted = filter.counted;
  // of a filter whose pixels read different numbers the formula is the mean over whole blocks, which these pixels seldom are
  const bool mean = filter.reads_by_formula != std::floor(filter.reads_by_formula);
  const bool same =
      counted.pixels > 0 && (counted.alike || mean) && std::abs(counted.per_pixel - filter.reads_by_formula) < 1e-9;
  const std::string said = "Described as: " + filter.reads + ".";
  if (counted.pixels == 0)
    draw_light(ui, "steps:light:reads", Light::unknown, "Nothing counted: every window touches an edge",
               "Reads are counted where no window touches an edge: take more pixels or a smaller window. " + said);
  else
    draw_light(ui, "steps:light:reads",
               same   ? Light::good
               : mean ? Light::unknown
                      : Light::bad,
               same ? fmt::format("{} a pixel, counted", reads_text(counted.per_pixel))
                    : fmt::format("{} a pixel, {} {:.4g}", reads_text(counted.per_pixel), mean ? "in whole blocks" : "not",
                                  filter.reads_by_formula),
               fmt::format("{} for each of the {} pixels whose windows touch no edge, counted while the kernel ran. {}",
                           counted_text(counted), counted.pixels, said));
}

}  // namespace

namespace {

/// Whether the table is right; where the story ends before it, whether what the last pass wrote is.
void draw_result_light(StepsUi& ui, const Story& story) {
  const Trace& trace = story.trace;
  const bool failing_run = story.failing_run && !story.failing_run->table.wrong.empty();
  const bool of_table = !failing_run || story.failing_run->table.judged.name.empty();
  const Player* player = ui.steps.state.player();
  const bool ended = !player || player->position() == player->count();  // before that the table is not whole
  constexpr std::string_view k_how =
      "Each thread ran the kernel for itself, in an order that a GPU may take, and the result was compared with ";
  if (const std::optional<PassCheck>& pass = story.pass_check) {
    // because: a value may be the sum of the wrong pixels
    const bool proved = failing_run || trace.result_matches;
    return draw_light(ui, "steps:light:result",
                      pass->right < pass->all ? Light::bad
                      : proved                ? Light::good
                                              : Light::unknown,
                      fmt::format("{}: {} of {} values {}", ended ? "This pass" : "This pass, in the end", pass->right,
                                  pass->all, proved ? "right; table: not yet" : "add up, but the table is wrong"),
                      failing_run
                          ? fmt::format("{}the run with all barriers, in {}", k_how, pass->buffer)
                          : fmt::format("Each value in {} was compared with the sum of the pixels that went into it. "
                                        "Whether these are the right pixels shows in the table, which later passes make",
                                        pass->buffer));
  }
  if (const std::string doubt = trace.result_matches && !failing_run ? inexact_text(story) : ""; !doubt.empty())
    return draw_light(
        ui, "steps:light:result", Light::unknown, doubt,
        "Compared with the 64-bit reference: right as far as the table's type goes, but its entries are other numbers");
  if (!trace.has_table)
    return draw_light(ui, "steps:light:result", Light::unknown, "No table: the file has its own main()",
                      "Name it table(in, out, width, height), and its table is compared with the right one");
  if (stops_early(trace))
    return draw_light(ui, "steps:light:result", Light::bad, "There is no table: the run stops early", trace.deadlocks.front());
  const bool right = trace.result_matches && !failing_run;
  const std::string what = of_table ? story.of_filter() ? "result" : "table" : story.failing_run->table.judged.name;
  draw_light(ui, "steps:light:result", right ? Light::good : Light::bad,
             fmt::format("{} {} is {}", ended ? "The" : "At the end: the", what, right ? "right" : "wrong"),
             story.of_filter() ? "Compared with what the host makes of the same numbers, bit for bit"
             : !of_table       ? fmt::format("{}the run with all barriers. The table hides it", k_how)
             : failing_run     ? fmt::format("{}the 64-bit reference", k_how)
                               : "Compared with the 64-bit reference");
}

std::string races_text(const Trace& trace) {
  if (!trace.races.empty()) return counted(trace.races.size(), "race");
  if (!trace.deadlocks.empty()) return stops_early(trace) ? "The run stops early" : counted(trace.deadlocks.size(), "deadlock");
  return trace.of_file ? "No races in this run" : "No races";
}

/// In words, below the lights: the first race and what came of it.
void draw_races(const StepsUi& ui, const Story& story) {
  const Trace& trace = story.trace;
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  if (!trace.of_file || trace.races.empty())  // because: those of a file are listed with its findings
    coloured_text(ui.palette.bad,
                  trace.races.empty() ? trace.deadlocks.front() : trace.races.front().sentence(trace.first_block()) + ".");
  if (story.of_filter() && !story.deleted_barriers.empty())
    coloured_text(ui.palette.bad, fmt::format("Step {} alone to see what becomes of its table.", story.algorithm_title));
  else if (!story.deleted_barriers.empty() && !trace.races.empty())
    coloured_text(ui.palette.bad, story.failing_run ? sentence_of(story.failing_run->table) + " The steps show that run."
                                                    : "No tested thread order gave wrong values.");
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

}  // namespace

void draw_lights(StepsUi& ui, const Story& story) {
  const Trace& trace = story.trace;
  draw_result_light(ui, story);
  if (!trace.mistakes.empty())
    draw_light(ui, "steps:light:mistakes", Light::bad,
               trace.mistakes.size() == 1 ? "There is a mistake in this run"
                                          : fmt::format("There are {} mistakes in this run", trace.mistakes.size()),
               fmt::format("{}{}", trace.mistakes.front(), trace.mistakes.size() > 1 ? " All are listed with the file." : ""));
  const bool calm = trace.races.empty() && trace.deadlocks.empty();
  if (ui.essential() && calm) return;
  const Light cross_check = story.cross_check.state == CrossCheck::State::agree    ? Light::good
                            : story.cross_check.state == CrossCheck::State::differ ? Light::bad
                                                                                   : Light::unknown;
  if (!trace.of_file)
    draw_light(ui, "steps:light:twin", cross_check, story.cross_check.text,
               story.of_filter() ? "The same numbers through the machines that filter real pictures"
                                 : "The same picture through the machines that make real tables");
  if (story.of_filter()) {
    draw_reads_light(ui, story.filter);
  } else if (!story.pass_check && trace.has_table && !stops_early(trace)) {
    const bool exact = trace.provenance_exact && !(story.failing_run && !story.failing_run->table.provenance_exact);
    // because: of a file whose threads do what the pixels say, nothing is known of the pixels
    const bool unknown = !exact && trace.of_file && trace.result_matches;
    draw_light(ui, "steps:light:provenance",
               exact     ? Light::good
               : unknown ? Light::unknown
                         : Light::bad,
               exact     ? "Every entry sums exactly its pixels"
               : unknown ? "Which pixels the entries sum is not known"
                         : "Some entries sum the wrong pixels",
               exact ? "Checked by tracking which pixels each number contains"
               : unknown
                   ? "With other pixels the threads take another path"
                   : "Checked by tracking which pixels each number contains. Click: the step that writes the first of them");
    if (!exact && !unknown && ImGui::IsItemClicked()) go_to_wrong_entry(ui, story);
  }
  draw_light(ui, "steps:light:races", calm ? Light::good : Light::bad, races_text(trace),
             calm ? "No place is touched by two threads without a barrier between them"
             : trace.races.empty()
                 ? trace.deadlocks.front()
                 : trace.races.front().sentence(trace.first_block()) + (trace.of_file ? ". Click: its step" : ""));
  if (trace.of_file && !trace.races.empty() && ImGui::IsItemClicked()) go_to_race(ui, story);
  if (!calm) draw_races(ui, story);
}

}  // namespace satscope::app
