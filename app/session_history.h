// SPDX-License-Identifier: Apache-2.0
// Undo and redo over what a user edits. A drag is one step, however many boxes it passes through.
#pragma once
#include <cstddef>
#include <vector>

#include "app/session.h"

namespace satscope::app {

class History {
 public:
  static constexpr std::size_t k_levels = 1000;

  /// Where the history begins; forgets all steps.
  void start(const Edit& edit);

  /// Once per frame: remembers the edit as a new step when it differs from the last one and nobody is still changing it.
  void note(const Edit& edit, bool still_changing);

  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < steps_.size(); }
  /// The edit one step back or forward; the present one if there is none.
  const Edit& undo();
  const Edit& redo();

 private:
  std::vector<Edit> steps_{Edit{}};
  std::size_t at_ = 0;
};

}  // namespace satscope::app
