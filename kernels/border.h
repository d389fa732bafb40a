// SPDX-License-Identifier: Apache-2.0
// What a window reads beyond the edges of the picture: one rule per filter, for pixels and for tables.
#pragma once
#include <array>

#include "kernels/simt/simt.h"
#include "kernels/types.h"

namespace satscope {

/// How a picture of width W continues beyond its edges (likewise in y) ...
enum class Border : std::uint8_t {
  clip,    ///< not at all: the window is cut to the picture, and a mean divides by the pixels that are left
  clamp,   ///< with the nearest pixel:       a a a | a b c d | d d d
  mirror,  ///< as in a mirror at its edge:   c b a | a b c d | d c b, and so on with period 2 W
  zero,    ///< with zeros, which are counted: a mean divides by the whole window
};
inline constexpr std::array k_borders{
    Named<Border>{Border::clip, "clip"},
    Named<Border>{Border::clamp, "clamp"},
    Named<Border>{Border::mirror, "mirror"},
    Named<Border>{Border::zero, "zero"},
};
constexpr std::string_view id_of(Border border) { return k_borders[static_cast<std::size_t>(border)].id; }

/// Division that rounds down, also for negative numbers; d > 0.
SIMT constexpr int floor_div(int a, int d) { return a >= 0 ? a / d : -((-a + d - 1) / d); }

/// The index of the pixel at i in a line of `length`, or -1 if there is none.
SIMT constexpr int pixel_at(Border border, int i, int length) {
  if (i >= 0 && i < length) return i;
  if (border == Border::clamp) return i < 0 ? 0 : length - 1;
  if (border != Border::mirror) return -1;
  const int j = i - floor_div(i, 2 * length) * 2 * length;
  return j < length ? j : 2 * length - 1 - j;
}

/// A coordinate X of the padded table P that may lie beyond it, expressed by coordinates inside: along one line
/// P(X) = times[0] P(at[0]) + times[1] P(at[1]). A term with times 0 or at 0 vanishes, since P(0) = 0.
struct Reach {
  int at[2];
  int times[2];
};

SIMT constexpr Reach reach(Border border, int X, int length) {
  if (X >= 0 && X <= length) return {{X, 0}, {1, 0}};
  if (border == Border::clamp) {
    // the first pixel is P(1), the last one P(length) - P(length - 1)
    if (X < 0) return {{1, 0}, {X, 0}};
    return {{length, length - 1}, {1 + X - length, length - X}};
  }
  if (border == Border::mirror) {
    // a period of 2 length sums to twice the line; within it P rises along the line, then falls back
    const int periods = floor_div(X, 2 * length), rest = X - periods * 2 * length;
    if (rest <= length) return {{rest, length}, {1, 2 * periods}};
    return {{2 * length - rest, length}, {-1, 2 * periods + 2}};
  }
  return {{X < 0 ? 0 : length, 0}, {1, 0}};
}

/// Terms of a reach that are read.
constexpr int reads_of(const Reach& r) { return (r.at[0] != 0 && r.times[0] != 0) + (r.at[1] != 0 && r.times[1] != 0); }

}  // namespace satscope
