// SPDX-License-Identifier: Apache-2.0
// Noise that is the same on every machine: integers only, each computed from its index, so that any part can be drawn alone.
#pragma once
#include <cstdint>

namespace satscope::app {

/// 64 well mixed bits of a number: the output step of Steele, Lea and Flood's SplitMix64 (2014).
constexpr std::uint64_t mixed(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

/// 0 ... 255, every value as likely.
constexpr std::uint8_t noise_byte(std::uint64_t seed, std::uint64_t index) {
  return static_cast<std::uint8_t>(mixed(mixed(seed) + index) >> 56);
}

/// A cheaper one in 32 bits for pictures, which a compiler can vectorise: 0 ... 1.
constexpr float speckle(std::uint32_t x, std::uint32_t y) {
  std::uint32_t h = x * 0x9E3779B1U ^ y * 0x85EBCA77U;
  h = (h ^ (h >> 15)) * 0xC2B2AE3DU;
  return static_cast<float>(static_cast<std::int32_t>(h >> 8)) * (1.0F / (1 << 24));
}

}  // namespace satscope::app
