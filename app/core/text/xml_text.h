// SPDX-License-Identifier: Apache-2.0
// Text inside XML and HTML.
#pragma once
#include <string>
#include <string_view>

namespace satscope::app {

/// Text as XML holds it: with &amp; and the like, and without characters that no XML document may have.
inline std::string xml_text(std::string_view text) {
  std::string safe;
  for (const char c : text) switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  return safe;
}

/// The attribute font-family of our SVGs: the fonts that their texts were measured by, then others.
inline constexpr const char* k_svg_fonts = "'DejaVu Sans', 'Noto Sans', 'Liberation Sans', sans-serif";

}  // namespace satscope::app
