// SPDX-License-Identifier: Apache-2.0
// What is drawn over a view: box, corners with their letters, cursor, numbers.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "app/ui/ui.h"

struct ImDrawList;

namespace satscope::app {

/// One of the two views: where it is and how it maps.
struct Pane {
  ViewKind kind;
  Area area;
  View view;
};

/// A point of the picture on the screen, within what floats of a draw list can hold.
Point on_screen(const Pane& pane, Point at);
/// The middle of the mark of a corner: in the picture the point between pixels, in the table the entry that is read.
Point corner_mark(const Pane& pane, const Box& box, char letter);

void draw_box(ImDrawList& list, const Ui& ui, const Pane& pane);
/// The four entries that are read, each with its letter; in the picture their pixels, where small the points between pixels.
void draw_corners(ImDrawList& list, const Ui& ui, const Pane& pane);
/// The pixel under the pointer, in both views; over the table also the rectangle that the entry sums.
void draw_cursor(ImDrawList& list, const Ui& ui, const Pane& pane);
/// Decimal values inside the texels; nothing if the texels are too small for the widest of them.
void draw_numbers(ImDrawList& list, const Ui& ui, const Pane& pane);

/// A number that is in a texel.
struct CellNumber {
  Point middle;  ///< of the texel, on the screen
  std::string text, narrow;
  Rgb ground;  ///< colour of the texel
};
/// Draws them in texels of this size, all in one size and one way to write them; nothing if the widest of them does not fit.
void draw_cell_numbers(ImDrawList& list, const Ui& ui, const std::vector<CellNumber>& cells, double width, double height);

/// From this width on a texel may hold a number.
inline float smallest_numbered_texel(const Ui& ui) { return 1.5F * ui.em; }

/// The letters in the order of BoxSum::reads, and whether each is added.
inline constexpr std::array k_corner_letters{'A', 'B', 'C', 'D'};
/// The letter whose entry is that of this pixel; 0: none.
char letter_of_entry(const Box& box, int x, int y);
constexpr bool is_added(char letter) { return letter == 'A' || letter == 'D'; }

}  // namespace satscope::app
