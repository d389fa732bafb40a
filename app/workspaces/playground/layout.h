// SPDX-License-Identifier: Apache-2.0
// Who gets which part of the window in the playground. Pure geometry: parts never overlap, and fold away where there is no room
// for them; the chain is the last to go.
#pragma once
#include "app/ui/view_transform.h"

namespace satscope::app {

/// Framebuffer pixels. A part that is folded away has no height.
struct PlaygroundParts {
  Area top;                   ///< menus and status corner
  Area message;               ///< the sentence about what went wrong
  Area side;                  ///< source and filter shelf
  Area canvas;                ///< the result, with a title above and numbers below
  Area chain;                 ///< the filters in force
  Area race;                  ///< time over radius
  Area budget;                ///< where the time of a frame goes
  Area bottom;                ///< live keys and hover values
  bool side_docked = false;   ///< else `side` lies over the canvas, when it is open
  bool chain_docked = false;  ///< else the chain is the first part of `side`
};

struct PlaygroundWishes {
  bool side_panel = true;
  bool drawer = false;
  bool message = false;
  bool race = false;
};

/// `em` is the height of the main font.
PlaygroundParts playground_parts(double width, double height, double em, const PlaygroundWishes& wishes);

}  // namespace satscope::app
