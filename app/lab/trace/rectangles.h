// SPDX-License-Identifier: Apache-2.0
// Which box of pixels a number sums: it equals the sum of these pixels in every one of several random pictures.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/lab/table_check.h"
#include "kernels/types.h"

namespace satscope::app::lab {

class Rectangles {
 public:
  /// pictures: the seeds of the random pictures.
  Rectangles(Extent extent, std::span<const std::uint32_t> pictures);

  /// The box whose sums in these pictures are the numbers, modulo 2^32. Of pictures above 32x32 only boxes are known that are
  /// one row or column high or wide, or begin at the left or the upper edge.
  std::optional<PixelBox> with(std::span<const std::int64_t> numbers) const;

 private:
  struct Known {
    std::uint64_t hash;
    std::uint8_t x0, y0, x1, y1;
  };
  std::vector<PictureSums> pictures_;
  std::vector<Known> known_;  ///< sorted by hash
};

}  // namespace satscope::app::lab
