// SPDX-License-Identifier: Apache-2.0
// A brush over a radius map.
#pragma once
#include <memory>

#include "app/ui/views/view_transform.h"
#include "app/workspaces/playground/settings.h"

namespace satscope::app {

/// One stroke, in coordinates of the picture.
struct Stroke {
  Point from, to;
  double radius = 1;  ///< of the brush, in pixels of the picture; full in its inner half, then soft to its edge
  bool erases = false;
};

/// The map after the stroke: where the brush was it is at least as large (erasing: at most as large) as the brush is strong.
/// before: null for an empty map. picture: at least 1x1.
std::shared_ptr<const PaintedMap> painted_over(const PaintedMap* before, Extent picture, const Stroke& stroke);

/// The map's byte that a pixel of the picture has.
std::uint8_t map_at(const PaintedMap& map, Extent picture, int x, int y);

}  // namespace satscope::app
