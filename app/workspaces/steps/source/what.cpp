// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/source/what.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/workspaces/steps/trace/filter.h"
#include "kernels/filters/chain.h"
#include "kernels/registry.h"
#include "kernels/trace/trace_sizes.h"

namespace satscope::app {

void step_algorithm(StepsSettings& settings, const std::string& id) {
  if (!settings.filter.empty()) settings.together = true;
  settings.filter.clear();
  settings.filter_params.clear();
  settings.algorithm = id;
  settings.params.clear();
  settings.passes = 0;
  settings.size = k_size_auto;
}

void step_filter(StepsSettings& settings, const Filter& filter) {
  if (settings.filter.empty()) settings.together = false;
  settings.filter = filter.id;
  settings.filter_params = params_for_patch(filter);
  settings.passes = 0;
  settings.size = k_size_auto;
  // because: tables of a filter may be larger than the picture, and each algorithm has its limit
  constexpr Extent k_patch{32, 32};
  const FilterRequest request{.extent = k_patch,
                              .params = settings.filter_params,
                              .regions = k_made_up_regions,
                              .faces = k_made_up_regions,
                              .sizes = filter_trace_sizes().front()};
  const auto makers = traced_table_makers(filter, request);
  if (!makers.empty()) settings.algorithm = makers.front();
  settings.params.clear();
}

std::size_t size_of_machine(const StepsSettings& settings, Extent numbers) {
  if (settings.size != k_size_auto) return static_cast<std::size_t>(settings.size);
  const Algorithm* algorithm = settings.filter.empty() ? find_algorithm(settings.algorithm) : nullptr;
  if (!algorithm || numbers.height != 1) return 0;
  constexpr int k_longest = 64;  // because: in a longer tree no number can be read
  const std::vector<Sizes> all = numbered_sizes(algorithm->trace_sizes);
  const auto one_tree =
      std::ranges::find_if(all, [&](const Sizes& one) { return one.segment >= numbers.width && one.segment <= k_longest; });
  return one_tree == all.end() ? 0 : static_cast<std::size_t>(one_tree - all.begin());
}

std::string amounts_here(const Param& param, const std::string& choice, int warp) {
  constexpr int k_lanes = 32;
  if ((param.id != "banks" && param.id != "registers") || warp >= k_lanes || choice == "auto") return {};
  return fmt::format("{} here", std::max(1, std::stoi(choice) * warp / k_lanes));
}

bool acts_in_traces(const Described&, const Param& param, const Params&) {
  // sizes of the machine, which a trace has of its own, and what only a clock sees
  return param.id != "segment" && param.id != "tile" && param.id != "block" && param.id != "last";
}

void step_filter(StepsSettings& settings, std::string_view text) {
  const std::vector<ChainLink> chain = parse_chain(text);
  if (chain.size() != 1) throw std::invalid_argument("one filter is stepped at a time: not a chain of them");
  step_filter(settings, *chain[0].filter);
  for (const auto& [id, value] : chain[0].params) settings.filter_params[id] = value;
}

}  // namespace satscope::app
