// SPDX-License-Identifier: Apache-2.0
// The colour maps of a heat map: ids, and colours on the host. The texture that the shader reads is made from the same
// function, so the legend and the picture cannot differ.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/types.h"

namespace satscope::app {

/// Order of the interface; cividis first because it reads the same with a red-green deficiency.
enum class ColourMap : std::uint8_t { cividis, viridis, magma, grey };
inline constexpr std::array k_colour_maps{
    Named<ColourMap>{ColourMap::cividis, "cividis"},
    Named<ColourMap>{ColourMap::viridis, "viridis"},
    Named<ColourMap>{ColourMap::magma, "magma"},
    Named<ColourMap>{ColourMap::grey, "grey"},
};
constexpr std::string_view id_of(ColourMap map) { return k_colour_maps[static_cast<std::size_t>(map)].id; }

/// Red, green, blue as sRGB, 0 ... 1 each.
struct Rgb {
  float r, g, b;
  bool operator==(const Rgb&) const = default;
};

/// As an opaque RGBA8 word, R in the lowest byte.
std::uint32_t to_word(Rgb colour);

/// The colour at t, 0 (low) ... 1 (high); beyond, and for NaN, the nearest end (NaN: the low one).
Rgb colour_of(ColourMap map, double t);

}  // namespace satscope::app
