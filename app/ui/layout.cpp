// SPDX-License-Identifier: Apache-2.0
#include "app/ui/layout.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {

Layout layout_of(double width, double height, double em, const LayoutWishes& wishes) {
  const auto ems = [em](double count) { return std::round(count * em); };
  const auto rows = height / em, columns = width / em;
  Layout parts;

  const double top = std::min(ems(2.2), height);
  parts.top = {0, 0, width, top};
  double from = top, to = height;
  if (rows >= 12) {
    const double bottom = ems(1.9);
    to -= bottom;
    parts.bottom = {0, to, width, bottom};
  }
  if (wishes.message) {
    const double message = std::min(ems(2.4), std::max(0.0, to - from));
    parts.message = {0, from, width, message};
    from += message;
  }
  to = std::max(from, to);

  const double side = ems(17);
  parts.side_docked = columns >= 56;
  double left = 0;
  if (parts.side_docked ? wishes.side_panel : wishes.drawer) {
    parts.side = {0, from, std::min(side, width), to - from};
    if (parts.side_docked) left = parts.side.width;
  }

  const double room = width - left, below = to - from;
  if (below >= ems(26) && room >= ems(44)) {
    const double card = ems(8.2), half = std::round(room / 2);
    to -= card;
    parts.formula = {left, to, half, card};
    parts.colours = {left + half, to, room - half, card};
  } else if (below >= ems(9)) {
    const double line = ems(2.2);
    to -= line;
    parts.formula = {left, to, room, line};
    parts.compact = true;
  }
  parts.canvas = {left, from, room, to - from};
  return parts;
}

}  // namespace satscope::app
