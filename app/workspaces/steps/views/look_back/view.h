// SPDX-License-Identifier: Apache-2.0
// Blocks that exchange numbers, as tiles of the picture: a bar for each direction says how much of a tile is published and as
// what, arrows say who looks at whom. Every colour has a shape or a letter beside it.
#pragma once
#include "app/workspaces/steps/view.h"

namespace satscope::app {

/// The tiles of the pass that the player is in with a legend, over all of `area`. type: of the numbers in cells. scene: takes
/// the tiles, by block; null: none does. essential: of the step only its sentence and its first sum.
void paint_look_back(Drawing& drawing, const StepsState& steps, const Area& area, const TypeSize& type,
                     ViewScene* scene = nullptr, bool essential = false);

}  // namespace satscope::app
