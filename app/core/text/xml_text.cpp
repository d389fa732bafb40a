// SPDX-License-Identifier: Apache-2.0
#include "app/core/text/xml_text.h"

namespace satscope::app {

std::string xml_text(std::string_view text) {
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

}  // namespace satscope::app
