// SPDX-License-Identifier: Apache-2.0
// Which buffers take part in which phase of a pass, and what room each would like: so that a step's own buffers are large and
// the others small. Found once for a story.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/trace/trace.h"

namespace satscope::app {

/// What becomes of a place of shared memory in all blocks of a pass.
enum class PlaceIs : std::uint8_t {
  used,
  padding,  ///< left empty between others, one for each that the banks hold
  unused,
};

/// A buffer that wants room, as a grid of cells.
struct VisibleBuffer {
  std::uint32_t buffer = 0;
  int columns = 1, rows = 1;
  std::size_t places = 1;
  int characters = 1;  ///< of its longest number
  bool active = true;  ///< takes part in the phase
  bool key = false;    ///< picture or table
  std::string title = {};
  int warp = 0;                    ///< a column is a thread, and so many are a warp; 0: columns are no threads
  bool padding = false;            ///< no step of the pass touches the last column
  std::vector<PlaceIs> uses = {};  ///< of a single row of shared memory
  bool axes = false;               ///< a column is an x and a row a y; else places are counted from 0 on
  bool upright = false;            ///< places are counted down the columns, not along the rows

  PlaceIs use_of(std::size_t place) const {
    if (place < uses.size()) return uses[place];
    return padding && place % static_cast<std::size_t>(columns) + 1 == static_cast<std::size_t>(columns) ? PlaceIs::padding
                                                                                                         : PlaceIs::used;
  }
  std::size_t place_of(int column, int row) const {
    return upright ? static_cast<std::size_t>(column) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row)
                   : static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
  }
  /// What is above a column and beside a row: the name, or its number alone where that has no room.
  std::string column_name(int column, bool brief) const;
  std::string row_name(int row, bool brief) const;
  /// What rows and columns are, or which places are padding and what for; the longest first. Empty: it has neither.
  std::vector<std::string> meaning_texts() const;
};

struct Story;

/// What takes part in one phase of a pass.
struct VisibleBuffers {
  int pass = 0;
  std::string phase;  ///< the first word of its steps' labels
  std::vector<VisibleBuffer> sources, targets;
  std::vector<VisibleBuffer> of_block;              ///< each of them once per block; `buffer` is that of block 0
  std::vector<std::vector<std::uint32_t>> buffers;  ///< by block
  int threads = 0;
  int name_of_first = 1;  ///< what texts call block 0
};

std::vector<VisibleBuffers> visible_buffers_of(const Story& story);
/// That of a step; the story has it.
const VisibleBuffers& visible_buffers_in(const std::vector<VisibleBuffers>& phases_buffers, const Step& step);

/// By global buffer: whether this block reads or writes a place in the pass. Of those that it touches.
using BlockPart = std::map<std::uint32_t, std::vector<bool>>;
BlockPart part_of_block(const Trace& trace, int pass, int block);

struct SharedUse;
/// What a buffer would like to look like. use: of shared memory, else null.
VisibleBuffer shown_buffer(const Story& story, std::uint32_t buffer, const SharedUse* use = nullptr);

}  // namespace satscope::app
