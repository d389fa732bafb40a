// SPDX-License-Identifier: Apache-2.0
#include "kernels/hardware.h"

#include <cmath>

namespace satscope {
namespace {

/// As the paper counts it: 255 for bytes.
double largest_pixel(const TypePair& types) {
  const int bits = 8 * static_cast<int>(size_of(types.in)) - (types.in == Scalar::s32 ? 1 : 0);
  const double largest = std::ldexp(1.0, bits) - 1;
  return types.squares ? largest * largest : largest;
}

}  // namespace

int word_length(const TypePair& types, double pixels) {
  if (is_float(types.out)) return 8 * static_cast<int>(size_of(types.out));
  return static_cast<int>(std::ceil(std::log2(pixels * largest_pixel(types))));
}

}  // namespace satscope
