// SPDX-License-Identifier: Apache-2.0
// The handles of a radius map that is a ramp: where the sharp band lies, and which way it turns. Coordinates of the picture.
#pragma once
#include <optional>

#include "app/ui/views/view_transform.h"
#include "app/workspaces/playground/settings.h"

namespace satscope::app {

struct Focus {
  Point centre;        ///< of the band; of a gradient the middle of the picture
  Point turn;          ///< the handle that turns it: along the band, or down the gradient to where it blurs
  bool moves = false;  ///< the centre can be dragged
  Point along;         ///< unit vector of the lines of equal radius
  double sharp = 0;    ///< distance from the centre's line where the band ends
  double blurred = 0;  ///< where the radius is full; 0: none is given
};

/// Of a filter with a map that is tilt-shift, a gradient or a ground; empty for all others. On a ground the band is what is in
/// focus.
std::optional<Focus> focus_of(const ChainEntry& entry, Extent picture);
/// Drags the centre or the turning handle to a place.
void move_focus(ChainEntry& entry, Extent picture, Point to);
void turn_focus(ChainEntry& entry, Extent picture, Point to);

}  // namespace satscope::app
