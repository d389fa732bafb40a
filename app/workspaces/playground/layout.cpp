// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/layout.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {

PlaygroundParts playground_parts(double width, double height, double em, const PlaygroundWishes& wishes) {
  const auto ems = [em](double count) { return std::round(count * em); };
  const double rows = height / em, columns = width / em;
  PlaygroundParts parts;

  const double top = std::min(ems(2.2), height);
  parts.top = {0, 0, width, top};
  double from = top, to = height;
  if (rows >= 12) {
    to -= ems(1.9);
    parts.bottom = {0, to, width, ems(1.9)};
  }
  if (wishes.message) {
    const double message = std::min(ems(2.4), std::max(0.0, to - from));
    parts.message = {0, from, width, message};
    from += message;
  }
  to = std::max(from, to);

  parts.side_docked = columns >= 58;
  parts.chain_docked = columns >= 36;
  double left = 0, right = width;
  if (parts.chain_docked) {
    const double chain = ems(columns >= 70 ? 19 : 16);
    right -= chain;
    parts.chain = {right, from, chain, to - from};
  }
  if (parts.side_docked ? wishes.side_panel : wishes.drawer) {
    const double side = std::min(ems(columns >= 70 ? 17 : 15), right);
    parts.side = {0, from, parts.chain_docked ? side : width, to - from};
    if (parts.side_docked) left = side;
  }

  const double room = right - left;
  if (to - from >= ems(16)) {
    const double budget = ems(3.4);
    to -= budget;
    parts.budget = {left, to, room, budget};
  }
  if (wishes.race && to - from >= ems(13)) {
    const double race = std::min(ems(14), std::round(0.45 * (to - from)));
    to -= race;
    parts.race = {left, to, room, race};
  }
  parts.canvas = {left, from, room, to - from};
  return parts;
}

}  // namespace satscope::app
