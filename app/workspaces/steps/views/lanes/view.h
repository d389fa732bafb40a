// SPDX-License-Identifier: Apache-2.0
// The threads of a block as rows, the steps of the pass as columns: what each thread does when.
#pragma once
#include "app/workspaces/steps/steps.h"
#include "app/workspaces/steps/views/lanes/lanes.h"

namespace satscope::app {

/// What was laid, over all of `area`.
void paint_lanes(Drawing& drawing, const StepsState& steps, const Lanes& lanes, const Area& area);
/// The lanes of the pass that the player is in. A click goes to the step and chooses the thread; the wheel chooses the block.
void draw_lanes(StepsUi& ui, StepsState& steps, Lanes& lanes, const Area& area);

}  // namespace satscope::app
