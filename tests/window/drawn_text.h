// SPDX-License-Identifier: Apache-2.0
// The letters that ImGui draws in the current frame, found in its own draw lists: which are cut by the edge of their part of
// the window, which overlap, and which lie under a shape that was drawn later.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/ui/views/view_transform.h"

namespace satscope::app {

struct DrawnLetter {
  char32_t code = 0;
  Area area;                 ///< as drawn
  double line = 0;           ///< top of the line of text
  double size = 0;           ///< of its font, pixels
  std::uint32_t colour = 0;  ///< as ImGui packs it
  std::string window;        ///< of ImGui; a child's begins with its parent's
  bool cut = false;          ///< a part of it is not drawn
  bool covered = false;      ///< its middle lies under a filled shape of the same window, and it was not drawn again over that
};

/// Letters that are at least partly to be seen, in the order drawn. A letter of a text that goes on behind an edge is cut.
std::vector<DrawnLetter> drawn_letters();

/// The letters of a text as they are drawn: without blanks and signs of Markdown.
std::u32string letters_of(const std::string& text);
/// All letters of the window, without blanks.
std::u32string letters_on_screen();

/// What is wrong: a sentence with the text around each place. `scrolls`: windows whose text may go on behind an edge.
std::vector<std::string> faults_of(const std::vector<DrawnLetter>& letters, const std::vector<std::string>& scrolls);
/// Likewise of those that are covered.
std::vector<std::string> covered_of(const std::vector<DrawnLetter>& letters, const std::vector<std::string>& scrolls);

}  // namespace satscope::app
