// SPDX-License-Identifier: Apache-2.0
#include "app/bench/turns.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "app/bench/read.h"

namespace satscope::app {
namespace {

Json as_json(const BothSides& sides) {
  Json json{{"before", Json::array()}, {"after", Json::array()}};
  for (const BenchReport& report : sides.other) json["before"].push_back(as_json(report));
  for (const BenchReport& report : sides.self) json["after"].push_back(as_json(report));
  return json;
}

}  // namespace

Json as_json(const Turns& turns) {
  return {{"before_version", turns.other_version},
          {"before_sha256", turns.other_sha256},
          {"after_sha256", turns.self_sha256},
          {"words", turns.words},
          {"rounds", turns.rounds},
          {"first", as_json(turns.measured[0])},
          {"second", as_json(turns.measured[1])}};
}

Turns turns_in(const nlohmann::json& from, std::string_view name) {
  Turns turns{.other_version = from.at("before_version").get<std::string>(),
              .other_sha256 = from.at("before_sha256").get<std::string>(),
              .self_sha256 = from.at("after_sha256").get<std::string>(),
              .words = from.at("words").get<std::vector<std::string>>(),
              .rounds = from.at("rounds").get<std::size_t>()};
  for (const auto& [which, sides] : {std::pair{"first", &turns.measured[0]}, std::pair{"second", &turns.measured[1]}})
    for (const auto& [side, reports] : {std::pair{"before", &sides->other}, std::pair{"after", &sides->self}})
      for (const nlohmann::json& report : from.at(which).at(side)) {
        if (reports->size() == turns.rounds) throw std::runtime_error(fmt::format("'{}' has more runs than rounds", name));
        reports->push_back(report_in(report, name));
      }
  return turns;
}

}  // namespace satscope::app
