// SPDX-License-Identifier: Apache-2.0
// The text that ImGui's windows show in this frame, read back from what they drew: so a term can be found wherever it stands,
// and no panel has to say where its words are.
#pragma once
#include <functional>
#include <string>
#include <vector>

struct ImDrawList;
struct ImFont;
struct ImFontGlyph;
struct ImVec2;

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

/// Reads draw lists. Knows the letters of the fonts that are loaded.
class DrawnWords {
 public:
  /// The texts of a list that are seen, in the order drawn.
  std::vector<DrawnText> read(const ImDrawList& list);

 private:
  struct Letter {
    const ImFontGlyph* glyph;
    const ImFont* font;
  };
  void learn_letters();
  const Letter* letter_at(const ImVec2& uv) const;

  std::vector<std::pair<std::pair<float, float>, Letter>> letters_;  // by the upper left corner of their picture, sorted
  const void* learned_from_ = nullptr;
  float learned_size_ = 0;
};

}  // namespace satscope::app
