// SPDX-License-Identifier: Apache-2.0
// The text that ImGui's windows show in this frame, read back from what they drew: so a term can be found wherever it is,
// and no panel has to say where its words are.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/ui/drawing/fonts/letter_table.h"

namespace satscope::app {

/// A place on the screen, framebuffer pixels.
struct WordArea {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool holds(float x, float y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
};

/// Text that was drawn in one go: the lines of a paragraph, a label, a number.
struct DrawnText {
  std::string text;             ///< a blank between words, and where a line was broken
  std::vector<WordArea> areas;  ///< of each byte; blanks have none
};

/// The part of a text from one byte to another, as one area for each line.
std::vector<WordArea> areas_of(const DrawnText& text, std::size_t begin, std::size_t end);

/// Reads draw lists.
class DrawnWords {
 public:
  /// The texts of a list that are seen, in the order drawn.
  std::vector<DrawnText> read(const ImDrawList& list);

 private:
  LetterTable table_;
};

}  // namespace satscope::app
