// SPDX-License-Identifier: Apache-2.0
// Fonts of the system, for the letters that the built-in ones lack. libfontconfig knows them; it is loaded when there is such a
// letter. A font whose outlines stb_truetype cannot read, such as one of coloured pictures, is passed over.
#pragma once
#include <imgui.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satscope::app {

struct SystemFont {
  std::span<const unsigned char> file;
  int index = 0;                ///< of the font in its file
  float line_ems = 1;           ///< height of its lines in ems: some fonts leave much room between lines
  std::vector<ImWchar> ranges;  ///< the letters that it gives: first and last of each range, then 0
};

/// Fonts for the wanted letters (app/core/text/wanted_letters.h) that this built-in font lacks. What they refer to stays until
/// the program ends. Any thread may ask.
std::span<const SystemFont> system_fonts(std::string_view built_in);

/// How many wanted letters the built-in text font lacks; it only grows, and then fonts are to be loaded again.
std::size_t foreign_letter_count();

/// The wanted letters that the built-in text font and the system's fonts lack.
std::u32string letters_without_font();

/// Those of them that no earlier call has given: each is worth one message.
std::u32string news_without_font();

/// Why no font of the system is used; empty: they are.
std::string why_no_system_fonts();

}  // namespace satscope::app
