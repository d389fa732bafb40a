// SPDX-License-Identifier: Apache-2.0
// Text: a vector font of the system at any size, or ImGui's own where there is none.
#pragma once
#include <string>

struct ImFont;

namespace satscope::app {

/// The file of a sans-serif font of this system; empty if none of those we look for is installed.
std::string find_font();

/// The sizes that the interface uses. All belong to ImGui's current context.
struct Fonts {
  ImFont* text = nullptr;    ///< the main one
  ImFont* strong = nullptr;  ///< the same, bold where the system has it
  ImFont* small = nullptr;   ///< captions
  ImFont* large = nullptr;   ///< the sum
  ImFont* number = nullptr;  ///< large, for the numbers of large cells; no letters beyond those of English
  ImFont* code = nullptr;    ///< all letters of one width, where the system has such a font
  std::string file;          ///< of `text`; empty: ImGui's own
  std::string family;        ///< its name
};

/// What other programs call the size of these fonts, their em, as a part of their height.
double em_of(const Fonts& fonts);

/// The height of the main font in pixels at UI scale 1.
inline constexpr float k_font_pixels = 16;
/// The smallest of the fonts as a part of the main one.
inline constexpr double k_smallest_share = 0.78;

/// Fills ImGui's font atlas for a UI scale, from the system's font or (for a test) `without` one.
Fonts load_fonts(double ui_scale, bool without = false);

}  // namespace satscope::app
