// SPDX-License-Identifier: Apache-2.0
// A plot as a PNG, without a window.
#include "app/render/gl/offscreen.h"
#include "app/ui/drawing/plot_view.h"
#include "app/window/window.h"

namespace satscope::app {

std::string plot_png(const Plot& plot, Extent size, const std::string& theme) {
  const Offscreen context({1, 1});
  return png_of_plot(plot, size, palette_of(theme));
}

}  // namespace satscope::app
