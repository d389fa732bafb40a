// SPDX-License-Identifier: Apache-2.0
// Foreign text within a sentence: it may be very long, and contain characters that no screen shows.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>

namespace satscope::app {

/// The beginning of a text, at most 40 bytes and whole UTF-8 characters, in single quotes, with "..." if there is more. Control
/// characters become '?', because a NUL would end the sentence.
inline std::string quote(std::string_view text) {
  constexpr std::size_t k_most = 40;
  std::size_t end = std::min(text.size(), k_most);
  const auto within_a_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  // a character has at most three bytes after its first; longer runs are not UTF-8, and are cut anywhere
  for (int back = 0; back < 3 && end > 0 && end < text.size() && within_a_character(text[end]); ++back) --end;
  std::string shown(text.substr(0, end));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return "'" + shown + (end < text.size() ? "...'" : "'");
}

}  // namespace satscope::app
