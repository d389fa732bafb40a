// SPDX-License-Identifier: Apache-2.0
// The movements of the current beat on the screen: from cell to cell, along a curve.
#pragma once
#include <vector>

#include "app/ui/drawing.h"
#include "app/workspaces/steps/grid.h"

namespace satscope::app {

/// A cubic curve.
struct Way {
  Point a, b, c, d;
  Point at(double t) const;
};

struct GridMove {
  const Flow* flow = nullptr;
  Way way;
  double number_size = 0;  ///< of the cell that it goes to
  double cell = 0;         ///< height of that
};

/// One for each value that goes from a cell to another one, in the blocks that are drawn.
std::vector<GridMove> moves_of(const StepsState& steps, const StepsGridCache& cache);

/// From edge to edge, so that the numbers stay free. Within a row of one grid: to the right over it, to the left under it.
Way way_between(const Area& from, const Area& to, bool same_grid);

/// wider: pixels more than a thin line.
void paint_arrow(Drawing& drawing, const GridMove& move, const Ink& ink, double wider = 0);

}  // namespace satscope::app
