// SPDX-License-Identifier: Apache-2.0
// Two at once: both stories side by side, what each did in this step, and what both cost.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/ui/drawing/area_corners.h"
#include "app/ui/panels/choices.h"
#include "app/ui/panels/glossary.h"
#include "app/workspaces/steps/caption/explain.h"
#include "app/workspaces/steps/caption/step_words.h"
#include "app/workspaces/steps/compare/pair_words.h"
#include "app/workspaces/steps/source/what.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr const char* k_letters[]{"A", "B"};

/// For a newcomer, and what both are is said by the lesson.
bool is_in_lesson(const StepsUi& ui) { return ui.essential() && ui.doing.guided; }

struct Sides {
  StepsState* states[2];
  std::string names[2];  ///< what is stepped, and what of it differs
};

Sides sides_of(StepsUi& ui) {
  const StepsSettings& first = ui.session.part<StepsSettings>();
  const StepsSettings second = second_of(first, ui.session.part<StepsPair>());
  const auto [a, b] = is_in_lesson(ui) ? pair_differences(first, second) : pair_names(first, second);
  return {{&ui.steps.state, &ui.steps.pair.second}, {a, b}};
}

/// A letter on a round ground, and the name behind it.
void draw_name(StepsUi& ui, int side, const std::string& name, ImVec2 at, float room) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont& font = *ui.fonts.strong;
  const float r = 0.62F * font.FontSize;
  const ImVec2 middle{at.x + r, at.y + font.FontSize / 2};
  list.AddCircleFilled(middle, r, packed(ui.palette.accent));
  const float wide = font.CalcTextSizeA(font.FontSize, 1e9F, 0, k_letters[side]).x;
  list.AddText(&font, font.FontSize, {std::round(middle.x - wide / 2), std::round(at.y)}, packed(ui.palette.panel),
               k_letters[side]);
  const float left = 2 * r + 0.4F * ui.em;
  list.AddText(&font, font.FontSize, {std::round(at.x + left), std::round(at.y)}, packed(ui.palette.text),
               cut_to_fit(font, name, room - left).c_str());
}

void draw_side_of(StepsUi& ui, const Sides& sides, int side, const Area& area) {
  StepsModel& model = ui.steps;
  StepsState& state = *sides.states[side];
  const bool in_lesson = is_in_lesson(ui);  // then the heading above both has the step
  const float pad = 0.9F * ui.em, top = (in_lesson ? 1.9F : 3.1F) * ui.em;
  const ImVec2 at{static_cast<float>(area.x) + pad, static_cast<float>(area.y) + 0.35F * ui.em};
  const float wide = static_cast<float>(area.width) - 2 * pad;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_name(ui, side, sides.names[side], at, wide);
  ImFont& small = *ui.fonts.small;
  const auto second_line = [&](const std::string& text) {
    list.AddText(&small, small.FontSize, {std::round(at.x), std::round(at.y + 1.45F * ui.em)}, packed(ui.palette.quiet),
                 cut_to_fit(small, text, wide).c_str());
  };
  const Player* player = state.player();
  const std::string& problem = state.problem;
  if (!player || player->story().steps.empty() || !problem.empty()) {
    ImGui::SetCursorScreenPos({at.x, at.y + 1.45F * ui.em});
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + wide);
    coloured_text(ui.palette.quiet, problem.empty() ? "Tracing ..." : problem);
    ImGui::PopTextWrapPos();
    return;
  }
  ImGui::PushFont(ui.fonts.small);
  if (!in_lesson) second_line(first_that_fits(heading_texts(*player), wide));
  ImGui::PopFont();
  const Area view{area.x, area.y + top, area.width, area.height - top};
  if (view.height < 2 * ui.em) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !view.contains({mouse.x, mouse.y})) state.hover.reset();
  ImGui::PushID(side);
  const auto first_controls = side == 0 ? std::map<std::string, Area>{} : ui.controls;
  draw_step_view(ui, side == 0 ? model.views : model.pair.views,
                 shown_view(ui.session.part<StepsSettings>().view, state.has_messages()), state, view);
  ImGui::PopID();
  // the names of the first are reported to scripts as they are, those of the second with its letter
  for (const auto& [id, place] : first_controls)
    if (Area& now = ui.controls[id]; now.x != place.x || now.y != place.y) {
      ui.controls[id + ":B"] = now;
      now = place;
    }
}

