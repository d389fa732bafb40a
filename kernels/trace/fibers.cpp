// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/fibers.h"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>
#include <string>

namespace satscope {
namespace {

int parse_number(const std::string& text, const std::string& number) {
  int value = -1;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{} || end != number.data() + number.size() || value < 0)
    throw std::invalid_argument(fmt::format("a schedule must be ticket, reversed:N or random:SEED, not '{}'", text));
  return value;
}

}  // namespace

Schedule parse_schedule(const std::string& text) {
  if (text == "ticket") return {};
  if (text.starts_with("reversed:")) {
    const int resident = parse_number(text, text.substr(9));
    if (resident < 1) throw std::invalid_argument("reversed:N needs at least one resident block");
    return {.kind = Schedule::Kind::reversed, .resident = resident};
  }
  if (text.starts_with("random:"))
    return {.kind = Schedule::Kind::random, .seed = static_cast<unsigned>(parse_number(text, text.substr(7)))};
  parse_number(text, "");
  return {};
}

}  // namespace satscope
