// SPDX-License-Identifier: Apache-2.0
// The stage in words, and how long each pass took on the machine that runs.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/extent_text.h"
#include "app/core/text/number_text.h"
#include "app/ui/panels/glossary.h"
#include "app/workspaces/steps/views/stages/stages.h"
#include "kernels/emulated.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

std::string gigabytes_per_second(const Cost& cost, double milliseconds) {
  if (!(milliseconds > 0)) return {};
  const double rate = cost.bytes / (milliseconds * 1e6);
  return rate >= 100 ? grouped(std::round(rate)) : fmt::format("{:.{}f}", rate, rate >= 10 ? 1 : rate >= 1 ? 2 : 3);
}

/// Milliseconds as in other places, under a heading that says so.
void right_aligned(const std::string& text) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0F, room));
  ImGui::TextUnformatted(text.c_str());
}

void draw_share(const Ui& ui, double share) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({from.x, from.y + 0.15F * height}, {from.x + width, from.y + 0.85F * height}, packed(ui.palette.raised));
  list.AddRectFilled({from.x, from.y + 0.15F * height},
                     {from.x + width * static_cast<float>(std::clamp(share, 0.0, 1.0)), from.y + 0.85F * height},
                     packed(ui.palette.accent));
  ImGui::Dummy({width, height});
}

void draw_row(Ui& ui, std::size_t pass, double sum, bool chosen) {
  const PassTimes& times = ui.frame.status().passes[pass];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool known = times.measured > 0;
  ImGui::PushID(static_cast<int>(pass));
  if (ImGui::Selectable(times.name.c_str(), chosen, ImGuiSelectableFlags_SpanAllColumns))
    ui.session.part<StepsSettings>().stage = static_cast<int>(pass) + 1;
  ImGui::PopID();
  ui.control(fmt::format("stages:row:{}", pass + 1),
             known ? fmt::format("{}: median {} of {}, eight in ten between {} and {}. It moves {} bytes and makes {} "
                                 "additions, by the paper's count. Click: what it leaves behind.",
                                 times.name, milliseconds_text(times.median_ms), counted(times.measured, "run"),
                                 milliseconds_text(times.p10_ms), milliseconds_text(times.p90_ms),
                                 grouped(std::round(times.cost.bytes)), grouped(std::round(times.cost.additions)))
                   : std::string("not timed yet"));
  ImGui::TableNextColumn();
  right_aligned(known ? milliseconds_number(times.median_ms) : "...");
  ImGui::TableNextColumn();
  draw_share(ui, known && sum > 0 ? times.median_ms / sum : 0);
  ImGui::TableNextColumn();
  right_aligned(known ? gigabytes_per_second(times.cost, times.median_ms) : "");
}

void draw_table(Ui& ui) {
  const FrameStatus& status = ui.frame.status();
  double sum = 0;
  Cost cost;
  for (const PassTimes& times : status.passes) {
    sum += times.median_ms;
    cost.bytes += times.cost.bytes;
  }
  if (!ImGui::BeginTable("times", 4, ImGuiTableFlags_SizingFixedFit)) return;
  const auto fixed = ImGuiTableColumnFlags_WidthFixed;
  ImGui::TableSetupColumn("pass", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("ms", fixed, ImGui::CalcTextSize("0.000000").x);
  ImGui::TableSetupColumn("share", fixed, 2.4F * ui.em);
  ImGui::TableSetupColumn("rate", fixed, ImGui::CalcTextSize("0.00000").x);
  ImGui::TableNextRow();
  for (const char* title : {"PASS", "ms", "SHARE", "GB/s"}) {
    ImGui::TableNextColumn();
    const std::string text(title);
    if (text == "ms" || text == "GB/s") {
      const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(title).x;
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0F, room));
    }
    coloured_text(ui.palette.quiet, text);
  }
  const int chosen = stage_in_force(ui.session, status);
  for (std::size_t i = 0; i < status.passes.size(); ++i) draw_row(ui, i, sum, static_cast<int>(i) + 1 == chosen);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted("all passes");
  ui.control("stages:total", "The median of whole tables: without transfers, and without the looks between the passes");
  ImGui::TableNextColumn();
  right_aligned(status.median_ms ? milliseconds_number(*status.median_ms) : "...");
  ImGui::TableNextColumn();
  ImGui::TableNextColumn();
  right_aligned(status.median_ms ? gigabytes_per_second(cost, *status.median_ms) : "");
  ImGui::EndTable();
}

/// Why the steps of a patch have another number of passes: its rows are shorter than what one block scans.
std::string other_count_text(const StepsUi& ui) {
  const Player* player = ui.steps.state.player();
  const auto passes = static_cast<std::size_t>(last_stage(ui.frame.status()));
  if (!player || player->story().of_filter() || player->story().trace.of_file ||
      player->story().algorithm_id != ui.frame.status().algorithm || passes == 0 || player->story().passes.size() == passes)
    return {};
  const Extent extent = player->story().request.extent;
  return fmt::format("The steps take {} on {}: the number of passes depends on the size.",
                     counted(player->story().passes.size(), "pass"), spaced_extent(extent));
}

}  // namespace

void draw_pass_times(StepsUi& ui) {
  const Shown& shown = ui.frame.shown();
  const FrameStatus& status = ui.frame.status();
  const Algorithm* algorithm = find_algorithm(status.algorithm);
  ImGui::PushTextWrapPos(0);
  caption(ui, "WHAT IS SEEN");
  // because: ImGui breaks a line after a comma, also in the middle of 1,280
  text_with_terms(ui, ui.palette.text,
                  shown.stage.ready ? sentence_of(shown.stage.stage, status.stages, shown.picture, algorithm)
                                    : std::string("Computing ..."));
  ui.control("stages:sentence");
  if (const std::string other = other_count_text(ui); !other.empty()) coloured_text(ui.palette.quiet, other);
  ImGui::Dummy({0, 0.4F * ui.em});
  caption(ui, "HOW LONG IT TAKES");
  const int measured = status.passes.empty() ? 0 : status.passes.front().measured;
  const bool emulates = algorithm && emulated(*algorithm, status.machine);
  ImGui::TextUnformatted(fmt::format("{} on {}{}, {}: {}{}", algorithm ? algorithm->title : status.algorithm, status.device,
                                     emulates ? ", emulated" : "", status.type, measured == 1 ? "" : "medians of the last ",
                                     counted(measured, "run"))
                             .c_str());
  ui.control("stages:machine");
  ImGui::PushFont(ui.fonts.small);
  if (!status.passes.empty()) draw_table(ui);
  coloured_text(
      ui.palette.quiet,
      status.machine == Machine::gpu ? "CUDA's clock, from pass to pass. GB/s counts the bytes that the paper says are moved."
      : emulates ? "Emulated: the CPU runs a GPU kernel thread by thread. Its times show which pass is expensive, not what a "
                   "CPU can do."
                 : "The CPU's clock. This code is written for a CPU. GB/s counts the bytes that the paper says are moved.");
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, 0.4F * ui.em});
}

}  // namespace satscope::app
