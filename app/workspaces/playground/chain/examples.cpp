// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/chain/examples.h"

#include <algorithm>
#include <array>

#include "kernels/filters/chain.h"

namespace satscope::app {
namespace {

constexpr std::array k_examples{
    FilterExample{"valley", "pattern:scene:1280x720", "box r=12"},
    FilterExample{"page half in shadow", "pattern:page:1280x720", "bradley r=40"},
    FilterExample{"page half in shadow", "pattern:page:1280x720", "sauvola r=14 k=0.25"},
    FilterExample{"coins", "pattern:coins:1280x720", "variable r=40 y=50 sharp=12 fade=25"},
    FilterExample{"moving picture", "synthetic", "motion"},
    FilterExample{"coins", "pattern:coins:1280x720", "lens r=4 gain=2"},
    FilterExample{"face with noise", "pattern:portrait:1280x720", "gauss sigma=4"},
    FilterExample{"face with noise", "pattern:portrait:1280x720", "guided r=6 eps=0.012", {}, {500, 190, 280, 158}},
    FilterExample{"valley in haze", "pattern:haze:1280x720", "unsharp r=12 amount=200"},
    FilterExample{"page half in shadow", "pattern:page:1280x720", "contrast r=20 target=40 floor=14"},
    FilterExample{"valley", "pattern:scene:1280x720", "mosaic cell=32", "mosaic cell=24"},
    FilterExample{
        "scratched print", "pattern:old-print:1280x720", "median r=4 bins=32", "median bins=32", {360, 170, 480, 270}},
    FilterExample{"dark room", "pattern:room:1280x720", "histogram r=90 limit=6 bins=32"},
    FilterExample{"road with lamps", "pattern:lamps:1280x720", "depth r=30 focus=0", "depth r=24 focus=0", {400, 60, 480, 270}},
    FilterExample{"valley", "pattern:scene:1280x720", "motion-blur r=60 angle=20", "motion-blur r=40"},
    FilterExample{"coins", "pattern:coins:1280x720", "correlation w=60 h=60 x=11 y=85 show=found least=0.8",
                  "correlation show=found least=0.8"},
    FilterExample{"face with noise", "pattern:portrait:1280x720", "haar kind=two-down w=60 h=16 gain=4"},
    FilterExample{"face with noise", "pattern:portrait:1280x720", "faces neighbours=20 smallest=15"},
    FilterExample{"valley", "pattern:scene:1280x720", "stored method=modular bits=17 r=12", "stored bits=17"},
};

std::string_view id_in(const FilterExample& example) { return example.filter.substr(0, example.filter.find(' ')); }

}  // namespace

std::span<const FilterExample> filter_examples() { return k_examples; }

const FilterExample* example_of(std::string_view filter) {
  const auto found = std::ranges::find(k_examples, filter, id_in);
  return found == k_examples.end() ? nullptr : &*found;
}

ChainEntry fresh_entry(std::string_view filter) {
  ChainEntry entry{.filter = std::string(filter)};
  if (const FilterExample* example = example_of(filter); example && !example->at_first.empty())
    entry.params = parse_chain(example->at_first).front().params;
  return entry;
}

void set_up(ChainEntry& entry, const FilterExample& example) { entry.params = parse_chain(example.filter).front().params; }

}  // namespace satscope::app
