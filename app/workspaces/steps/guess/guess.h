// SPDX-License-Identifier: Apache-2.0
// Guess the algorithm: a story without its names, and what became of the guesses.
#pragma once
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

/// Takes the names out of a story before its steps are gathered: those of passes, phases, algorithm and formulas. Phases keep
/// their borders: "phase-1", "phase-1, 2". Buffers keep their names.
void take_names_out(Story& story);

class Guess {
 public:
  bool on() const { return !algorithm_.empty(); }
  /// Names are hidden until the guess is right.
  bool hides(const std::string& algorithm) const { return algorithm_ == algorithm && !solved_; }
  bool solved() const { return solved_; }
  const std::string& algorithm() const { return algorithm_; }  ///< that is to be guessed

  /// Picks another algorithm that can make the table of this story's numbers. Returns its id; none: there is no other. all:
  /// also of those that no example and no lesson steps through.
  std::optional<std::string> begin(const Story& story, std::mt19937& random, bool all = true);
  void stop() { *this = {}; }
  /// Whether this is it; of wrong ones the answer says how they differ from what one sees.
  void guess(const Story& story, const std::string& id);
  /// "Right, at the first try." or why not; empty before the first guess.
  const std::string& answer() const { return answer_; }
  const std::vector<std::string>& wrong() const { return wrong_; }  ///< ids

 private:
  std::string algorithm_, answer_;
  std::vector<std::string> wrong_;
  bool solved_ = false;
};

/// The algorithms that can make the table of this story's numbers, by id.
std::vector<std::string> guessable(const Story& story, bool all = true);

}  // namespace satscope::app
