// SPDX-License-Identifier: Apache-2.0
// The first two moments of a window from two tables, for filters that need a standard deviation.
#pragma once
#include "kernels/filters/window.h"

namespace satscope::filter_kernels {

/// n pixels with sum S and sum of squares Q. V = n Q - S^2 is n^2 times their variance, an integer, so nothing is rounded
/// before the subtraction, as it is in floats. Below 2^64 while n < 16,000,000.
struct Moments {
  std::uint64_t n, sum, squares;
  SIMT constexpr std::uint64_t scaled_variance() const { return n * squares - sum * sum; }
};

/// Largest radius whose moments fit: (2 * 1999 + 1)^2 = 15,992,001 pixels.
inline constexpr int k_most_radius_of_moments = k_most_radius;

/// Of the table of squares.
inline constexpr TypePair k_squares = *find_type_pair("8u64u-sq");

/// Cost of reading both tables and the pixel and writing a byte; the reads are those of one table.
template <class T>
Cost cost_of_moments(double reads, Extent picture) {
  const double pixels = static_cast<double>(picture.area());
  return {.bytes = reads * (sizeof(T) + sizeof(std::uint64_t)) + 2 * pixels, .additions = 2 * (reads - pixels)};
}

}  // namespace satscope::filter_kernels
