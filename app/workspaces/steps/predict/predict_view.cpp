// SPDX-License-Identifier: Apache-2.0
// Predictions as they are made and judged: marks over the grids, and a few words beside them.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/caption/explain.h"
#include "kernels/plural.h"
#include "kernels/trace/narration.h"

namespace satscope::app {
namespace {

bool has(const std::vector<CellAt>& cells, CellAt cell) { return std::ranges::find(cells, cell) != cells.end(); }

class MarkPainter {
 public:
  MarkPainter(StepsUi& ui, const StepsLayout& layout) : ui_(ui), layout_(layout), list_(*ImGui::GetWindowDrawList()) {}

  /// A frame around the cell wherever it is drawn large; dashed where it was only missed.
  void frame(CellAt cell, Rgb colour, bool dashed, bool fills = true) {
    for (const GridPanel& panel : layout_.panels) {
      if (panel.buffer != cell.buffer || panel.role == GridRole::strip) continue;
      const Area at = panel.cell(cell.index);
      const ImVec2 a{static_cast<float>(at.x) + 1, static_cast<float>(at.y) + 1};
      const ImVec2 b{static_cast<float>(at.right()) - 2, static_cast<float>(at.bottom()) - 2};
      const float thick = std::max(2.0F, (ui_.session.presenting ? 0.24F : 0.16F) * ui_.em);
      constexpr float k_fill = 0.3F;  // because: a frame alone is lost among the frames of the cells
      if (fills) list_.AddRectFilled(a, b, packed(colour, k_fill));
      // because: a cell may have the colour of the mark
      const std::pair<ImU32, float> strokes[]{{packed(ui_.palette.on_mark), thick + 3}, {packed(colour), thick}};
      if (!dashed) {
        for (const auto& [ink, wide] : strokes) list_.AddRect(a, b, ink, 0, 0, wide);
        continue;
      }
      constexpr int k_dashes = 4;
      for (const auto& [ink, wide] : strokes)
        for (int i = 0; i < k_dashes; ++i) {
          const auto between = [&](float from, float to, float part) {
            return from + (to - from) * (static_cast<float>(i) + part) / k_dashes;
          };
          for (const float y : {a.y, b.y}) list_.AddLine({between(a.x, b.x, 0.2F), y}, {between(a.x, b.x, 0.8F), y}, ink, wide);
          for (const float x : {a.x, b.x}) list_.AddLine({x, between(a.y, b.y, 0.2F)}, {x, between(a.y, b.y, 0.8F)}, ink, wide);
        }
    }
  }

