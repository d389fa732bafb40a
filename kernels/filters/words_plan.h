// SPDX-License-Identifier: Apache-2.0
// A chain of filters from RGBA8 words to RGBA8 words, as sources deliver and the screen shows them.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/filter.h"

namespace satscope {

/// The purpose of a pass.
enum class PassRole : std::uint8_t {
  split,   ///< from words to what is filtered, and back
  table,   ///< makes a table
  filter,  ///< reads tables or pixels
};

/// Buffer 0 holds the words of the picture, the last buffer those of the result. With four channels the chain works on the
/// words themselves; with one, on luma, and the result is shown as opaque grey.
struct WordsPlan {
  Plan plan;
  std::vector<PassRole> roles;                 ///< of every pass
  std::vector<FilterPart> parts = {};          ///< buffers and passes of this plan
  std::vector<FilterPlan::Input> inputs = {};  ///< likewise
  std::optional<int> measured = {};  ///< the buffer of a last filter that measures; then the result is what it measured in

  /// Bytes of all tables that the plan holds at one time.
  std::size_t table_bytes() const;
};

/// request.channels: 1 or 4. Throws std::invalid_argument as chain_plan does.
WordsPlan words_plan(std::span<const ChainLink> chain, const FilterRequest& request, const Algorithm& tables);

}  // namespace satscope
