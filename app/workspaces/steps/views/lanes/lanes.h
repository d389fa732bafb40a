// SPDX-License-Identifier: Apache-2.0
// The threads of a block over the steps of a pass: which worked, which were idle, which waited at a barrier. From the trace.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "app/workspaces/steps/state.h"

namespace satscope::app {

/// What a thread does in a step of its block.
enum class LaneDoes : std::uint8_t {
  works,  ///< it reads or writes
  idle,   ///< it does neither, while other lanes of its warp do
  waits,  ///< its warp is done before the next barrier, and waits there for others
  skips,  ///< its warp has nothing to do, and no barrier holds it
};

struct LaneStep {
  std::size_t story_step = 0;   ///< its number, from 0
  std::uint32_t step = 0;       ///< number in the trace
  std::vector<LaneDoes> lanes;  ///< by thread
  int busy = 0;                 ///< threads that work
  bool barrier = false;         ///< all threads of the block wait for one another behind it
};

/// A thread in a step.
struct LaneAt {
  std::size_t step = 0;  ///< number among Lanes::steps
  std::uint32_t thread = 0;
  bool operator==(const LaneAt&) const = default;
};

/// What is drawn, kept from frame to frame.
struct Lanes {
  std::uint64_t story = 0;  ///< its number
  int pass = -1, block = -1;
  int threads = 0, warp = 32;
  std::vector<LaneStep> steps = {};     ///< of the block in the pass
  std::optional<std::size_t> now = {};  ///< the one that was done last; none before the first
  std::optional<CellAt> lit = {};       ///< the selected cell
  std::vector<LaneAt> touching = {};    ///< who read or wrote it
};

/// Takes them along with the player.
void lay_lanes(Lanes& lanes, const StepsState& steps);

}  // namespace satscope::app
