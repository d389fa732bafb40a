// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// What Learn is asked for: by its own keys, which work in every workspace while a lesson is open, and by its buttons.
struct LearnAction {
  static constexpr Action next_card{"next-card"};
  static constexpr Action previous_card{"previous-card"};
  static constexpr Action hint{"lesson-hint"};
  static constexpr Action reveal{"reveal"};
  static constexpr Action again{"card-again"};
  static constexpr Action close{"close-lesson"};
  static constexpr Action answer{"answer"};  ///< text: what was typed
  static constexpr Action change{"change"};  ///< text: members of the session, as JSON
};

std::vector<KeyBinding> learn_keys();

}  // namespace satscope::app
