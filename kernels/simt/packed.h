// SPDX-License-Identifier: Apache-2.0
// Small numbers that share a register: four bytes of a row, and two sums below 2^16. They are added without unpacking. On
// machine Traced (traced_packed.h) each counts as the numbers it holds, and an addition as those it stands for.
#pragma once
#include "kernels/simt/simt.h"

namespace satscope {

/// vec4 adjacent bytes, the first one lowest.
struct Bytes4 {
  std::uint32_t word;
};
/// Two sums; the caller ensures that neither reaches 2^16.
struct Pair16 {
  std::uint32_t word;
  SIMT friend Pair16 operator+(Pair16 a, Pair16 b) { return {a.word + b.word}; }
  SIMT Pair16& operator+=(Pair16 other) { return *this = *this + other; }
};

template <class T>
inline constexpr bool is_packed = std::is_same_v<T, Bytes4> || std::is_same_v<T, Pair16>;

SIMT Bytes4 bytes_of(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  return {a | static_cast<std::uint32_t>(b) << 8 | static_cast<std::uint32_t>(c) << 16 | static_cast<std::uint32_t>(d) << 24};
}

/// n adjacent packets.
template <int n>
SIMT vec<Bytes4, n> packets_in(const std::uint8_t* bytes) {
  vec<Bytes4, n> packets;
  for (int k = 0; k < n; ++k, bytes += 4) packets[k] = bytes_of(bytes[0], bytes[1], bytes[2], bytes[3]);
  return packets;
}

/// Byte number i.
SIMT std::uint32_t byte_of(Bytes4 bytes, int i) { return bytes.word >> (8 * i) & 0xFFU; }
/// Bytes 0 and 2, and bytes 1 and 3.
SIMT Pair16 even_of(Bytes4 bytes) { return {bytes.word & 0x00FF00FFU}; }
SIMT Pair16 odd_of(Bytes4 bytes) { return {bytes.word >> 8 & 0x00FF00FFU}; }
SIMT std::uint32_t first_of(Pair16 pair) { return pair.word & 0xFFFFU; }
SIMT std::uint32_t second_of(Pair16 pair) { return pair.word >> 16; }

SIMT std::uint32_t sum_of(Bytes4 bytes) {
#if defined(__CUDA_ARCH__)
  return __dp4a(bytes.word, 0x01010101U, 0U);
#else
  const Pair16 pairs = even_of(bytes) + odd_of(bytes);
  return first_of(pairs) + second_of(pairs);
#endif
}

}  // namespace satscope
