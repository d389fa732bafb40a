// SPDX-License-Identifier: Apache-2.0
// Who gets which part of the middle of the window in the playground. Pure geometry: parts never overlap, and fold away where
// there is no room for them; the chain is the last to go.
#pragma once
#include "app/ui/shell.h"

namespace satscope::app {

inline constexpr double k_bar_row = 2;  ///< height of a row of the bar, ems

/// Framebuffer pixels. A part that is folded away has no height.
struct PlaygroundParts {
  Area canvas;                ///< the result, with a title above and numbers below
  Area chain;                 ///< the filters in force
  Area race;                  ///< time over radius
  Area bar;                   ///< what is done with the result, at the same place for every filter
  Area budget;                ///< where the time of a frame goes
  bool chain_docked = false;  ///< else the chain is the first part of the side panel
};

SideShape playground_side(double columns);

/// columns: of the whole window, ems; 0 while presenting: no buttons. race: whether the race is open.
PlaygroundParts playground_parts(const Area& middle, double columns, double em, bool race);

}  // namespace satscope::app
