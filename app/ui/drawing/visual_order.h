// SPDX-License-Identifier: Apache-2.0
// Text that is written from right to left. ImGui draws all letters from left to right; here those of Hebrew, Arabic and so on
// get their places, by the Unicode Bidirectional Algorithm. Done to what was drawn, so that no panel has to know, and lines are
// broken before. libfribidi does it; it is loaded when there is such a text, and without it the letters stay as they are. An
// SVG needs none of this, because its viewers order the letters.
#pragma once

namespace satscope::app {

/// Moves the letters in what ImGui's windows have drawn in this frame. Once per frame, before ImGui::Render.
void put_in_visual_order();

}  // namespace satscope::app
