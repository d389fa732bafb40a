// SPDX-License-Identifier: Apache-2.0
// Where the buffers of a pass are drawn: what it reads on the left, the memory of its blocks in the middle, what it writes on
// the right; all buffers small in a strip above. Cells are as large as fits. Pure geometry: nothing overlaps.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/ui/view_transform.h"
#include "app/workspaces/steps/story.h"

namespace satscope::app {

enum class GridRole : std::uint8_t { strip, source, block, target };

/// A buffer as a grid of cells.
struct GridPanel {
  std::uint32_t buffer = 0;
  GridRole role = GridRole::source;
  int block = -1;
  int columns = 1, rows = 1;  ///< of cells; places beyond the buffer's last stay empty
  std::size_t places = 1;     ///< elements of the buffer
  std::string title;          ///< empty: none
  Area area;                  ///< all of it, with its title
  Area cells;                 ///< the grid
  double number_size = 0;     ///< height of the numbers in pixels; 0: cells are too small for any
  double cell_width() const { return cells.width / columns; }
  double cell_height() const { return cells.height / rows; }
  Area cell(std::size_t index) const;
  /// The place under a point of the screen, -1: none.
  std::int64_t place_at(Point point) const;
};

/// The threads of a block as a row of marks.
struct LaneRow {
  int block = 0;
  Area area;
};

/// A line of text in front of or above something.
struct GridLabel {
  std::string text;
  Area area;
};

struct StepsLayout {
  std::vector<GridPanel> panels;
  std::vector<LaneRow> lanes;
  std::vector<GridLabel> labels;
  int first_block = 0, blocks = 0, all_blocks = 0;  ///< those drawn, of how many
  bool fits = false;                                ///< false: not even one block has room
};

/// The layout of a pass in an area. em: height of the main font; first_block: the first of those drawn where not all fit.
StepsLayout layout_steps(const Story& story, int pass, const Area& area, double em, int first_block);

}  // namespace satscope::app