/// What a story did in this step.
void draw_caption_of(StepsUi& ui, const Sides& sides, int side, float height) {
  const StepsState& state = *sides.states[side];
  const float wide = ImGui::GetContentRegionAvail().x, lean = 0.6F * ui.em;  // because: a child cuts what is at its edge
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() - lean);
  ImGui::BeginChild(k_letters[side], {wide + lean, height});
  ImGui::Indent(lean);
  draw_name(ui, side, sides.names[side], ImGui::GetCursorScreenPos(), wide);
  ImGui::Dummy({wide, 1.35F * ui.em});
  const Player* player = state.player();
  ImGui::PushTextWrapPos(0);
  if (player && !player->story().steps.empty()) {
    const StepCaption* caption = state.caption();
    ImGui::PushFont(ui.fonts.small);
    coloured_text(ui.palette.quiet, fmt::format("step {} of {}{}{}", player->position(), player->count(), caption ? ": " : "",
                                                caption ? player->story().first_step(*player->current()).label : ""));
    ImGui::PopFont();
    if (caption) {
      const ImVec2 left = ImGui::GetContentRegionAvail();
      const bool fits = ImGui::CalcTextSize(caption->this_step.c_str(), nullptr, false, left.x).y <= left.y;
      const std::string& text = fits ? caption->this_step : caption->this_step_brief;
      ImGui::TextUnformatted(text.empty() ? "No thread writes anything." : text.c_str());
    }
  }
  ImGui::PopTextWrapPos();
  ImGui::Unindent(lean);
  ImGui::EndChild();
  ui.control(fmt::format("steps:caption:{}", k_letters[side]));
}

