// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/param_json.h"

#include <fmt/format.h>

namespace satscope::app {

Json json_of(const Param& param) {
  const auto number = [&](double value) { return param.range->whole ? Json(static_cast<std::int64_t>(value)) : Json(value); };
  Json fallback;
  if (const bool* on = std::get_if<bool>(&param.fallback))
    fallback = *on;
  else if (const double* value = std::get_if<double>(&param.fallback))
    fallback = number(*value);
  else
    fallback = to_text(param.fallback);
  Json json{{"id", param.id}, {"kind", param.kind()},     {"default", fallback}, {"min", nullptr},
            {"max", nullptr}, {"choices", param.choices}, {"help", param.help}};
  if (param.range) {
    json["min"] = number(param.range->min);
    json["max"] = number(param.range->last());
    json["step"] = number(param.range->step);
  }
  return json;
}

std::string param_line(const Json& param) {
  std::string allowed = "true, false";
  if (!param["choices"].empty()) allowed = joined(param["choices"]);
  if (!param["min"].is_null()) {
    std::string range = fmt::format("{} to {}", param["min"].dump(), param["max"].dump());
    if (param["kind"] == "int" && param["step"] != 1) range += " in steps of " + param["step"].dump();
    allowed = param["choices"].empty() ? range : range + ", " + allowed;
  }
  const Json& fallback = param["default"];
  return fmt::format("{}={} ({}) {}", param["id"].get<std::string>(),
                     fallback.is_string() ? fallback.get<std::string>() : fallback.dump(), allowed,
                     param["help"].get<std::string>());
}

std::string joined(const Json& list) {
  std::string text;
  for (const Json& entry : list) text += (text.empty() ? "" : ", ") + entry.get<std::string>();
  return text.empty() ? "-" : text;
}

}  // namespace satscope::app
