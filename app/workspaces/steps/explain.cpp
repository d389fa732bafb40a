// SPDX-License-Identifier: Apache-2.0
// What just happened in words, whether it is true, and what it cost.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/number_text.h"
#include "app/workspaces/steps/steps.h"
#include "app/workspaces/steps/wrong.h"
#include "kernels/hardware_counts.h"
#include "kernels/trace/narration.h"

namespace satscope::app {
namespace {

enum class Light : std::uint8_t { good, bad, unknown };

/// A tick, a cross or a ring, so that colour is not needed, and what it stands for.
void draw_light(StepsUi& ui, const char* control, Light light, const std::string& text, std::string_view tip) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight(), r = 0.3F * ui.em;
  const ImVec2 middle{from.x + 0.5F * ui.em, from.y + line / 2};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float thick = std::max(1.5F, 0.12F * ui.em);
  const unsigned good = packed(ui.palette.good), bad = packed(ui.palette.bad);
  if (light == Light::good) {
    list.AddLine({middle.x - r, middle.y}, {middle.x - 0.25F * r, middle.y + 0.8F * r}, good, thick);
    list.AddLine({middle.x - 0.25F * r, middle.y + 0.8F * r}, {middle.x + r, middle.y - 0.8F * r}, good, thick);
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

/// The step of this beat that is told: of the first block drawn, or of the first that takes part.
std::uint32_t told_step(const StepsRoom& room, const Beat& beat) {
  const Trace& trace = room.state.player()->story().trace;
  for (std::uint32_t at = beat.first; at < beat.end; ++at)
    if (trace.steps[at].block == room.grids.layout.first_block) return at;
  return beat.first;
}

void draw_caption(StepsUi& ui, const Player& player) {
  const Story& story = player.story();
  std::string text;
  if (const Beat* beat = player.current()) {
    const std::size_t blocks = beat->end - beat->first;
    const std::uint32_t told = told_step(ui.steps, *beat);
    const Step& step = story.trace.steps[told];
    if (blocks > 1) text = fmt::format("{} blocks do this at once. In block {}, ", blocks, step.block + 1);
    // without what the heading says already
    const std::string sentence = narrate(story.trace, told), label = step.label + ": ";
    const std::size_t at = sentence.find(label);
    text += sentence.substr(at == sentence.npos ? 0 : at + label.size());
  } else {
    text = fmt::format("{} on {} × {} numbers, before the first step. {}Space plays, Right goes one step.", story.title(),
                       story.request.extent.width, story.request.extent.height,
                       story.filter.made_up.empty() ? "" : story.filter.made_up + " ");
  }
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
}

std::string reads_text(double reads) { return fmt::format("{:.4g} read{}", reads, reads == 1 ? "" : "s"); }

/// "4 reads of table and 1 read of picture".
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

/// Reads per pixel: counted while the kernel ran, and by the filter's own word.
void draw_reads_light(StepsUi& ui, const FilterTold& filter) {
  const CountedReads& counted = filter.counted;
  const bool same = counted.pixels > 0 && counted.alike && std::abs(counted.per_pixel - filter.reads_by_formula) < 1e-9;
  const std::string said = "Described as: " + filter.reads + ".";
  if (counted.pixels == 0)
    draw_light(ui, "steps:light:reads", Light::unknown, "Nothing counted: every window touches an edge",
               "Reads are counted where no window touches an edge: take more pixels or a smaller window. " + said);
  else
    draw_light(ui, "steps:light:reads", same ? Light::good : Light::bad,
               same ? fmt::format("{} a pixel, counted", reads_text(counted.per_pixel))
                    : fmt::format("{} a pixel, not {:.4g}", reads_text(counted.per_pixel), filter.reads_by_formula),
               fmt::format("{} for each of the {} pixels whose windows touch no edge, counted while the kernel ran. {}",
                           counted_text(counted), counted.pixels, said));
}

/// How entries that are right as far as their type goes differ from the sums of their pixels; empty where they do not.
std::string inexact_text(const Story& story) {
  if (!story.check || story.check->exact()) return {};
  const TableCheck& check = *story.check;
  const TypePair& types = story.request.types;
  if (check.beyond > 0)
    return fmt::format("The table is right modulo 2^{}: {} {} beyond what {} holds", 8 * size_of(types.out),
                       grouped(std::uint64_t{check.beyond}), check.beyond == 1 ? "entry is" : "entries are", types.id);
  return fmt::format("The table is right but for rounding, by {} at most", grouped(check.max_error));
}

void draw_lights(StepsUi& ui, const Story& story) {
  const Trace& trace = story.trace;
  const bool spoilt = story.spoilt && !story.spoilt->table.wrong.empty();
  if (const std::string doubt = trace.result_matches && !spoilt ? inexact_text(story) : ""; !doubt.empty())
    draw_light(ui, "steps:light:result", Light::unknown, doubt,
               "Compared with the 64-bit reference: right as far as the table's type goes, but its entries are other numbers");
  else
    draw_light(ui, "steps:light:result", trace.result_matches && !spoilt ? Light::good : Light::bad,
               fmt::format("The {} is {}", story.of_filter() ? "result" : "table",
                           trace.result_matches && !spoilt ? "right" : "wrong"),
               story.of_filter() ? "Compared with what the host makes of the same numbers, bit for bit"
               : spoilt
                   ? "Each thread ran the kernel for itself, in an order that a GPU may take, and the result was compared with "
                     "the 64-bit reference"
                   : "Compared with the 64-bit reference");
  const Light twin = story.twin.state == Twin::State::agree    ? Light::good
                     : story.twin.state == Twin::State::differ ? Light::bad
                                                               : Light::unknown;
  draw_light(ui, "steps:light:twin", twin, twin == Light::good ? "Twin: " + story.twin.text : story.twin.text,
             story.of_filter() ? "The same numbers through the machines that filter real pictures"
                               : "The same picture through the machines that make real tables");
  if (story.of_filter()) {
    draw_reads_light(ui, story.filter);
  } else {
    const bool exact = trace.provenance_exact && !(story.spoilt && !story.spoilt->table.provenance_exact);
    draw_light(ui, "steps:light:provenance", exact ? Light::good : Light::bad,
               exact ? "Every entry sums exactly its pixels" : "Some entry sums other pixels than it should",
               "Told by the pixels that each number carries with it, not by the numbers");
  }
  const bool calm = trace.races.empty() && trace.deadlocks.empty();
  draw_light(ui, "steps:light:races", calm ? Light::good : Light::bad,
             calm ? "No races"
                  : fmt::format("{} race{}", trace.races.size() + trace.deadlocks.size(), trace.races.size() == 1 ? "" : "s"),
             calm                  ? "No place is touched by two threads without a barrier between them"
             : trace.races.empty() ? trace.deadlocks.front()
                                   : trace.races.front().sentence());
  if (calm) return;
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.bad, trace.races.empty() ? trace.deadlocks.front() : trace.races.front().sentence() + ".");
  if (story.of_filter() && !story.deleted_barriers.empty())
    coloured_text(ui.palette.bad, fmt::format("Step {} alone to see what becomes of its table.", story.algorithm_title));
  else if (!story.deleted_barriers.empty() && !trace.races.empty())
    coloured_text(ui.palette.bad, story.spoilt ? sentence_of(story.spoilt->table) +
                                                     " The steps shown run in order, where "
                                                     "nothing goes wrong."
                                               : "No order of threads that was tried makes a wrong table of it.");
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

struct Row {
  std::string_view name;
  std::int64_t Counters::*value;
};
constexpr std::array k_rows{Row{"additions", &Counters::additions},         Row{"global reads", &Counters::global_reads},
                            Row{"global writes", &Counters::global_writes}, Row{"shared reads", &Counters::shared_reads},
                            Row{"shared writes", &Counters::shared_writes}, Row{"barriers", &Counters::barriers},
                            Row{"idle lanes", &Counters::idle_lanes},       Row{"bank conflicts", &Counters::bank_conflicts},
                            Row{"32-byte sectors", &Counters::sectors}};

/// The formula's text as one reads it: minus signs, no more.
std::string typeset(std::string text) {
  for (std::size_t at = text.find('-'); at != text.npos; at = text.find('-', at)) text.replace(at, 1, "\u2212");
  return text;
}

void draw_formula_row(const StepsUi& ui, double pass_formula, double all_formula, double pass_count, double all_count) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  coloured_text(ui.palette.quiet, "by formula");
  const auto cell = [&](double formula, double count) {
    ImGui::TableNextColumn();
    const bool same = std::abs(formula - count) < 0.5;
    coloured_text(same ? ui.palette.good : ui.palette.quiet,
                  fmt::format("{}{}", grouped(std::round(formula)), same ? " =" : ""));
  };
  cell(pass_formula, pass_count);
  cell(all_formula, all_count);
}

/// Global reads of a pixel whose windows touch no edge; those of the pass have no formula of their own.
void draw_reads_rows(const FilterTold& filter, std::size_t pass, const StepsUi& ui) {
  const CountedReads& counted = filter.counted;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted("reads per pixel");
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(fmt::format("{:.4g}", counted.by_pass[pass]).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(fmt::format("{:.4g}", counted.per_pixel).c_str());
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  coloured_text(ui.palette.quiet, "by formula");
  ImGui::TableNextColumn();
  ImGui::TableNextColumn();
  const bool same = counted.alike && std::abs(counted.per_pixel - filter.reads_by_formula) < 1e-9;
  coloured_text(same ? ui.palette.good : ui.palette.quiet, fmt::format("{:.4g}{}", filter.reads_by_formula, same ? " =" : ""));
}

/// With what its letters mean, if the source below keeps room; else that is told where the pointer rests on it.
void draw_formula(StepsUi& ui, const Formula& formula) {
  const double room_of_source = 10 * ui.em;
  const std::string value = fmt::format(" = {} additions", grouped(std::round(formula.value())));
  const std::string brief = typeset(formula.text) + value, whole = brief + "; " + meanings_of(formula);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const auto fits = [&](const std::string& text) {
    return ImGui::CalcTextSize(text.c_str(), nullptr, false, room.x).y + room_of_source <= room.y;
  };
  const std::string& text = fits(whole) ? whole : fits(brief) ? brief : "The formula" + value;
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  const std::string note = typeset(formula.note);
  ui.control("steps:formula", fits(whole) ? note : whole + (note.empty() ? "" : ". " + note));
}

void draw_counters(StepsUi& ui, const Player& player) {
  const Story& story = player.story();
  if (story.beats.empty()) return;
  const Step& step = story.first_step(player.current() ? *player.current() : story.beats.front());
  const auto pass = static_cast<std::size_t>(step.pass);
  const Counters &own = story.trace.passes[pass].counters, &all = story.trace.total;
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.4F * ui.em, 0.08F * ui.em});
  if (ImGui::BeginTable("counters", 3, ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupColumn("", 0, 1.4F);
    ImGui::TableSetupColumn("this pass", 0, 1);
    ImGui::TableSetupColumn("all", 0, 1);
    ImGui::TableNextRow();
    for (const char* title : {"COUNTED", "this pass", "all passes"}) {
      ImGui::TableNextColumn();
      coloured_text(ui.palette.quiet, title);
    }
    for (const Row& row : k_rows) {
      if (all.*row.value == 0 && row.value != &Counters::bank_conflicts) continue;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(row.name.data(), row.name.data() + row.name.size());
      for (const Counters* counters : {&own, &all}) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(grouped(static_cast<std::uint64_t>(counters->*row.value)).c_str());
      }
      if (row.value != &Counters::additions) continue;
      double formula = 0;
      for (const Cost& cost : story.costs) formula += cost.additions;
      draw_formula_row(ui, story.costs[pass].additions, formula, static_cast<double>(own.additions),
                       static_cast<double>(all.additions));
    }
    if (story.of_filter() && story.filter.counted.pixels > 0) draw_reads_rows(story.filter, pass, ui);
    ImGui::EndTable();
    ui.control(
        "steps:counters",
        fmt::format("Counted while the kernel ran. 'By formula' is the number of the formula below; an = says that both are "
                    "the same.{}",
                    story.of_filter() ? " They differ where the windows reach beyond the edge of a small picture." : ""));
  }
  const Formula& formula = story.costs[pass].formula;
  if (story.of_filter() && story.filter.counted.pixels > 0 && ImGui::GetContentRegionAvail().y > 10 * ui.em) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        fmt::format("A pixel costs {}, counted. Described as: {}.", counted_text(story.filter.counted), story.filter.reads)
            .c_str());
    ImGui::PopTextWrapPos();
    ui.control("steps:reads", "Counted where no window touches an edge");
  }
  if (!formula.symbols.empty() && ImGui::GetContentRegionAvail().y > 10 * ui.em) {
    draw_formula(ui, formula);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

/// What the letters of all counts mean, and why a paper says otherwise, each once: sentences that begin with a blank.
std::string meanings_of(const Hardware& hardware) {
  std::string text;
  for (const HardwareCount& count : k_hardware_counts) {
    const Formula& formula = hardware.*count.formula;
    for (const std::string& part : {satscope::meanings_of(formula), typeset(formula.note)})
      if (!part.empty() && text.find(part) == std::string::npos)
        text += fmt::format(" {}{}", part, part.back() == '.' ? "" : ".");
  }
  return text;
}

/// What the algorithm costs as an engine of adders and registers, at the clock of the paper's board.
void draw_hardware(StepsUi& ui, const Story& story) {
  constexpr float k_cell = 0.08F, k_code = 7;  // in letters; the kernel's source below it says more and keeps its room
  if (!story.hardware) return;
  const Hardware& hardware = *story.hardware;
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.4F * ui.em, k_cell * ui.em});
  const float lines = static_cast<float>(k_hardware_counts.size()) + 2;
  const float height = lines * (ImGui::GetTextLineHeight() + 2 * k_cell * ui.em);
  if (ImGui::GetContentRegionAvail().y > height + k_code * ui.em &&
      ImGui::BeginTable("hardware", 3, ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupColumn("", 0, 1);
    ImGui::TableSetupColumn("formula", 0, 1.5F);
    ImGui::TableSetupColumn("count", 0, 1);
    const auto row = [](std::string_view name, const std::string& formula, const std::string& count, Rgb colour) {
      ImGui::TableNextRow();
      for (const std::string_view text : {name, std::string_view(formula), std::string_view(count)}) {
        ImGui::TableNextColumn();
        ImGui::PushTextWrapPos(0);
        coloured_text(colour, text);
        ImGui::PopTextWrapPos();
      }
    };
    row("HARDWARE", "by formula", "count", ui.palette.quiet);
    for (const HardwareCount& count : k_hardware_counts) {
      const Formula& formula = hardware.*count.formula;
      row(count.name, typeset(formula.text), grouped(std::round(formula.value())), ui.palette.text);
    }
    row(fmt::format("at {} MHz", hardware.megahertz), "",
        fmt::format("{:.3g} ms", milliseconds_at(hardware.cycles, hardware.megahertz)), ui.palette.text);
    ImGui::EndTable();
    ui.control("steps:hardware",
               fmt::format("An engine of adders and registers whose step is a clock cycle, counted as Ehsan et al. "
                           "2015 do; the clock is that of their board, and satscope trace --clock takes another.{}",
                           meanings_of(hardware)));
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

/// The writes that made the chosen cell, newest first.
void draw_history(StepsUi& ui, const Player& player, CellAt cell) {
  const Story& story = player.story();
  const Trace& trace = story.trace;
  const TraceBuffer& buffer = trace.buffers[cell.buffer];
  caption(ui, fmt::format("HISTORY OF {}", name_of(trace, cell)));
  const auto events = history_of(story, cell, player.position(), 40);
  ImGui::BeginChild("history", {0, std::min(9.0F, 1.3F * static_cast<float>(events.size()) + 1.2F) * ui.em});
  ImGui::PushFont(ui.fonts.small);
  if (events.empty())
    coloured_text(ui.palette.quiet, std::find(story.given.begin(), story.given.end(), cell.buffer) == story.given.end()
                                        ? "nothing has been written here yet"
                                    : cell.buffer == 0 ? "a pixel: it was there from the start"
                                                       : "it was there from the start");
  for (const CellEvent& event : events) {
    const Step& step = trace.steps[event.step];
    const std::string text = fmt::format("{}  {}  (step {}, {}, thread {})##{}", cell_text(trace, cell, event.write.after),
                                         !event.adds                                                          ? "moved here"
                                         : trace.origins[event.write.after.origin].kind == Origin::Kind::made ? "made"
                                                                                                              : "added",
                                         event.beat + 1, step.label, event.write.thread, event.step);
    if (ImGui::Selectable(text.c_str(), event.beat + 1 == player.position())) ui.steps.state.player()->go_to(event.beat + 1);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", fmt::format("was {}, became the {}; line {}. Click: go there.",
                                          satscope::to_text(number(event.write.before, buffer.type)),
                                          text_of(story, cell, event.write.after), event.write.line)
                                  .c_str());
  }
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace

void draw_explain(StepsUi& ui) {
  const Player* player = ui.steps.state.player();
  if (!player) {
    coloured_text(ui.palette.quiet, "Tracing ...");
    return;
  }
  const float width = ImGui::GetContentRegionAvail().x;
  caption(ui, "WHAT HAPPENS");
  // a fixed room, so that nothing below jumps from step to step
  const float lines = std::clamp(0.22F * ImGui::GetContentRegionAvail().y / ui.em, 6.9F, 7.0F);
  const float lean = 0.1F * ui.em;  // because: letters such as T reach out to the left of where they stand
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() - lean);
  ImGui::BeginChild("caption", {width + lean, lines * 1.1F * ui.em});
  ImGui::Indent(lean);
  draw_caption(ui, *player);
  ImGui::Unindent(lean);
  ImGui::EndChild();
  draw_lights(ui, player->story());
  if (ui.steps.state.chosen)
    draw_history(ui, *player, *ui.steps.state.chosen);
  else if (draw_spoilt(ui, player->story(), ImGui::GetContentRegionAvail().y - 8 * ui.em))
    return;
  else if (ImGui::GetContentRegionAvail().y > 17 * ui.em) {
    draw_counters(ui, *player);
    draw_hardware(ui, player->story());
  }
}

}  // namespace satscope::app
