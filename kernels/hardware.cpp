// SPDX-License-Identifier: Apache-2.0
#include "kernels/hardware.h"

#include <cmath>

namespace satscope {

int word_length(double largest) { return static_cast<int>(std::ceil(std::log2(largest))); }

double largest_pixel(const TypePair& types) { return std::ldexp(1.0, 8 * static_cast<int>(size_of(types.in))) - 1; }

}  // namespace satscope
