// SPDX-License-Identifier: Apache-2.0
// The synthetic camera: a moving picture that needs no device, so that every live lesson works everywhere.
#pragma once
#include <cstdint>
#include <span>

#include "kernels/types.h"

namespace satscope::app {

/// Draws the scene at time `seconds` into RGBA8 words (R in the lowest byte), extent.area() of them. The same time gives the
/// same picture.
void draw_synthetic(std::span<std::uint32_t> rgba, Extent extent, double seconds);

/// A striped banner that an airship draws across the sky now and then: it moves fast enough for a detector of motion.
class Banner {
 public:
  Banner(Extent extent, double seconds);
  /// Draws row y of it over RGBA8 words, extent.width of them.
  void draw_row(int y, std::span<std::uint32_t> rgba) const;

 private:
  Extent extent_;
  int unit_ = 0;  ///< pixels of a stripe
  int left_ = 0;  ///< end of the banner; it may lie outside the picture
  float turns_;   ///< of its flutter
};

}  // namespace satscope::app
