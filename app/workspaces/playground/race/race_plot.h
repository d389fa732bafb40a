// SPDX-License-Identifier: Apache-2.0
// The race over the radius as a plot: a curve for each racer, whose name says why it ends, or is not there.
#pragma once
#include "app/plot/plot.h"
#include "app/workspaces/playground/race/race_results.h"

namespace satscope::app {

/// r: the radius that is marked.
Plot plot_of(const RaceResults& results, int r);

}  // namespace satscope::app
