// SPDX-License-Identifier: Apache-2.0
// The stages of a plan: before its first pass and after each of them there is one buffer to look at. All of it follows from the
// plan, so that a new algorithm has its stages unasked.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/plan.h"

namespace satscope::app {

/// Which coordinate of the picture grows along a side of a buffer.
enum class Along : std::uint8_t { x, y, neither };

/// A buffer of the plan, and how it lies beside the picture.
struct StageBuffer {
  int buffer = 0;  ///< number in the plan
  std::string name;
  Extent shape;
  Scalar type = Scalar::u8;
  Along across = Along::x, down = Along::y;  ///< sides that differ from the picture's by one count as along it

  /// Rows hold columns of the picture.
  bool turned() const { return across == Along::y || down == Along::x; }
};

/// The largest buffer that a pass writes, as it is after the pass; before the first pass the picture.
struct PlanStage : StageBuffer {
  std::size_t passes = 0;                  ///< done by then
  std::string pass;                        ///< the last of them; empty: none
  std::vector<std::string> reads, writes;  ///< names of the buffers of that pass, each once
  bool is_table = false;
  StageBuffer before;  ///< the largest that the pass reads of what holds something; none: the picture
  bool before_is_picture = true;

  /// The pass changes what it reads.
  bool in_place() const { return passes > 0 && before.buffer == buffer; }
};

/// One more than there are passes; the last one shows the table.
std::vector<PlanStage> stages_of(const Algorithm& algorithm, const Request& request);

}  // namespace satscope::app
