// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/keys.h"

#include "app/workspaces/steps/settings.h"

namespace satscope::app {

bool works_in_steps(const KeyBinding& binding, const Session& session) {
  const bool stages = session.part<StepsSettings>().view == StepsView::stages;
  if (binding.group == k_box_keys) return false;
  // because: Space plays the passes of a picture that stands still, and freezes one that does not
  if (binding.action == Action::pause) return !stages || session.edit.live;
  if (binding.action == StepsAction::play_stages) return stages && !session.edit.live;
  if (binding.group == k_view_keys || binding.group == "Stages") return stages;
  return binding.group != "Steps" || !stages || binding.action == StepsAction::view;
}

std::vector<KeyBinding> steps_keys() {
  return {
      {{plain(k_key_space)}, StepsAction::play, "play or pause", "Steps"},
      {{shift(k_key_space)}, StepsAction::finish, "play to the end in the seconds of \"Finish in\"", "Steps"},
      {{plain(k_key_right)}, StepsAction::step_forward, "one step on", "Steps", true},
      {{plain(k_key_left)}, StepsAction::step_back, "one step back", "Steps", true},
      {{plain(k_key_page_down), shift(k_key_right)}, StepsAction::next_phase, "next phase", "Steps", true},
      {{plain(k_key_page_up), shift(k_key_left)}, StepsAction::previous_phase, "previous phase", "Steps", true},
      {{plain(k_key_down)}, StepsAction::next_thread, "describe what the next busy thread did", "Steps", true},
      {{plain(k_key_up)}, StepsAction::previous_thread, "describe what the busy thread before did", "Steps", true},
      {{plain(k_key_home)}, StepsAction::first_step, "to the start", "Steps"},
      {{plain(k_key_end)}, StepsAction::last_step, "to the result", "Steps"},
      {{plain(','), plain('<')}, StepsAction::slower, "play slower", "Steps", true},
      {{plain('.'), plain('>')}, StepsAction::faster, "play faster", "Steps", true},
      {{plain('E')}, StepsAction::next_example, "the next example", "Steps"},
      {{shift('E')}, StepsAction::previous_example, "the example before", "Steps"},
      {{plain('P')}, StepsAction::predict, "predict: guess what the next step writes", "Steps"},
      {{plain('Q')}, StepsAction::guess, "guess the algorithm: names and source are hidden", "Steps"},
      {{shift('Q')}, StepsAction::guess_another, "guess another algorithm", "Steps"},
      {{plain('D')}, StepsAction::pair, "two at once: another algorithm on the same numbers", "Steps"},
      {{shift('D')}, StepsAction::pair_link, "link the two by step or by work", "Steps"},
      {{plain(k_key_delete)}, StepsAction::next_barrier, "take out a barrier; again: the next one in its place", "Steps"},
      {{shift(k_key_delete)}, StepsAction::all_barriers, "put the barriers back", "Steps"},
      {{plain('X')}, StepsAction::swap_runs, "without a barrier: the run that fails, or the right one", "Steps"},
      {{plain('W')}, StepsAction::view, "grids, network, tree, look-back, banks, lanes, sectors or stages", "Steps"},
      {{shift('W')}, StepsAction::beside, "a second view beside the first, another one, none", "Steps"},
      {{plain('J')},
       StepsAction::next_conflict,
       "next bank conflict; in sectors: uncoalesced access; in look-back: published word",
       "Steps"},
      {{plain('B'), shift('B')}, StepsAction::all_blocks, "one block, or all", "Steps"},
      {{shift('A')}, StepsAction::all_arrows, "arrows of all threads, or of the selected thread", "Steps"},
      {{plain('C')}, StepsAction::panel, "hide or show words and code at the right", "Steps"},
      {{plain('S')}, StepsAction::save_card, "save steps: which, as what, how large", "Steps"},
      {{ctrl('E')}, StepsAction::save_png, "save this step as a picture (PNG)", "Steps"},
      {{ctrl_shift('E')}, StepsAction::save_svg, "save this step as a drawing (SVG)", "Steps"},
      {{ctrl_shift('G')}, StepsAction::save_gif, "save this phase as a film (GIF)", "Steps"},
      {{plain(k_key_space)}, StepsAction::play_stages, "play the passes, or pause", "Stages"},
      {{shift(k_key_space)}, StepsAction::finish_stages, "play to the end in the seconds of \"Finish in\"", "Stages"},
      {{plain(','), plain('<')}, StepsAction::stages_slower, "play slower", "Stages", true},
      {{plain('.'), plain('>')}, StepsAction::stages_faster, "play faster", "Stages", true},
      {{plain(k_key_right), plain(k_key_page_down)}, StepsAction::next_stage, "the buffer after the next pass", "Stages", true},
      {{plain(k_key_left), plain(k_key_page_up)}, StepsAction::previous_stage, "the buffer before this pass", "Stages", true},
      {{plain(k_key_home)}, StepsAction::first_stage, "the picture, before the first pass", "Stages"},
      {{plain(k_key_end)}, StepsAction::last_stage, "the table, after the last pass", "Stages"},
  };
}

}  // namespace satscope::app
