// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/layout.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

constexpr double k_docks_chain = 36, k_docks_side = 58, k_wide = 70;  // columns of the window
constexpr double k_bar_in_one_row = 27, k_bar_fits = 16;              // columns of the result

}  // namespace

SideShape playground_side(double columns) {
  return {columns >= k_docks_side, columns >= k_wide ? 17 : columns >= k_docks_chain ? 15 : columns};
}

PlaygroundParts playground_parts(const Area& middle, double columns, double em, bool race) {
  const auto ems = [em](double count) { return std::round(count * em); };
  PlaygroundParts parts{.canvas = middle, .chain = {}, .race = {}, .bar = {}, .budget = {}};
  Area& rest = parts.canvas;
  parts.chain_docked = columns >= k_docks_chain;
  if (parts.chain_docked) {
    const double chain = ems(columns >= k_wide ? 19 : 16);
    rest.width -= chain;
    parts.chain = {rest.right(), rest.y, chain, rest.height};
  }
  const auto from_below = [&](double height) {
    rest.height -= height;
    return Area{rest.x, rest.bottom(), rest.width, height};
  };
  if (rest.height >= ems(16)) parts.budget = from_below(ems(3.4));
  const double wide = rest.width / em, rows = wide >= k_bar_in_one_row ? 1 : 2;
  if (columns > 0 && wide >= k_bar_fits && rest.height >= ems(9)) parts.bar = from_below(ems(rows * k_bar_row));
  if (race && rest.height >= ems(13)) parts.race = from_below(std::min(ems(18), std::round(0.55 * rest.height)));
  return parts;
}

}  // namespace satscope::app