  /// A tick or a cross in the corner of the cell, which is read from the last row, too. Reported as "steps:judged:PLACE".
  void sign(CellAt cell, Rgb colour, bool right) {
    for (const GridPanel& panel : layout_.panels) {
      if (panel.buffer != cell.buffer || panel.role == GridRole::strip) continue;
      const Area at = panel.cell(cell.index);
      const float r = std::min(0.7F * ui_.em, 0.26F * static_cast<float>(std::min(at.width, at.height)));
      const ImVec2 middle{static_cast<float>(at.right()) - r - 1, static_cast<float>(at.y) + r + 1};
      const auto point = [&](float x, float y) { return ImVec2{middle.x + x * r, middle.y + y * r}; };
      const float thick = std::max(2.0F, 0.26F * r);
      const ImU32 ink = packed(ui_.palette.panel);
      list_.AddCircleFilled(middle, r + 2, packed(ui_.palette.on_mark));
      list_.AddCircleFilled(middle, r, packed(colour));
      if (right) {
        const ImVec2 tick[]{point(-0.5F, 0), point(-0.15F, 0.4F), point(0.5F, -0.4F)};
        list_.AddPolyline(tick, 3, ink, 0, thick);
      } else {
        list_.AddLine(point(-0.4F, -0.4F), point(0.4F, 0.4F), ink, thick);
        list_.AddLine(point(-0.4F, 0.4F), point(0.4F, -0.4F), ink, thick);
      }
      ui_.controls[fmt::format("steps:judged:{}", cell.index)] = {static_cast<double>(middle.x - r),
                                                                  static_cast<double>(middle.y - r),
                                                                  2.0 * static_cast<double>(r), 2.0 * static_cast<double>(r)};
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

/// "5 + 9 = 14": how the cell got its number in the step; empty: no thread wrote it.
std::string origin_of(const Story& story, std::size_t story_step, CellAt cell) {
  std::string text;
  const StoryStep& steps = story.steps[story_step];
  for (std::uint32_t at = steps.first; at < steps.end; ++at)
    for (const Write& write : story.trace.writes_of(story.trace.steps[at]))
      if (write.buffer == cell.buffer && write.index == cell.index)
        text = describe_write(story.trace, story.trace.steps[at], write);
  return text;
}

/// The place of shared memory that takes a number of a buffer that no step writes: a click on a leaf of the tree means this
/// one.
std::optional<CellAt> holder_of(const Story& story, CellAt cell) {
  const Trace& trace = story.trace;
  if (std::ranges::find(trace.writes, cell.buffer, &Write::buffer) != trace.writes.end()) return {};
  for (const Step& step : trace.steps)
    for (const Flow& flow : flows_of(trace, step)) {
      const Write& write = trace.writes[flow.write];
      if (flow.from == cell && trace.buffers[write.buffer].space == Space::shared) return CellAt{write.buffer, write.index};
    }
  return {};
}

/// Why a prediction was not right: of each number, else of the first cell.
std::string reasons_of(const Story& story, const Prediction& prediction) {
  const PredictOutcome& outcome = *prediction.outcome();
  std::string text;
  for (const CellAt cell : outcome.wrong_values)
    for (const PredictedCell& mark : prediction.marks())
      if (mark.cell == cell)
        text += fmt::format("{}{}: you said {}, it is {}.", text.empty() ? "" : " ", name_of(story.trace, cell), mark.value,
                            origin_of(story, outcome.story_step, cell));
  if (!text.empty() || !outcome.tried) return text;
  if (!outcome.missed.empty()) {
    const CellAt cell = outcome.missed.front();
    text = fmt::format("{} was written, too: {}.", name_of(story.trace, cell), origin_of(story, outcome.story_step, cell));
  }
  if (!outcome.wrong.empty())
    text += fmt::format("{}No thread wrote {}.", text.empty() ? "" : " ", name_of(story.trace, outcome.wrong.front()));
  return text;
}

}  // namespace

bool is_drawn(const StepsLayout& layout, CellAt cell) {
  return std::ranges::any_of(
      layout.panels, [&](const GridPanel& panel) { return panel.buffer == cell.buffer && panel.role != GridRole::strip; });
}

void draw_marks(StepsUi& ui, const StepsLayout& layout, bool arrived) {
  StepsModel& model = ui.steps;
  Prediction& prediction = model.prediction;
  if (!prediction.on) return;
  // a click chooses a cell: here that is a mark
  if (model.state.chosen) {
    const CellAt chosen = *model.state.chosen;
    const CellAt cell = model.state.player() ? holder_of(model.state.player()->story(), chosen).value_or(chosen) : chosen;
    if (is_drawn(layout, cell)) prediction.click(cell);
    model.state.chosen.reset();
  }
  ImGuiIO& io = ImGui::GetIO();
  if (!io.WantTextInput)
    for (const ImWchar letter : io.InputQueueCharacters)
      if (letter < 128) prediction.type(static_cast<char>(letter));
  MarkPainter painter(ui, layout);
  if (const PredictOutcome* outcome = prediction.outcome()) {
    if (!arrived) return;
    for (const CellAt cell : outcome->missed) painter.frame(cell, ui.palette.selected, true);
    for (const CellAt cell : outcome->wrong) {
      painter.frame(cell, ui.palette.bad, false);
      painter.sign(cell, ui.palette.bad, false);
    }
    for (const CellAt cell : outcome->found) {
      const bool wrong = has(outcome->wrong_values, cell);
      const Rgb colour = wrong ? ui.palette.bad : ui.palette.good;
      painter.frame(cell, colour, false, wrong);  // because: over a right number it would pale it
      painter.sign(cell, colour, !wrong);
    }
    return;
  }
  // because: what a lesson types while it plays its solution, the class sees when the step is made
  const bool plays = ui.session.presenting && ui.doing.guided && !ui.doing.asked;
  for (const PredictedCell& mark : prediction.marks()) {
    painter.frame(mark.cell, ui.palette.accent, false);
    if (!mark.value.empty() && !plays) painter.value(mark.cell, mark.value);
  }
}

PredictionTexts prediction_texts(const StepsUi& ui, const Player& player) {
  const Prediction& prediction = ui.steps.prediction;
  const Story& story = player.story();
  PredictionTexts texts;
  if (const PredictOutcome* outcome = prediction.outcome()) {
    texts.outcome = sentence_of(*outcome);
    texts.wrong = reasons_of(story, prediction);
  }
  // because: after a slip a card says how to go on
  const bool card_says = ui.doing.guided && prediction.outcome() && !prediction.outcome()->right();
  if (player.position() < player.count() && !card_says) {
    const Step& next = story.first_step(story.steps[player.position()]);
    const bool other_pass = player.current() && story.first_step(*player.current()).pass != next.pass;
    texts.next = other_pass ? "The next step begins another pass: go on with Right."
                            : fmt::format(
                                  "{}Click the cells that {} will change; after a click, type the new number "
                                  "if you know it. The right arrow shows it.",
                                  ui.essential() ? "" : fmt::format("Next is {}. ", next.label),
                                  ui.essential() ? "the next step" : "it");
  }
  if (prediction.asked() == 0) return texts;
  texts.score = fmt::format("In all steps so far: {} of {}", prediction.found(), counted(prediction.asked(), "cell"));
  if (prediction.wrong() > 0)
    texts.score += fmt::format(", {} marked that did not change", counted(prediction.wrong(), "cell"));
  if (prediction.values() > 0)
    texts.score += fmt::format(", {} of {}", prediction.right_values(), counted(prediction.values(), "value"));
  texts.score += ".";
  return texts;
}

void draw_prediction(StepsUi& ui, const Player& player) {
  const PredictionTexts texts = prediction_texts(ui, player);
  ImGui::Dummy({0, 0.3F * ui.em});
  caption(ui, "PREDICT");
  ImGui::PushTextWrapPos(0);
  for (const auto& [colour, text] : {std::pair{ui.palette.text, &texts.outcome}, std::pair{ui.palette.bad, &texts.wrong},
                                     std::pair{ui.palette.quiet, &texts.next}, std::pair{ui.palette.text, &texts.score}})
    if (!text->empty()) coloured_text(colour, *text);
  ImGui::PopTextWrapPos();
  ui.control("steps:prediction");
}

}  // namespace satscope::app
