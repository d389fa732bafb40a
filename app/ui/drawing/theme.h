// SPDX-License-Identifier: Apache-2.0
// The colours of the interface, light and dark, and the shapes of its widgets. Text has a contrast of at least 4.5:1 on
// every surface it is on; a test holds the palettes to it.
#pragma once
#include <string_view>
#include <vector>

#include "app/render/colour_map.h"

namespace satscope::app {

struct Palette {
  Rgb backdrop;  ///< behind the pictures
  Rgb panel;     ///< of panels, bars and cards
  Rgb raised;    ///< of buttons and fields
  Rgb hovered;   ///< a button or field under the pointer
  Rgb line;      ///< between surfaces
  Rgb text;
  Rgb quiet;      ///< less important text
  Rgb accent;     ///< what is chosen, focus, links
  Rgb on_accent;  ///< text on the accent
  Rgb plus;       ///< corners that are added: D and A
  Rgb minus;      ///< corners that are taken off: B and C
  Rgb good;
  Rgb warning;
  Rgb bad;
  Rgb plus_mark;  ///< the same corners on pictures, with a dark rim in both themes
  Rgb minus_mark;
  Rgb on_mark;   ///< letters on these
  Rgb box;       ///< outline of the box on pictures, always with a dark rim
  Rgb selected;  ///< outline of what is selected, on surfaces and marks
};

/// `theme` is "light", "dark", or "white", which is light on white paper. few: only colours that a weak projector keeps apart.
const Palette& palette_of(std::string_view theme, bool few = false);

/// Contrast of two colours by WCAG 2.1: 1 ... 21.
double contrast(Rgb a, Rgb b);

/// A text colour with each surface it may be on.
struct TextOn {
  std::string_view name;
  Rgb text, surface;
};
std::vector<TextOn> text_pairs(const Palette& palette);

/// Sets ImGui's style for a palette and the size of the main font in pixels.
void apply_style(const Palette& palette, float font_size);

}  // namespace satscope::app
