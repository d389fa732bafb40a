// SPDX-License-Identifier: Apache-2.0
#include "kernels/plan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace satscope {

namespace {

double parse_number(const Param& param, std::string_view text) {
  const Range& range = param.range.value();
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool all_read = !text.empty() && error == std::errc() && end == text.data() + text.size();
  if (!all_read || !(number >= range.min && number <= range.max) || (range.whole && number != std::floor(number)))
    throw std::invalid_argument(fmt::format("parameter {} is a {}number from {} to {}, not '{}'", param.id,
                                            range.whole ? "whole " : "", range.min, range.max, text));
  return number;
}

}  // namespace

std::string_view Param::kind() const {
  if (std::holds_alternative<bool>(fallback)) return "bool";
  if (std::holds_alternative<std::string>(fallback)) return "choice";
  return range.value().whole ? "int" : "float";
}

ParamValue Param::parse(std::string_view text) const {
  if (std::holds_alternative<bool>(fallback)) {
    if (text == "true" || text == "on" || text == "1") return true;
    if (text == "false" || text == "off" || text == "0") return false;
    throw std::invalid_argument(fmt::format("parameter {} is true or false, not '{}'", id, text));
  }
  if (std::holds_alternative<double>(fallback)) return parse_number(*this, text);
  if (std::find(choices.begin(), choices.end(), text) == choices.end())
    throw std::invalid_argument(fmt::format("parameter {} is one of {}, not '{}'", id, fmt::join(choices, ", "), text));
  return std::string(text);
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

}  // namespace satscope
