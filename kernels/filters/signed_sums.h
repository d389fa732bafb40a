// SPDX-License-Identifier: Apache-2.0
// Exact arithmetic for filters whose numbers can be negative or are kept as whole numbers in doubles.
#pragma once
#include <cstdint>

#include "kernels/simt/simt.h"

namespace satscope::filter_kernels {

/// a / n, rounded to the nearest whole number, halves up; n > 0.
SIMT constexpr std::int64_t rounded_quotient(std::int64_t a, std::int64_t n) {
  const std::int64_t twice = 2 * a + n, quotient = twice / (2 * n);
  return quotient - (twice < 0 && quotient * 2 * n != twice ? 1 : 0);
}

SIMT constexpr std::uint8_t clamped_byte(std::int64_t value) {
  return static_cast<std::uint8_t>(value < 0 ? 0 : value > 255 ? 255 : value);
}

/// A whole number that was summed in doubles, exactly.
SIMT constexpr std::int64_t whole_number(double value) { return static_cast<std::int64_t>(value); }

}  // namespace satscope::filter_kernels
