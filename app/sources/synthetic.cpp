// SPDX-License-Identifier: Apache-2.0
#include "app/sources/synthetic.h"

#include "app/sources/landscape.h"

namespace satscope::app {

void draw_synthetic(std::span<std::uint32_t> rgba, Extent extent, double seconds) {
  Landscape landscape(extent, seconds);
  const auto width = static_cast<std::size_t>(extent.width);
  for (int y = 0; y < extent.height; ++y) landscape.draw_row(y, rgba.subspan(static_cast<std::size_t>(y) * width, width));
}

}  // namespace satscope::app
