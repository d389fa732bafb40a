// SPDX-License-Identifier: Apache-2.0
// A plot as a PNG, without a window.
#include "app/render/offscreen.h"
#include "app/sources/png_file.h"
#include "app/ui/page.h"
#include "app/ui/plot_view.h"
#include "app/window/window.h"

namespace satscope::app {

std::string plot_png(const Plot& plot, Extent size, const std::string& theme) {
  const Offscreen context({1, 1});
  PixelPage page(size, 1);
  const auto paint = [&](Drawing& drawing) {
    paint_plot(drawing, {0, 0, static_cast<double>(size.width), static_cast<double>(size.height)}, plot);
  };
  return encode_png(page.pixels(), page.draw(palette_of(theme), paint));
}

}  // namespace satscope::app
