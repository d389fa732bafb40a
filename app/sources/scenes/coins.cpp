// SPDX-License-Identifier: Apache-2.0
// Coins of three kinds on a table, half of them in the shade. All lie the same way up, so a template of one finds all of its
// kind.
#include <array>

#include "app/sources/page.h"
#include "app/sources/scenes/paint.h"
#include "app/sources/scenes/scenes.h"

namespace satscope::app {
namespace {

using namespace scene;

constexpr float k_net = 0.118F, k_radius = 0.038F;

struct Kind {
  std::string_view digit;
  Colour metal;
};
constexpr std::array k_kinds{Kind{"1", {184, 104, 62}}, Kind{"2", {176, 178, 184}}, Kind{"5", {212, 172, 84}}};

/// Whether the digit in the middle of a coin stands out here, in radii of the coin from its middle.
float relief(std::string_view digit, float u, float v) {
  constexpr float k_dot = 0.17F;
  const float column = u / k_dot + 2.5F, row = v / k_dot + 3.5F;
  if (column < 0 || row < 0) return 0;
  return has_ink(digit, static_cast<int>(column), static_cast<int>(row)) ? 1 : 0;
}

/// The light on a coin of this kind at (u, v), from the upper left.
float struck(std::string_view digit, float u, float v, float soft) {
  const float r = std::sqrt(u * u + v * v);
  float light = 0.78F - 0.14F * u - 0.14F * v;
  // a raised rim, lit outside on one half and inside on the other
  const float rim = within(std::abs(r - 0.9F) - 0.06F, 0.06F), turn = r > 0 ? (-u - v) / (1.42F * r) : 0;
  light += rim * 0.42F * turn * (r > 0.9F ? 1.0F : -0.8F);
  const float beads = within(std::abs(r - 0.76F) - 0.02F, 0.03F);
  light += 0.1F * beads * wave(24 * (r > 0 ? std::abs(u) / r : 0));
  // the digit: its edges towards the light are bright, those away from it dark
  light += 0.34F * (relief(digit, u, v) - relief(digit, u - soft, v - soft)) + 0.1F * relief(digit, u, v);
  return light;
}

}  // namespace

void draw_coins(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba) {
  const float pixel = 1.0F / static_cast<float>(extent.height), width = static_cast<float>(extent.width) * pixel;
  const auto whole = [&](float v) { return std::floor(v / pixel) * pixel; };  // so that coins of a kind have the same pixels
  paint(extent, rgba, [&](const Spot& at) {
    // boards with a grain
    const float board = std::floor(at.y / 0.21F), line = at.y / 0.21F - board;
    const float wood = texture(3 * at.x + 7 * board, 46 * at.y, static_cast<std::uint32_t>(static_cast<int>(board)) + 40, 4);
    Colour c = mixed_colour({74, 46, 30}, {142, 96, 62}, wood);
    c = scaled(c, 1 - 0.6F * within(std::min(line, 1 - line) * 0.21F - 0.001F, 0.002F));
    const auto i = static_cast<std::int32_t>(std::floor(at.x / k_net)), j = static_cast<std::int32_t>(std::floor(at.y / k_net));
    const auto number = [&](std::int32_t a, std::int32_t b) {
      return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32 | static_cast<std::uint32_t>(b);
    };
    for (std::int32_t b = j - 1; b <= j + 1; ++b)
      for (std::int32_t a = i - 1; a <= i + 1; ++a) {
        const std::uint64_t which = number(a, b);
        if (chance(seed + 1, which) < 0.16F) continue;
        const float x = whole((static_cast<float>(a) + 0.5F + 0.26F * (chance(seed + 2, which) - 0.5F)) * k_net);
        const float y = whole((static_cast<float>(b) + 0.5F + 0.26F * (chance(seed + 3, which) - 0.5F)) * k_net);
        const Kind& kind = k_kinds[static_cast<std::size_t>(2.999F * chance(seed + 4, which))];
        const float u = (at.x - x) / k_radius, v = (at.y - y) / k_radius;
        const float shadow = ellipse(at.x - x - 0.008F, at.y - y - 0.01F, k_radius, k_radius);
        c = scaled(c, 1 - 0.5F * within(shadow, 0.014F));
        const float edge = std::sqrt(u * u + v * v) * k_radius - k_radius;
        if (edge > pixel) continue;
        const float light = struck(kind.digit, u, v, std::max(0.07F, pixel / k_radius));
        c = mixed_colour(c, lighter(scaled(kind.metal, light), 70 * clamp01(light - 0.95F)), covered(edge, pixel));
      }
    const float shade = smooth(clamp01((at.x - 0.56F * width + 0.35F * (at.y - 0.5F)) / 0.2F + 0.5F));
    return lighter(scaled(c, 1.06F - 0.7F * shade), 2 * grain(at, 0));
  });
}

}  // namespace satscope::app
