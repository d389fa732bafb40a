// SPDX-License-Identifier: Apache-2.0
// Any bytes as a cascade: one whose parts fit together, found in a small picture without reading beyond it, or a refusal.
#include "app/sources/files/cascade_file.h"
#include "app/sources/samples.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace satscope;
  using fuzz::require;
  try {
    const faces::Cascade cascade = app::cascade_from_text(fuzz::text_of(data, size), "fuzz.xml");
    require(!cascade.stages.empty());
    for (const faces::Stage& stage : cascade.stages)
      require(stage.first_tree + static_cast<std::size_t>(stage.trees) <= cascade.trees.size());
    for (const faces::Node& node : cascade.nodes) require(static_cast<std::size_t>(node.feature) < cascade.features.size());
    for (const faces::Feature& feature : cascade.features)
      for (const faces::WeightedRect& rect : feature.rects)
        require(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= cascade.window.width &&
                rect.y + rect.height <= cascade.window.height);
  } catch (const app::InputError& problem) {
    fuzz::require_sentence(problem.what());
  }
  return 0;
}
