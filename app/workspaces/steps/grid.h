// SPDX-License-Identifier: Apache-2.0
// Draws the buffers of a pass as grids of cells with what the current beat did: rings around what was read, fills where
// something was written, arrows and values on their way.
#pragma once
#include "app/ui/ui.h"
#include "app/workspaces/steps/layout.h"
#include "app/workspaces/steps/state.h"

namespace satscope::app {

/// What is expensive to find out and changes seldom.
struct StepsGridCache {
  std::uint64_t story = 0;  ///< its number
  int pass = -1, wanted_block = 0;
  Area area;
  double em = 0;
  StepsLayout layout;
  std::vector<Extremes> shades;            ///< by buffer: the numbers at the ends of the colour map
  std::vector<std::uint32_t> strip, main;  ///< by buffer: number of its panel + 1; 0: not drawn
};

/// The grids of the pass that the player is in, over all of `area`. Reads the pointer.
void draw_steps_grids(Ui& ui, StepsState& steps, StepsGridCache& cache, const Area& area);

/// A cell's number as it stands in a grid.
std::string cell_text(const Trace& trace, CellAt at, const Cell& cell);
/// "temp[3]", "rows(2, 1)".
std::string name_of(const Trace& trace, CellAt at);
/// The picture, small, with the pixels that count lit: where the cursor of ImGui is. weighted: that some count more than once
/// is as it should be.
void draw_pixels(const Ui& ui, const Pixels& pixels, Extent picture, bool weighted = false);
/// What there is to know of a cell under the pointer.
void cell_tooltip(const Ui& ui, const StepsState& steps, CellAt at, const Cell& cell, bool known);

}  // namespace satscope::app
