// SPDX-License-Identifier: Apache-2.0
// The valley of landscape.h as it is, in haze, and on an old print.
#include "app/sources/landscape.h"
#include "app/sources/scenes/paint.h"
#include "app/sources/scenes/scenes.h"

namespace satscope::app {
namespace scene {

std::vector<std::uint32_t> valley(Extent extent, std::uint64_t seed, bool with_sheet) {
  constexpr double k_first_moment = 48, k_between_moments = 37;
  Landscape landscape(extent, k_first_moment + k_between_moments * static_cast<double>(seed % 1024), with_sheet);
  std::vector<std::uint32_t> words(extent.area());
  const auto width = static_cast<std::size_t>(extent.width);
  for (int y = 0; y < extent.height; ++y)
    landscape.draw_row(y, std::span(words).subspan(static_cast<std::size_t>(y) * width, width));
  return words;
}

}  // namespace scene

using namespace scene;

void draw_valley(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba) {
  std::ranges::copy(valley(extent, seed, true), rgba.begin());
}

// As through a soft lens: each pixel is the mean of a few around it; then air that is lighter the farther one sees.
void draw_haze(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba) {
  const std::vector<std::uint32_t> words = valley(extent, seed, false);
  constexpr int k_rings = 2, k_turns = 8;
  constexpr float k_soft = 0.0042F;
  constexpr Colour k_air{196, 200, 204};
  const auto high = static_cast<float>(extent.height);
  paint(extent, rgba, [&](const Spot& at) {
    Colour seen{0, 0, 0};
    for (int i = 0; i < k_rings * k_turns; ++i) {
      const float turn = (static_cast<float>(i) + 0.5F) / k_turns,
                  reach = k_soft * high * static_cast<float>(1 + i / k_turns) / k_rings;
      const int column =
          std::clamp(static_cast<int>(static_cast<float>(at.column) + 0.5F + reach * wave(turn + 0.25F)), 0, extent.width - 1);
      const int row =
          std::clamp(static_cast<int>(static_cast<float>(at.row) + 0.5F + reach * wave(turn)), 0, extent.height - 1);
      const Colour one = colour_of(
          words[static_cast<std::size_t>(row) * static_cast<std::size_t>(extent.width) + static_cast<std::size_t>(column)]);
      seen = {seen.r + one.r, seen.g + one.g, seen.b + one.b};
    }
    const float haze = 0.66F - 0.28F * smooth(clamp01((at.y - 0.45F) / 0.55F));
    return lighter(mixed_colour(scaled(seen, 1.0F / (k_rings * k_turns)), k_air, haze), 0.8F * grain(at, 0));
  });
}

// Brown and faded, with dust, hairs and scratches that have nothing to do with the picture under them.
void draw_old_print(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba) {
  const std::vector<std::uint32_t> words = valley(extent, seed, false);
  const float pixel = 1.0F / static_cast<float>(extent.height);
  struct Hair {
    float x, y, dx, dy, bend;
    bool dark;
  };
  std::vector<Hair> hairs;
  const float width = static_cast<float>(extent.width) * pixel;
  for (std::uint64_t i = 0; i < 26; ++i) {
    const auto any = [&](std::uint64_t k) { return chance(seed + 71, 8 * i + k); };
    hairs.push_back(
        {any(0) * width, any(1), 0.16F * (any(2) - 0.5F), 0.16F * (any(3) - 0.5F), 0.05F * (any(4) - 0.5F), any(5) < 0.4F});
  }
  paint(extent, rgba, [&](const Spot& at) {
    const Colour seen = colour_of(words[static_cast<std::size_t>(at.row) * static_cast<std::size_t>(extent.width) + at.column]);
    const float grey = 0.3F * seen.r + 0.59F * seen.g + 0.11F * seen.b;
    Colour print = mixed_colour({38, 28, 20}, {238, 222, 192}, clamp01(grey / 255));
    print = mixed_colour(print, scaled(seen, 0.9F), 0.3F);
    // scratches run down the whole print and wander a little
    for (std::uint64_t i = 0; i < 9; ++i) {
      const float x = width * chance(seed + 5, i) + 0.004F * wave(at.y * (1 + 2 * chance(seed + 6, i)) + chance(seed + 7, i));
      const float strength = 0.8F * smooth(cloud(4 * at.y, static_cast<float>(i), 31));
      print = mixed_colour(print, {246, 240, 226}, strength * covered(std::abs(at.x - x) - 0.0009F, pixel));
    }
    for (const Hair& hair : hairs) {
      const float t =
          clamp01(((at.x - hair.x) * hair.dx + (at.y - hair.y) * hair.dy) / (hair.dx * hair.dx + hair.dy * hair.dy));
      const float side = hair.bend * 4 * t * (1 - t), x = hair.x + t * hair.dx - side, y = hair.y + t * hair.dy + side;
      const float distance = std::sqrt((at.x - x) * (at.x - x) + (at.y - y) * (at.y - y)) - 0.0011F;
      print = mixed_colour(print, hair.dark ? Colour{30, 24, 20} : Colour{250, 246, 236}, 0.9F * covered(distance, pixel));
    }
    // specks: at most one in each square of a fine net
    constexpr float k_net = 0.022F;
    const float i = std::floor(at.x / k_net), j = std::floor(at.y / k_net);
    for (float v = j - 1; v <= j + 1; ++v)
      for (float u = i - 1; u <= i + 1; ++u) {
        const auto a = static_cast<std::uint32_t>(static_cast<std::int32_t>(u)),
                   b = static_cast<std::uint32_t>(static_cast<std::int32_t>(v));
        if (speckle(a + 11, b + 3) > 0.42F) continue;
        const float x = (u + speckle(a + 1, b)) * k_net, y = (v + speckle(a, b + 1)) * k_net;
        const float size = 0.0012F + 0.0034F * speckle(a + 5, b + 9) * speckle(a + 6, b + 9);
        const float distance = std::sqrt((at.x - x) * (at.x - x) + (at.y - y) * (at.y - y)) - size;
        print = mixed_colour(print, speckle(a + 8, b + 8) < 0.5F ? Colour{252, 248, 238} : Colour{22, 18, 16},
                             covered(distance, pixel));
      }
    return lighter(print, 2.2F * grain(at, 0));
  });
}

}  // namespace satscope::app
