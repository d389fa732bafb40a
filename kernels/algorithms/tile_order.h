// SPDX-License-Identifier: Apache-2.0
// Tiles by anti-diagonals, so that the tiles to the left of a tile and above it come a diagonal earlier:
//
//     0  1  3  6
//     2  4  7  9
//     5  8 10 11
//
// Where there are more tiles than run at once, groups of tiles side by side take the place of tiles: then longer pieces of a
// row are stored at about the same time, which is faster.
#pragma once
#include <cmath>

#include "kernels/simt/simt.h"

namespace satscope {

/// Column and row of a tile among tiles.
struct TilePlace {
  int j, i;
};

namespace detail {

/// The anti-diagonal of tile number n, where diagonals have 1, 2, 3 ... tiles.
SIMT int growing_diagonal(int n) {
  int d = static_cast<int>((std::sqrt(8.0F * static_cast<float>(n) + 1.0F) - 1.0F) * 0.5F);
  // because: the root is rounded
  while (d * (d + 1) / 2 > n) --d;
  while ((d + 1) * (d + 2) / 2 <= n) ++d;
  return d;
}

}  // namespace detail

/// Tile number n, from 0, of across x down tiles.
SIMT TilePlace tile_by_diagonals(int n, int across, int down) {
  const int least = across < down ? across : down, most = across < down ? down : across;
  const int growing = least * (least - 1) / 2;  // tiles of diagonals that are shorter than those in the middle
  int d = 0, on_diagonal = 0;
  if (n < growing) {
    d = detail::growing_diagonal(n);
    on_diagonal = n - d * (d + 1) / 2;
  } else if (n < growing + least * (most - least + 1)) {
    d = least - 1 + (n - growing) / least;
    on_diagonal = (n - growing) % least;
  } else {
    const int from_end = across * down - 1 - n, back = detail::growing_diagonal(from_end);
    d = across + down - 2 - back;
    on_diagonal = back - (from_end - back * (back + 1) / 2);
  }
  const int i = (d < across ? 0 : d - across + 1) + on_diagonal;
  return {d - i, i};
}

/// The same by groups of 2^side tiles in a row, which follow one another. Groups are whole, so j may lie beyond the last tile.
SIMT TilePlace tile_by_diagonals(int n, int across, int down, int side) {
  TilePlace place = tile_by_diagonals(n >> side, (across + (1 << side) - 1) >> side, down);
  place.j = place.j * (1 << side) + (n & ((1 << side) - 1));
  return place;
}

}  // namespace satscope
