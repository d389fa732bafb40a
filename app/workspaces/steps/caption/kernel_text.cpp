// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/caption/kernel_text.h"

#include <algorithm>

#include "kernels/adopted.h"

namespace satscope::app {

std::string_view kernel_name(std::string_view path) {
  if (!adopted_source(path).empty()) return path;
  const std::size_t file = path.rfind('/');
  const std::size_t folder = file == path.npos || file == 0 ? path.npos : path.rfind('/', file - 1);
  const std::string_view name = folder == path.npos ? path : path.substr(folder + 1);
  return name.starts_with("algorithms/") || name.starts_with("filters/") ? name : std::string_view();
}

std::string_view source_text(std::string_view name) {
  const std::string_view own = adopted_source(name);
  return own.empty() ? kernel_text(name) : own;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

int end_of_statement(const std::vector<std::string_view>& lines, int first) {
  int depth = 0;
  bool opened = false;
  for (auto at = static_cast<std::size_t>(std::max(1, first)) - 1; at < lines.size(); ++at) {
    const std::string_view line = lines[at].substr(0, lines[at].find("//"));
    for (const char c : line) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      opened |= c == '(';
    }
    if (opened && depth <= 0) return static_cast<int>(at) + 1;
  }
  return first;
}

}  // namespace satscope::app
