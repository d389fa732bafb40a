// SPDX-License-Identifier: Apache-2.0
// The sums of all boxes of a random picture, as the runtime makes it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/lab/runtime/events.h"

namespace satscope::app::lab {

/// Columns x0 to x1 and rows y0 to y1, all inclusive.
struct PixelBox {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool operator==(const PixelBox&) const = default;
};

/// The sums of a picture, with a row and a column of zeros before it.
class PictureSums {
 public:
  PictureSums(int width, int height, std::uint32_t picture)
      : width_(width), sums_(static_cast<std::size_t>((width + 1) * (height + 1))) {
    satlab::Pixels pixels(picture);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        at(x + 1, y + 1) = static_cast<std::int64_t>(pixels.next()) + at(x, y + 1) + at(x + 1, y) - at(x, y);
  }
  std::int64_t of(const PixelBox& b) const {
    return get(b.x1 + 1, b.y1 + 1) - get(b.x0, b.y1 + 1) - get(b.x1 + 1, b.y0) + get(b.x0, b.y0);
  }
  /// Of all left of and above x, y.
  std::int64_t before(int x, int y) const { return get(x, y); }

 private:
  std::int64_t& at(int x, int y) { return sums_[static_cast<std::size_t>(y * (width_ + 1) + x)]; }
  std::int64_t get(int x, int y) const { return sums_[static_cast<std::size_t>(y * (width_ + 1) + x)]; }
  int width_;
  std::vector<std::int64_t> sums_;
};

}  // namespace satscope::app::lab
