// SPDX-License-Identifier: Apache-2.0
// Each map is thirteen equidistant colours of its published definition (cividis: Nunez, Anderton, Renslow 2018; viridis and
// magma: Smith, van der Walt, Firing 2015), joined by a smooth curve through them. It stays within 8/255 of the original.
#include "app/render/colour_map.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace satscope::app {
namespace {

constexpr std::array<std::uint32_t, 13> k_cividis{0x00224e, 0x003171, 0x2b406d, 0x434e6c, 0x575d6d, 0x6a6c71, 0x7c7b78,
                                                  0x908b78, 0xa59c74, 0xbbad6c, 0xd2bf60, 0xe9d24e, 0xfee838};
constexpr std::array<std::uint32_t, 13> k_viridis{0x440154, 0x481f71, 0x443a83, 0x3b528b, 0x31688e, 0x287c8e, 0x21908c,
                                                  0x20a486, 0x35b779, 0x5dc963, 0x8fd744, 0xc7e020, 0xfde725};
constexpr std::array<std::uint32_t, 13> k_magma{0x000004, 0x100c2d, 0x2d1160, 0x50127c, 0x721f81, 0x932b80, 0xb63779,
                                                0xd7456c, 0xf1605d, 0xfb8761, 0xfeaf78, 0xfed698, 0xfcfdbf};

/// Colour `i` of the knots in one channel; beyond the ends the curve goes on straight.
double knot(std::span<const std::uint32_t> knots, int i, int shift) {
  const int last = static_cast<int>(knots.size()) - 1;
  const auto inside = [&](int k) { return static_cast<double>(knots[static_cast<std::size_t>(k)] >> shift & 0xff); };
  if (i < 0) return 2 * inside(0) - inside(1);
  if (i > last) return 2 * inside(last) - inside(last - 1);
  return inside(i);
}

/// Catmull and Rom's curve through the knots at t, 0 ... 1.
float channel(std::span<const std::uint32_t> knots, double t, int shift) {
  const double u = t * (static_cast<double>(knots.size()) - 1);
  const int i = std::min(static_cast<int>(u), static_cast<int>(knots.size()) - 2);
  const double f = u - i;
  const double a = knot(knots, i - 1, shift), b = knot(knots, i, shift), c = knot(knots, i + 1, shift),
               d = knot(knots, i + 2, shift);
  const double value = b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
  return static_cast<float>(std::clamp(value / 255, 0.0, 1.0));
}

}  // namespace

std::uint32_t to_word(Rgb colour) {
  const auto level = [](float part) { return static_cast<std::uint32_t>(std::lround(std::clamp(part, 0.0F, 1.0F) * 255)); };
  return 0xff000000 | level(colour.b) << 16 | level(colour.g) << 8 | level(colour.r);
}

Rgb colour_of(ColourMap map, double t) {
  t = t > 0 ? std::min(t, 1.0) : 0.0;  // also for NaN
  const auto along = [t](std::span<const std::uint32_t> knots) {
    return Rgb{channel(knots, t, 16), channel(knots, t, 8), channel(knots, t, 0)};
  };
  switch (map) {
    case ColourMap::cividis: return along(k_cividis);
    case ColourMap::viridis: return along(k_viridis);
    case ColourMap::magma: return along(k_magma);
    case ColourMap::grey: break;
  }
  const float grey = static_cast<float>(t);
  return {grey, grey, grey};
}

}  // namespace satscope::app
