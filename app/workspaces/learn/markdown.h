// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "app/ui/ui.h"

namespace satscope::app {

inline constexpr float k_below_paragraph = 0.5F;  ///< heights of the font

/// How a text is drawn.
struct Prose {
  Rgb colour;
  Rgb ground;                           ///< behind `code`
  float width = 0;                      ///< pixels; 0: what is free
  std::vector<float>* lines = nullptr;  ///< gets the tops of its lines in the content of the window
};

/// The text of a card, wrapped, in the current window of ImGui: paragraphs, lines that begin with "- " as a list, **strong**
/// and `code`.
void draw_markdown(const Ui& ui, std::string_view text, const Prose& prose);

}  // namespace satscope::app
