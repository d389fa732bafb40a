// SPDX-License-Identifier: Apache-2.0
// Part of each program here: freed memory stays with it. Because: a test makes hundreds of tables of the same size, and getting
// the pages of each from the system anew takes a fifth of its time.
#include <malloc.h>

#include <limits>

namespace {
[[maybe_unused]] const bool stays = [] {
  constexpr int k_more_at_once = 64 << 20;
  return mallopt(M_MMAP_MAX, 0) + mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max()) +
             mallopt(M_TOP_PAD, k_more_at_once) ==
         3;
}();
}  // namespace
