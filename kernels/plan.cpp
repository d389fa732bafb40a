// SPDX-License-Identifier: Apache-2.0
#include "kernels/plan.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace satscope {

ParamValue Param::parse(std::string_view text) const {
  if (std::holds_alternative<bool>(fallback)) {
    if (text == "true" || text == "on" || text == "1") return true;
    if (text == "false" || text == "off" || text == "0") return false;
    throw std::invalid_argument(fmt::format("parameter {} is true or false, not '{}'", id, text));
  }
  if (std::find(choices.begin(), choices.end(), text) == choices.end())
    throw std::invalid_argument(fmt::format("parameter {} is one of {}, not '{}'", id, fmt::join(choices, ", "), text));
  return std::string(text);
}

std::string to_text(const ParamValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
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
  const auto set = request.params.find(std::string(id));
  return set == request.params.end() ? param->fallback : param->parse(to_text(set->second));
}

}  // namespace

bool flag(const Algorithm& algorithm, const Request& request, std::string_view param) {
  return std::get<bool>(value_of(algorithm, request, param));
}

std::string choice(const Algorithm& algorithm, const Request& request, std::string_view param) {
  return std::get<std::string>(value_of(algorithm, request, param));
}

}  // namespace satscope
