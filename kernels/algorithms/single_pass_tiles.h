// SPDX-License-Identifier: Apache-2.0
// The sizes of tiles that single-pass has, and the fastest one of a picture. A higher or wider tile has fewer words between
// blocks for each of its pixels; a small one leaves no multiprocessor without work where a picture has few.
#pragma once
#include <array>
#include <optional>

#include "kernels/algorithms/waiting_tile.h"

namespace satscope::single_pass {

inline constexpr Sizes k_real{.warp = 32, .block = 128};
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 16}, Sizes{.warp = 8, .block = 32}, k_real};

/// Bytes of the numbers that a tile is summed in: those of the pixels for bytes, else those of the sums.
constexpr int bytes_of_number(bool pixels_are_bytes, std::size_t bytes_of_sum) {
  return pixels_are_bytes ? 1 : static_cast<int>(bytes_of_sum);
}

/// Small tiles are half as high as medium ones. Large ones are twice as wide, or, with four channels, twice as high.
enum class TileSize : std::uint8_t { small, medium, large };

/// What a kernel is compiled for, but for its types; and what was found the fastest for it on an H200 (docs/PERFORMANCE.md).
struct TileKind {
  Sizes sizes;
  int number;        ///< bytes of what a tile is summed in
  int bytes_of_sum;  ///< of the table
  int channels = 1;
  TileSize size = TileSize::medium;
  LoadWidth load_width = LoadWidth::together;

  constexpr TileKind sized(TileSize other) const {
    TileKind kind = *this;
    kind.size = other;
    return kind;
  }
  constexpr TileKind loaded(LoadWidth other) const {
    TileKind kind = *this;
    kind.load_width = other;
    return kind;
  }
  /// Whether there is a kernel for it.
  constexpr bool exists() const {
    if (size == TileSize::small) return channels == 1 && bytes_of_sum == 4;
    if (size == TileSize::large) return number == 1 && bytes_of_sum == 4;
    return true;
  }
  /// Rows of a strip: as many as four strips have room for in shared memory; two in small traces.
  constexpr int rows() const {
    const int medium = sizes.warp < 32 ? 2 : number == 8 ? 8 : number == 1 && channels == 1 ? 32 : 16;
    if (size == TileSize::small) return medium / 2;
    return channels == 4 && size == TileSize::large ? 2 * medium : medium;
  }
  /// Warps side by side.
  constexpr int abreast() const {
    if (channels == 4) return number == 1 && bytes_of_sum == 4 && sizes.warp == 32 ? 2 : 1;
    return size == TileSize::large ? 2 : 1;
  }
  /// Whether a tile keeps a sum before the packets of a lane, not before each four, and so has room for more rows.
  constexpr bool before_lanes() const { return channels == 4 && (number == 4 || size == TileSize::large); }
  /// Whether tiles of a large picture start in groups side by side, which is slower for other types.
  constexpr bool in_groups() const { return number == 1 && channels == 1; }
  /// Blocks that share a multiprocessor.
  constexpr int resident() const {
    // because: so many tiles fit into shared memory (sm_90); sums of 8 bytes and four channels need the registers
    if (channels == 4 && size == TileSize::large) return 3;
    if (size == TileSize::large || bytes_of_sum == 8) return 4;
    return number == 1 ? (channels == 4 ? 4 : 8) : 5;
  }
};

/// The traits of a tile (waiting_tile.h).
template <class Pixel, class Sum, TileKind kind>
struct TileTraits {
  using In = Pixel;
  using T = Sum;
  using Shape = TileShape<kind.sizes, kind.rows(), kind.abreast()>;
  using Packets = std::conditional_t<kind.number == 1, BytePackets, NumberPackets<T>>;
  static constexpr LoadWidth load_width = kind.load_width;
  static constexpr int channels = kind.channels, resident = kind.resident();
  static constexpr bool before_lanes = kind.before_lanes(), in_groups = kind.in_groups();
  /// Pixels of small tiles leave the L2 to the tile status words. In larger tiles that is slower.
  static constexpr L2 pixels_in_l2 = kind.size == TileSize::small ? L2::evict_first : L2::keep;
  /// Of pixels that blocks ask for ahead, for each multiprocessor: more of them drive out others.
  static constexpr int bytes_ahead = (kind.number == 1 ? 24 : 40) << 10;
};

/// The same of a type pair.
inline int bytes_of_number(const TypePair& types) {
  return bytes_of_number(types.in == Scalar::u8 && !types.squares, size_of(types.out));
}

/// The tile that the request asks for by name; none: it leaves the choice.
inline std::optional<TileSize> asked_tile(const Request& request) {
  const auto asked = request.params.find("tile");
  if (asked == request.params.end()) return std::nullopt;
  for (const auto& [name, size] :
       {std::pair{"small", TileSize::small}, {"medium", TileSize::medium}, {"large", TileSize::large}})
    if (asked->second == ParamValue(std::string(name))) return size;
  return std::nullopt;
}

inline constexpr int k_multiprocessors = 132;  ///< of an H200, where the rules below were measured (docs/PERFORMANCE.md)

/// The fastest size for a picture of so many medium tiles.
constexpr TileSize fastest_size(const TileKind& medium, int tiles) {
  // because: with few tiles most multiprocessors would have none, or one that waits; small ones of numbers leave the L2 to the
  // tile status words, until these are too many
  const bool few = tiles < (medium.number == 1 ? 1 : 8) * k_multiprocessors;
  // because: with many, the tile status words cost more than a longer wait; those of four channels are four times as many
  const bool many = tiles > (medium.channels == 1 ? 8 : 4) * k_multiprocessors;
  const TileSize size = few ? TileSize::small : many ? TileSize::large : TileSize::medium;
  return medium.sized(size).exists() ? size : TileSize::medium;
}

}  // namespace satscope::single_pass
