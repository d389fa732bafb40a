// SPDX-License-Identifier: Apache-2.0
#include "app/core/param_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/core/json.h"

namespace satscope::app {
namespace {
using nlohmann::json;

json json_of(const ParamValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) return *on;
  if (const double* number = std::get_if<double>(&value)) {
    constexpr double k_exact = 0x1p53;  // whole numbers up to here differ as doubles
    if (*number == std::floor(*number) && std::abs(*number) <= k_exact) return static_cast<std::int64_t>(*number);
    return *number;
  }
  return std::get<std::string>(value);
}

}  // namespace

json to_json(const Params& params) {
  json object = json::object();
  for (const auto& [id, value] : params) object[id] = json_of(value);
  return object;
}

Params params_from_json(const json& object, std::span<const Param> known, std::string_view where) {
  if (!object.is_object())
    throw std::runtime_error(fmt::format("{}: the parameters are {}, allowed is an object", where, object.dump()));
  Params params;
  for (const auto& [id, value] : object.items()) {
    ParamValue plain;
    if (value.is_boolean())
      plain = value.get<bool>();
    else if (value.is_number())
      plain = value.get<double>();
    else if (value.is_string())
      plain = value.get<std::string>();
    else
      throw std::runtime_error(
          fmt::format("{}: parameter '{}' is {}, allowed are true, false, numbers and texts", where, id, value.dump()));
    const auto param = std::ranges::find(known, id, &Param::id);
    try {
      params[id] = param == known.end() ? plain : param->parse(to_text(plain));
    } catch (const std::invalid_argument& problem) {
      throw std::runtime_error(fmt::format("{}: {}", where, problem.what()));
    }
  }
  return params;
}

}  // namespace satscope::app
