// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/compare/pair_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/core/json.h"
#include "app/core/param_values.h"
#include "app/session/json.h"
#include "app/workspaces/steps/source/what.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_pair = "session: steps_pair";

/// The algorithm that stands behind this one in the list, of those with steps.
std::string rival_of(const std::string& id) {
  const auto& all = algorithms();
  const auto at = std::ranges::find(all, id, &Algorithm::id);
  const std::size_t from = at == all.end() ? 0 : static_cast<std::size_t>(at - all.begin()) + 1;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const Algorithm& one = all[(from + i) % all.size()]; one.traced() && one.id != id) return one.id;
  return id;
}

}  // namespace

nlohmann::json to_json(const StepsPair& pair) {
  return {{"on", pair.on},
          {"algorithm", pair.algorithm},
          {"params", to_json(pair.params)},
          {"filter_params", to_json(pair.filter_params)},
          {"link", id_of(pair.link)},
          {"at", pair.at}};
}

StepsPair StepsPair::from_json(const nlohmann::json& object) {
  StepsPair pair;
  if (object.is_null()) return pair;
  if (!object.is_object()) throw std::runtime_error(fmt::format("{} must be a JSON object", k_pair));
  read_member(object, "on", pair.on, k_pair);
  read_member(object, "algorithm", pair.algorithm, k_pair);
  const Algorithm* algorithm = find_algorithm(pair.algorithm);
  if (pair.on && !algorithm) throw std::runtime_error(fmt::format("{}: algorithm '{}' is unknown", k_pair, pair.algorithm));
  pair.params = params_from_json(object.value("params", nlohmann::json::object()),
                                 algorithm ? algorithm->params : std::vector<Param>{}, k_pair);
  // because: whose they are is said by another part; the story checks them
  pair.filter_params = params_from_json(object.value("filter_params", nlohmann::json::object()), {}, k_pair);
  std::string link(id_of(pair.link));
  read_member(object, "link", link, k_pair);
  const auto known = std::ranges::find(k_pair_links, link, &Named<PairLink>::id);
  if (known == k_pair_links.end())
    throw std::runtime_error(fmt::format("{}: 'link' is '{}', allowed are step and work", k_pair, link));
  pair.link = known->value;
  read_member(object, "at", pair.at, k_pair);
  return pair;
}

StepsSettings second_of(const StepsSettings& first, const StepsPair& pair) {
  StepsSettings second = first;
  second.algorithm = pair.algorithm;
  second.params = pair.params;
  if (!first.filter.empty()) second.filter_params = pair.filter_params;
  second.form = form_of(first);  // because: one compares how a table is made, not which
  return second;
}

void take_second(const StepsSettings& second, StepsPair& pair) {
  pair.algorithm = second.algorithm;
  pair.params = second.params;
  pair.filter_params = second.filter_params;
}

void turn_pair(StepsPair& pair, const StepsSettings& first, bool on) {
  pair.on = on;
  if (!on) return;
  if (!first.filter.empty()) {
    pair.algorithm = first.algorithm;
    pair.params = first.params;
    pair.filter_params = first.filter_params;
  } else if (!find_algorithm(pair.algorithm) || pair.algorithm == first.algorithm) {
    pair.algorithm = rival_of(first.algorithm);
    pair.params.clear();
  }
}

}  // namespace satscope::app
