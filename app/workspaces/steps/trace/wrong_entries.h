// SPDX-License-Identifier: Apache-2.0
// Where a table becomes wrong: its entries that do not sum exactly their pixels.
#pragma once
#include <cstddef>
#include <vector>

#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

/// An entry of the table, and the position in the story behind the step that writes it last.
struct WrongEntry {
  CellAt at;
  std::size_t position = 0;
};
/// Row by row, of those that some step writes.
std::vector<WrongEntry> wrong_entries(const Story& story);

}  // namespace satscope::app
