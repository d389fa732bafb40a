// SPDX-License-Identifier: Apache-2.0
// A slider whose stops are the picture and what each pass leaves behind, labelled with the pass, its buffer and its time.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/core/text/wrapped_lines.h"
#include "app/workspaces/steps/views/stages/stages.h"

namespace satscope::app {
namespace {

/// The text in lines no wider than `width`; empty if a word does not fit, or it takes more than `most` lines.
std::vector<std::string> wrapped(ImFont& font, const std::string& text, float width, std::size_t most) {
  const auto wide = [&](const std::string& part) { return font.CalcTextSizeA(font.FontSize, 1e9F, 0, part.c_str()).x; };
  const auto fits = [&](const std::string& line) { return wide(line) <= width; };
  std::vector<std::string> lines = wrapped_lines(text, fits);
  return lines.size() > most || !std::ranges::all_of(lines, fits) ? std::vector<std::string>{} : lines;
}

std::string time_of(const FrameStatus& status, std::size_t stage) {
  if (stage == 0 || stage > status.passes.size() || status.passes[stage - 1].measured == 0) return {};
  return milliseconds_number(status.passes[stage - 1].median_ms) + " ms";  // as the table of times beside it
}

std::string title_of(const PlanStage& stage) { return stage.passes == 0 ? std::string("picture") : stage.pass; }

/// The label of a stop: its name in lines, else its number; then its time where there is one.
void draw_stop(const Ui& ui, const PlanStage& stage, const Area& area, bool chosen) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont& small = *ui.fonts.small;
  const float line = 1.1F * small.FontSize, middle = static_cast<float>(area.middle().x);
  const float width = static_cast<float>(area.width) - 0.3F * ui.em;
  const auto rows = static_cast<std::size_t>(std::max(1.0, std::floor(area.height / static_cast<double>(line))));
  const std::string time = time_of(ui.frame.status(), stage.passes);
  const auto wide = [&](const std::string& part) { return small.CalcTextSizeA(small.FontSize, 1e9F, 0, part.c_str()).x; };
  const bool with_time = !time.empty() && rows >= 2 && wide(time) <= width;
  std::size_t room = rows - (with_time ? 1 : 0);
  float y = static_cast<float>(area.y);
  const auto say = [&](const std::string& text, Rgb colour) {
    list.AddText(&small, small.FontSize, {std::round(middle - wide(text) / 2), std::round(y)}, packed(colour), text.c_str());
    y += line;
  };
  std::vector<std::string> name = wrapped(small, title_of(stage), width, room);
  if (name.empty()) name = {std::to_string(stage.passes)};
  room -= name.size();
  for (const std::string& text : name) say(text, chosen ? ui.palette.text : ui.palette.quiet);
  if (with_time) say(time, chosen ? ui.palette.accent : ui.palette.text);
  if (stage.passes == 0 || room == 0) return;
  for (const std::string& text : wrapped(small, stage.name, width, room)) say(text, ui.palette.quiet);
}

}  // namespace

void draw_stage_slider(StepsUi& ui, const Area& whole) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({static_cast<float>(whole.x), static_cast<float>(whole.y)},
               {static_cast<float>(whole.right()), static_cast<float>(whole.y)}, packed(ui.palette.line));
  const Area area = draw_controls(ui, whole);
  const FrameStatus& status = ui.frame.status();
  const std::vector<PlanStage>& stages = status.stages;
  if (stages.empty()) return;
  const double pad = 0.4 * static_cast<double>(ui.em), track = 1.6 * static_cast<double>(ui.em);
  const double stop_width = (area.width - 2 * pad) / static_cast<double>(stages.size());
  const auto stop_at = [&](std::size_t i) {
    return Area{area.x + pad + stop_width * static_cast<double>(i), area.y + 1, stop_width, area.height - 2};
  };
  const auto number_of = static_cast<double>(stages.size());

  ImGui::SetCursorScreenPos({static_cast<float>(area.x + pad), static_cast<float>(area.y + 1)});
  invisible_button("stops", {static_cast<float>(area.width - 2 * pad), static_cast<float>(area.height - 2)});
  const double along = (static_cast<double>(ImGui::GetIO().MousePos.x) - area.x - pad) / stop_width;
  const auto under = static_cast<std::size_t>(std::clamp(along, 0.0, number_of - 1));
  const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  if (held && ui.steps.stages) ui.steps.stages->go_to(under);
  std::string tip = fmt::format("{}\n{}", title_of(stages[under]), stages[under].name);
  if (const std::string time = time_of(status, under); !time.empty())
    tip += fmt::format("\n{}, the median of the last runs", time);
  ui.control("stages:slider", tip, StepsAction::step_forward);

  const auto chosen = static_cast<std::size_t>(stage_in_force(ui.session, status));
  const float y = static_cast<float>(area.y + track / 2);
  const auto middle_of = [&](std::size_t i) { return static_cast<float>(stop_at(i).middle().x); };
  const Area here = stop_at(chosen);
  list.AddRectFilled({static_cast<float>(here.x), static_cast<float>(here.y)},
                     {static_cast<float>(here.right()), static_cast<float>(here.bottom())}, packed(ui.palette.raised),
                     0.3F * ui.em);
  if (hovered && under != chosen) {
    const Area at = stop_at(under);
    list.AddRect({static_cast<float>(at.x), static_cast<float>(at.y)},
                 {static_cast<float>(at.right()), static_cast<float>(at.bottom())}, packed(ui.palette.line), 0.3F * ui.em);
  }
  const bool has_track = area.height > 4 * static_cast<double>(ui.em);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const Area at = stop_at(i);
    ui.controls[fmt::format("stages:stop:{}", i)] = at;
    if (has_track && i > 0)
      list.AddLine({middle_of(i - 1), y}, {middle_of(i), y}, packed(i <= chosen ? ui.palette.accent : ui.palette.line),
                   std::max(2.0F, 0.15F * ui.em));
    const double text_from =
        has_track ? track : std::max(0.0, (at.height - 1.1 * static_cast<double>(ui.fonts.small->FontSize)) / 2);
    draw_stop(ui, stages[i], {at.x, at.y + text_from, at.width, at.height - text_from}, i == chosen);
  }
  if (!has_track) return;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const bool done = i <= chosen;
    list.AddCircleFilled({middle_of(i), y}, (i == chosen ? 0.5F : 0.28F) * ui.em,
                         packed(done ? ui.palette.accent : ui.palette.quiet));
  }
}

}  // namespace satscope::app
