// SPDX-License-Identifier: Apache-2.0
#include "app/core/text/foreign_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace satscope::app {
Utf8Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  constexpr char32_t k_least[]{0, 0, 0x80, 0x800, 0x10000};  // because: a longer form than needed hides a character
  char32_t code = byte(0) & (0x7FU >> length);
  if (byte(0) < 0xC0 || byte(0) > 0xF4 || text.size() < length) return {k_no_character, 1};
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {k_no_character, 1};
    code = code << 6 | (byte(i) & 0x3FU);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < k_least[length] || code > 0x10FFFF || surrogate) return {k_no_character, 1};
  return {code, length};
}

namespace {

bool is_obeyed(char32_t code) {
  const auto from = [&](char32_t first, char32_t last) { return code >= first && code <= last; };
  const bool control = code < 0x20 || from(0x7F, 0x9F);
  const bool direction = code == 0x061C || from(0x200E, 0x200F) || from(0x202A, 0x202E) || from(0x2066, 0x2069);
  return control || direction || from(0x2028, 0x2029) || code == k_no_character;
}

/// Calls `put` with each character that a terminal obeys, and copies the others.
template <class Put>
std::string without_obeyed(std::string_view text, const Put& put) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto [code, length] = first_character(text);
    if (is_obeyed(code))
      put(out, code);
    else
      out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::string one_line(std::string_view text) {
  return without_obeyed(text, [](std::string& out, char32_t) { out += '?'; });
}

std::string safe_lines(std::string_view text) {
  return without_obeyed(
      text, [](std::string& out, char32_t code) { out += code == '\n' || code == '\t' ? static_cast<char>(code) : '?'; });
}

std::string safe_json(std::string_view json) {
  return without_obeyed(json, [](std::string& out, char32_t code) {
    if (code == '\n' || code == '\t')  // between values; within strings they are escapes already
      out += static_cast<char>(code);
    else
      out += code == k_no_character ? "?" : fmt::format("\\u{:04x}", static_cast<unsigned>(code));
  });
}

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::string_view k_more = "...";
  std::size_t at = 0, kept = 0;
  for (std::size_t count = 0; at < text.size(); ++count) {
    if (count == most) return std::string(text.substr(0, kept)) + std::string(k_more);
    at += first_character(text.substr(at)).length;
    if (count < most - std::min(most, k_more.size())) kept = at;
  }
  return std::string(text);
}

std::string brief_line(std::string_view sentence) {
  constexpr std::size_t k_most = 300;
  const std::string whole = one_line(sentence), line = shortened(whole, k_most);
  const std::size_t comma = line.rfind(", ");
  const bool in_list = line != whole && comma != line.npos && comma > line.size() * 2 / 3;
  return in_list ? line.substr(0, comma) + ", ..." : line;
}

}  // namespace satscope::app
