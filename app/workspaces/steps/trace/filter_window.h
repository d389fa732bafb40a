// SPDX-License-Identifier: Apache-2.0
// What a pixel of a filter's result is made of: its window over the picture, and the places of global memory, such as the
// corners of the window in a table, from which it was computed. From the trace.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "app/workspaces/steps/trace/flow.h"

namespace satscope::app {

struct FilterSource {
  CellAt at;
  /// Of a box sum D - B - C + A: A, B, C or D; 0: its buffer was not read at the corners of a box. Of a box at the left or the
  /// upper edge those outside count 0 and are not read.
  char corner = 0;
};

struct FilterWindow {
  CellAt result;
  Box window;                         ///< bounds of the pixels that it is made of
  std::vector<FilterSource> sources;  ///< by place
  bool corners_outside = false;       ///< of a table
};

/// Of a pixel of the result after this many steps; none: the story is not of a filter, or nothing was written there yet.
std::optional<FilterWindow> filter_window(const Story& story, CellAt result, std::size_t story_steps);

}  // namespace satscope::app
