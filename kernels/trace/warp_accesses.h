// SPDX-License-Identifier: Apache-2.0
// What the lanes of a warp ask of memory at once: the accesses of one step, grouped into the instructions that a warp would
// execute together, and what each costs by the model of banks and sectors.
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

/// Adds accesses, conflicts and sectors of these to the counters. Reorders `accesses`. Banks are 4 bytes wide. Lanes that ask
/// for more than all banks give at once go in parts of their warp, and only lanes of one part meet in a bank: with as many
/// banks as lanes 8 bytes go in halves and 16 in quarters, and with half as many banks 4 bytes in halves; 32 bytes are
/// twice 16.
void count_warp_accesses(std::vector<SiteAccess>& accesses, int warp_size, int banks, Counters& counters);

}  // namespace satscope
