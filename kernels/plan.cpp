// SPDX-License-Identifier: Apache-2.0
#include "kernels/plan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/simt/words.h"

namespace satscope {

namespace {

std::optional<double> number_of(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

}  // namespace

double Range::last() const { return whole ? min + std::floor((max - min) / step) * step : max; }

bool Range::contains(double number) const {
  if (!(number >= min && number <= max)) return false;
  return !whole || std::fmod(number - min, step) == 0;
}

double Range::nearest(double number) const { return std::clamp(min + std::round((number - min) / step) * step, min, last()); }

std::string Range::text() const {
  std::string kind = whole ? "a whole number" : "a number", by;
  if (whole && step == 2) {
    kind = std::fmod(min, 2) == 0 ? "an even number" : "an odd number";
  } else if (whole && step != 1) {
    if (std::fmod(min, step) == 0)
      kind = fmt::format("a multiple of {}", step);
    else
      by = fmt::format(" in steps of {}", step);
  }
  return fmt::format("{} from {} to {}{}", kind, min, last(), by);
}

std::string_view Param::kind() const {
  if (range) return range->whole ? "int" : "float";
  return std::holds_alternative<bool>(fallback) ? "bool" : "choice";
}

std::string Param::allowed() const {
  if (kind() == "bool") return "true or false";
  if (!range) return fmt::format("one of {}", fmt::join(choices, ", "));
  std::string text = range->text();
  if (choices.size() == 1) text += ", or " + choices.front();
  if (choices.size() > 1) text += fmt::format(", or one of {}", fmt::join(choices, ", "));
  return text;
}

ParamValue Param::parse(std::string_view text) const {
  if (kind() == "bool") {
    if (text == "true" || text == "on" || text == "1") return true;
    if (text == "false" || text == "off" || text == "0") return false;
  }
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return std::string(text);
  if (range)
    if (const std::optional<double> number = number_of(text); number && range->contains(*number)) return *number;
  throw std::invalid_argument(fmt::format("parameter {} must be {}, not '{}'", id, allowed(), text));
}

ParamValue Param::value_in(const Params& params) const {
  const auto set = params.find(id);
  return set == params.end() ? fallback : parse(to_text(set->second));
}

std::string to_text(const ParamValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

std::size_t Buffer::bytes() const {
  return words ? bytes_of_words(shape.area(), size_of(type))
               : shape.area() * size_of(type) * static_cast<std::size_t>(channels);
}

std::size_t Plan::bytes() const {
  std::size_t sum = 0;
  for (const Buffer& buffer : buffers) sum += buffer.bytes();
  return sum;
}

const Param* Algorithm::find_param(std::string_view param_id) const {
  for (const Param& param : params)
    if (param.id == param_id) return &param;
  return nullptr;
}

namespace {

ParamValue value_of(const Algorithm& algorithm, const Request& request, std::string_view id) {
  const Param* param = algorithm.find_param(id);
  if (!param) throw std::invalid_argument(fmt::format("{} has no parameter {}", algorithm.id, id));
  return param->value_in(request.params);
}

}  // namespace

bool flag(const Algorithm& algorithm, const Request& request, std::string_view param) {
  return std::get<bool>(value_of(algorithm, request, param));
}

std::string choice(const Algorithm& algorithm, const Request& request, std::string_view param) {
  return std::get<std::string>(value_of(algorithm, request, param));
}

int whole(const Algorithm& algorithm, const Request& request, std::string_view param) {
  return static_cast<int>(std::get<double>(value_of(algorithm, request, param)));
}

std::optional<int> whole_unless_choice(const Algorithm& algorithm, const Request& request, std::string_view param) {
  const ParamValue value = value_of(algorithm, request, param);
  const double* number = std::get_if<double>(&value);
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

}  // namespace satscope
