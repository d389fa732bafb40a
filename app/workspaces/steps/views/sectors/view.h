// SPDX-License-Identifier: Apache-2.0
// The lanes of a warp in a row and, below, the sectors of global memory that their instruction touches: few and full where the
// access is coalesced, many and almost empty where it is not.
#pragma once
#include "app/ui/drawing/drawing.h"
#include "app/ui/ui.h"
#include "app/workspaces/steps/views/sectors/sectors.h"

namespace satscope::app {

/// What was laid, over all of `area`.
void paint_sectors(Drawing& drawing, const StepsState& steps, const Sectors& sectors, const Area& area);
/// The sectors in the current step. The wheel chooses the instruction, the pointer an element.
void draw_sectors(Ui& ui, StepsState& steps, Sectors& sectors, const Area& area);

}  // namespace satscope::app
