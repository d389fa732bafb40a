// SPDX-License-Identifier: Apache-2.0
// A waiting tile (waiting_tile.h) consists of packets: four adjacent bytes or numbers. This file says where a four lies in
// shared memory, how it is summed before the wait, and how its columns are added up after it.
#pragma once
#include "kernels/simt/packed.h"

namespace satscope {

/// Packets of bytes: each is one register, summed at once. Neighbouring ones are moved together.
struct BytePackets {
  using Local = std::uint32_t;   ///< of sums within a tile
  using Before = std::uint16_t;  ///< of sums within a row of it
  using Column = Pair16;         ///< of columns 0 and 2, and of 1 and 3
  static constexpr int column_registers = 2;
  static constexpr bool is_bytes = true;

  /// Position of four q of a row within that row.
  static SIMT int place(int q) { return q; }

  template <class M, class Tile>
  static SIMT num<M, Bytes4> read(Tile& tile, element_no<M> i) {
    return tile.template bytes4s<1>(i)[0];
  }
  template <class Bytes>
  static SIMT auto sum(const Bytes& four) {
    return sum_of(four);
  }
  template <class M, class Bytes>
  static SIMT num<M, Local> one(const Bytes& four, int c) {
    return byte_of(four, c);
  }
  template <class M, class Bytes, class Columns>
  static SIMT void add(Columns&& columns, const Bytes& four, bool first) {
    if (first) {
      columns[0] = even_of(four);
      columns[1] = odd_of(four);
    } else {
      columns[0] += even_of(four);
      columns[1] += odd_of(four);
    }
  }
  template <class M, class Columns>
  static SIMT vec<num<M, Local>, 4> sums(Columns&& columns) {
    const num<M, Pair16> even = columns[0], odd = columns[1];
    return {{first_of(even), first_of(odd), second_of(even), second_of(odd)}};
  }
};

/// Packets of numbers of the table's type.
template <class T>
struct NumberPackets {
  using Local = T;
  using Before = T;
  using Column = T;
  static constexpr int column_registers = 4;
  static constexpr bool is_bytes = false;

  /// Position of four q of a row within that row: every fourth of 32 in other banks.
  static SIMT int place(int q) { return q ^ (q >> 3 & 3); }

  template <class M, class Tile>
  static SIMT vec<num<M, T>, 4> read(Tile& tile, element_no<M> i) {
    return tile.template load4<num<M, T>>(i);
  }
  template <class Numbers>
  static SIMT auto sum(const Numbers& four) {
    return (four[0] + four[1]) + (four[2] + four[3]);
  }
  template <class M, class Numbers>
  static SIMT num<M, T> one(const Numbers& four, int c) {
    return four[c];
  }
  template <class M, class Numbers, class Columns>
  static SIMT void add(Columns&& columns, const Numbers& four, bool first) {
    SIMT_UNROLL for (int c = 0; c < 4; ++c) {
      if (first)
        columns[c] = four[c];
      else
        columns[c] += four[c];
    }
  }
  template <class M, class Columns>
  static SIMT vec<num<M, T>, 4> sums(Columns&& columns) {
    return {{num<M, T>(columns[0]), num<M, T>(columns[1]), num<M, T>(columns[2]), num<M, T>(columns[3])}};
  }
};

}  // namespace satscope
