// SPDX-License-Identifier: Apache-2.0
// The frame of a box that can be dragged, with its handles, and the pointer's shape over them.
#pragma once
#include <imgui.h>

#include "app/ui/ui.h"

namespace satscope::app {

/// thickness: pixels. The handles are at corners and sides, where they are apart from one another.
void draw_box_frame(ImDrawList& list, const Ui& ui, ImVec2 from, ImVec2 to, float thickness);
void show_cursor_of(Grip grip);

}  // namespace satscope::app
