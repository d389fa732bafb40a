// SPDX-License-Identifier: Apache-2.0
// The letters in what ImGui draws: each is a rectangle with a part of the font atlas as its picture, by which it is known.
#pragma once
#include <utility>
#include <vector>

struct ImDrawCmd;
struct ImDrawList;
struct ImFont;
struct ImFontGlyph;

namespace satscope::app {

struct LetterQuad {
  int vertex;  ///< of its upper left corner in the list; the other three follow clockwise
  const ImFontGlyph* glyph;
  const ImFont* font;
  const ImDrawCmd* command;
  float scale;  ///< of the font as it was loaded
  float line;   ///< upper edge of its line
};

class LetterTable {
 public:
  /// The letters of a list in the order drawn, seen or not; those that are cut within their picture are left out.
  std::vector<LetterQuad> letters(const ImDrawList& list);

 private:
  struct Letter {
    const ImFontGlyph* glyph;
    const ImFont* font;
  };
  void learn();

  std::vector<std::pair<std::pair<float, float>, Letter>> letters_;  // by the upper left corner of their picture, sorted
  std::pair<const void*, std::pair<float, int>> learned_from_{};     // the fonts, the size of the first, and their glyphs
};

}  // namespace satscope::app
