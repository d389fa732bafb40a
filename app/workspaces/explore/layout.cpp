// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/layout.h"

#include <cmath>

namespace satscope::app {

ExploreParts explore_parts(const Area& middle, double em, bool colours, bool two_lines) {
  ExploreParts parts{.canvas = middle, .formula = {}, .colours = {}};
  const bool cards = middle.height >= std::round(26 * em) && middle.width >= std::round(44 * em);
  if (!cards && middle.height < std::round(9 * em)) return parts;
  const double height = std::round((cards ? 8.2 : two_lines ? 3.6 : 2.2) * em), top = middle.bottom() - height;
  const double half = cards && colours ? std::round(middle.width / 2) : middle.width;
  parts.formula = {middle.x, top, half, height};
  if (cards && colours) parts.colours = {middle.x + half, top, middle.width - half, height};
  parts.compact = !cards;
  parts.canvas.height -= height;
  return parts;
}

}  // namespace satscope::app
