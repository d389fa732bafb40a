// SPDX-License-Identifier: Apache-2.0
#include "app/sources/patch.h"

#include <fmt/format.h>

namespace satscope::app {

Samples cut_patch(const Samples& samples, const Box& patch) {
  if (const std::string why = refusal(patch, samples.extent); !why.empty()) throw InputError("the patch does not fit: " + why);
  const auto cut = [&](const auto& from) {
    std::decay_t<decltype(from)> part;
    part.reserve(static_cast<std::size_t>(patch.width) * static_cast<std::size_t>(patch.height));
    for (int y = patch.y; y < patch.y + patch.height; ++y) {
      const auto row = from.begin() + static_cast<std::ptrdiff_t>(y) * samples.extent.width + patch.x;
      part.insert(part.end(), row, row + patch.width);
    }
    return part;
  };
  Samples part{.name = fmt::format("{} at {},{}", samples.name, patch.x, patch.y),
               .extent = {patch.width, patch.height},
               .values = std::visit([&](const auto& values) { return decltype(samples.values)(cut(values)); }, samples.values),
               .colours = {}};
  if (!samples.colours.empty()) part.colours = cut(samples.colours);
  return part;
}

}  // namespace satscope::app
