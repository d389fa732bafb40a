// SPDX-License-Identifier: Apache-2.0
// What a step did to memory, place by place and line by line. A step may have millions of accesses, too many to go through
// before the next frame, but never touches more places than there are: so those of large steps come with the story.
#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "kernels/trace/trace.h"

namespace satscope::app {

/// A place in a buffer of a trace.
struct CellAt {
  std::uint32_t buffer = 0, index = 0;
  auto operator<=>(const CellAt&) const = default;
};

/// What a step did to one place.
struct CellUse {
  bool read = false, written = false;
  Cell before;  ///< of a written place
};

/// Steps [first, end) of the story's trace, which are shown as one.
struct StoryStep {
  std::uint32_t first = 0, end = 0;
  int story_phase = 0;
};

struct Touches {
  std::vector<CellAt> cells;                              ///< each once
  std::vector<CellUse> uses;                              ///< of these
  std::vector<std::pair<unsigned, std::uint32_t>> lines;  ///< files and lines of the accesses, each where it first comes
};

/// By buffer and place.
using CellNumbers = std::vector<std::vector<std::uint32_t>>;
CellNumbers no_numbers(const Trace& trace);

/// numbers: all 0; afterwards for each of the cells its number among them + 1.
Touches touches_of(const Trace& trace, const StoryStep& story_step, CellNumbers& numbers);
/// Of the steps with so many accesses that this takes a while, by their numbers.
std::map<std::size_t, Touches> large_touches(const Trace& trace, const std::vector<StoryStep>& story_steps);

}  // namespace satscope::app
