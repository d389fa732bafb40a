// SPDX-License-Identifier: Apache-2.0
// Names of the window's actions. Apart from keys.h, so that a new name compiles only what asks for an action by its name.
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// Actions of the window that are named elsewhere: by buttons, menus, tests. Those of a workspace are in its folder.
struct WindowAction {
  static constexpr Action open{"open"}, paste{"paste"}, screenshot{"screenshot"}, save_session{"save-session"},
      save_session_as{"save-session-as"}, quit{"quit"}, undo{"undo"}, redo{"redo"}, move_box{"move-box"},
      move_box_far{"move-box-far"}, resize_box{"resize-box"}, resize_box_far{"resize-box-far"}, place_box{"place-box"},
      remove_box{"remove-box"}, fit{"fit"}, actual_size{"actual-size"}, zoom_to_box{"zoom-to-box"}, zoom_in{"zoom-in"},
      zoom_out{"zoom-out"}, pan{"pan"}, go_to_pixel{"go-to-pixel"}, next_colour_map{"next-colour-map"},
      auto_range{"auto-range"}, range_from_box{"range-from-box"}, deramp{"de-ramp"}, numbers{"numbers"}, grid{"grid"},
      histogram{"histogram"}, live{"live"}, pause{"pause"}, mirror{"mirror"}, measure{"measure"},
      choose_algorithm{"choose-algorithm"}, to_steps{"to-steps"}, workspace{"workspace"}, side_panel{"side-panel"},
      next_panel{"next-panel"}, theme{"theme"}, larger{"larger"}, smaller{"smaller"}, normal_size{"normal-size"},
      full_screen{"full-screen"}, key_sheet{"key-sheet"}, leave{"leave"}, next_term{"next-term"},
      previous_term{"previous-term"}, glossary{"glossary"}, guide{"guide"}, present{"present"}, audience{"audience"},
      next_point{"next-point"}, previous_point{"previous-point"}, black{"black"}, spot{"spot"}, lens{"lens"}, pen{"pen"},
      few_colours{"few-colours"};
  static constexpr Action papers{"papers"};              ///< text: the number of an item, to show it
  static constexpr Action start_lesson{"start-lesson"};  ///< text: an id, or a file
};

}  // namespace satscope::app
