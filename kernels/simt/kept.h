// SPDX-License-Identifier: Apache-2.0
// Where a kernel stores: the part of the padded table P that a form keeps. Forms differ only here, never by subtraction.
#pragma once
#include "kernels/described.h"
#include "kernels/simt/simt.h"
#include "kernels/types.h"

namespace satscope {

/// A row-major buffer that keeps P(X, Y) for first <= X < first + width, first <= Y < first + height.
struct Kept {
  int width;
  int height;
  int first;  ///< 1 where P's zero row and column are not kept, else 0

  SIMT int end_x() const { return first + width; }
  SIMT int end_y() const { return first + height; }
  SIMT bool has(int X, int Y) const { return X >= first && Y >= first && X < end_x() && Y < end_y(); }
  /// Element number of P(X, Y), which is kept.
  SIMT std::size_t place(int X, int Y) const { return at(X - first, Y - first, width); }
  /// The same in a buffer whose rows may lie apart.
  template <class Pitched>
  SIMT std::size_t place_in(const Pitched& buffer, int X, int Y) const {
    return buffer.at(X - first, Y - first);
  }
};

/// What a table of this form over a picture of this extent keeps.
constexpr Kept kept_part(Extent picture, Form form) {
  const Extent table = table_extent(picture, form);
  return {table.width, table.height, form == Form::inclusive ? 1 : 0};
}

/// All of a plain buffer of this extent: element (x, y) is P(x, y).
constexpr Kept kept_whole(Extent extent) { return {extent.width, extent.height, 0}; }

/// All of a buffer of this extent whose element (x, y) is the sum up to and including pixel (x, y).
constexpr Kept kept_inclusive(Extent extent) { return {extent.width, extent.height, 1}; }

/// Calls zero(element number) for the zeros of P that border pixel (x, y): the owner of the first pixel of a row or column
/// stores them.
template <class Zero>
SIMT void for_border(const Kept& kept, int x, int y, Zero&& zero) {
  if (kept.first == 1) return;
  if (y == 0 && kept.has(x + 1, 0)) zero(kept.place(x + 1, 0));
  if (x == 0 && kept.has(0, y + 1)) zero(kept.place(0, y + 1));
  if (x == 0 && y == 0) zero(kept.place(0, 0));
}

/// Stores these zeros.
template <class M, class T>
SIMT void store_border(const global<M, T>& table, const Kept& kept, int x, int y) {
  for_border(kept, x, y, [&](std::size_t i) { table[i] = num<M, T>(0); });
}

/// What the step of `store_borders`, and steps of that name, are for.
inline Phase border_phase() {
  return {"border",
          "The table begins with a row and a column of zeros: above and left of the picture there is nothing to sum."};
}
inline Phase store_border_phase() {
  return {"store border", "The zeros before the first row and column of the table are stored too."};
}

/// The same for all pixels of a picture, by a whole block of `threads`.
template <class T, class M>
SIMT void store_borders(M& m, const global<M, T>& table, const Kept& kept, int width, int height, int threads) {
  if (kept.first == 1) return;
  const int longer = width > height ? width : height;
  for (int first = 0; first < longer; first += threads)
    m.each("border", [&](auto t) {
      const int i = first + t.x;
      if (i < width) store_border<M, T>(table, kept, i, 0);
      if (i < height) store_border<M, T>(table, kept, 0, i);
    });
}

}  // namespace satscope
