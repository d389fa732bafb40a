// SPDX-License-Identifier: Apache-2.0
// The reference for every result: the simplest code in the repository, in 64 bits.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/plan.h"
#include "kernels/types.h"

namespace satscope {

/// The padded table P of a picture, (height + 1) x (width + 1), by the plain recursion.
std::vector<std::uint64_t> reference_table(std::span<const std::uint8_t> picture, Extent extent);
std::vector<double> reference_table(std::span<const float> picture, Extent extent);
/// The same of the pixels' squares.
std::vector<std::uint64_t> reference_table_of_squares(std::span<const std::uint8_t> picture, Extent extent);

/// How a table compares with the reference.
struct Comparison {
  bool correct = false;
  double max_error = 0;    ///< largest absolute difference; for integers modulo 2^bits. NaN if an entry is not a number
  std::string mismatches;  ///< the first few, with coordinates; empty if correct
  /// The first k_wrong_kept wrong elements: all of them for a table as small as a trace's. With four channels, scalars.
  std::vector<std::size_t> wrong;
};
inline constexpr std::size_t k_wrong_kept = 8192;

/// Checks a whole table of `request`, each channel separately, against the reference of `picture` (raw elements of
/// request.types.in): integers modulo 2^bits exactly, floats within algorithm.float_depth(request) * 2^-24 (2^-53 for 64 bits)
/// of the sum of absolute values.
Comparison compare_with_reference(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
                                  std::span<const std::byte> table);

}  // namespace satscope
