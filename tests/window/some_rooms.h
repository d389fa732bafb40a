// SPDX-License-Identifier: Apache-2.0
// Every algorithm in every room of the window takes minutes: ./test looks at half of them, ./test --all at all.
#pragma once
#include <string>

#include "tests/kernels/all_sizes.h"

namespace satscope::testing {

inline constexpr const char* k_why_not_all_rooms = "half of the rooms: the others are for ./test --all (SATSCOPE_ALL_SIZES=1)";

/// Whether this one is of the other half. No room and no algorithm is left out altogether.
inline bool left_out(const std::string& room, const std::string& algorithm) {
  return !all_sizes() && (room.size() + algorithm.size()) % 2 != 0;
}

}  // namespace satscope::testing
