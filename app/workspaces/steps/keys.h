// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// Actions of Steps that buttons, menus and tests name; the table is in actions.cpp.
struct StepsAction {
  static constexpr Action play{"play"}, finish{"finish-in"}, step_forward{"step-forward"}, step_back{"step-back"},
      next_phase{"next-phase"}, previous_phase{"previous-phase"}, first_step{"first-step"}, last_step{"last-step"},
      faster{"faster"}, view{"steps-view"}, beside{"steps-beside"}, all_blocks{"all-blocks"}, all_arrows{"all-arrows"},
      next_example{"next-example"}, swap_runs{"swap-runs"}, next_barrier{"next-barrier"}, predict{"predict"},
      guess{"guess-algorithm"}, guess_another{"guess-another"}, pair{"two-at-once"}, next_thread{"next-thread"},
      save_png{"save-step-png"}, save_svg{"save-step-svg"}, save_gif{"save-phase-gif"}, save_card{"save-steps"},
      save_request{"save-steps-now"}, level{"steps-level"}, edit_file{"edit-file"}, save_file{"save-file"};
};

}  // namespace satscope::app
