// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/chain/examples.h"

#include <algorithm>
#include <array>

#include "kernels/filters/chain.h"

namespace satscope::app {
namespace {

constexpr std::array k_examples{
    FilterExample{"valley", "all becomes equally soft", "pattern:scene:1280x720", "box r=12"},
    FilterExample{"page half in shadow", "the shadow goes, the print stays", "pattern:page:1280x720", "bradley r=40"},
    FilterExample{"page half in shadow", "the shadow and its edge go, the print stays", "pattern:page:1280x720",
                  "sauvola r=14 k=0.25"},
    FilterExample{"road with lamps", "a band of the road stays sharp, like a model seen from close by",
                  "pattern:lamps:1280x720", "variable r=30 y=70 sharp=8 fade=25"},
    FilterExample{"moving picture", "the balloon flies through a rectangle, which lights up", "synthetic", "motion"},
    FilterExample{"face with noise",
                  "outlines, eyes and hair are bright, smooth skin is dark",
                  "pattern:portrait:1280x720",
                  "lens r=3 gain=3",
                  {},
                  {400, 150, 480, 270}},
    FilterExample{"face with noise", "all becomes soft, without square patches", "pattern:portrait:1280x720", "gauss sigma=4"},
    FilterExample{"face with noise",
                  "the noise goes, brows and eyes stay sharp",
                  "pattern:portrait:1280x720",
                  "guided r=6 eps=0.012",
                  {},
                  {500, 190, 280, 158}},
    FilterExample{"valley in haze", "the haze thins, hills and balloon become clear", "pattern:haze:1280x720",
                  "unsharp r=12 amount=200"},
    FilterExample{"coins", "coins in the shade are as clear as those in the light", "pattern:coins:1280x720",
                  "contrast r=40 target=50 floor=8"},
    FilterExample{"face with noise", "coarse squares hide who it is", "pattern:portrait:1280x720", "mosaic cell=32",
                  "mosaic cell=24"},
    FilterExample{"scratched print",
                  "specks and scratches go, edges stay sharp",
                  "pattern:old-print:1280x720",
                  "median r=4 bins=32",
                  "median bins=32",
                  {360, 170, 480, 270}},
    FilterExample{"dark room", "the shelves in the dark appear, and the view stays", "pattern:room:1280x720",
                  "histogram r=90 limit=6 bins=32"},
    FilterExample{"road with lamps",
                  "what is near stays sharp, lamps far away become discs",
                  "pattern:lamps:1280x720",
                  "depth r=30 focus=0",
                  "depth r=24 focus=0",
                  {400, 60, 480, 270}},
    FilterExample{"valley", "all is drawn out along one direction", "pattern:scene:1280x720", "motion-blur r=60 angle=20",
                  "motion-blur r=40"},
    FilterExample{"coins", "one coin with a 5 was cut out: the others are found, in the shade too", "pattern:coins:1280x720",
                  "correlation w=60 h=60 x=11 y=85 show=found least=0.8", "correlation show=found least=0.8"},
    FilterExample{"face with noise",
                  "white: it is brighter above; black: it is brighter below",
                  "pattern:portrait:1280x720",
                  "haar kind=two-down w=12 h=8 gain=4",
                  "haar kind=two-down",
                  {440, 150, 400, 225}},
    FilterExample{"face with noise", "the face is found by itself and hidden", "pattern:portrait:1280x720",
                  "faces neighbours=20 smallest=15"},
    FilterExample{"valley", "bright places break into black: 17 bits are too few", "pattern:scene:1280x720",
                  "stored method=modular bits=17 r=12", "stored bits=17"},
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
