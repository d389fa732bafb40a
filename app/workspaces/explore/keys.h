// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// Actions of Explore that buttons and menus name; the table is in explore.cpp.
struct ExploreAction {
  static constexpr Action why{"why-four-reads"}, next_read{"next-read"}, previous_read{"previous-read"},
      play_reads{"play-reads"}, to_read{"to-read"}, next_shape{"next-shape"}, swap_boxes{"swap-boxes"};
};

}  // namespace satscope::app
