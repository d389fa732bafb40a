// SPDX-License-Identifier: Apache-2.0
// An area of the screen in the numbers of ImGui's draw lists.
#pragma once
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/views/view_transform.h"

namespace satscope::app {

inline ImVec2 corner(const Area& area) { return {static_cast<float>(area.x), static_cast<float>(area.y)}; }
inline ImVec2 far_corner(const Area& area) { return {static_cast<float>(area.right()), static_cast<float>(area.bottom())}; }

/// The whole pixels of an area, one at least in each direction.
inline Area whole_pixels(Area area) {
  const double right = std::floor(area.right()), bottom = std::floor(area.bottom());
  area.x = std::floor(area.x);
  area.y = std::floor(area.y);
  area.width = std::max(1.0, right - area.x);
  area.height = std::max(1.0, bottom - area.y);
  return area;
}

}  // namespace satscope::app
