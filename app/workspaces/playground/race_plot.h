// SPDX-License-Identifier: Apache-2.0
// Times over the radius, both axes logarithmic: a line for each racer with its own dashes, markers and name at its end.
#pragma once
#include "app/ui/ui.h"
#include "app/ui/view_transform.h"
#include "app/workspaces/playground/race_results.h"

namespace satscope::app {

/// Draws into the current window of ImGui; r: the radius that is marked. Texts stay within the area and never meet.
void draw_race_plot(const Ui& ui, const Area& area, const RaceResults& results, int r);

}  // namespace satscope::app
