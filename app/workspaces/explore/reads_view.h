// SPDX-License-Identifier: Apache-2.0
// The four reads over picture and table: the parts that count, the rectangle of a letter, the entry that is read.
#pragma once
#include <array>
#include <optional>

#include "app/ui/drawing/marks.h"
#include "app/workspaces/explore/four_reads.h"

namespace satscope::app {

/// What is drawn of the reads, kept from frame to frame.
struct ReadsLook {
  char lit = 0;                    ///< the letter under the pointer, 0: none
  char lit_in_formula = 0;         ///< the same, of the frame before
  char pinned = 0;                 ///< the letter that was pressed
  double changed_at = -1e9;        ///< when the number of reads changed, seconds
  int before = 0;                  ///< reads before that
  std::array<Point, 4> entries{};  ///< the marks of D, B, C, A over the table, on the screen

  char shown() const { return lit ? lit : pinned; }
};

/// 0 ... 1 while the last read is shown to happen.
double moved(const Ui& ui, const ReadsLook& look);

/// Over one of the views. Reads the pointer at the corners' marks into `look`.
void draw_reads(ImDrawList& list, const Ui& ui, const Pane& pane, ReadsLook& look);

}  // namespace satscope::app