void draw_costs(StepsUi& ui) {
  const StepsPairModel& pair = ui.steps.pair;
  const auto& first = pair.costs(false);
  const auto& second = pair.costs(true);
  const PairPlace now = pair.course()[pair.clock()->position()];
  const auto text = [](const RunCost& cost, const RunCostField& field) {
    return grouped(static_cast<std::uint64_t>(cost.*field.value));
  };
  const float padding = 0.35F * ui.em;
  ImGui::PushFont(ui.fonts.small);
  float name_wide = ImGui::CalcTextSize("COUNTED").x, number_wide = ImGui::CalcTextSize("A now").x;
  for (const RunCostField& field : k_run_costs) {
    name_wide = std::max(name_wide, ImGui::CalcTextSize(std::string(field.name).c_str()).x);
    for (const RunCost& all : {first.back(), second.back()})
      number_wide = std::max(number_wide, ImGui::CalcTextSize(text(all, field).c_str()).x);
  }
  const bool wide = name_wide + 4 * number_wide + 10 * padding <= ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {padding, 0.1F * ui.em});
  if (ImGui::BeginTable("costs", wide ? 5 : 3, ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupColumn("", 0, name_wide + 2 * padding);
    for (int i = 1; i < (wide ? 5 : 3); ++i)
      ImGui::TableSetupColumn(fmt::format("{}", i).c_str(), 0, number_wide + 2 * padding);
    const auto row = [&](Rgb colour, std::initializer_list<std::string> texts) {
      ImGui::TableNextRow();
      for (const std::string& one : texts) {
        ImGui::TableNextColumn();
        coloured_text(colour, one);
      }
    };
    wide ? row(ui.palette.quiet, {"COUNTED", "A now", "A all", "B now", "B all"})
         : row(ui.palette.quiet, {"COUNTED", "A all", "B all"});
    for (const RunCostField& field : k_run_costs) {
      const std::string name(field.name), all_a = text(first.back(), field), all_b = text(second.back(), field);
      wide ? row(ui.palette.text, {name, text(first[now.first], field), all_a, text(second[now.second], field), all_b})
           : row(ui.palette.text, {name, all_a, all_b});
      ui.control(fmt::format("steps:cost:{}", field.id), field.tip);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

}  // namespace

void draw_pair(StepsUi& ui, const Area& area) {
  const Sides sides = sides_of(ui);
  const bool beside = area.width > 1.2 * area.height;
  Area halves[]{area, area};
  if (beside) {
    halves[0].width = std::round(area.width / 2);
    halves[1].x += halves[0].width;
    halves[1].width -= halves[0].width;
  } else {
    halves[0].height = std::round(area.height / 2);
    halves[1].y += halves[0].height;
    halves[1].height -= halves[0].height;
  }
  for (int side = 0; side < 2; ++side) draw_side_of(ui, sides, side, halves[side]);
  const Area& second = halves[1];
  ImGui::GetWindowDrawList()->AddLine(corner(second),
                                      beside ? ImVec2{static_cast<float>(second.x), static_cast<float>(second.bottom())}
                                             : ImVec2{static_cast<float>(second.right()), static_cast<float>(second.y)},
                                      packed(ui.palette.line), std::max(1.0F, 0.1F * ui.em));
}

void draw_pair_caption(StepsUi& ui) {
  StepsModel& model = ui.steps;
  const Sides sides = sides_of(ui);
  const StepsPair& pair = ui.session.part<StepsPair>();
  caption(ui, "TWO AT ONCE, ON THE SAME NUMBERS");
  const float rows = 1.5F * static_cast<float>(k_run_costs.size() + 1);
  const float each = std::clamp((ImGui::GetContentRegionAvail().y / ui.em - rows - 7) / 2, 4.0F, 9.0F);
  for (int side = 0; side < 2; ++side) draw_caption_of(ui, sides, side, each * ui.em);
  if (!model.pair.clock()) return;
  draw_costs(ui);
  ImGui::Dummy({0, 0.3F * ui.em});
  ImGui::PushFont(ui.fonts.small);
  text_with_terms(ui, ui.palette.text, model.pair.verdict());
  ui.control("steps:verdict");
  text_with_terms(ui, ui.palette.quiet,
                  pair.link == PairLink::work ? "Linked by work: the next step is the one that leaves fewer additions done."
                                              : "Linked by step: both take each step together.");
  ImGui::PopFont();
}

std::string pair_narration(const StepsModel& model) {
  std::string texts[2];
  const StepsState* states[]{&model.state, &model.pair.second};
  for (int side = 0; side < 2; ++side)
    if (const StepCaption* caption = states[side]->caption())
      texts[side] = caption->this_step.empty() ? "no thread writes anything." : caption->this_step_brief;
  if (texts[0].empty() && texts[1].empty()) return "Before the first step of both.";
  if (texts[0] == texts[1]) return fmt::format("{} and {}: {}", k_letters[0], k_letters[1], texts[0]);
  std::string text;
  for (int side = 0; side < 2; ++side)
    if (!texts[side].empty()) text += fmt::format("{}{}: {}", text.empty() ? "" : " ", k_letters[side], texts[side]);
  return text;
}

void draw_steps_second(StepsUi& ui) {
  StepsSettings& first = ui.session.part<StepsSettings>();
  StepsPair& pair = ui.session.part<StepsPair>();
  caption(ui, "COMPARE OR GUESS");
  bool on = pair.on;
  if (ImGui::Checkbox("Two at once", &on)) ui.ask(StepsAction::pair);
  ui.control("steps:pair", "A second algorithm, or the same with other parameters, on the same numbers", StepsAction::pair);
  bool guesses = ui.steps.guess.on();
  if (ImGui::Checkbox("Guess the algorithm", &guesses)) ui.ask(StepsAction::guess);
  ui.control("steps:guess", "Steps an algorithm without its name: which one is it?", StepsAction::guess);
  if (!pair.on) return;
  StepsSettings second = second_of(first, pair);
  const Filter* filter = find_filter(first.filter);
  if (filter) {
    for (const Param& param : filter->params) draw_param(ui, param, second.filter_params, "second:");
  }
  if (!filter || !filter->tables.empty()) {
    std::vector<Choice> choices;
    for (const Algorithm& one : algorithms()) choices.push_back({one.id, one.title, one.paper, {}, one.untraced});
    const std::string tip = filter ? "What makes the tables of the second" : "The second algorithm; it may be the same";
    if (choose(ui, "##second", "steps:second", tip, second.algorithm, choices)) second.params.clear();
    if (const Algorithm* algorithm = find_algorithm(second.algorithm))
      for (const Param& param : algorithm->params)
        if (acts_in_traces(*algorithm, param, second.params)) draw_param(ui, param, second.params, "second:table:");
  }
  take_second(second, pair);
  std::string link(id_of(pair.link));
  if (choose(ui, "##link", "steps:link", "When the two have come equally far", link,
             {{"step", "Linked by step", "both take each step together"},
              {"work", "Linked by work", "the next step is the one that leaves fewer additions done"}}))
    pair.link = link == "work" ? PairLink::work : PairLink::step;
}

}  // namespace satscope::app
