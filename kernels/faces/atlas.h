// SPDX-License-Identifier: Apache-2.0
// Where the scaled pictures of all levels lie, so that one launch makes them, one makes their table, and one looks at the
// windows of all sizes:
//
//      +-+------------------+        Levels shrink, so the first shelf with room takes each one, else a new shelf below. A
//      | | level 0          |        column and a row at the edge belong to none: every window then has an entry of the table
//      | +----------------+-+        left of it and above it. Sums of a window are differences, so what lies beside its level
//      | | level 1        |5|        does not matter. A new atlas begins where one would become too large for the memory; all
//      +-+---------+------+-+        use the same buffers, one after the other.
//      | | level 2 | level 3|
//      +-+---------+--------+
#pragma once
#include <bit>
#include <cstring>

#include "kernels/faces/levels.h"
#include "kernels/simt/derived.h"

namespace satscope::faces {

struct Atlases {
  struct Spot {
    int atlas, x, y;  ///< of the level's upper left pixel
  };
  Extent size;              ///< of the largest one
  int count = 0;            ///< of atlases
  std::vector<Spot> spots;  ///< of the levels
};

/// Atlases are no larger, unless one level is.
inline constexpr std::size_t k_most_atlas = std::size_t{1} << 26;  // pixels; 13 bytes each

Atlases atlases_of(const std::vector<Level>& levels, std::size_t most = k_most_atlas);

/// A level as kernels read it, in three packets of 32-bit words.
struct LevelNumbers {
  static constexpr int words = 12;
  int x, y, width, height;      ///< in its atlas
  int columns, rows, step;      ///< windows beside and below each other; pixels from one to the next
  std::uint32_t from;           ///< number of its first window among those of all levels
  double across = 0, down = 0;  ///< pixels of the picture for one of the level

  void put(std::vector<std::uint32_t>& to) const;
  template <class M>
  static SIMT LevelNumbers read(const global<M, const std::uint32_t>& levels, int number);
};

/// What a block of a launch over all levels owns: pixels or windows of one level, from this one on. In traces smaller blocks
/// share it.
struct LevelTile {
  static constexpr int words = 4;
  int level, x, y;
};

inline constexpr Extent k_pixel_tile{256, 8}, k_window_tile{32, 8};

/// Blocks that own so many places beside and below each other, of one tile.
SIMT constexpr int blocks_of_tile(Extent tile, Extent block) { return tile.width / block.width * (tile.height / block.height); }

namespace detail {

template <class M>
SIMT vec<std::uint32_t, 4> four_words(const global<M, const std::uint32_t>& from, std::size_t i) {
  using U = num<M, std::uint32_t>;
  const vec<U, 4> four = from.template load4<U>(i);
  return {{bare(four[0]), bare(four[1]), bare(four[2]), bare(four[3])}};
}
SIMT double double_of(std::uint32_t low, std::uint32_t high) {
  const std::uint64_t bits = static_cast<std::uint64_t>(high) << 32 | low;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
SIMT float float_of(std::uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace detail

template <class M>
SIMT LevelNumbers LevelNumbers::read(const global<M, const std::uint32_t>& levels, int number) {
  const std::size_t first = static_cast<std::size_t>(number) * words;
  const vec<std::uint32_t, 4> a = detail::four_words<M>(levels, first), b = detail::four_words<M>(levels, first + 4),
                              c = detail::four_words<M>(levels, first + 8);
  return {static_cast<int>(a[0]),        static_cast<int>(a[1]),       static_cast<int>(a[2]), static_cast<int>(a[3]),
          static_cast<int>(b[0]),        static_cast<int>(b[1]),       static_cast<int>(b[2]), b[3],
          detail::double_of(c[0], c[1]), detail::double_of(c[2], c[3])};
}

/// What the block of that number owns.
template <class M>
SIMT LevelTile tile_of_block(const global<M, const std::uint32_t>& tiles, int number, Extent tile, Extent block) {
  const int blocks = blocks_of_tile(tile, block), part = number % blocks, across = tile.width / block.width;
  const auto four = detail::four_words<M>(tiles, static_cast<std::size_t>(number / blocks) * LevelTile::words);
  return {static_cast<int>(four[0]), static_cast<int>(four[1]) + part % across * block.width,
          static_cast<int>(four[2]) + part / across * block.height};
}

}  // namespace satscope::faces
