// SPDX-License-Identifier: Apache-2.0
// Pictures drawn in colour, each for what a filter is for: noise on skin, a page half in shadow, many coins. Lengths are in
// picture heights, so that every size shows the same.
#pragma once
#include <cstdint>
#include <span>

#include "app/sources/samples.h"

namespace satscope::app {

struct Scene {
  PatternName name;
  /// Draws RGBA8 words, extent.area() of them; the same seed gives the same picture.
  void (*draw)(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba);
};

/// All of them, in the order in which they are shown.
std::span<const Scene> scenes();

// Each in its own file.
void draw_valley(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba);
void draw_portrait(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba);
void draw_half_shadow(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba);
void draw_coins(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba);
void draw_lamps(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba);
void draw_room(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba);
void draw_haze(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba);
void draw_old_print(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba);

}  // namespace satscope::app
