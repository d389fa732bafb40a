// SPDX-License-Identifier: Apache-2.0
// Text that others wrote, such as the name of a file or the title of a lesson, made safe for a terminal: it obeys control
// characters and marks of direction, so that such a text could hide or forge what the program says.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace satscope::app {

struct Utf8Character {
  char32_t code;       ///< k_no_character: the byte is no UTF-8
  std::size_t length;  ///< bytes
};
inline constexpr char32_t k_no_character = 0xFFFFFFFF;
/// The first character of a text that is not empty.
Utf8Character first_character(std::string_view text);

/// The text on one line. Control characters (also those above ASCII), marks of the direction of writing, separators of lines
/// and bytes that are no UTF-8 become question marks.
std::string one_line(std::string_view text);

/// A sentence on one line of at most 300 characters: a longer one is not read, and hides what was said before. A list is cut at
/// a comma.
std::string brief_line(std::string_view sentence);

/// The same for a text of several lines: line ends and tabs stay.
std::string safe_lines(std::string_view text);

/// The same for the text of a JSON document: such characters become escapes, so that its values stay what they are.
std::string safe_json(std::string_view json);

/// The text, or its beginning and "..." if it has more characters (of UTF-8) than these, at least 3.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace satscope::app
