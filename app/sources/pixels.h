// SPDX-License-Identifier: Apache-2.0
// From decoded channels to Samples. Internal to app/sources.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/sources/loaders.h"
#include "kernels/slices.h"

namespace satscope::app {

/// Grey as it is; colour as luma, and also as RGBA8: of 16 bits the upper 8, of floats 0 ... 1. Pixels have `channels` numbers
/// each: one or two are grey, more are R, G, B; what follows them is ignored.
template <class T>
Samples samples_of(const std::string& name, Extent extent, const T* pixels, int channels) {
  Samples samples{.name = name, .extent = extent, .values = {}, .colours = {}};
  std::vector<T> values(extent.area());
  const auto step = static_cast<std::size_t>(channels);
  if (channels < 3) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = pixels[step * i];
  } else {
    samples.colours.resize(values.size());
    bool any = false;
    const auto take = [&](std::size_t i) {
      const T r = pixels[step * i], g = pixels[step * i + 1], b = pixels[step * i + 2];
      if constexpr (std::is_floating_point_v<T>) {
        const auto shown = [](T value) { return static_cast<std::uint32_t>(255 * std::clamp<T>(value, 0, 1) + 0.5); };
        values[i] = r == g && g == b ? r : (299 * r + 587 * g + 114 * b) / 1000;
        samples.colours[i] = rgba(shown(r), shown(g), shown(b));
      } else {
        constexpr int k_to_8_bits = 8 * (static_cast<int>(sizeof(T)) - 1);
        values[i] = static_cast<T>(luma(r, g, b));
        samples.colours[i] =
            rgba(std::uint32_t{r} >> k_to_8_bits, std::uint32_t{g} >> k_to_8_bits, std::uint32_t{b} >> k_to_8_bits);
      }
      any = any || r != g || g != b;
    };
    std::size_t i = 0;
    for (int y = 0; y < extent.height; ++y, give_way())
      for (int x = 0; x < extent.width; ++x, ++i) take(i);
    if (!any) samples.colours = {};  // a grey picture in a colour format
  }
  samples.values = std::move(values);
  return samples;
}

/// Rows of greys of 9 ... 16 bits, in two bytes each, the lower one first; larger numbers are white.
inline Samples deep_greys_of(Extent extent, int bits, const std::uint8_t* row, std::ptrdiff_t stride) {
  const std::uint32_t white = (1U << static_cast<unsigned>(bits)) - 1;
  std::vector<std::uint16_t> values;
  values.reserve(extent.area());
  for (int y = 0; y < extent.height; ++y, row += stride)
    for (std::size_t x = 0; x < static_cast<std::size_t>(extent.width); ++x)
      values.push_back(static_cast<std::uint16_t>(std::min(row[2 * x] | std::uint32_t{row[2 * x + 1]} << 8, white)));
  return {.name = {}, .extent = extent, .values = std::move(values), .colours = {}, .white = 1.0 * white};
}

}  // namespace satscope::app
