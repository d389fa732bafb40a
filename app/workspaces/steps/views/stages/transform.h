// SPDX-License-Identifier: Apache-2.0
// How a stage's buffer lies beside its picture. What is at a place of the picture is seen at the same place of the screen's
// views wherever the buffer has it: turned buffers turn the view, and a side that goes along no side of the picture fills its
// view. Pure geometry.
#pragma once
#include <optional>

#include "app/ui/ui.h"

namespace satscope::app {

/// What a view of a buffer shows: its own coordinate in the middle, and framebuffer pixels per element.
struct StageView {
  double centre_x = 0, centre_y = 0;
  double zoom_x = 1, zoom_y = 1;
};

/// em bounds how wide an element of a side is drawn that goes along nothing.
StageView stage_view(const StageBuffer& stage, const View& picture_view, const Area& area, double em);

/// The view of the picture after the buffer's has changed: only what the buffer has is taken over.
View picture_view(const StageBuffer& stage, const View& before, const StageView& now);

Point to_buffer(const StageView& view, const Area& area, Point screen);
Point from_buffer(const StageView& view, const Area& area, Point place);

/// The pixel that an element is beside, and the element beside a pixel; nothing where that is not one.
std::optional<Pixel> pixel_of(const StageBuffer& stage, Pixel cell, Extent picture);
std::optional<Pixel> cell_of(const StageBuffer& stage, Pixel pixel);

}  // namespace satscope::app
