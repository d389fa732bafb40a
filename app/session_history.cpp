// SPDX-License-Identifier: Apache-2.0
#include "app/session_history.h"

namespace satscope::app {

void History::start(const Edit& edit) {
  steps_.assign(1, edit);
  at_ = 0;
}

void History::note(const Edit& edit, bool still_changing) {
  if (still_changing || edit == steps_[at_]) return;
  steps_.resize(at_ + 1);  // a new step ends what could be redone
  steps_.push_back(edit);
  if (steps_.size() > k_levels + 1) steps_.erase(steps_.begin());
  at_ = steps_.size() - 1;
}

const Edit& History::undo() {
  if (can_undo()) --at_;
  return steps_[at_];
}

const Edit& History::redo() {
  if (can_redo()) ++at_;
  return steps_[at_];
}

}  // namespace satscope::app
