// SPDX-License-Identifier: Apache-2.0
// What the present step of one block reads and writes, buffer by buffer, cut to the places that it touches: so a step of a
// block is seen beside the tiles of all.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/workspaces/steps/state.h"
#include "app/workspaces/steps/trace/visible_buffers.h"

namespace satscope::app {

/// A part of a buffer: `columns` x `rows` places, from column x and row y of the buffer as it is drawn.
struct StepPanel {
  VisibleBuffer buffer;  ///< all of it
  int x = 0, y = 0, columns = 0, rows = 0;
  bool written = false;   ///< in this step
  std::string title;      ///< "array left in shared memory"
  std::string made = {};  ///< what was written there before: "step 39 (left, sum)"; empty: nothing in this pass
  /// Of words in several rows: "block 4"; of registers that hold sums of one column each: "col +2", counted from the first of
  /// the thread; empty: rows have numbers.
  std::vector<std::string> row_names = {};
  int characters = 1;  ///< of its longest number, here and now

  CellAt at(int column, int row) const {
    return {buffer.buffer, static_cast<std::uint32_t>((y + row) * buffer.columns + x + column)};
  }
  bool has(int column, int row) const { return at(column, row).index < buffer.places; }
};

/// Whose accesses: those of all threads, or of the warp of the selected thread, or of that thread.
enum class StepPart : std::uint8_t { all, warp, thread };

struct BlockStep {
  int block = 0;
  std::uint32_t thread = 0, warp = 0;  ///< that is selected
  std::size_t threads = 0, warps = 0;  ///< that touch something
  std::vector<StepPanel> panels;       ///< first those that are only read; of a buffer two if these lie apart
  /// Places that the selected thread reads and writes.
  std::vector<CellAt> selected_reads, selected_writes;
  bool is_selected(CellAt at) const;
  std::string no_pixel = {};  ///< why all that the block hands on is 0: "no tile lies to its left"; empty: it is not
};

/// Of the current step in this block.
BlockStep block_step(const StepsState& steps, int block, StepPart part);

/// "no tile lies to its left": of a block at an edge; empty: it is at none.
std::string nothing_before(const LookBack& look_back, int block);

/// A cell's number and, of a word, what it is worth: "1171 A"; empty: nothing is there.
std::string step_cell_text(const StepsState& steps, CellAt at);
/// As what a word is published by now; nothing: not yet, or the cell is no word.
Known published_as(const StepsState& steps, CellAt at);

}  // namespace satscope::app
