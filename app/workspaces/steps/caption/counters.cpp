// SPDX-License-Identifier: Apache-2.0
// What the steps cost, counted while the kernel ran, beside what the papers say.
#include "kernels/hardware_counts.h"

#include "app/workspaces/steps/caption/explain.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"

namespace satscope::app {
namespace {

struct Row {
  std::string_view name;
  std::int64_t Counters::*value;
  bool essential = true;  ///< shown to a newcomer
};
constexpr std::array k_rows{
    Row{"additions", &Counters::additions},           Row{"global reads", &Counters::global_reads},
    Row{"global writes", &Counters::global_writes},   Row{"shared reads", &Counters::shared_reads},
    Row{"shared writes", &Counters::shared_writes},   Row{"barriers", &Counters::barriers},
    Row{"idle lanes", &Counters::idle_lanes, false},  Row{"bank conflicts", &Counters::bank_conflicts, false},
    Row{"32-byte sectors", &Counters::sectors, false}};

/// The formula's text as one reads it: minus signs, no more.
std::string typeset(std::string text) {
  for (std::size_t at = text.find('-'); at != text.npos; at = text.find('-', at)) text.replace(at, 1, "\u2212");
  return text;
}

/// Each letter of the formula that was just drawn explains itself.
void explain_letters(StepsUi& ui, const Formula& formula) {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  LetteredText lettered{.text = typeset(formula.text), .area = {from.x, from.y, to.x - from.x, to.y - from.y}, .letters = {}};
  for (const Symbol& symbol : formula.symbols)
    lettered.letters.push_back({symbol.name, meanings_of(Formula{.symbols = {symbol}})});
  ui.lettered.push_back(std::move(lettered));
}

/// What a formula gives; a tick where what was counted is the same.
void draw_expected(const StepsUi& ui, const std::string& expected, bool same) {
  coloured_text(same ? ui.palette.good : ui.palette.quiet, expected);
  if (!same) return;
  ImGui::SameLine(0, 0.3F * ui.em);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  draw_tick(*ImGui::GetWindowDrawList(), {from.x + 0.3F * line, from.y + line / 2}, 0.3F * line, packed(ui.palette.good),
            std::max(1.5F, 0.1F * line));
  ImGui::Dummy({0.6F * line, line});
}

void draw_formula_row(const StepsUi& ui, double pass_formula, double all_formula, double pass_count, double all_count) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  coloured_text(ui.palette.quiet, "expected");
  const auto cell = [&](double formula, double count) {
    ImGui::TableNextColumn();
    const bool same = std::abs(formula - count) < 0.5;
    draw_expected(ui, grouped(std::round(formula)), same);
  };
  cell(pass_formula, pass_count);
  cell(all_formula, all_count);
}

/// Global reads of a pixel whose windows touch no edge; those of the pass have no formula of their own.
void draw_reads_rows(const FilterFacts& filter, std::size_t pass, const StepsUi& ui) {
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
  coloured_text(ui.palette.quiet, "expected");
  ImGui::TableNextColumn();
  ImGui::TableNextColumn();
  const bool same = counted.alike && std::abs(counted.per_pixel - filter.reads_by_formula) < 1e-9;
  draw_expected(ui, fmt::format("{:.4g}", filter.reads_by_formula), same);
}

/// With what its letters mean, if the source below keeps room; else a tooltip says it.
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
  if (fits(brief)) explain_letters(ui, formula);
  const std::string note = typeset(formula.note);
  ui.control("steps:formula", fits(whole) ? note : whole + (note.empty() ? "" : ". " + note));
}

}  // namespace

void draw_fold(StepsUi& ui, const char* words, bool& open, const char* id, const char* tip) {
  ImGui::PushFont(ui.fonts.small);
  if (ImGui::SmallButton(words)) open = !open;
  ui.control(id, tip);
  ImGui::PopFont();
}

