// SPDX-License-Identifier: Apache-2.0
#include "app/core/text/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

/// Commas into the run of digits at the start of `text`, after a sign.
std::string with_commas(std::string_view text) {
  const std::size_t first = text.find_first_of("0123456789");
  if (first == std::string_view::npos) return std::string(text);
  const std::size_t end = std::min(text.size(), text.find_first_not_of("0123456789", first));
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > first && at < end && (end - at) % 3 == 0) out += ',';
    out += text[at];
  }
  return out;
}

std::string plain(double number, int digits) {
  if (!std::isfinite(number)) return fmt::format("{}", number);
  const double magnitude = std::abs(number);
  if (magnitude >= 1e18 || (magnitude > 0 && magnitude < 1e-5)) return fmt::format("{:.{}g}", number, digits);
  const int whole = magnitude >= 1 ? static_cast<int>(std::floor(std::log10(magnitude))) + 1 : 1;
  std::string text = fmt::format("{:.{}f}", number, std::max(0, digits - whole));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

}  // namespace

std::string grouped(double number, int digits) { return with_commas(plain(number, digits)); }

std::string grouped(std::uint64_t number) { return with_commas(fmt::format("{}", number)); }

std::string grouped(const Value& value, int digits) { return with_commas(ungrouped(value, digits)); }

std::pair<std::string, std::string> grouped_apart(const Value& a, const Value& b, int digits) {
  constexpr int k_all =
      20;  // because: neighbours among doubles just above a power of two differ in the 17th digit at the latest
  std::pair texts{grouped(a, digits), grouped(b, digits)};
  while (texts.first == texts.second && a != b && digits < k_all) {
    ++digits;
    texts = {grouped(a, digits), grouped(b, digits)};
  }
  return texts;
}

std::string ungrouped(const Value& value, int digits) {
  if (const double* real = std::get_if<double>(&value)) return plain(*real, digits);
  return satscope::to_text(value);
}

std::string ordinal(int number) {
  const int last = number % 10, tens = number / 10 % 10;
  return fmt::format("{}{}", number, tens == 1 ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

std::string milliseconds_text(double milliseconds) {
  if (milliseconds > 0 && milliseconds < 1e-3) return fmt::format("{:.3g} ns", 1e6 * milliseconds);
  return milliseconds_number(milliseconds) + " ms";
}

std::string milliseconds_number(double milliseconds) {
  const int whole = milliseconds > 0 ? static_cast<int>(std::floor(std::log10(milliseconds))) : 0;
  return with_commas(fmt::format("{:.{}f}", milliseconds, std::clamp(2 - whole, 0, milliseconds < 1e-3 ? 6 : 4)));
}

}  // namespace satscope::app
