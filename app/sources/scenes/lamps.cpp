// SPDX-License-Identifier: Apache-2.0
// Lamps along a paved road at night, from near below to far above: out of focus every light becomes the shape of the kernel.
#include "app/sources/scenes/paint.h"
#include "app/sources/scenes/scenes.h"

namespace satscope::app {
namespace {

using namespace scene;

constexpr float k_horizon = 0.2F, k_eye = 0.36F;  // of the picture; of the eye above the road, at depth 1

struct Light {
  float x, y, size;  ///< in the picture
  Colour colour;
  float ground;  ///< where its post is
};

}  // namespace

void draw_lamps(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba) {
  const float pixel = 1.0F / static_cast<float>(extent.height), middle = 0.5F * static_cast<float>(extent.width) * pixel;
  constexpr Colour k_warm{255, 196, 116}, k_white{226, 236, 255}, k_red{255, 84, 64}, k_green{96, 240, 170};
  std::vector<Light> lights;
  for (int i = 0; i < 13; ++i)
    for (const float side : {-1.0F, 1.0F}) {
      const float depth = 0.5F + 0.42F * static_cast<float>(i), ground = k_horizon + k_eye / depth;
      lights.push_back({middle + side * 0.4F / depth, ground - 0.2F / depth, 0.0105F / depth, k_warm, ground});
    }
  for (std::uint64_t i = 0; i < 40; ++i) {  // what else shines along the road
    const auto any = [&](std::uint64_t k) { return chance(seed + 9, 4 * i + k); };
    const float depth = 0.55F + 4.5F * any(0) * any(0), ground = k_horizon + k_eye / depth;
    const float kind = any(2);
    lights.push_back({middle + 2.2F * (any(1) - 0.5F) / depth, ground - 0.012F / depth, 0.0042F / depth,
                      kind < 0.4F   ? k_white
                      : kind < 0.7F ? k_red
                                    : k_green,
                      ground});
  }
  paint(extent, rgba, [&](const Spot& at) {
    Colour c = mixed_colour({10, 14, 30}, {44, 36, 58}, clamp01(at.y / k_horizon));
    const float x = at.x - middle;
    if (at.y < k_horizon) {  // houses far away, with lit windows
      const float house = std::floor(at.x / 0.07F),
                  high = 0.05F + 0.1F * speckle(static_cast<std::uint32_t>(static_cast<int>(house)) + 5, 2);
      if (at.y > k_horizon - high) {
        c = {16, 17, 28};
        const auto a = static_cast<std::uint32_t>(static_cast<int>(at.x / 0.0117F)),
                   b = static_cast<std::uint32_t>(static_cast<int>(at.y / 0.0145F));
        const float u = at.x / 0.0117F - std::floor(at.x / 0.0117F), v = at.y / 0.0145F - std::floor(at.y / 0.0145F);
        if (speckle(a, b + 31) > 0.72F && u > 0.3F && u < 0.75F && v > 0.25F && v < 0.75F) c = {214, 168, 96};
      }
    } else {  // the road: stones in rows, smaller the farther they lie
      const float depth = k_eye / (at.y - k_horizon + 0.002F), along = depth, across = x * depth;
      const float row = std::floor(along * 14), u = across * 9 + 0.5F * (static_cast<int>(row) & 1 ? 1.0F : 0.0F);
      const float column = std::floor(u), in_u = u - column, in_v = along * 14 - row;
      const float stone = 0.6F + 0.6F * speckle(static_cast<std::uint32_t>(static_cast<int>(column)) + 77,
                                                static_cast<std::uint32_t>(static_cast<int>(row)));
      const float gap = within(std::min({in_u, 1 - in_u, 1.4F * in_v, 1.4F * (1 - in_v)}) - 0.06F, 0.1F);
      const float road = within(std::abs(across) - 0.36F, 0.01F);
      const Colour grass = scaled({30, 36, 30}, 0.5F + texture(60 * across, 40 * along, 12, 3));
      c = mixed_colour(grass, scaled({62, 60, 66}, stone * (1 - 0.7F * gap)), road);
      c = scaled(c, 0.4F + 0.6F * clamp01(1.6F * (at.y - k_horizon)));
    }
    for (const Light& light : lights) {
      constexpr float k_far = 70;  // sizes of a light, beyond which it adds nothing that is seen
      const float dx = at.x - light.x, dy = at.y - light.y, square = dx * dx + dy * dy;
      if (square > k_far * k_far * light.size * light.size) continue;
      const float distance = std::sqrt(square);
      if (light.size > 0.0009F && light.ground - light.y > 5 * light.size) {
        const float post = box(dx, at.y - (light.y + light.ground) / 2, 0.16F * light.size, (light.ground - light.y) / 2);
        c = mixed_colour(c, {22, 20, 22}, covered(post, pixel));
      }
      // the pool of light below, and its glint on wet stones
      const float pool = glow(std::sqrt(dx * dx + 9 * (at.y - light.ground) * (at.y - light.ground)), 16 * light.size);
      if (at.y > k_horizon)
        c = {c.r * (1 + 3.2F * pool * light.colour.r / 255), c.g * (1 + 3.2F * pool * light.colour.g / 255),
             c.b * (1 + 3.2F * pool * light.colour.b / 255)};
      const float halo = 0.5F * glow(distance, 3.2F * light.size);
      c = {c.r + halo * light.colour.r, c.g + halo * light.colour.g, c.b + halo * light.colour.b};
      c = mixed_colour(c, lighter(light.colour, 40), covered(distance - light.size, std::max(pixel, 0.3F * light.size)));
    }
    return lighter(c, 1.2F * grain(at, 0));
  });
}

}  // namespace satscope::app
