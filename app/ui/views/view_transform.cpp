// SPDX-License-Identifier: Apache-2.0
#include "app/ui/views/view_transform.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {

Point to_picture(const View& view, const Area& area, Point screen) {
  const Point middle = area.middle();
  return {view.centre_x + (screen.x - middle.x) / view.zoom, view.centre_y + (screen.y - middle.y) / view.zoom};
}

Point to_screen(const View& view, const Area& area, Point picture) {
  const Point middle = area.middle();
  return {middle.x + (picture.x - view.centre_x) * view.zoom, middle.y + (picture.y - view.centre_y) * view.zoom};
}

double smallest_zoom(Extent picture, const Area& area) { return std::min(1.0, fitted_view(picture, area).zoom / 2); }

View fitted_view(Extent picture, const Area& area, double margin) {
  const auto zoom_along = [margin](double room, int pixels) {
    return (room - 2 * std::min(margin, room / 8)) / std::max(1, pixels);
  };
  View view;
  view.centre_x = picture.width / 2.0;
  view.centre_y = picture.height / 2.0;
  view.zoom = std::min(zoom_along(area.width, picture.width), zoom_along(area.height, picture.height));
  view.zoom = std::clamp(view.zoom, 1e-6, k_largest_zoom);
  return view;
}

View zoomed_at(const View& view, const Area& area, Extent picture, Point screen, double factor) {
  const Point kept = to_picture(view, area, screen);
  View next = view;
  next.fitted = false;
  next.zoom = std::clamp(view.zoom * factor, smallest_zoom(picture, area), k_largest_zoom);
  const Point middle = area.middle();
  next.centre_x = kept.x - (screen.x - middle.x) / next.zoom;
  next.centre_y = kept.y - (screen.y - middle.y) / next.zoom;
  return next;
}

View panned(const View& view, Extent picture, double dx, double dy) {
  View next = view;
  next.fitted = false;
  next.centre_x = std::clamp(view.centre_x - dx / view.zoom, 0.0, static_cast<double>(picture.width));
  next.centre_y = std::clamp(view.centre_y - dy / view.zoom, 0.0, static_cast<double>(picture.height));
  return next;
}

Box visible_pixels(const View& view, const Area& area, Extent picture) {
  const Point from = to_picture(view, area, {area.x, area.y}), to = to_picture(view, area, {area.right(), area.bottom()});
  const auto within = [](double coordinate, int limit) {
    return static_cast<int>(std::clamp(coordinate, 0.0, static_cast<double>(limit)));
  };
  const int x = within(std::floor(from.x), picture.width), y = within(std::floor(from.y), picture.height);
  return {x, y, within(std::ceil(to.x), picture.width) - x, within(std::ceil(to.y), picture.height) - y};
}

}  // namespace satscope::app
