// SPDX-License-Identifier: Apache-2.0
// The sizes with which an algorithm can be traced, as sessions number them.
#pragma once
#include <algorithm>
#include <vector>

#include "kernels/types.h"

namespace satscope {

/// trace_sizes: of an algorithm. Toy sizes first, then the real ones, then those that have the real warp for one short row.
inline std::vector<Sizes> numbered_sizes(std::vector<Sizes> trace_sizes) {
  if (trace_sizes.empty()) return trace_sizes;
  const Sizes real = trace_sizes.back();
  // because: clang 14 cannot take the subrange that the algorithm of std::ranges returns
  std::stable_partition(trace_sizes.begin(), trace_sizes.end(),
                        [&](const Sizes& one) { return one.warp != real.warp || one == real; });
  return trace_sizes;
}

}  // namespace satscope
