// SPDX-License-Identifier: Apache-2.0
// The memory accesses of a warp: those of one step, grouped into the instructions that a warp would execute together, and the
// cost of each by the model of banks and sectors.
#pragma once
#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"

namespace satscope {

/// One access of one thread. Same warp, site, round and occurrence is one instruction.
struct SiteAccess {
  Site site;
  std::uint32_t warp, lane, round, occurrence;
  std::uint32_t buffer;
  std::uint64_t byte;  ///< of the element within its buffer
  std::uint32_t bytes;
  bool write, shared;
};

/// Adds accesses, conflicts and sectors of these to the counters. Reorders `accesses`. Banks are 4 bytes wide. If lanes access
/// more than all banks deliver at once, the warp is split into parts, and only lanes of one part conflict: with as many banks
/// as lanes, 8 bytes are split into halves and 16 into quarters; with half as many banks, 4 bytes into halves. 32 bytes count
/// as twice 16.
void count_warp_accesses(std::vector<SiteAccess>& accesses, int warp_size, int banks, Counters& counters);

}  // namespace satscope
