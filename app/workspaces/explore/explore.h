// SPDX-License-Identifier: Apache-2.0
// Explore: the four-corner trick on a picture and its table. This file lays the window out; each panel has its own.
#pragma once
#include "app/ui/layout.h"
#include "app/ui/ui.h"

namespace satscope::app {

/// All of the window between the menu bar and the bottom line, for a window of this size in framebuffer pixels.
void draw_explore(Ui& ui, double width, double height);

// The panels of Explore, each in the current window of ImGui.
void draw_box_panel(Ui& ui);                                ///< the box as numbers
void draw_view_panel(Ui& ui);                               ///< zoom, numbers, grid
void draw_formula(Ui& ui, const Area& area, bool compact);  ///< D - B - C + A = sum
void draw_colours_panel(Ui& ui);                            ///< range, histogram, colour map

}  // namespace satscope::app
