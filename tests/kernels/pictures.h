// SPDX-License-Identifier: Apache-2.0
// Pictures for tests of kernels, drawn from a seed.
#pragma once
#include <cstddef>
#include <vector>

#include "kernels/types.h"

namespace satscope::testing {

enum class Content {
  noise,        ///< 0 ... 255, or fractions and negative numbers for floats
  whole_noise,  ///< whole numbers, so that float sums below 2^24 are exact
  white,        ///< all 255
};

/// Raw elements of `type`, extent.area() of them.
std::vector<std::byte> draw(Extent extent, Scalar type, Content content, unsigned seed);

/// The sizes that find mistakes: single cells and lines, around tiles and segments, primes.
std::vector<Extent> edge_extents();

}  // namespace satscope::testing
