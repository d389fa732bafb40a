// SPDX-License-Identifier: Apache-2.0
// What a view shows, and how.
#pragma once
#include <cstdint>

#include "app/render/colour_map.h"
#include "kernels/types.h"

namespace satscope::app {

/// Framebuffer pixels, (x, y) the top left corner as the interface counts: y grows downwards.
struct ViewRect {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const ViewRect&) const = default;
};

/// before: what the pass of the stage found.
enum class ViewKind : std::uint8_t { picture, table, before, stage, filtered };

/// What a view of a filtered frame shows.
enum class Compared : std::uint8_t {
  result,
  original,    ///< the frame before the filters
  difference,  ///< |result - original| by channel, where the filters saw only brightness |result - luma|
};

/// How values between `lo` and `hi` spread over the colour map.
enum class RangeScale : std::uint8_t { linear, logarithmic };

struct ViewSpec {
  ViewRect viewport;
  Extent framebuffer;   ///< all of it, to turn y round
  double centre_x = 0;  ///< picture coordinate (pixel (0, 0) covers 0 ... 1) in the middle of the viewport; of a stage its own
  double centre_y = 0;
  double zoom = 1;     ///< framebuffer pixels per pixel of the picture, downwards
  double stretch = 1;  ///< a pixel is drawn this many times as wide as high
  ViewKind kind = ViewKind::picture;
  ColourMap colours = ColourMap::cividis;
  /// Table values at the ends of the map; of the de-ramped values if `deramp`. Of a picture in deep greys: black and white.
  double lo = 0, hi = 1;
  RangeScale scale = RangeScale::linear;
  double gamma = 1;     ///< t becomes t^(1/gamma)
  bool deramp = false;  ///< table minus mean * (x + 1) * (y + 1); integers as a signed difference modulo 2^bits
  Compared compared = Compared::result;  ///< of a filtered frame
  int wipe = 0;                          ///< columns of the picture at the left that show the original all the same
  double gain = 1;                       ///< of the difference
  bool grid = false;                     ///< lines between texels, where they are at least 6 framebuffer pixels wide
  Rgb background{0.11F, 0.12F, 0.14F};   ///< outside of the picture

  bool operator==(const ViewSpec&) const = default;
};

}  // namespace satscope::app
