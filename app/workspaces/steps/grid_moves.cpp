// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/grid_moves.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {

Point Way::at(double t) const {
  const double u = 1 - t;
  const double p = u * u * u, q = 3 * u * u * t, r = 3 * u * t * t, s = t * t * t;
  return {p * a.x + q * b.x + r * c.x + s * d.x, p * a.y + q * b.y + r * c.y + s * d.y};
}

Way way_between(const Area& from, const Area& to, bool same_grid) {
  Point a = from.middle(), d = to.middle();
  const auto sign = [](double x) { return x < 0 ? -1.0 : x > 0 ? 1.0 : 0.0; };
  const double right = sign(d.x - a.x), down = sign(d.y - a.y);
  if (same_grid && std::abs(a.y - d.y) < 1) {
    const double high = std::min(from.height, to.height), side = right < 0 ? 1 : -1;
    const double lift = side * std::min(0.8 * high, 0.35 * std::abs(d.x - a.x));
    a.y = d.y = a.y + side * 0.36 * high;
    return {a, {a.x, a.y + lift}, {d.x, d.y + lift}, d};
  }
  if (std::abs(d.x - a.x) > std::abs(d.y - a.y)) {
    a.x += 0.38 * right * from.width;
    d.x -= 0.42 * right * to.width;
    a.y += 0.34 * from.height;  // under the numbers on its way
    d.y += 0.34 * to.height;
  } else {
    a.y += 0.38 * down * from.height;
    d.y -= 0.42 * down * to.height;
  }
  const double bend = 0.4 * (d.x - a.x);
  return {a, {a.x + bend, a.y}, {d.x - bend, d.y}, d};
}

std::vector<GridMove> moves_of(const StepsState& steps, const StepsGridCache& cache) {
  std::vector<GridMove> moves;
  const StepsLayout& layout = cache.layout;
  const bool has_blocks = layout.all_blocks > 0;
  const auto& flows =
      steps.flows(has_blocks ? layout.first_block : 0, has_blocks ? layout.first_block + layout.blocks : 1 << 30);
  const auto panel_of = [&](std::uint32_t buffer) -> const GridPanel* {
    const std::uint32_t number = cache.main[buffer];
    return number == 0 ? nullptr : &layout.panels[number - 1];
  };
  moves.reserve(flows.size());
  for (const Flow& flow : flows) {
    const GridPanel *from = panel_of(flow.from.buffer), *to = panel_of(flow.to.buffer);
    if (!from || !to) continue;
    const Area goal = to->cell(flow.to.index);
    moves.push_back({&flow, way_between(from->cell(flow.from.index), goal, from == to), to->number_size, goal.height});
  }
  return moves;
}

void paint_arrow(Drawing& drawing, const GridMove& move, const Ink& ink, double wider) {
  const Way& way = move.way;
  drawing.curve(way.a, way.b, way.c, way.d, ink, std::max(1.0, 0.1 * drawing.em) + wider);
  const Point tip = way.d, back = way.at(0.92);
  const double dx = tip.x - back.x, dy = tip.y - back.y, length = std::hypot(dx, dy);
  if (length < 0.5) return;
  const double size = 0.4 * drawing.em + wider, x = dx / length * size, y = dy / length * size;
  drawing.triangle(tip, {tip.x - x - 0.6 * y, tip.y - y + 0.6 * x}, {tip.x - x + 0.6 * y, tip.y - y - 0.6 * x}, ink);
}

}  // namespace satscope::app
