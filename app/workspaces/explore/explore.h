// SPDX-License-Identifier: Apache-2.0
// Explore: the four-corner trick on a picture and its table. These are its panels, each in the current window of ImGui.
#pragma once
#include "app/ui/ui.h"
#include "app/workspaces/explore/reads_view.h"

namespace satscope::app {

void draw_box_panel(Ui& ui);   ///< the box as numbers
void draw_view_panel(Ui& ui);  ///< zoom, numbers, grid
/// D - B - C + A = sum, and why. Reads the pointer at the letters into `look`.
void draw_formula(Ui& ui, const Area& area, bool compact, ReadsLook& look);
void draw_colours_panel(Ui& ui);  ///< range, histogram, colour map

}  // namespace satscope::app
