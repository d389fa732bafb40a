// SPDX-License-Identifier: Apache-2.0
// Draws the buffers of a pass as grids of cells with what the current step did: rings around what was read, fills where
// something was written, arrows and values on their way.
#pragma once
#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/view.h"

namespace satscope::app {

/// What is expensive to find out and changes seldom.
struct StepsGridCache {
  std::uint64_t story = 0;  ///< its number
  int pass = -1;
  std::string phase;
  BlockRequest wanted;
  Area area;
  TypeSize em = 0;
  StepsLayout layout;
  std::vector<Extremes> shades;            ///< by buffer: the numbers at the ends of the colour map
  std::vector<std::uint32_t> strip, main;  ///< by buffer: number of its panel + 1; 0: not drawn
  std::vector<std::size_t> wrong_from;     ///< by entry of a file's table: the position from which it is wrong; 0: it is right
  BlockPart part;                          ///< of the block that is drawn alone; empty: there is none
};

/// A zero that only fills up: no pixel went into it, and it is no result.
bool is_filler(const Story& story, std::uint32_t buffer, const Cell& cell);

/// Lays out the pass that the player is in, or of the first step.
void lay_grids(StepsGridCache& cache, const StepsState& steps, const Area& area, const TypeSize& em);
/// The grids as laid out. arrived: how far the values of the current step are on their way, 0 ... 1.
void paint_grids(Drawing& drawing, const StepsState& steps, const StepsGridCache& cache, ColourMap colours, double arrived);
/// The arrows of the selected thread once more, over what was drawn on the cells.
void paint_own_arrows(Drawing& drawing, const StepsState& steps, const StepsGridCache& cache);

/// "+ 2 blocks do the same": of those that are not drawn.
std::string blocks_text(const StepsLayout& layout, bool together);
/// Shapes and colours in words, from x = `from` on, and what is not drawn.
void paint_grid_legend(Drawing& drawing, const Area& area, double from, const StepsGridCache& cache, const StepsState& steps);
/// A cell that holds nothing of the picture: padding, a place that is never used, a zero that fills up.
void paint_filler(Drawing& drawing, const Area& cell);

/// The same in the window; what is shown of blocks and arrows are controls.
void draw_grid_legend(StepsUi& ui, StepsState& steps, const StepsGridCache& cache, const Area& area);

}  // namespace satscope::app
