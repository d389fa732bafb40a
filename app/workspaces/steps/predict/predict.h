// SPDX-License-Identifier: Apache-2.0
// Predict what the next step writes, then see the gap. Plain data, judged by the trace, so it works for everything that has
// one.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/workspaces/steps/trace/flow.h"
#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

/// A cell that was said to change, perhaps with the number that it will hold.
struct PredictedCell {
  CellAt cell;
  std::string value = {};
};

/// What became of the predictions of one step.
struct PredictOutcome {
  std::size_t story_step = 0;  ///< its number, from 0
  std::vector<CellAt> found, missed, wrong;
  std::vector<CellAt> wrong_values;  ///< of cells that were found
  int values = 0, right_values = 0;  ///< that were typed
  bool tried = false;                ///< anything was predicted

  /// Cells that were found without a number, where another one has one: who types one number is asked for all.
  int not_typed() const { return values > 0 ? static_cast<int>(found.size()) - values : 0; }
  bool right() const { return tried && missed.empty() && wrong.empty() && wrong_values.empty() && not_typed() == 0; }
};

class Prediction {
 public:
  bool on = false;

  const std::vector<PredictedCell>& marks() const { return marks_; }
  const PredictOutcome* outcome() const { return has_outcome_ ? &outcome_ : nullptr; }
  int found() const { return found_; }  ///< cells so far
  int asked() const { return asked_; }
  int wrong() const { return wrong_; }  ///< cells that were marked and did not change
  int right_values() const { return right_values_; }
  int values() const { return values_; }

  void turn(bool to);
  /// Marks the cell, or takes its mark off. Begins the next prediction if the last one is judged.
  void click(CellAt cell);
  /// A letter of the value of the cell that was marked last: a digit, a point, a minus; '\b' takes the last one off.
  void type(char letter);
  /// Judges the marks against what the step writes, in cells that can be seen.
  void judge(const Story& story, std::size_t story_step, const std::function<bool(CellAt)>& visible);
  /// Forgets marks and outcome, as after a jump; the score stays.
  void forget();

 private:
  std::vector<PredictedCell> marks_;
  PredictOutcome outcome_;
  bool has_outcome_ = false;
  int found_ = 0, asked_ = 0, wrong_ = 0, values_ = 0, right_values_ = 0;
};

/// The cells that a step writes, each once, in the order of their first writes, and what they hold after it.
struct WrittenCell {
  CellAt cell;
  Cell after;
};
std::vector<WrittenCell> cells_written(const Story& story, std::size_t story_step);

/// "3 of 4 cells found, one other marked; 2 of 2 values right, 1 not typed." Gentle: without a try it only says how many
/// changed.
std::string sentence_of(const PredictOutcome& outcome);

}  // namespace satscope::app
