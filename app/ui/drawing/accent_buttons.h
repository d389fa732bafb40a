// SPDX-License-Identifier: Apache-2.0
// Buttons of the accent colour: what is chosen, and what comes next.
#pragma once
#include "app/ui/drawing/theme.h"

namespace satscope::app {

/// While it lives, buttons are of the accent colour, at rest, under the pointer and pressed.
class AccentButtons {
 public:
  /// on: else it does nothing.
  explicit AccentButtons(const Palette& palette, bool on = true);
  ~AccentButtons();
  AccentButtons(const AccentButtons&) = delete;

 private:
  bool on_;
};

/// The text of every control in every state, on what is drawn behind it, in the style of this palette and on such
/// buttons.
std::vector<TextOn> control_texts(const Palette& palette);

}  // namespace satscope::app
