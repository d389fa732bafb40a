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

/// Which sizes there are. number: bytes of what a tile is summed in.
constexpr bool has_tile(TileSize size, int number, int channels, std::size_t bytes_of_sum) {
  if (size == TileSize::small) return channels == 1 && bytes_of_sum == 4;
  if (size == TileSize::large) return number == 1 && bytes_of_sum == 4;
  return true;
}

/// Rows of a strip: as many as four strips have room for in shared memory; two in small traces.
template <Sizes sizes, int number, int channels, TileSize size>
constexpr int rows_of_strip() {
  const int medium = sizes.warp < 32 ? 2 : number == 8 ? 8 : number == 1 && channels == 1 ? 32 : 16;
  if (size == TileSize::small) return medium / 2;
  return channels == 4 && size == TileSize::large ? 2 * medium : medium;
}

/// Warps side by side.
template <Sizes sizes, int number, int channels, std::size_t bytes_of_sum, TileSize size>
constexpr int warps_abreast() {
  if (channels == 4) return number == 1 && bytes_of_sum == 4 && sizes.warp == 32 ? 2 : 1;
  return size == TileSize::large ? 2 : 1;
}

template <Sizes sizes, int number, int channels, std::size_t bytes_of_sum, TileSize size = TileSize::medium>
using Shape = TileShape<sizes, rows_of_strip<sizes, number, channels, size>(),
                        warps_abreast<sizes, number, channels, bytes_of_sum, size>()>;

/// Whether a tile keeps a sum before the packets of a lane, not before each four, and so has room for more rows.
template <int number, int channels, TileSize size>
inline constexpr bool k_before_lanes = channels == 4 && (number == 4 || size == TileSize::large);

/// Whether tiles of a large picture start in groups side by side, which is slower for other types (docs/PERFORMANCE.md).
template <int number, int channels>
inline constexpr bool start_in_groups = number == 1 && channels == 1;

/// Pixels of small tiles leave the L2 to the tile status words. In larger tiles that is slower (docs/PERFORMANCE.md).
template <TileSize size>
inline constexpr L2 k_pixels_in_l2 = size == TileSize::small ? L2::evict_first : L2::keep;

/// The tile of a kernel, and the number of its blocks that share a multiprocessor. number: its bytes.
template <class In, class T, Sizes sizes, int number, LoadWidth load_width, int channels = 1, TileSize size = TileSize::medium>
struct Tile : WaitingTile<In, T, std::conditional_t<number == 1, BytePackets, NumberPackets<T>>,
                          Shape<sizes, number, channels, sizeof(T), size>, load_width, channels, k_pixels_in_l2<size>,
                          k_before_lanes<number, channels, size>> {
  // because: so many tiles fit into shared memory (sm_90); sums of 8 bytes and four channels need the registers
  static constexpr int resident = channels == 4 && size == TileSize::large    ? 3
                                  : size == TileSize::large || sizeof(T) == 8 ? 4
                                  : number == 1                               ? (channels == 4 ? 4 : 8)
                                                                              : 5;
  static constexpr bool in_groups = start_in_groups<number, channels>;
  /// Of pixels that blocks ask for ahead, for each multiprocessor: more of them drive out others (docs/PERFORMANCE.md)
  static constexpr int bytes_ahead = (number == 1 ? 24 : 40) << 10;
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

/// The fastest size. tiles: medium ones of the picture.
constexpr TileSize fastest_tile(int tiles, int number, int channels, std::size_t bytes_of_sum) {
  // because: with few tiles most multiprocessors would have none, or one that waits; small ones of numbers leave the L2 to the
  // tile status words, until these are too many
  const bool few = tiles < (number == 1 ? 1 : 8) * k_multiprocessors;
  // because: with many, the tile status words cost more than a longer wait; those of four channels are four times as many
  const bool many = tiles > (channels == 1 ? 8 : 4) * k_multiprocessors;
  const TileSize size = few ? TileSize::small : many ? TileSize::large : TileSize::medium;
  return has_tile(size, number, channels, bytes_of_sum) ? size : TileSize::medium;
}

}  // namespace satscope::single_pass
