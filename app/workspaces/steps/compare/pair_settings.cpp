// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/compare/pair_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/session/fields.h"
#include "app/workspaces/steps/source/what.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// The algorithm that is behind this one in the list, of those with steps.
std::string rival_of(const std::string& id) {
  const auto& all = algorithms();
  const auto at = std::ranges::find(all, id, &Algorithm::id);
  const std::size_t from = at == all.end() ? 0 : static_cast<std::size_t>(at - all.begin()) + 1;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const Algorithm& one = all[(from + i) % all.size()]; one.traced() && one.id != id) return one.id;
  return id;
}

}  // namespace

void fields(Fields& io, StepsPair& pair) {
  io("on", pair.on);
  io("algorithm", pair.algorithm);
  const Algorithm* algorithm = find_algorithm(pair.algorithm);
  io.expect(!pair.on || algorithm, [&] { return fmt::format("algorithm '{}' is unknown", pair.algorithm); });
  io.params("params", pair.params, algorithm);
  const Algorithm* const unknown = nullptr;  // because: whose they are is said by another part; the story checks them
  io.params("filter_params", pair.filter_params, unknown);
  io("link", pair.link, k_pair_links);
  io("at", pair.at);
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
