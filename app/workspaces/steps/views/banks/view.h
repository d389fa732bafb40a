// SPDX-License-Identifier: Apache-2.0
// The banks of shared memory as columns, in which the addresses that a warp asks for at once are stacked, a row per turn.
#pragma once
#include "app/ui/drawing/drawing.h"
#include "app/ui/ui.h"
#include "app/workspaces/steps/views/banks/banks.h"

namespace satscope::app {

/// What was laid, over all of `area`.
void paint_banks(Drawing& drawing, const StepsState& steps, const Banks& banks, const Area& area);
/// The banks in the current step. The wheel chooses the instruction, the pointer a cell.
void draw_banks(Ui& ui, StepsState& steps, Banks& banks, const Area& area);

}  // namespace satscope::app
