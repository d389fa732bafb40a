// SPDX-License-Identifier: Apache-2.0
// What the warps of a recorded step access at once, instruction by instruction, and what each costs: the counters of a pass are
// the sums of these.
#pragma once
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "kernels/trace/warp_accesses.h"

namespace satscope {

/// What makes accesses one instruction.
inline auto instruction_of(const SiteAccess& a) {
  return std::tuple(a.shared, a.warp, a.site.file, a.site.line, a.site.column, a.round, a.occurrence, a.write, a.buffer);
}

/// A word of shared memory that a lane needs. Only words of one part of the warp can conflict.
struct AskedWord {
  std::uint64_t part = 0, word = 0;
  std::size_t access = 0;  ///< number among those of the instruction
};
/// The words that the lanes of an instruction need, part after part, by address; one that several lanes need as often.
std::vector<AskedWord> asked_words(std::span<const SiteAccess> lanes, int warp_size, int banks);
/// Rounds beyond the first that the warp waits for a bank of shared memory.
std::int64_t bank_conflicts(std::span<const SiteAccess> lanes, int warp_size, int banks);
/// Sectors of 32 bytes of global memory that the lanes touch.
std::int64_t touched_sectors(std::span<const SiteAccess> lanes);

/// What a warp accesses at once.
struct StepInstruction {
  std::vector<SiteAccess> lanes;
  std::vector<std::uint32_t> numbers;  ///< of these among the step's reads or writes
  std::int64_t conflicts = 0;          ///< of shared memory
  std::int64_t sectors = 0;            ///< of global memory
};
/// All of a step, those of a warp after one another.
std::vector<StepInstruction> instructions_of(const Trace& trace, const Step& step, int banks);

}  // namespace satscope
