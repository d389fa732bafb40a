// SPDX-License-Identifier: Apache-2.0
// What there is to say of one cell: its name, its number, and of which pixels it is the sum.
#pragma once
#include <string>

#include "app/ui/ui.h"
#include "app/workspaces/steps/state.h"

namespace satscope::app {

/// A cell's number as it is in a grid.
std::string cell_text(const Trace& trace, CellAt at, const Cell& cell);
/// "temp[3]", "rows(2, 1)".
std::string name_of(const Trace& trace, CellAt at);
/// The picture, small, with the pixels that count lit: where the cursor of ImGui is. weighted: that some count more than once
/// is as it should be.
void draw_pixels(const Ui& ui, const Pixels& pixels, Extent picture, bool weighted = false);
/// What there is to know of a cell under the pointer. filler: why nothing of the picture is in it, in words.
void cell_tooltip(const Ui& ui, const StepsState& steps, CellAt at, const Cell& cell, bool known,
                  const std::string& filler = "");

}  // namespace satscope::app
