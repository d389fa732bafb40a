// SPDX-License-Identifier: Apache-2.0
// Whether a table tells the truth: up to how many pixels a sum surely fits its type, what the pixels of a box really add up to,
// and every entry beside its definition. Walks the picture row by row, so that no second table is needed.
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
/// Rows of a picture that lies packed in memory, which must stay there; of four channels side by side one, from 0.
PixelRows rows_of(std::span<const std::byte> picture, Extent extent, Scalar type, int channels = 1, int channel = 0);
/// Such a channel packed: every `channels`-th of the elements of `size` bytes, from number `channel` on.
std::vector<std::byte> channel_of(std::span<const std::byte> elements, std::size_t size, std::size_t channels,
                                  std::size_t channel);

/// The largest absolute value that a pixel of this type adds; infinite for floats.
double largest_addend(const TypePair& types);

/// So many pixels, none of which adds more than `most` in absolute value, surely have a sum that the table's type holds:
/// 2^n - 1 over `most` for n bits, half of that where one is a sign. Where floats add whole numbers: so many that an entry
/// sums without rounding. 0: not even one is sure, because floats round fractions.
double exact_pixels(const TypePair& types, double most);

/// Whether the sum of this box is surely that of its pixels. Floats round the entries that it is made of, so there it is the
/// pixels from the top left corner to the end of the box that count.
bool surely_exact(const TypePair& types, double most, const Box& box);

/// "2^32": the first whole number that the table's type does not hold, for floats the last up to which it has all of them.
std::string limit_text(const TypePair& types);
/// Why and from where on sums of this type are wrong, a clause: "8u32u holds sums below 2^32, ...". `pixels`: the number
/// exact_pixels as it is to be written.
std::string why_inexact(const TypePair& types, double exact_pixels, const std::string& pixels);

/// What the pixels of a box add up to, in 64 bits: std::uint64_t, std::int64_t, or of floats a double.
struct TrueSum {
  Value value;
  long double wide = 0;  ///< the same before it was rounded to a double

  double mean(const Box& box) const { return static_cast<double>(wide / static_cast<long double>(box.area())); }
  /// How far a sum that a table tells is from it, absolute; not a number where that sum is none.
  double error_of(const Value& told) const;
};
/// Of a box inside the picture. Ends early, with a wrong sum, once `cancelled`.
TrueSum true_sum(const TypePair& types, const PixelRows& rows, const Box& box, const std::atomic<bool>* cancelled = nullptr);

/// An entry of a table and what it should be.
struct EntryAt {
  int x = 0, y = 0;  ///< of the table as it lies in memory
  Value told, truth;
};

/// A whole table beside the sums of its pixels in 64 bits.
struct TableCheck {
  std::size_t entries = 0;
  std::size_t wrong = 0;       ///< that differ: of integers modulo 2^bits, of floats by more than rounding explains
  std::size_t beyond = 0;      ///< right modulo 2^bits alone, because the sum is beyond the type
  std::size_t not_finite = 0;  ///< floats that overflowed, or are no number
  double max_error = 0;        ///< of floats that are finite, the largest
  EntryAt first_wrong, first_beyond, worst;  ///< where there is one of them
  double largest = 0;                        ///< absolute value that a pixel adds

  bool correct() const { return wrong == 0; }
  /// Whether every entry is the sum of its pixels, not only modulo 2^bits or nearly.
  bool exact() const { return wrong == 0 && beyond == 0 && max_error == 0; }
};
/// Compares all entries. `depth`: Algorithm::float_depth, how many roundings one entry may have. Ends early once `cancelled`.
TableCheck check_table(const TypePair& types, const PixelRows& rows, const TableView& table, double depth,
                       const std::atomic<bool>* cancelled = nullptr);

}  // namespace satscope
