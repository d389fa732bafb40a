// SPDX-License-Identifier: Apache-2.0
#include "app/core/files/named_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/core/files/atomic_file.h"

namespace satscope::app {

std::string path_of_uri(std::string text) {
  constexpr std::array<std::string_view, 3> k_heads{"file://localhost/", "file:///", "file:/"};
  const auto head = std::ranges::find_if(k_heads, [&](std::string_view one) { return text.starts_with(one); });
  if (head == k_heads.end() || (*head == "file:/" && text.starts_with("file://"))) return text;
  std::string path;
  for (std::size_t i = head->size() - 1; i < text.size(); ++i) {
    unsigned char byte = 0;
    const char* const digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      if (byte == 0) return text;  // no file has it in its name
      path += static_cast<char>(byte);
      i += 2;
    } else {
      path += text[i];
    }
  }
  return path;
}

std::string input_in_text(std::string_view text) {
  constexpr std::string_view k_around = " \t\r\n\"'";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(k_around), line.size()));
    line = line.substr(0, line.find_last_not_of(k_around) + 1);
    // "#": a comment of a list of URIs
    const bool is_head = line.starts_with("x-special/") || line.starts_with('#') || line == "copy" || line == "cut";
    // because: a file may be called "copy"
    if (!line.empty() && (!is_head || text.empty())) return path_of_uri(std::string(line));
  }
  return {};
}

std::string input_in_words(std::string_view name) { return name == "-" ? "the standard input" : fmt::format("'{}'", name); }

std::string output_in_words(const std::string& name) {
  return is_standard_output(name) ? "the standard output" : fmt::format("'{}'", name);
}

}  // namespace satscope::app
