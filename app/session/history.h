// SPDX-License-Identifier: Apache-2.0
// Undo and redo over what a user edits. A drag is one step, however many boxes it passes through.
#pragma once
#include <cstddef>
#include <vector>

#include "app/session/session.h"

namespace satscope::app {

template <class State>
class HistoryOf {
 public:
  static constexpr std::size_t k_levels = 1000;

  /// Where the history begins; forgets all steps.
  void start(const State& state) {
    steps_.assign(1, state);
    at_ = 0;
  }

  /// Once per frame: remembers the state as a new step when it differs from the last one and the user is not changing it any
  /// more.
  void note(const State& state, bool still_changing) {
    if (still_changing || state == steps_[at_]) return;
    steps_.resize(at_ + 1);  // a new step ends what could be redone
    steps_.push_back(state);
    if (steps_.size() > k_levels + 1) steps_.erase(steps_.begin());
    at_ = steps_.size() - 1;
  }

  /// The state follows from the last step, as when the picture arrives: undo leaves both at once.
  void amend(const State& state) { steps_[at_] = state; }
  const State& present() const { return steps_[at_]; }

  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < steps_.size(); }
  /// The state one step back or forward; the present one if there is none.
  const State& undo() {
    if (can_undo()) --at_;
    return steps_[at_];
  }
  const State& redo() {
    if (can_redo()) ++at_;
    return steps_[at_];
  }

 private:
  std::vector<State> steps_{State{}};
  std::size_t at_ = 0;
};

/// Of the session.
using History = HistoryOf<Edit>;

}  // namespace satscope::app
