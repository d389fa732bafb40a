// SPDX-License-Identifier: Apache-2.0
// Blocks that exchange numbers, as tiles of the picture: a bar for each direction says how much of a tile is published and as
// what, arrows say who looks at whom. Every colour has a shape or a letter beside it.
#pragma once
#include <vector>

#include "app/ui/drawing/drawing.h"
#include "app/ui/ui.h"
#include "app/ui/views/view_transform.h"
#include "app/workspaces/steps/state.h"
#include "app/workspaces/steps/views/grids/layout.h"

namespace satscope::app {

/// The tiles of the pass that the player is in with a legend, over all of `area`. type: of the numbers in cells.
void paint_look_back(Drawing& drawing, const StepsState& steps, const Area& area, const TypeSize& type);
/// The same in the window. Reads the pointer.
void draw_look_back(Ui& ui, StepsState& steps, const Area& area);
/// Where the tile of each block is drawn. Only where there is a look-back.
std::vector<Area> look_back_tiles(Drawing& drawing, const StepsState& steps, const Area& area);

}  // namespace satscope::app
