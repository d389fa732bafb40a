// SPDX-License-Identifier: Apache-2.0
// Where a pixel of the picture lies on the screen, and back. Pure geometry; one unit on the screen is a framebuffer pixel.
#pragma once
#include "app/session/session.h"
#include "kernels/types.h"

namespace satscope::app {

struct Point {
  double x = 0, y = 0;
};

/// A rectangle of the screen, y downwards.
struct Area {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  double area() const { return width * height; }
  Point middle() const { return {x + width / 2, y + height / 2}; }
  bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
};

/// The picture coordinate under a point of the screen, and the point of the screen where a picture coordinate lies.
Point to_picture(const View& view, const Area& area, Point screen);
Point to_screen(const View& view, const Area& area, Point picture);

/// The least and the greatest zoom that make sense for a picture in an area.
inline constexpr double k_largest_zoom = 256;
double smallest_zoom(Extent picture, const Area& area);

/// The view that shows all of the picture, centred; at least `margin` framebuffer pixels stay free on every side, as far as
/// the area allows, so that marks at the edges of the picture can be seen and reached.
View fitted_view(Extent picture, const Area& area, double margin = 0);

/// Zooms so that the picture coordinate under `screen` stays there.
View zoomed_at(const View& view, const Area& area, Extent picture, Point screen, double factor);

/// Moves the picture with the pointer by (dx, dy) on the screen; the middle of the view stays on the picture.
View panned(const View& view, Extent picture, double dx, double dy);

/// The pixels of the picture that are at least partly visible; no area if none are.
Box visible_pixels(const View& view, const Area& area, Extent picture);

}  // namespace satscope::app
