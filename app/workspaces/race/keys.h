// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// What Race is asked for by its own keys.
struct RaceAction {
  static constexpr Action run{"race-run"};
  static constexpr Action freeze{"race-freeze"};
  static constexpr Action toggle_entrant{"toggle-entrant"};
  static constexpr Action budget_down{"budget-down"};
  static constexpr Action budget_up{"budget-up"};
  static constexpr Action copy_times{"copy-times"};
  static constexpr Action save_times{"save-times"};
  static constexpr Action plot{"race-plot"};
};

}  // namespace satscope::app
