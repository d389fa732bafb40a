// SPDX-License-Identifier: Apache-2.0
#include "app/commands/output.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

#include "app/core/tell.h"

namespace satscope::app {

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error(fmt::format("cannot write to the standard output: {}", std::strerror(errno)));
}

void print_json(const Json& json) {
  constexpr int k_indent = 2;
  // because: a file name need not be UTF-8, JSON must be
  print(json.dump(k_indent, ' ', false, Json::error_handler_t::replace) + "\n");
}

void note(std::string_view sentence) { tell(fmt::format("satscope: {}\n", one_line(sentence))); }

std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return line;
}

}  // namespace satscope::app