void draw_counters(StepsUi& ui, const Player& player) {
  const Story& story = player.story();
  if (story.steps.empty()) return;
  const Step& step = story.first_step(player.current() ? *player.current() : story.steps.front());
  const auto pass = static_cast<std::size_t>(step.pass);
  const Counters &own = story.trace.passes[pass].counters, &all = story.trace.total;
  bool& open = ui.session.part<StepsSettings>().counters;
  if (!open) return draw_fold(ui, "Show what was counted", open, "steps:fold_counters", "Additions, reads, writes and more");
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.4F * ui.em, 0.08F * ui.em});
  if (ImGui::BeginTable("counters", 3, ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupColumn("", 0, 1.4F);
    ImGui::TableSetupColumn("whole pass", 0, 1);
    ImGui::TableSetupColumn("all", 0, 1);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_fold(ui, "COUNTED", open, "steps:fold_counters", "Folds the counters away");
    for (const char* title : {"whole pass", "all passes"}) {
      ImGui::TableNextColumn();
      coloured_text(ui.palette.quiet, title);
    }
    for (const Row& row : k_rows) {
      if (ui.essential() ? all.*row.value == 0 || !row.essential
                         : all.*row.value == 0 && row.value != &Counters::bank_conflicts)
        continue;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(row.name.data(), row.name.data() + row.name.size());
      const bool covered = ui.covers(row.name);
      for (const Counters* counters : {&own, &all}) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(covered ? "?" : grouped(static_cast<std::uint64_t>(counters->*row.value)).c_str());
      }
      const auto counted = [](const Cost& cost) { return cost.formula.text != "0" || cost.additions > 0; };
      if (covered || row.value != &Counters::additions || std::ranges::none_of(story.costs, counted)) continue;
      double formula = 0;
      for (const Cost& cost : story.costs) formula += cost.additions;
      draw_formula_row(ui, story.costs[pass].additions, formula, static_cast<double>(own.additions),
                       static_cast<double>(all.additions));
    }
    if (story.of_filter() && story.filter.counted.pixels > 0) draw_reads_rows(story.filter, pass, ui);
    ImGui::EndTable();
    ui.control(
        "steps:counters",
        story.trace.of_file
            ? "Counted while the kernel ran"
            : fmt::format("Counted while the kernel ran. Expected: the number of the formula below; the tick says that both "
                          "are the same.{}",
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
  if (!ui.essential() && !ui.covers("additions") && !formula.symbols.empty() && ImGui::GetContentRegionAvail().y > 10 * ui.em) {
    draw_formula(ui, formula);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

namespace {

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

}  // namespace

void draw_hardware(StepsUi& ui, const Story& story) {
  constexpr float k_cell = 0.08F, k_code = 7;  // in letters; the kernel's source below it says more and keeps its room
  if (!story.hardware || !ui.session.part<StepsSettings>().counters) return;
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
    const auto row = [&](std::string_view name, const std::string& formula, const std::string& count, Rgb colour,
                         const Formula* explained = nullptr) {
      ImGui::TableNextRow();
      for (const std::string_view text : {name, std::string_view(formula), std::string_view(count)}) {
        ImGui::TableNextColumn();
        ImGui::PushTextWrapPos(0);
        coloured_text(colour, text);
        ImGui::PopTextWrapPos();
        if (explained && text.data() == formula.data()) explain_letters(ui, *explained);
      }
    };
    row("HARDWARE", "expected", "count", ui.palette.quiet);
    for (const HardwareCount& count : k_hardware_counts) {
      const Formula& formula = hardware.*count.formula;
      row(count.name, typeset(formula.text), grouped(std::round(formula.value())), ui.palette.text, &formula);
    }
    row(fmt::format("at {} MHz", hardware.megahertz), "",
        milliseconds_text(milliseconds_at(hardware.cycles, hardware.megahertz)), ui.palette.text);
    ImGui::EndTable();
    ui.control("steps:hardware",
               fmt::format("An engine of adders and registers whose step is a clock cycle, counted as Ehsan et al. "
                           "2015 do; the clock is that of their board, and satscope trace --clock takes another.{}",
                           meanings_of(hardware)));
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

}  // namespace satscope::app
