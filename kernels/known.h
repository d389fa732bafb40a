// SPDX-License-Identifier: Apache-2.0
// What is known of a number that blocks exchange: machines publish it beside the number, and traces record it.
#pragma once
#include <cstdint>

namespace satscope {

/// The status of a number between blocks: of the block that published it alone, or of all before it too.
enum class Known : std::uint8_t { nothing, aggregate, prefix };

/// What a look at a word found.
template <class T>
struct Seen {
  T value{};  ///< no matter where nothing is known
  Known known = Known::nothing;
};

}  // namespace satscope
