// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// What Playground is asked for by its own keys.
struct PlaygroundAction {
  static constexpr Action original{"original"};
  static constexpr Action wipe{"wipe"};
  static constexpr Action difference{"difference"};
  static constexpr Action radius_down{"radius-down"};
  static constexpr Action radius_up{"radius-up"};
  static constexpr Action radius_far_down{"radius-far-down"};
  static constexpr Action radius_far_up{"radius-far-up"};
  static constexpr Action choose_filter{"choose-filter"};
  static constexpr Action remove_region{"remove-region"};
  static constexpr Action to_explore{"to-explore"};
  static constexpr Action save_result{"save-result"};
  static constexpr Action record{"record"};
  static constexpr Action previous_feature{"previous-feature"};
  static constexpr Action next_feature{"next-feature"};
  static constexpr Action previous_face_stage{"previous-face-stage"};
  static constexpr Action next_face_stage{"next-face-stage"};
  static constexpr Action keep_template{"keep-template"};  ///< no key: a drag over a live picture ends with it
};

std::vector<KeyBinding> playground_keys();

}  // namespace satscope::app
