// SPDX-License-Identifier: Apache-2.0
// Using a table: the entries of the padded table P, and the sum of any box from four of them.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <variant>

#include "kernels/types.h"

namespace satscope {

/// An exact integer modulo 2^bits of its table (signed where its type is), or a floating-point number.
using Value = std::variant<std::uint64_t, std::int64_t, double>;
/// The number of this type whose raw bits these are.
Value value_of_bits(std::uint64_t bits, Scalar type);
Value zero_of(Scalar type);
/// The bits of a whole number, sign-extended. Throws std::bad_variant_access for others.
std::uint64_t bits_of(const Value& value);
std::string to_text(const Value& value);
double to_double(const Value& value);

/// A table on the host: what `form` keeps of P over a picture of size `picture`, elements of `type`, row-major. Does not own.
struct TableView {
  std::span<const std::byte> bytes;
  Extent picture;
  Form form = Form::inclusive;
  Scalar type = Scalar::u32;

  Extent extent() const { return table_extent(picture, form); }
  /// Element (x, y) of the table as it lies in memory.
  Value element(int x, int y) const;
  /// Whether P(X, Y) follows from this table: all but the last row and column in the exclusive form.
  bool knows(int X, int Y) const;
  /// P(X, Y), 0 <= X <= width, 0 <= Y <= height; throws std::out_of_range where the table does not have it.
  Value padded(int X, int Y) const;
};

/// Pixels x ... x + width - 1, y ... y + height - 1.
struct Box {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool operator==(const Box&) const = default;
  double area() const { return 1.0 * width * height; }
};

/// Empty if the box has an area and lies inside the picture, else a sentence with the allowed range.
std::string refusal(const Box& box, Extent picture);

/// One of the four reads. (x, y) are coordinates of P.
struct Corner {
  char name;  ///< A top left, B top right, C bottom left, D bottom right
  int x, y;
  Value value;
  int sign;
};

/// sum = D - B - C + A: exact modulo 2^bits for integers.
struct BoxSum {
  Value sum;
  double mean;
  std::array<Corner, 4> reads;
};
/// Throws std::out_of_range with the sentence of `refusal`, or if the table does not keep a corner.
BoxSum box_sum(const TableView& table, const Box& box);

/// The same from the four entries of P, in the order A, B, C, D, of a table of this type.
BoxSum box_sum(const Box& box, const std::array<Value, 4>& corners, Scalar type);

/// Whether a box of this many pixels of this type can overflow the table's type (8-bit pixels in 32 bits: from 2^32 / 255).
bool can_overflow(const TypePair& types, double pixels);

}  // namespace satscope
