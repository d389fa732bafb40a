// SPDX-License-Identifier: Apache-2.0
// The tokens of a student's own files in what a preprocessor wrote. The text of system headers is passed over.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace satscope::app::lab {

struct Token {
  enum Kind : std::uint8_t { word, number, text, mark };
  Kind kind;
  std::size_t begin, end;  ///< in the preprocessed text
  int file;                ///< index in Tokens::files
  int line;                ///< in that file
  int column;              ///< from 1, in bytes
  int directive;           ///< number of the #directive that it is in; 0: none
};

struct Tokens {
  std::vector<Token> list;
  std::vector<std::string> files;
};

/// The text has line markers, `# 12 "file" 1 3`; macros may be expanded or not.
Tokens tokens_of(std::string_view text);

/// Without line ends and backslashes, and with single quotes.
std::string on_one_line(std::string_view text);

}  // namespace satscope::app::lab
