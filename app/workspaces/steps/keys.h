// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// What Steps is asked for by its own keys.
struct StepsAction {
  static constexpr Action play{"play"};
  static constexpr Action finish{"finish-in"};
  static constexpr Action step_forward{"step-forward"};
  static constexpr Action step_back{"step-back"};
  static constexpr Action next_phase{"next-phase"};
  static constexpr Action previous_phase{"previous-phase"};
  static constexpr Action first_step{"first-step"};
  static constexpr Action last_step{"last-step"};
  static constexpr Action slower{"slower"};
  static constexpr Action faster{"faster"};
  static constexpr Action view{"steps-view"};
  static constexpr Action beside{"steps-beside"};
  static constexpr Action next_conflict{"next-conflict"};
  static constexpr Action panel{"steps-panel"};
  static constexpr Action all_blocks{"all-blocks"};
  static constexpr Action all_arrows{"all-arrows"};
  static constexpr Action next_example{"next-example"};
  static constexpr Action previous_example{"previous-example"};
  static constexpr Action swap_runs{"swap-runs"};
  static constexpr Action next_barrier{"next-barrier"};
  static constexpr Action all_barriers{"all-barriers"};
  static constexpr Action predict{"predict"};
  static constexpr Action guess{"guess-algorithm"};
  static constexpr Action guess_another{"guess-another"};
  static constexpr Action pair{"two-at-once"};
  static constexpr Action pair_link{"pair-link"};
  static constexpr Action next_thread{"next-thread"};
  static constexpr Action previous_thread{"previous-thread"};
  static constexpr Action save_png{"save-step-png"};
  static constexpr Action save_svg{"save-step-svg"};
  static constexpr Action save_gif{"save-phase-gif"};
  static constexpr Action save_card{"save-steps"};
  static constexpr Action save_request{"save-steps-now"};
  static constexpr Action play_stages{"play-stages"};
  static constexpr Action finish_stages{"finish-stages-in"};
  static constexpr Action stages_slower{"stages-slower"};
  static constexpr Action stages_faster{"stages-faster"};
  static constexpr Action next_stage{"next-stage"};
  static constexpr Action previous_stage{"previous-stage"};
  static constexpr Action first_stage{"first-stage"};
  static constexpr Action last_stage{"last-stage"};
};

std::vector<KeyBinding> steps_keys();
/// The stages of a whole picture have keys of their own, a view and no box; the grids have neither.
bool works_in_steps(const KeyBinding& binding, const Session& session);

}  // namespace satscope::app
