// SPDX-License-Identifier: Apache-2.0
// Who gets which part of the window. Pure geometry: parts never overlap, and fold away where there is no room for them.
#pragma once
#include "app/ui/view_transform.h"

namespace satscope::app {

/// Framebuffer pixels. A part that is folded away has no height.
struct Layout {
  Area top;                  ///< menus and status corner
  Area message;              ///< the sentence about what went wrong
  Area side;                 ///< source and algorithm
  Area canvas;               ///< the two views
  Area formula;              ///< D - B - C + A = sum
  Area colours;              ///< range bar
  Area bottom;               ///< live keys and hover values
  bool side_docked = false;  ///< else `side` lies over the canvas, when it is open
  bool compact = false;      ///< the formula has a single line
};

struct LayoutWishes {
  bool side_panel = true;
  bool drawer = false;
  bool message = false;
};

/// `em` is the height of the main font.
Layout layout_of(double width, double height, double em, const LayoutWishes& wishes);

}  // namespace satscope::app
