// SPDX-License-Identifier: Apache-2.0
// The two linked views, side by side: the picture and its table, with the box, its four corners, the cursor and numbers.
#pragma once
#include <functional>

#include "app/ui/drawing/marks.h"
#include "app/ui/ui.h"

namespace satscope::app {

/// Drawn over a view, below the box and the letters of its corners.
using PaneOverlay = std::function<void(ImDrawList& list, const Pane& pane)>;

/// A window of ImGui with the two views, a title above each, over all of `area`: reads the pointer, moves view and box, adds
/// what is to be painted and draws over it. letters: the corners of the box have theirs. entries: the
/// numbers of the table are in its cells.
void draw_canvas(Ui& ui, const Area& area, const PaneOverlay& over = {}, bool letters = true, bool entries = true);

/// The table values that the colour map of this session spreads over.
ColourRange range_in_force(const Session& session, const Shown& shown);
/// The values of the picture that are black and white; of one in deep greys.
ColourRange picture_range_in_force(const Session& session, const DeepGreys& greys);
/// Gives the spec of a picture that range, as it was put into the session.
void set_picture_range(ViewSpec& spec, const Session& session);

ColourMap colour_map_of(const Session& session);

/// The entries of P that the views will draw as numbers or need for the cursor: x ... x + width, y ... y + height.
Box numbers_wanted(const Ui& ui);

}  // namespace satscope::app
