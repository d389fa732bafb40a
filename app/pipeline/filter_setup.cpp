// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/filter_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/pipeline/content.h"
#include "app/pipeline/request.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr int k_colours = 4;

FilterRequest request_of(const FilterWish& wish, Extent extent, int channels) {
  return {.extent = extent, .regions = std::max(1, static_cast<int>(wish.regions.size())), .channels = channels};
}

/// Empty if the whole chain can run so.
std::string chain_refusal(const FilterWish& wish, FilterRequest request, const Algorithm& tables, Machine machine) {
  for (const ChainLink& link : wish.chain) {
    request.params = link.params;
    if (std::string why = refusal(*link.filter, request, tables, machine); !why.empty()) return why;
  }
  return {};
}

const Algorithm& tables_for(const FilterRoad::Want& want, Machine machine) {
  return want.algorithm.empty() ? default_algorithm(machine) : known_algorithm(want.algorithm);
}

}  // namespace

std::shared_ptr<const FilterSetup> set_up_filters(const FilterRoad::Want& want, Extent extent, std::size_t most_words) {
  auto setup = std::make_shared<FilterSetup>(FilterSetup{.want = want, .extent = extent, .remark = {}, .words = {}});
  const FilterWish& wish = want.wish;
  setup->machine = choose_machine(want.machine, want.path);
  setup->path = setup->machine == Machine::cpu ? DisplayPath::cpu : want.path;
  setup->reduction = reduction_for(extent, Scalar::u32, most_words);
  if (setup->reduction > 1 && setup->path == DisplayPath::interop) setup->path = DisplayPath::copy;
  if (setup->passes_on()) {
    setup->colour = true;
    return setup;
  }
  const bool by_channel = std::ranges::all_of(wish.chain, [](const ChainLink& link) { return link.filter->by_channel; });
  int channels = wish.colour && by_channel ? k_colours : 1;
  const Algorithm* tables = &tables_for(want, setup->machine);
  std::string why = chain_refusal(wish, request_of(wish, extent, channels), *tables, setup->machine);
  if (!why.empty() && !want.algorithm.empty()) {
    // what was chosen has one channel, or does not take this picture: the filtered picture comes first
    tables = &default_algorithm(setup->machine);
    setup->remark = fmt::format("{} makes the tables, because {}", tables->title, why);
    why = chain_refusal(wish, request_of(wish, extent, channels), *tables, setup->machine);
  }
  if (!why.empty()) throw std::runtime_error(why);
  setup->colour = channels == k_colours;
  FilterRequest request = request_of(wish, extent, channels);
  setup->words = words_plan(wish.chain, request, *tables);
  for (const ChainLink& link : wish.chain) {
    request.params = link.params;
    if (const std::string said = link.filter->remark(request); !said.empty())
      setup->remark += fmt::format("{}{}", setup->remark.empty() ? "" : "; ", said);
  }
  return setup;
}

}  // namespace satscope::app
