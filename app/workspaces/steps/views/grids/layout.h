// SPDX-License-Identifier: Apache-2.0
// Where the buffers of a phase are drawn. Those that take part get the room: what is read on the left or above, the memory of a
// block in the middle, what is written on the right. All buffers of the plan are small in a strip above; there picture and
// table have numbers as long as they take no part. Pure geometry: nothing overlaps.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/ui/views/view_transform.h"
#include "app/workspaces/steps/trace/visible_buffers.h"

namespace satscope::app {

enum class GridRole : std::uint8_t {
  strip,
  source,
  block,
  target,
};

/// A buffer as a grid of cells; places beyond its last stay empty. Its title has a line break where it has two lines.
struct GridPanel : VisibleBuffer {
  GridRole role = GridRole::source;
  int block = -1;
  Area area = {};          ///< all of it, with its title
  Area cells = {};         ///< the grid
  double number_size = 0;  ///< height of the numbers in pixels; 0: cells are too small for any
  double heads = 0;        ///< height of the line above the cells that names columns; 0: there is none
  double margin = 0;       ///< width beside the cells in which rows are named; 0: there is none
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
  int name_of_first = 1;                            ///< what texts call block 0
  bool fits = false;                                ///< false: not even one block has room
};

/// Type that the cells hold.
struct TypeSize {
  double em;              ///< height of the main font
  double least_number;    ///< em, of the smallest number that is drawn
  bool to_class = false;  ///< the last row reads it: nothing is drawn that is too small for that
  // because: all but the numbers ask for the font alone
  TypeSize(double font, double least = 0.62) : em(font), least_number(least) {}
  static TypeSize for_class(double font) {
    TypeSize type(font, 0.85);
    type.to_class = true;
    return type;
  }
  operator double() const { return em; }
  bool operator==(const TypeSize&) const = default;
};

/// Which blocks of a phase are wanted.
struct BlockRequest {
  int first = 0;
  bool all = false;  ///< as many as have room; else one, as large as it can be
  bool operator==(const BlockRequest&) const = default;
};

StepsLayout layout_steps(const Story& story, const VisibleBuffers& visible, const Area& area, const TypeSize& em,
                         const BlockRequest& blocks);

/// All buffers of the plan, small, in a row at the top of the area; picture and table with numbers where they take no part and
/// there is room. Returns the height that it took.
double place_strip(const Story& story, const VisibleBuffers& visible, const Area& area, const TypeSize& em,
                   StepsLayout& layout);

constexpr double k_heads = 1.05;        ///< em; the line that names columns; to a class arrows have room below it
constexpr double k_number_lines = 1.5;  ///< a cell is this many times as high as its number
/// Height of a number in a cell of this height that it fits; 0: none does.
double number_in_cell(double height, const TypeSize& em);
/// How wide such a cell is at least.
double width_of_cell(double height, int characters, const TypeSize& em);

}  // namespace satscope::app
