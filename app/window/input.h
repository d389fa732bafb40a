// SPDX-License-Identifier: Apache-2.0
// Keys and pointer of the window: what came since the last frame goes to ImGui, and the keys become actions.
#pragma once
#include <functional>
#include <vector>

#include "app/ui/input.h"
#include "app/window/actions.h"

namespace satscope::app {

class Input {
 public:
  Input(WindowModel& model, Actions& actions) : model_(model), actions_(actions) {}

  InputQueue& queue() { return queue_; }
  bool empty() const { return queue_.empty(); }
  /// Gives ImGui what belongs to this frame, before its NewFrame. Whether that was a key or a button.
  bool feed();
  /// Asks for what the keys of this frame mean, where no field takes them.
  void read_keys(const std::function<Ui()>& make_ui);

 private:
  WindowModel& model_;
  Actions& actions_;
  InputQueue queue_;
  std::vector<Press> presses_;  ///< of this frame
  bool had_popup_ = false;      ///< before it
  double typed_at_ = -1e9;      ///< when a text field had the keyboard last, seconds
};

}  // namespace satscope::app
