// SPDX-License-Identifier: Apache-2.0
// A word, through which blocks of one launch exchange a number: 32 bits of the number beside 32 bits for its status and launch.
// It is written and read at once, so there is no fence between a number and its flag; words of earlier launches are known by
// their mark, so nothing is cleared between launches. Numbers of 8 bytes are two halves, each with the mark, valid once both
// marks agree. Paper: D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVIDIA 2016, section
// 4.4.
#pragma once
#include <cstring>

#include "kernels/simt/simt.h"

namespace satscope {

/// Number of launches that a mark can tell apart.
inline constexpr std::uint32_t k_launches = 1U << 29;

template <class T>
struct alignas(2 * sizeof(T)) TileStatus {
  static constexpr int halves = sizeof(T) / 4;
  static_assert(halves == 1 || halves == 2, "words hold numbers of 4 or 8 bytes");
  unsigned long long half[halves];
};

/// Precedes the words of a buffer.
struct alignas(16) TileStatusHeader {
  unsigned long long turns;      ///< the number of the next launch, and how many of its blocks have started
  unsigned long long apart[31];  // because: a warp's words begin where a line of a GPU's cache does
};

/// Bytes of a buffer of so many words for numbers of this size, with its header.
constexpr std::size_t bytes_of_tile_status(std::size_t count, std::size_t number) {
  return sizeof(TileStatusHeader) + count * 2 * number;
}

/// The upper half of a word: never 0, the initial content of memory.
SIMT std::uint32_t mark_of(Known known, std::uint32_t launch) { return (launch << 2) | static_cast<std::uint32_t>(known); }

template <class T>
SIMT TileStatus<T> pack(T value, Known known, std::uint32_t launch) {
  std::uint32_t part[TileStatus<T>::halves];
  memcpy(part, &value, sizeof part);
  TileStatus<T> word;
  SIMT_UNROLL for (int i = 0; i < TileStatus<T>::halves; ++i) word.half[i] =
      static_cast<unsigned long long>(mark_of(known, launch)) << 32 | part[i];
  return word;
}

template <class T>
SIMT Seen<T> unpack(const TileStatus<T>& word, std::uint32_t launch) {
  std::uint32_t part[TileStatus<T>::halves];
  SIMT_UNROLL for (int i = 0; i < TileStatus<T>::halves; ++i) part[i] = static_cast<std::uint32_t>(word.half[i]);
  const std::uint32_t mark = static_cast<std::uint32_t>(word.half[0] >> 32);
  bool valid = mark >> 2 == launch;
  if constexpr (TileStatus<T>::halves == 2) valid = valid && mark == static_cast<std::uint32_t>(word.half[1] >> 32);
  Seen<T> seen{{}, valid ? static_cast<Known>(mark & 3U) : Known::nothing};
  memcpy(&seen.value, part, sizeof part);
  return seen;
}

}  // namespace satscope
