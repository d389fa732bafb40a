// SPDX-License-Identifier: Apache-2.0
// The picture that window managers show for the window: that of the menu, for a program that is not installed.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace satscope::app {

/// Text of a file of assets/desktop; name: "satscope.svg".
std::string_view desktop_file(std::string_view name);

/// A square picture of an SVG, RGBA8 words: its filled rectangles and circles. Lines are too thin for this size.
std::vector<std::uint32_t> icon_pixels(std::string_view svg, int side);

}  // namespace satscope::app
