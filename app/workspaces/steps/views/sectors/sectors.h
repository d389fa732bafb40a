// SPDX-License-Identifier: Apache-2.0
// Global memory as sectors of 32 bytes: which of them each instruction of the current step touches, and how much of them it
// wants. From the trace.
#pragma once
#include <cstdint>
#include <vector>

#include "app/workspaces/steps/state.h"

namespace satscope::app {

/// An element that a lane accesses.
struct SectorElement {
  CellAt at;
  Cell value;  ///< as read or written
  std::uint32_t lane = 0;
};

struct Sector {
  std::uint64_t number = 0;  ///< counted in 32 bytes from the start of the buffer
  std::vector<SectorElement> elements;
};

/// An access to global memory that a warp makes at once.
struct SectorInstruction {
  std::uint32_t buffer = 0, warp = 0;
  bool write = false;
  std::vector<std::uint32_t> lanes = {};  ///< that take part, ascending
  std::vector<Sector> sectors = {};       ///< that they touch, ascending
  std::int64_t wanted = 0;                ///< bytes, each once
  std::int64_t stride = 0;                ///< bytes from each lane to the next one; 0: not the same for all, or one lane alone
  /// Sectors that could hold the bytes.
  std::int64_t least() const;
  /// Several lanes, in more sectors than that.
  bool scattered() const { return lanes.size() > 1 && static_cast<std::int64_t>(sectors.size()) > least(); }
};

/// What is drawn, kept from frame to frame.
struct Sectors {
  std::uint64_t story = 0;  ///< its number
  std::size_t position = 0;
  int block = -1;  ///< whose instructions these are
  std::vector<SectorInstruction> instructions;
  std::size_t shown = 0;          ///< number of one of them
  std::int64_t of_this_step = 0;  ///< sectors
  bool of_all_blocks = true;      ///< or, where the step touches more than can be counted at once, of the one that is shown
};

inline constexpr std::uint64_t k_sector = 32;  ///< bytes

/// Bytes of an element of a buffer in memory.
std::size_t element_bytes(const TraceBuffer& buffer);
/// Whether a step has an access that is not coalesced.
bool is_scattered(const Story& story, const Step& step);
/// Takes them along with the player.
void lay_sectors(Sectors& sectors, const StepsState& steps);

}  // namespace satscope::app
