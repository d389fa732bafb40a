// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/predict/predict.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// Whether the text is this number; of fractions three digits are enough.
bool is_number(const std::string& text, const Value& value) {
  double said = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), said);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  const double truth = to_double(value);
  return std::holds_alternative<double>(value) ? std::abs(said - truth) <= 1e-3 * std::max(1.0, std::abs(truth))
                                               : said == truth;
}

}  // namespace

std::vector<WrittenCell> cells_written(const Story& story, std::size_t story_step) {
  std::vector<WrittenCell> cells;
  for (std::uint32_t at = story.steps.at(story_step).first; at < story.steps[story_step].end; ++at)
    for (const Write& write : story.trace.writes_of(story.trace.steps[at])) {
      const CellAt cell{write.buffer, write.index};
      const auto known = std::ranges::find(cells, cell, &WrittenCell::cell);
      if (known == cells.end())
        cells.push_back({cell, write.after});
      else
        known->after = write.after;
    }
  return cells;
}

void Prediction::turn(bool to) {
  on = to;
  marks_.clear();
  has_outcome_ = false;
  found_ = asked_ = wrong_ = values_ = right_values_ = 0;
}

void Prediction::click(CellAt cell) {
  if (std::exchange(has_outcome_, false)) marks_.clear();
  const auto known = std::ranges::find(marks_, cell, &PredictedCell::cell);
  if (known == marks_.end())
    marks_.push_back({cell});
  else
    marks_.erase(known);
}

void Prediction::type(char letter) {
  constexpr std::size_t k_longest = 20;
  if (marks_.empty() || has_outcome_) return;
  std::string& value = marks_.back().value;
  if (letter == '\b') {
    if (!value.empty()) value.pop_back();
  } else if (value.size() < k_longest &&
             ((letter >= '0' && letter <= '9') || letter == '.' || (letter == '-' && value.empty()))) {
    value += letter;
  }
}

void Prediction::judge(const Story& story, std::size_t story_step, const std::function<bool(CellAt)>& visible) {
  outcome_ = {.story_step = story_step, .found = {}, .missed = {}, .wrong = {}, .wrong_values = {}, .tried = !marks_.empty()};
  for (const WrittenCell& written : cells_written(story, story_step)) {
    const auto mark = std::ranges::find(marks_, written.cell, &PredictedCell::cell);
    if (mark == marks_.end()) {
      if (visible(written.cell)) outcome_.missed.push_back(written.cell);
      continue;
    }
    outcome_.found.push_back(written.cell);
    if (mark->value.empty()) continue;
    ++outcome_.values;
    if (is_number(mark->value, number(written.after, story.trace.buffers[written.cell.buffer].type)))
      ++outcome_.right_values;
    else
      outcome_.wrong_values.push_back(written.cell);
  }
  for (const PredictedCell& mark : marks_)
    if (std::ranges::find(outcome_.found, mark.cell) == outcome_.found.end()) outcome_.wrong.push_back(mark.cell);
  has_outcome_ = true;
  if (!outcome_.tried) return;
  found_ += static_cast<int>(outcome_.found.size());
  asked_ += static_cast<int>(outcome_.found.size() + outcome_.missed.size());
  wrong_ += static_cast<int>(outcome_.wrong.size());
  values_ += outcome_.values;
  right_values_ += outcome_.right_values;
}

void Prediction::forget() {
  marks_.clear();
  has_outcome_ = false;
}

std::string sentence_of(const PredictOutcome& outcome) {
  const std::size_t all = outcome.found.size() + outcome.missed.size();
  const auto cells = [](std::size_t n) { return counted(n, "cell"); };
  if (!outcome.tried) return fmt::format("{} changed. Click the next ones before you go on.", cells(all));
  std::string text =
      all == 0 ? "Nothing that you can see here changed" : fmt::format("{} of {} found", outcome.found.size(), cells(all));
  if (!outcome.wrong.empty()) text += fmt::format(", {} marked that did not change", cells(outcome.wrong.size()));
  if (outcome.values > 0) text += fmt::format("; {} of {} right", outcome.right_values, counted(outcome.values, "value"));
  if (outcome.not_typed() > 0) text += fmt::format(", {} not typed", outcome.not_typed());
  return text + ".";
}

}  // namespace satscope::app
