// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/keys.h"

namespace satscope::app {

std::vector<KeyBinding> playground_keys() {
  return {
      {{plain('S')}, PlaygroundAction::original, "hold: the picture before the filters", "Playground"},
      {{plain('X')}, PlaygroundAction::wipe, "wipe: left of the handle the original", "Playground"},
      {{plain('D')}, PlaygroundAction::difference, "the difference between result and original", "Playground"},
      {{plain('[')}, PlaygroundAction::radius_down, "radius of the chosen filter - 1", "Playground", true},
      {{plain(']')}, PlaygroundAction::radius_up, "radius of the chosen filter + 1", "Playground", true},
      {{plain('{')}, PlaygroundAction::radius_far_down, "radius - 10 (Shift+[ on many keyboards)", "Playground", true},
      {{plain('}')}, PlaygroundAction::radius_far_up, "radius + 10 (Shift+] on many keyboards)", "Playground", true},
      {digits(1, 9, false), PlaygroundAction::choose_filter, "add a filter of the shelf, or turn it on or off", "Playground"},
      {{plain(k_key_delete)}, PlaygroundAction::remove_region, "remove the rectangle that was touched last", "Playground"},
      {{plain(k_key_left)}, PlaygroundAction::previous_feature, "the feature before in a window of faces", "Playground", true},
      {{plain(k_key_right)}, PlaygroundAction::next_feature, "the next feature in a window of faces", "Playground", true},
      {{shift(k_key_left)}, PlaygroundAction::previous_face_stage, "the stage before in a window of faces", "Playground", true},
      {{shift(k_key_right)}, PlaygroundAction::next_face_stage, "the next stage in a window of faces", "Playground", true},
      {{shift(k_key_enter)}, PlaygroundAction::to_explore, "freeze and open in Explore", "Playground"},
      {{ctrl('E')}, PlaygroundAction::save_result, "a photo of the result, in the pictures folder", "Playground"},
      {{plain(k_key_f1 + 8)}, PlaygroundAction::record, "record the result, with a red mark; again: stop", "Playground"},
  };
}

}  // namespace satscope::app
