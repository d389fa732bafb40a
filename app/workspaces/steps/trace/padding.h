// SPDX-License-Identifier: Apache-2.0
// Padding of shared memory: places left empty so that numbers accessed at once lie in different banks.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/trace/trace.h"

namespace satscope::app {

/// Of a buffer of shared memory in all blocks of its pass.
struct SharedUse {
  std::vector<bool> touched;  ///< places that some block reads or writes
  std::uint32_t pitch = 0;    ///< places from one place of padding to the next; 0: it has no padding
  std::uint32_t tile_row =
      0;  ///< the length of a row where it holds square tiles with a column more than they need; 0: it does not
};
/// By pass and name.
using SharedUses = std::map<std::pair<int, std::string>, SharedUse>;
struct Story;
SharedUses shared_uses(const Story& story);

}  // namespace satscope::app
