// SPDX-License-Identifier: Apache-2.0
// How a box follows a pointer or a key: what is under the pointer, and which box a drag from there gives. Pure geometry.
#pragma once
#include "app/ui/views/view_transform.h"
#include "kernels/table.h"

namespace satscope::app {

/// What a press takes hold of. The sides of the box are named by the compass, north is up.
enum class Grip : std::uint8_t { fresh, inside, north, north_east, east, south_east, south, south_west, west, north_west };

/// The grip under `screen`; handles reach `reach` framebuffer pixels around corners and sides. Corners win over sides, and
/// both over the inside; of a small box the inside stays reachable.
Grip grip_at(const Box& box, const View& view, const Area& area, Point screen, double reach);

/// A drag that is going on. Coordinates are those of the picture.
struct BoxDrag {
  Grip grip = Grip::fresh;
  Box before;
  Point from;
};

/// The box when the pointer of `drag` has come to `to`: at least 1x1, inside the picture. A fresh box includes the pixels
/// under both ends; a side or corner may cross the opposite one.
Box dragged(const BoxDrag& drag, Point to, Extent picture);

/// The box moved by whole pixels, stopped at the borders of the picture.
Box moved(const Box& box, int dx, int dy, Extent picture);

/// The box with its bottom right corner moved, at least 1x1, stopped at the borders of the picture.
Box resized(const Box& box, int dx, int dy, Extent picture);

/// The part of the box inside the picture; no area if there is none.
Box clipped(const Box& box, Extent picture);

/// A box that shows the idea on any picture: a third of it, off the middle.
Box example_box(Extent picture);

}  // namespace satscope::app
