// SPDX-License-Identifier: Apache-2.0
// A picture as a function from a place to a colour, with a few shapes and textures to write it with. Plain arithmetic and
// square roots only, so that every machine draws the same.
#pragma once
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>
#include <system_error>
#include <thread>
#include <vector>

#include "app/sources/curves.h"
#include "app/sources/hash.h"
#include "app/sources/landscape.h"
#include "kernels/types.h"

namespace satscope::app::scene {

/// The middle of a pixel, in picture heights, and its numbers.
struct Spot {
  float x, y;
  std::uint32_t column, row;
};

inline Colour mixed_colour(const Colour& from, const Colour& to, float part) {
  return {blend(from.r, to.r, part), blend(from.g, to.g, part), blend(from.b, to.b, part)};
}
inline Colour scaled(const Colour& colour, float by) { return {colour.r * by, colour.g * by, colour.b * by}; }
inline Colour lighter(const Colour& colour, float by) { return {colour.r + by, colour.g + by, colour.b + by}; }

inline std::uint32_t word_of(const Colour& colour) {
  const auto byte = [](float v) { return static_cast<std::uint32_t>(std::clamp(v, 0.0F, 255.0F) + 0.5F); };
  return 0xFF000000U | byte(colour.b) << 16 | byte(colour.g) << 8 | byte(colour.r);
}
inline Colour colour_of(std::uint32_t word) {
  const auto part = [&](int shift) { return static_cast<float>(word >> shift & 0xFF); };
  return {part(0), part(8), part(16)};
}

/// Whether a place is within a shape: 1 inside, 0 outside, over a rim of one pixel between. distance: below 0 inside.
inline float covered(float distance, float pixel) { return clamp01(0.5F - distance / pixel); }
/// The same with a soft rim.
inline float within(float distance, float rim) { return smooth(clamp01(0.5F - distance / rim)); }

/// Distance to an ellipse, right near its edge.
inline float ellipse(float x, float y, float wide, float high) {
  const float u = x / wide, v = y / high, length = std::sqrt(u * u + v * v);
  return (length - 1) * std::min(wide, high);
}
/// Distance to a straight stroke from (ax, ay) to (bx, by) of this half width.
inline float stroke(float x, float y, float ax, float ay, float bx, float by, float half) {
  const float dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
  const float t = length > 0 ? clamp01(((x - ax) * dx + (y - ay) * dy) / length) : 0;
  const float ex = x - ax - t * dx, ey = y - ay - t * dy;
  return std::sqrt(ex * ex + ey * ey) - half;
}
/// Distance to a rectangle around (0, 0).
inline float box(float x, float y, float half_wide, float half_high) {
  return std::max(std::abs(x) - half_wide, std::abs(y) - half_high);
}
/// 1 in the middle, falling softly to 0 far from it.
inline float glow(float distance, float reach) {
  const float part = 1 / (1 + distance * distance / (reach * reach));
  return part * part;
}

/// 0 ... 1 from a seed and a number.
inline float chance(std::uint64_t seed, std::uint64_t index) {
  return static_cast<float>(mixed(mixed(seed) + index) >> 40) * (1.0F / (1 << 24));
}

/// Smooth noise, 0 ... 1, that changes over lengths of 1.
inline float cloud(float x, float y, std::uint32_t seed) {
  const float left = std::floor(x), top = std::floor(y), u = smooth(x - left), v = smooth(y - top);
  const auto i = static_cast<std::uint32_t>(static_cast<std::int32_t>(left)),
             j = static_cast<std::uint32_t>(static_cast<std::int32_t>(top));
  const auto at = [&](std::uint32_t a, std::uint32_t b) { return speckle(i + a + 131 * seed, j + b + 977 * seed); };
  return blend(blend(at(0, 0), at(1, 0), u), blend(at(0, 1), at(1, 1), u), v);
}
/// Noise of several sizes, 0 ... 1.
inline float texture(float x, float y, std::uint32_t seed, int octaves) {
  float sum = 0, weight = 0.5F, all = 0;
  for (int i = 0; i < octaves; ++i, weight /= 2, x *= 2.03F, y *= 1.97F) {
    sum += weight * cloud(x, y, seed + static_cast<std::uint32_t>(i));
    all += weight;
  }
  return sum / all;
}

/// The grain of a sensor, near to a bell, with a standard deviation of 1.
inline float grain(const Spot& at, std::uint32_t channel) {
  float sum = 0;
  for (std::uint32_t i = 0; i < 4; ++i) sum += speckle(at.column + 7919 * channel, at.row + 104729 * i + 17);
  return (sum - 2) * 1.732F;
}

/// Draws every pixel: colour(Spot) -> Colour, which several threads call at once.
template <class F>
void paint(Extent extent, std::span<std::uint32_t> rgba, const F& colour) {
  constexpr int k_band = 8;
  constexpr std::size_t k_pixels_worth_a_thread = 1 << 15, k_most_threads = 16;
  const float pixel = 1.0F / static_cast<float>(extent.height);
  std::atomic<int> next = 0;
  const auto bands = [&] {
    while (true) {
      const int from = k_band * next++;
      if (from >= extent.height) return;
      for (int row = from; row < std::min(from + k_band, extent.height); ++row)
        for (int column = 0; column < extent.width; ++column) {
          const Spot at{(static_cast<float>(column) + 0.5F) * pixel, (static_cast<float>(row) + 0.5F) * pixel,
                        static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)};
          rgba[static_cast<std::size_t>(row) * static_cast<std::size_t>(extent.width) + static_cast<std::size_t>(column)] =
              word_of(colour(at));
        }
    }
  };
  const std::size_t threads = std::min(
      {extent.area() / k_pixels_worth_a_thread, k_most_threads, static_cast<std::size_t>(std::thread::hardware_concurrency())});
  std::vector<std::jthread> helpers;
  try {
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(bands);
  } catch (const std::system_error&) {
    // where no further thread can begin, those that are there do the work
  }
  bands();
}

/// The valley at a moment that the seed chooses; with the printed sheet in its corner or without.
std::vector<std::uint32_t> valley(Extent extent, std::uint64_t seed, bool with_sheet);

}  // namespace satscope::app::scene
