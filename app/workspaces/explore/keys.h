// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// What Explore is asked for by its own keys.
struct ExploreAction {
  static constexpr Action why{"why-four-reads"};
  static constexpr Action next_read{"next-read"};
  static constexpr Action previous_read{"previous-read"};
  static constexpr Action play_reads{"play-reads"};
  static constexpr Action to_read{"to-read"};
  static constexpr Action slower{"reads-slower"};
  static constexpr Action faster{"reads-faster"};
  static constexpr Action next_shape{"next-shape"};
  static constexpr Action previous_shape{"previous-shape"};
  static constexpr Action swap_boxes{"swap-boxes"};
};

std::vector<KeyBinding> explore_keys();
bool works_in_explore(const KeyBinding& binding, const Session& session);

}  // namespace satscope::app
