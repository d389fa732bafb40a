// SPDX-License-Identifier: Apache-2.0
// What the user of the playground is in the middle of: nothing that a session keeps.
#pragma once
#include <optional>
#include <string>
#include <utility>

#include "app/ui/views/box_drag.h"
#include "app/workspaces/playground/settings.h"

namespace satscope::app {

/// What the pointer has taken hold of.
enum class Hold : std::uint8_t { none, wipe, centre, band, turn, paint, erase, region, cut, crop };

struct PlaygroundDoing {
  bool original = false;        ///< the key or the button that shows the picture before the filters is held
  bool button_held = false;     ///< that button, in the frame before
  bool original_stays = false;  ///< after a click on it
  bool alone = false;           ///< the result is all that the window shows, over the whole screen
  bool filled_screen = false;   ///< which it did not fill before
  Hold hold = Hold::none;
  Point last;             ///< picture coordinates: where a stroke has come to
  Point grab;             ///< of hold `band`: from the pointer to the centre
  double wheel = 0;       ///< parts of a step of the wheel that have not counted yet
  BoxDrag region_drag;    ///< of hold `region`, `cut` and `crop`
  int region = -1;        ///< the rectangle that was touched last, or -1
  PlaygroundEdit before;  ///< what Esc gives back while something is held
  double wipe_before = 0;

  std::optional<Box> crop;        ///< the part of the picture that is kept, while the user draws it
  Extent crop_in;                 ///< of the picture that it belongs to; one that is rotated comes a little later
  std::optional<Box> crop_shown;  ///< by the panel, as numbers

  std::string said;           ///< a new radius, in large letters for a moment
  double said_until = 0;      ///< seconds
  double changing_until = 0;  ///< turns of the wheel until then are one step of undo

  std::pair<std::size_t, int> chosen_seen{0, -1};  ///< entries of the chain and the chosen one, when they were last drawn
};

}  // namespace satscope::app
