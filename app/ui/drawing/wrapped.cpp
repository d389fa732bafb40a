// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/wrapped.h"

#include <algorithm>

namespace satscope::app {

std::vector<std::string> wrapped(const Drawing& drawing, const std::string& words, double width, Face face) {
  std::vector<std::string> lines{""};
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    const std::string word = words.substr(at, end - at);
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    if (lines.back().empty() || drawing.width_of(longer, face) <= width)
      lines.back() = longer;
    else
      lines.push_back(word);
    at = end + 1;
  }
  return lines;
}

}  // namespace satscope::app
