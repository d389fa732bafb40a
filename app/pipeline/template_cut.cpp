// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/template_cut.h"

#include <algorithm>

namespace satscope::app {

std::vector<std::uint8_t> fitted(const TemplateCut& cut, Extent extent) {
  std::vector<std::uint8_t> pixels;
  pixels.reserve(extent.area());
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) {
      const int column = std::min(x, cut.extent.width - 1), row = std::min(y, cut.extent.height - 1);
      pixels.push_back(cut.pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(cut.extent.width) +
                                  static_cast<std::size_t>(column)]);
    }
  return pixels;
}

}  // namespace satscope::app
