// SPDX-License-Identifier: Apache-2.0
// A text in lines, on any surface.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satscope::app {

/// Broken between words, each line as long as fits(line); a word that does not fit has a line of its own.
template <class Fits>
std::vector<std::string> wrapped_lines(std::string_view text, const Fits& fits) {
  std::vector<std::string> lines;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = std::min(text.find(' ', at), text.size());
    const std::string word(text.substr(at, end - at));
    if (std::string longer = lines.empty() ? word : lines.back() + " " + word; lines.empty() || !fits(longer))
      lines.push_back(word);
    else
      lines.back() = std::move(longer);
  }
  return lines;
}

}  // namespace satscope::app
