// SPDX-License-Identifier: Apache-2.0
// Times over the radius, both axes logarithmic: a line for each racer with its own dashes, markers and name at its end.
#pragma once
#include <string>
#include <vector>

#include "app/ui/ui.h"
#include "app/ui/view_transform.h"
#include "app/workspaces/playground/race_results.h"

namespace satscope::app {

/// Draws into the current window of ImGui; r: the radius that is marked. Texts stay within the area and never meet.
void draw_race_plot(const Ui& ui, const Area& area, const RaceResults& results, int r);

/// Values from lo to hi (above 0) that are 1, 2 or 5 times a power of ten; only powers of ten where these are enough.
std::vector<double> log_ticks(double lo, double hi);

/// Moves labels of this height, by growing place, as little as needed so that they do not meet and stay in from ... to. Those
/// at the end that do not fit are left out of the answer.
std::vector<double> spread_labels(std::vector<double> places, double height, double from, double to);

}  // namespace satscope::app
