// SPDX-License-Identifier: Apache-2.0
// Predictions as they are made and judged: marks over the grids, and a few words beside them.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/caption/explain.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

bool has(const std::vector<CellAt>& cells, CellAt cell) { return std::ranges::find(cells, cell) != cells.end(); }

class MarkPainter {
 public:
  MarkPainter(StepsUi& ui, const StepsLayout& layout) : ui_(ui), layout_(layout), list_(*ImGui::GetWindowDrawList()) {}

  /// A frame around the cell wherever it is drawn large; dashed where it was only missed.
  void frame(CellAt cell, Rgb colour, bool dashed) {
    for (const GridPanel& panel : layout_.panels) {
      if (panel.buffer != cell.buffer || panel.role == GridRole::strip) continue;
      const Area at = panel.cell(cell.index);
      const ImVec2 a{static_cast<float>(at.x) + 1, static_cast<float>(at.y) + 1};
      const ImVec2 b{static_cast<float>(at.right()) - 2, static_cast<float>(at.bottom()) - 2};
      const float thick = std::max(2.0F, 0.16F * ui_.em);
      constexpr float k_fill = 0.3F;  // because: a frame alone is lost among the frames of the cells
      list_.AddRectFilled(a, b, packed(colour, k_fill));
      if (!dashed) {
        list_.AddRect(a, b, packed(colour), 0, 0, thick);
        continue;
      }
      constexpr int k_dashes = 4;
      for (int i = 0; i < k_dashes; ++i) {
        const auto between = [&](float from, float to, float part) {
          return from + (to - from) * (static_cast<float>(i) + part) / k_dashes;
        };
        for (const float y : {a.y, b.y})
          list_.AddLine({between(a.x, b.x, 0.2F), y}, {between(a.x, b.x, 0.8F), y}, packed(colour), thick);
        for (const float x : {a.x, b.x})
          list_.AddLine({x, between(a.y, b.y, 0.2F)}, {x, between(a.y, b.y, 0.8F)}, packed(colour), thick);
      }
    }
  }

  /// What was typed, over the number that the cell holds now.
  void value(CellAt cell, const std::string& text) {
    for (const GridPanel& panel : layout_.panels) {
      if (panel.buffer != cell.buffer || panel.role == GridRole::strip || panel.number_size <= 0) continue;
      const Area at = panel.cell(cell.index);
      const auto size = static_cast<float>(panel.number_size);
      const ImVec2 wide = ui_.fonts.text->CalcTextSizeA(size, 1e9F, 0, text.c_str());
      const ImVec2 from{static_cast<float>(at.x) + 3, static_cast<float>(at.y) + 3};
      list_.AddRectFilled(from, {static_cast<float>(at.right()) - 3, static_cast<float>(at.bottom()) - 3},
                          packed(ui_.palette.raised));
      list_.AddText(ui_.fonts.text, size,
                    {static_cast<float>(at.middle().x) - wide.x / 2, static_cast<float>(at.middle().y) - wide.y / 2},
                    packed(ui_.palette.accent), text.c_str());
    }
  }

 private:
  StepsUi& ui_;
  const StepsLayout& layout_;
  ImDrawList& list_;
};

}  // namespace

bool is_drawn(const StepsLayout& layout, CellAt cell) {
  return std::ranges::any_of(
      layout.panels, [&](const GridPanel& panel) { return panel.buffer == cell.buffer && panel.role != GridRole::strip; });
}

void draw_marks(StepsUi& ui, const StepsLayout& layout) {
  StepsRoom& room = ui.steps;
  Prediction& prediction = room.prediction;
  if (!prediction.on) return;
  // a click chooses a cell: here that is a mark
  if (room.state.chosen) {
    if (is_drawn(layout, *room.state.chosen)) prediction.click(*room.state.chosen);
    room.state.chosen.reset();
  }
  ImGuiIO& io = ImGui::GetIO();
  if (!io.WantTextInput)
    for (const ImWchar letter : io.InputQueueCharacters)
      if (letter < 128) prediction.type(static_cast<char>(letter));
  MarkPainter painter(ui, layout);
  if (const PredictOutcome* outcome = prediction.outcome()) {
    for (const CellAt cell : outcome->missed) painter.frame(cell, ui.palette.selected, true);
    for (const CellAt cell : outcome->wrong) painter.frame(cell, ui.palette.bad, false);
    for (const CellAt cell : outcome->found)
      painter.frame(cell, has(outcome->wrong_values, cell) ? ui.palette.bad : ui.palette.good, false);
    return;
  }
  for (const PredictedCell& mark : prediction.marks()) {
    painter.frame(mark.cell, ui.palette.accent, false);
    if (!mark.value.empty()) painter.value(mark.cell, mark.value);
  }
}

void draw_prediction(StepsUi& ui, const Player& player) {
  const Prediction& prediction = ui.steps.prediction;
  const Story& story = player.story();
  ImGui::Dummy({0, 0.3F * ui.em});
  caption(ui, "PREDICT");
  ImGui::PushTextWrapPos(0);
  if (const PredictOutcome* outcome = prediction.outcome()) {
    ImGui::TextUnformatted(sentence_of(*outcome).c_str());
    for (const CellAt cell : outcome->wrong_values)
      for (const PredictedCell& mark : prediction.marks())
        if (mark.cell == cell)
          coloured_text(ui.palette.bad, fmt::format("{}: you said {}, it is {}", name_of(story.trace, cell), mark.value,
                                                    cell_text(story.trace, cell, ui.steps.state.cell(cell))));
  }
  if (player.position() < player.count()) {
    const Step& next = story.first_step(story.steps[player.position()]);
    const bool other_pass = player.current() && story.first_step(*player.current()).pass != next.pass;
    coloured_text(ui.palette.quiet, other_pass ? "The next step begins another pass: go on with Right."
                                               : fmt::format("Next is {}. Click the cells that it will change; after a click, "
                                                             "type the new number if you know it. Right shows it.",
                                                             next.label));
  }
  if (prediction.asked() > 0) {
    std::string score = fmt::format("So far {} of {}", prediction.found(), counted(prediction.asked(), "cell"));
    if (prediction.values() > 0)
      score += fmt::format(", {} of {}", prediction.right_values(), counted(prediction.values(), "value"));
    ImGui::TextUnformatted((score + ".").c_str());
  }
  ImGui::PopTextWrapPos();
  ui.control("steps:prediction");
}

}  // namespace satscope::app
