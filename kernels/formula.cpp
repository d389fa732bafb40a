// SPDX-License-Identifier: Apache-2.0
#include "kernels/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace satscope {
namespace {

/// Reads sum = term { (+|-) term }, term = factor { factor }, factor = number | letter | ( sum ).
class Reader {
 public:
  explicit Reader(const Formula& formula) : formula_(formula), at_(formula.text.c_str()) {}

  double all() {
    const double value = sum();
    if (*at_ != 0) fail();
    return value;
  }

 private:
  [[noreturn]] void fail() const {
    throw std::invalid_argument(fmt::format("'{}' is not a formula from '{}' on", formula_.text, at_));
  }
  char next() {
    while (*at_ == ' ') ++at_;
    return *at_;
  }
  static bool begins_factor(char c) {
    const auto u = static_cast<unsigned char>(c);
    return c == '(' || std::isdigit(u) != 0 || std::isalpha(u) != 0;
  }

  double sum() {
    double value = term();
    for (char c = next(); c == '+' || c == '-'; c = next()) {
      ++at_;
      value += c == '+' ? term() : -term();
    }
    return value;
  }
  double term() {
    double value = factor();
    while (begins_factor(next())) value *= factor();
    return value;
  }
  double factor() {
    const char c = next();
    if (!begins_factor(c)) fail();
    if (c == '(') {
      ++at_;
      const double value = sum();
      if (next() != ')') fail();
      ++at_;
      return value;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      char* end = nullptr;
      const double value = std::strtod(at_, &end);
      at_ = end;
      return value;
    }
    const auto symbol = std::ranges::find(formula_.symbols, std::string(1, c), &Symbol::name);
    if (symbol == formula_.symbols.end()) fail();
    ++at_;
    return symbol->value;
  }

  const Formula& formula_;
  const char* at_;
};

/// The meaning of a letter that stands for one thing: "segments" -> "segment", "groups that are full" -> "group that is full".
std::string singular(std::string text) {
  std::size_t begin = 0;
  for (const std::string_view before : {"first ", "second "})
    if (text.starts_with(before)) begin = before.size();
  const std::size_t end = std::min(text.find_first_of(" ,", begin), text.size());
  if (end > begin && text[end - 1] == 's') text.erase(end - 1, 1);
  constexpr std::string_view k_many = " that are ";
  if (const std::size_t at = text.find(k_many); at != text.npos) text.replace(at, k_many.size(), " that is ");
  return text;
}

}  // namespace

double Formula::value() const { return Reader(*this).all(); }

Formula for_each_channel(Formula formula, int channels) {
  if (channels == 1) return formula;
  formula.text = fmt::format("c({})", formula.text);
  formula.symbols.push_back({"c", static_cast<double>(channels), "channels"});
  return formula;
}

std::string meanings_of(const Formula& formula) {
  std::string text;
  for (const Symbol& symbol : formula.symbols) {
    const std::string meaning = symbol.value == 1 ? singular(symbol.meaning) : symbol.meaning;
    // because: "2 log2 w" reads as a product
    text += fmt::format("{}{} = {:.0f}{}", text.empty() ? "" : ", ", symbol.name, symbol.value,
                        meaning.starts_with("log2") ? fmt::format(" ({})", meaning) : " " + meaning);
  }
  return text;
}

}  // namespace satscope
