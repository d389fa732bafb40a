// SPDX-License-Identifier: Apache-2.0
// Arrows that would lie on one another get tracks side by side, as lines of a map do, as far as numbers leave room.
#include <algorithm>
#include <cmath>

#include "app/workspaces/steps/views/grids/grid_moves.h"

namespace satscope::app {
namespace {

/// A straight part of a route along a row or a column.
struct Stretch {
  Route* route = nullptr;
  std::size_t end = 0;  ///< the point at its end
  bool level;           ///< else upright
  double line, low, high;

  Stretch(Route& of, std::size_t to) : route(&of), end(to) {
    const Point a = of[to - 1], b = of[to];
    level = std::abs(a.y - b.y) < 0.5;
    line = level ? a.y : a.x;
    low = level ? std::min(a.x, b.x) : std::min(a.y, b.y);
    high = level ? std::max(a.x, b.x) : std::max(a.y, b.y);
  }
  bool straight() const { return level || std::abs((*route)[end - 1].x - (*route)[end].x) < 0.5; }
  bool meets(const Stretch& other, double apart) const {
    return route != other.route && level == other.level && std::abs(line - other.line) < apart &&
           std::min(high, other.high) - std::max(low, other.low) > 1;
  }
  /// Whether the parts before and behind it would still lead the way they do.
  bool may_move(double by) const {
    constexpr double k_least = 2;
    const auto keeps = [&](Point from, Point to, double sign) {
      const double way = level ? to.y - from.y : to.x - from.x;
      return (way + sign * by) * way > k_least * std::abs(way);
    };
    Route& of = *route;
    return (end < 2 || keeps(of[end - 2], of[end - 1], 1)) && (end + 1 >= of.size() || keeps(of[end], of[end + 1], -1));
  }
  void move(double by) {
    for (const std::size_t i : {end - 1, end}) (level ? (*route)[i].y : (*route)[i].x) += by;
    line += by;
  }
};

}  // namespace

void spread(std::span<GridMove> moves, double em) {
  std::vector<std::pair<GridMove*, Stretch>> all;
  for (GridMove& move : moves)
    for (std::size_t i = 1; i < move.route.size(); ++i)
      if (const Stretch one(move.route, i); one.straight()) all.emplace_back(&move, one);
  // because: what is short stays inside of what is long
  std::ranges::stable_sort(all, {}, [](const auto& one) { return one.second.high - one.second.low; });
  std::vector<Stretch> placed;
  for (auto& [move, one] : all) {
    one = Stretch(move->route, one.end);  // its ends may have moved
    const bool last = one.end + 1 == move->route.size();
    const double room = (one.level ? 0.25 : 0.35) * move->free;  // beside the numbers, as cells are laid out
    const double half = 0.34 * em, apart = last ? 2 * half : std::min(0.28 * em, std::max(3.0, room / 1.5));
    const auto has_room = [&](double by) {
      if (!last || one.high - one.low > std::max(move->goal.width, move->goal.height)) return std::abs(by) <= room;
      const double line = one.line + by;
      const Area &goal = move->goal, &old = move->old;
      const Point tip = move->route.end();
      if (!one.level)
        return line - half >= (tip.y < goal.middle().y ? std::max(goal.x, old.right()) : goal.x) && line + half <= goal.right();
      return line - half >= (tip.x < goal.middle().x ? std::max(goal.y, old.bottom()) : goal.y) && line + half <= goal.bottom();
    };
    const auto is_free = [&](double by) {
      Stretch there = one;
      there.line += by;
      return std::ranges::none_of(placed, [&](const Stretch& other) { return there.meets(other, 0.9 * apart); });
    };
    constexpr std::array k_tracks{0, -1, 1, -2, 2, -3, 3};
    for (const int track : k_tracks)
      if (const double by = track * apart; is_free(by) && (track == 0 || (has_room(by) && one.may_move(by)))) {
        one.move(by);
        break;
      }
    placed.push_back(one);
  }
}

}  // namespace satscope::app
