// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// Actions of Race that buttons and menus name; the table is in workspace.cpp.
struct RaceAction {
  static constexpr Action run{"race-run"}, freeze{"race-freeze"}, toggle_entrant{"toggle-entrant"}, budget_up{"budget-up"},
      copy_times{"copy-times"}, save_times{"save-times"}, plot{"race-plot"};
};

}  // namespace satscope::app
