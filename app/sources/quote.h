// SPDX-License-Identifier: Apache-2.0
// Foreign text within a sentence: it may be very long, and contain characters that no screen shows.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>

#include "app/core/text/foreign_text.h"

namespace satscope::app {

/// The beginning of a text, at most 40 bytes and whole UTF-8 characters, in single quotes, with "..." if there is more, as
/// one_line has it.
inline std::string quote(std::string_view text) {
  constexpr std::size_t k_most = 40;
  std::size_t end = std::min(text.size(), k_most);
  const auto within_a_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  // a character has at most three bytes after its first; longer runs are not UTF-8, and are cut anywhere
  for (int back = 0; back < 3 && end > 0 && end < text.size() && within_a_character(text[end]); ++back) --end;
  std::string quoted = "'";
  quoted += one_line(text.substr(0, end));
  quoted += end < text.size() ? "...'" : "'";
  return quoted;
}

}  // namespace satscope::app
