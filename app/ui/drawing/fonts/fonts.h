// SPDX-License-Identifier: Apache-2.0
// Text: DejaVu, which is compiled into the program, so that letters are the same on every machine. Letters of scripts that it
// lacks come from the system's fonts.
#pragma once
struct ImFont;

namespace satscope::app {

/// What the fonts are called, for programs that draw our SVGs.
inline constexpr const char* k_font_family = "DejaVu Sans";

/// The sizes that the interface uses. All belong to ImGui's current context.
struct Fonts {
  ImFont* text = nullptr;            ///< the main one
  ImFont* strong = nullptr;          ///< the same, bold
  ImFont* small = nullptr;           ///< what is said beside a thing
  ImFont* caption = nullptr;         ///< the sentence that explains; as large as text, to a class larger
  ImFont* caption_strong = nullptr;  ///< the same, bold
  ImFont* large = nullptr;           ///< the sum
  ImFont* number = nullptr;          ///< large, for the numbers of large cells; no letters beyond those of English
  ImFont* code = nullptr;            ///< all letters of one width
};

/// What other programs call the size of a font, its em, as a part of the height of its lines.
double em_share();

/// The height of the main font in pixels at UI scale 1.
inline constexpr float k_font_pixels = 16;
/// The smallest of the fonts as a part of the main one.
inline constexpr double k_smallest_share = 0.78;

/// Fills ImGui's font atlas for a UI scale. to_class: small text is as large as text, and captions are larger, because the
/// last row reads them, too. Letters that are wanted later (app/core/text/wanted_letters.h) are not in it.
Fonts load_fonts(double ui_scale, bool to_class = false);

}  // namespace satscope::app
