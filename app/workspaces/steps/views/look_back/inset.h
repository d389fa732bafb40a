// SPDX-License-Identifier: Apache-2.0
// The block of the present step beside the tiles of all: where it is on its way, and what it reads and writes.
#pragma once
#include "app/ui/drawing/drawing.h"
#include "app/workspaces/steps/views/grids/layout.h"
#include "app/workspaces/steps/views/look_back/step.h"

namespace satscope::app {

/// How much of a step has room beside the tiles.
enum class InsetShows : std::uint8_t { nothing, part, all };

/// Draws it. Only where there is a look-back and a current story step. Returns what of the step had room.
InsetShows paint_inset(Drawing& drawing, const StepsState& steps, const Area& area, const TypeSize& type);

}  // namespace satscope::app
