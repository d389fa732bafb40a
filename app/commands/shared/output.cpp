// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/output.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

namespace satscope::app {

namespace {

void write_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error(fmt::format("cannot write to the standard output: {}", std::strerror(errno)));
}

}  // namespace

void print(std::string_view text) { write_out(safe_lines(text)); }
void print_json_text(std::string_view json) { write_out(safe_json(json)); }

void print_json(const Json& json) {
  constexpr int k_indent = 2;
  // because: a file name need not be UTF-8, JSON must be
  print_json_text(json.dump(k_indent, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace satscope::app
