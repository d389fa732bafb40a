// SPDX-License-Identifier: Apache-2.0
// The page that the synthetic camera sees: lines of text in weak ink, half of it in a moving shadow. Ink in the light is
// brighter than paper in the shade, so no single threshold separates them, but a local one does. Beside the text are textures
// down to single pixels; below it, steps of known grey.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/types.h"

namespace satscope::app {

/// Letters of 5 x 7 dots in cells of k_letter_cell: whether a line of text has ink at this place, in dots from its upper left
/// corner. Capitals, some digits and stops; all else is blank.
bool has_ink(std::string_view text, int column, int row);
inline constexpr int k_letter_cell = 6, k_letter_dots = 7;

class Page {
 public:
  Page(Extent extent, double seconds);

  /// False if the picture is too small for readable text: then nothing is drawn.
  bool there() const { return dot_ > 0; }
  /// Draws row y of the page over RGBA8 words, extent.width of them.
  void draw_row(int y, std::span<std::uint32_t> rgba) const;

 private:
  /// Grey of the print, 0 ... 255, before light and grain; x, y in dots of the page.
  float print(int column, int row) const;

  Extent extent_;
  int dot_ = 0;  ///< pixels of one dot of a letter
  int left_ = 0, top_ = 0;
  float shadow_ = 0;  ///< where its edge crosses the middle of the page, in dots
};

}  // namespace satscope::app
