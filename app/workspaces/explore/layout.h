// SPDX-License-Identifier: Apache-2.0
// Who gets which part of the middle of the window in Explore. Pure geometry.
#pragma once
#include "app/ui/views/view_transform.h"

namespace satscope::app {

/// Framebuffer pixels. A part that is folded away has no height.
struct ExploreParts {
  Area canvas;           ///< the two views
  Area formula;          ///< D - B - C + A = sum
  Area colours;          ///< range bar
  bool compact = false;  ///< the formula has a single line
};
/// `em` is the height of the main font. colours: whether the range bar is wanted. two_lines: of a compact formula.
ExploreParts explore_parts(const Area& middle, double em, bool colours = true, bool two_lines = false);

}  // namespace satscope::app
