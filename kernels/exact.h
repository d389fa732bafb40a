// SPDX-License-Identifier: Apache-2.0
// Whether a table is right: up to how many pixels a sum certainly fits its type, the exact sum of a box's pixels, and every
// entry against its definition. It reads the picture row by row, so no second table is needed.
#pragma once
#include <atomic>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernels/table.h"
#include "kernels/types.h"

namespace satscope {

/// The raw elements (TypePair::in) of row y of a picture; valid until the next call.
using PixelRows = std::function<std::span<const std::byte>(int y)>;
/// Rows of a picture that is packed in memory, which must stay valid; of four interleaved channels one, from 0.
PixelRows rows_of(std::span<const std::byte> picture, Extent extent, Scalar type, int channels = 1, int channel = 0);
/// Such a channel packed: every `channels`-th of the elements of `size` bytes, from number `channel` on.
std::vector<std::byte> channel_of(std::span<const std::byte> elements, std::size_t size, std::size_t channels,
                                  std::size_t channel);

/// The largest absolute value that a pixel of this type adds; infinite for floats.
double largest_addend(const TypePair& types);

/// The number of pixels, each at most `most` in absolute value, whose sum certainly fits the table's type: 2^n - 1 over `most`
/// for n bits, half of that with a sign. For floats that add whole numbers: the number that an entry sums without rounding. 0
/// if not even one is certain, because floats round fractions.
double exact_pixels(const TypePair& types, double most);

/// Whether the sum of this box is certainly that of its pixels. With floats, which round the entries, the pixels from the top
/// left corner of the picture to the end of the box count.
bool surely_exact(const TypePair& types, double most, const Box& box);

/// "2^32": the first whole number beyond the table's type; for floats, the last one below which none is missing.
std::string limit_text(const TypePair& types);
/// Why, and from which size on, sums of this type are wrong, as a clause: "8u32u holds sums below 2^32, ...". `pixels`: the
/// number exact_pixels as text.
std::string why_inexact(const TypePair& types, double exact_pixels, const std::string& pixels);

/// The sum of a box's pixels, in 64 bits: std::uint64_t, std::int64_t, or a double for floats.
struct TrueSum {
  Value value;
  long double wide = 0;  ///< the same before it was rounded to a double

  double mean(const Box& box) const { return static_cast<double>(wide / static_cast<long double>(box.area())); }
  /// Absolute difference between a table's sum and this; not a number if the table's sum is not.
  double error_of(const Value& computed) const;
};
/// For a box inside the picture. Ends early, with a wrong sum, once `cancelled`.
TrueSum true_sum(const TypePair& types, const PixelRows& rows, const Box& box, const std::atomic<bool>* cancelled = nullptr);

/// An entry of a table and what it should be.
struct EntryAt {
  int x = 0, y = 0;  ///< of the table as it lies in memory
  Value computed, truth;
};

/// A whole table against the sums of its pixels in 64 bits.
struct TableCheck {
  std::size_t entries = 0;
  std::size_t wrong = 0;       ///< that differ: of integers modulo 2^bits, of floats by more than rounding explains
  std::size_t beyond = 0;      ///< right modulo 2^bits alone, because the sum is beyond the type
  std::size_t not_finite = 0;  ///< floats that overflowed, or are no number
  double max_error = 0;        ///< of floats that are finite, the largest
  EntryAt first_wrong, first_beyond, worst;  ///< where there is one of them
  double largest = 0;                        ///< absolute value that a pixel adds

  bool correct() const { return wrong == 0; }
  /// Whether every entry is the sum of its pixels, exactly and not modulo 2^bits.
  bool exact() const { return wrong == 0 && beyond == 0 && max_error == 0; }
};
/// Compares all entries. `depth`: Algorithm::float_depth, the number of roundings in one entry. Ends early once `cancelled`.
TableCheck check_table(const TypePair& types, const PixelRows& rows, const TableView& table, double depth,
                       const std::atomic<bool>* cancelled = nullptr);

}  // namespace satscope
