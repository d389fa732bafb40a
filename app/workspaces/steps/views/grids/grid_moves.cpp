// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/grids/grid_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

double distance(Point a, Point b) { return std::hypot(b.x - a.x, b.y - a.y); }
Point between(Point a, Point b, double t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }
/// How far an arrow reaches into a cell.
double stub_of(const Area& cell) { return std::min(0.3 * cell.height, 0.2 * cell.width); }
double sign(double x) { return x < 0 ? -1 : 1; }

/// Where arrows end in a cell: beside its numbers, at the edge if need be.
class Entry {
 public:
  Entry(const Area& cell, const CellLetters& there, double em) : cell_(cell), there_(there), half_(0.35 * em) {
    if (there.number.width > 0) level_ = there.number.middle().y;
  }
  /// From one of its sides.
  double level() const { return level_; }
  Point from_side(double door) const {
    const bool left = door < cell_.middle().x;
    double depth = stub_of(cell_);
    const Area &number = there_.number, &old = there_.old.area;
    if (number.width > 0) depth = std::min(depth, left ? number.x - door : door - number.right());
    if (left && there_.old.size > 0 && old.bottom() > level_ - half_) depth = std::min(depth, old.x - door);
    return {door + (left ? 1 : -1) * std::max(0.0, depth - 1), level_};
  }
  /// From above or below.
  double middle(bool above) const {
    const double x = cell_.middle().x, right = there_.old.area.right();
    return above && there_.old.size > 0 && x - half_ < right ? std::min(right + half_ + 1, cell_.right() - half_) : x;
  }
  Point from_line(double line) const {
    const bool above = line < cell_.middle().y;
    double depth = 0.16 * cell_.height;
    const Area &number = there_.number, &old = there_.old.area;
    if (number.width > 0) depth = std::min(depth, above ? number.y - line : line - number.bottom());
    if (above && there_.old.size > 0 && middle(true) - half_ < old.right()) depth = std::min(depth, old.y - line);
    return {middle(above), line + (above ? 1 : -1) * std::max(0.0, depth - 1)};
  }

 private:
  const Area& cell_;
  const CellLetters& there_;
  const double half_;  // of a head's width, and a little more
  double level_ = cell_.middle().y;
};

/// In one grid: along the line between its rows, then between its columns.
Route within_grid(const Area& from, const OldNumber& old_one, const Area& goal, const Entry& entry) {
  Route route;
  const bool old = old_one.size > 0;
  const Point a = from.middle(), d = goal.middle(), start = old ? Point{old_one.area.middle().x, old_one.area.y} : a;
  const double stub = stub_of(from);
  const bool same_row = std::abs(a.y - d.y) < 1, same_column = std::abs(a.x - d.x) < 1;
  if (same_column && old) {  // on the left, where it is
    const double level = old_one.area.middle().y;
    route.to({old_one.area.x - 1, level});
    route.to({from.x, level});
    route.to({from.x, entry.level()});
    route.to(entry.from_side(from.x));
    return route;
  }
  if (same_column) {  // downward on the right, upward on the left
    const bool down = d.y > a.y;
    const double side = down ? from.right() : from.x, inward = down ? -1 : 1;
    route.to({side + inward * stub, a.y});
    route.to({side, a.y});
    route.to({side, entry.level()});
    route.to(entry.from_side(side));
    return route;
  }
  // rightward above the row, leftward under it
  const bool above = old || (same_row ? d.x > a.x : d.y < a.y);
  const double line = above ? from.y : from.bottom();
  route.to(old ? start : Point{a.x, line + (above ? 1 : -1) * std::min(stub, 0.16 * from.height)});
  route.to({old ? start.x : a.x, line});
  if (same_row) {
    const Point end = entry.from_line(above ? goal.y : goal.bottom());
    route.to({end.x, line});
    route.to(end);
    return route;
  }
  const double side = d.x > a.x ? goal.x : goal.right();
  route.to({side, line});
  route.to({side, entry.level()});
  route.to(entry.from_side(side));
  return route;
}

/// How many grids beside its own two a straight line goes through.
int grids_on(const StepsLayout& layout, const GridPanel& from, const GridPanel& to, Point a, Point b) {
  constexpr int k_probes = 48;
  int count = 0;
  for (const GridPanel& panel : layout.panels) {
    if (&panel == &from || &panel == &to) continue;
    for (int i = 0; i <= k_probes; ++i)
      if (panel.cells.contains(between(a, b, static_cast<double>(i) / k_probes))) {
        ++count;
        break;
      }
  }
  return count;
}

/// From the edge of one grid to that of another; the part aslant lies where it crosses the fewest grids: all the way, just
/// before the other one, or just behind the first.
void cross(Route& route, const StepsLayout& layout, const GridPanel& from, const GridPanel& to, Point out, Point in,
           bool across) {
  constexpr double k_gap = 14;
  const double way = across ? in.x - out.x : in.y - out.y, gap = sign(way) * std::min(k_gap, std::abs(way));
  const Point late = across ? Point{in.x - gap, out.y} : Point{out.x, in.y - gap};
  const Point early = across ? Point{out.x + gap, in.y} : Point{in.x, out.y + gap};
  const auto through = [&](Point via) { return grids_on(layout, from, to, out, via) + grids_on(layout, from, to, via, in); };
  route.to(out);
  if (const int straight = grids_on(layout, from, to, out, in); straight > 0) {
    const int with_late = through(late), with_early = through(early);
    if (std::min(with_late, with_early) < straight) route.to(with_late <= with_early ? late : early);
  }
  route.to(in);
}

}  // namespace

void Route::to(Point point) {
  if (count_ > 0 && distance(points_[count_ - 1], point) < 0.5) return;
  const auto goes_on = [&](double Point::*across, double Point::*along) {
    const Point a = points_[count_ - 2], b = points_[count_ - 1];
    return std::abs(a.*across - b.*across) < 0.1 && std::abs(b.*across - point.*across) < 0.1 &&
           (b.*along - a.*along) * (point.*along - b.*along) > 0;
  };
  if (count_ > 1 && (goes_on(&Point::x, &Point::y) || goes_on(&Point::y, &Point::x))) --count_;
  if (count_ < points_.size()) points_[count_++] = point;
}

double Route::length() const {
  double all = 0;
  for (std::size_t i = 1; i < count_; ++i) all += distance(points_[i - 1], points_[i]);
  return all;
}

Point Route::at(double t) const {
  double left = t * length();
  for (std::size_t i = 1; i < count_; ++i) {
    const double part = distance(points_[i - 1], points_[i]);
    if (left <= part) return between(points_[i - 1], points_[i], left / part);
    left -= part;
  }
  return end();
}

std::vector<Point> Route::rounded(double radius) const {
  std::vector<Point> line{points_[0]};
  constexpr int k_parts = 5;  // of a corner
  for (std::size_t i = 1; i + 1 < count_; ++i) {
    const Point before = points_[i - 1], corner = points_[i], after = points_[i + 1];
    const double in = distance(before, corner), out = distance(corner, after), cut = std::min({radius, in / 2, out / 2});
    const Point first = between(corner, before, cut / in), last = between(corner, after, cut / out);
    for (int k = 0; k <= k_parts; ++k) {
      const double t = static_cast<double>(k) / k_parts;
      line.push_back(between(between(first, corner, t), between(corner, last, t), t));
    }
  }
  line.push_back(end());
  return line;
}

OldNumber old_number(const Drawing& drawing, const StepsState& steps, const TypeSize& type, const GridPanel& panel,
                     std::uint32_t index) {
  const CellAt at{panel.buffer, index};
  const CellUse* touch = steps.touch(at);
  if (!touch || !touch->written || panel.number_size <= 0 || panel.role == GridRole::strip || !steps.held_value(at)) return {};
  const Trace& trace = steps.player()->story().trace;
  const Cell now = steps.cell(at);
  if (touch->before.bits == now.bits) return {};
  OldNumber old{.area = {}, .text = cell_text(trace, at, touch->before)};
  const Area cell = panel.cell(index);
  const double size = std::max(type.least_number * type, 0.42 * panel.number_size);
  const double room = std::min(cell.width, cell.height), pad = std::max(2.0, 0.14 * room);
  // because: an arrow leaves from its upper edge, and the last row sees both
  const double free = cell.height - size - panel.number_size,
               top = std::max(0.05 * room, type.to_class ? std::min(0.35 * type, free / 3) : 0);
  const double wide = drawing.width_of(old.text, Face::text, size);
  const double number = drawing.width_of(cell_text(trace, at, now), Face::text, panel.number_size);
  const bool over = top + size + panel.number_size <= cell.height && wide + 2 * pad <= cell.width;
  const bool beside = 2 * wide + number + 6 * pad <= cell.width;
  if (!over && !beside) return {};
  old.size = size;
  old.area = {cell.x + pad, cell.y + top, wide, size};
  return old;
}

CellLetters letters_in(const Drawing& drawing, const StepsState& steps, const TypeSize& type, const GridPanel& panel,
                       std::uint32_t index) {
  CellLetters letters{old_number(drawing, steps, type, panel, index), {}};
  const CellAt at{panel.buffer, index};
  if (panel.number_size <= 0 || !steps.holds_value(at)) return letters;
  const double size = panel.number_size;
  const double wide = drawing.width_of(cell_text(steps.player()->story().trace, at, steps.cell(at)), Face::text, size);
  const Area cell = panel.cell(index);
  double down = 0;
  if (letters.old.size > 0)
    down = std::clamp(letters.old.area.bottom() - (cell.middle().y - size / 2), 0.0, (cell.height - size) / 2);
  letters.number = {cell.middle().x - wide / 2, cell.middle().y + down - size / 2, wide, size};
  return letters;
}

Route route_between(const StepsLayout& layout, const GridPanel& from, std::uint32_t at, const OldNumber& old,
                    const GridPanel& to, std::uint32_t target, const CellLetters& there, double em) {
  const Area cell = from.cell(at), goal = to.cell(target);
  const Entry entry(goal, there, em);
  const bool is_old = old.size > 0;
  if (&from == &to) return within_grid(cell, old, goal, entry);
  const Point start = is_old ? Point{old.area.middle().x, old.area.y} : cell.middle();
  Route route;
  const double own_stub = stub_of(cell);
  const bool right = to.cells.x >= from.cells.right(), left = from.cells.x >= to.cells.right();
  if (right || left) {  // along the rows, and over in what is between the grids
    const double out_of = right ? from.cells.right() : from.cells.x, into = right ? to.cells.x : to.cells.right();
    const double edge = right ? cell.right() : cell.x, door = right ? goal.x : goal.right(), inward = right ? 1 : -1;
    const bool first = !is_old && std::abs(edge - out_of) < 1, last = std::abs(door - into) < 1;
    const bool above = is_old && !last && std::abs(goal.y - cell.y) < 1;  // all along the line above the row
    const double out = first    ? cell.middle().y
                       : is_old ? cell.y
                                : cell.bottom(),
                 in = last    ? entry.level()
                      : above ? goal.y
                              : goal.bottom();
    if (first) {
      route.to({edge - inward * own_stub, out});
    } else {
      route.to(is_old ? start : Point{cell.middle().x, out - 0.16 * cell.height});
      route.to({start.x, out});
    }
    cross(route, layout, from, to, {out_of, out}, {into, in}, true);
    if (above) {
      route.to({entry.middle(true), in});
      route.to(entry.from_line(in));
      return route;
    }
    if (!last) {
      route.to({door, in});
      route.to({door, entry.level()});
    }
    route.to(entry.from_side(door));
    return route;
  }
  const bool down = to.cells.y >= from.cells.y;
  const double out_of = down ? from.cells.bottom() : from.cells.y, into = down ? to.cells.y : to.cells.bottom();
  const double edge = down ? cell.bottom() : cell.y, door = down ? goal.y : goal.bottom(), inward = down ? 1 : -1;
  const bool first = !is_old && std::abs(edge - out_of) < 1, last = std::abs(door - into) < 1;
  const double out = first ? cell.middle().x : is_old ? cell.x : cell.right(), in = last ? entry.middle(down) : goal.x;
  const double level = is_old ? old.area.middle().y : cell.middle().y;
  if (first) {
    route.to({out, edge - inward * 0.16 * cell.height});
  } else {
    route.to({is_old ? old.area.x : out - own_stub, level});
    route.to({out, level});
  }
  cross(route, layout, from, to, {out, out_of}, {in, into}, false);
  if (last) {
    route.to(entry.from_line(door));
  } else {
    route.to({in, entry.level()});
    route.to(entry.from_side(in));
  }
  return route;
}

namespace {

/// Which movements are of the selected thread, or of the cell that is lit.
class FullArrows {
 public:
  explicit FullArrows(const StepsState& steps) : selected_(steps.caption()), lit_(steps.lit()) {
    if (selected_) step_ = &steps.player()->story().trace.steps[selected_->focus.step];
  }
  bool operator()(const Flow& flow) const {
    const bool caption = selected_ && flow.thread == selected_->focus.thread && flow.write >= step_->first_write &&
                         flow.write < step_->first_write + step_->writes;
    return caption || lit_ == flow.from || lit_ == flow.to;
  }

 private:
  const StepCaption* selected_;
  const Step* step_ = nullptr;
  std::optional<CellAt> lit_;
};

const std::vector<Flow>& flows_of_blocks(const StepsState& steps, const StepsLayout& layout) {
  const bool has_blocks = layout.all_blocks > 0;
  return steps.flows(has_blocks ? layout.first_block : 0, has_blocks ? layout.first_block + layout.blocks : 1 << 30);
}

}  // namespace

std::string left_out_text(const StepsState& steps, const StepsGridCache& cache) {
  if (!steps.player()->current()) return {};
  const auto& flows = flows_of_blocks(steps, cache.layout);
  const auto full = std::ranges::count_if(flows, FullArrows(steps));
  if (full > k_most_full_arrows) return fmt::format("{} arrows left out", full);
  if (flows.size() <= k_most_arrows && !steps.has_more_flows()) return {};
  return full > 0 ? "arrows of other threads left out" : "arrows left out";
}

std::vector<GridMove> moves_of(const Drawing& drawing, const StepsState& steps, const StepsGridCache& cache) {
  std::vector<GridMove> moves;
  const StepsLayout& layout = cache.layout;
  const auto& flows = flows_of_blocks(steps, layout);
  const auto panel_of = [&](std::uint32_t buffer) -> const GridPanel* {
    const std::uint32_t number = cache.main[buffer];
    return number == 0 ? nullptr : &layout.panels[number - 1];
  };
  const FullArrows is_full(steps);
  const bool routes = flows.size() <= k_most_arrows, full_routes = std::ranges::count_if(flows, is_full) <= k_most_full_arrows;
  moves.reserve(flows.size());
  for (const Flow& flow : flows) {
    if (!moves.empty())
      if (GridMove& last = moves.back(); last.flow->write == flow.write && last.flow->from == flow.from) {
        last.also = &flow;
        continue;
      }
    const GridPanel *from = panel_of(flow.from.buffer), *to = panel_of(flow.to.buffer);
    if (!from || !to) continue;
    const CellUse* touch = steps.touch(flow.from);
    // because: a place may also be read after it was written
    const bool overwritten = touch && touch->written && flow.value == touch->before;
    const OldNumber old = overwritten ? old_number(drawing, steps, cache.em, *from, flow.from.index) : OldNumber{};
    const bool full = is_full(flow);
    Route route;
    CellLetters there;
    if (full ? full_routes : routes) {
      there = letters_in(drawing, steps, cache.em, *to, flow.to.index);
      route = route_between(layout, *from, flow.from.index, old, *to, flow.to.index, there, drawing.em);
    } else {
      route.to(from->cell(flow.from.index).middle());
      route.to(to->cell(flow.to.index).middle());
    }
    moves.push_back({&flow, route, to->number_size, to->cell_height(), full, std::min(from->number_size, to->number_size),
                     to->cell(flow.to.index), there.old.area});
  }
  if (full_routes) straighten(drawing, steps, cache, moves);
  if (flows.size() <= k_most_arrows) {
    // those that are drawn whole
    const auto whole =
        std::ranges::stable_partition(moves, [&](const GridMove& move) { return move.full || steps.all_arrows; });
    spread({moves.begin(), whole.begin()}, drawing.em);
  }
  return moves;
}

namespace {

void paint_head(Drawing& drawing, Point tip, Point back, double size, const Ink& ink) {
  const double length = distance(back, tip);
  if (length < 0.1) return;
  const double x = (tip.x - back.x) / length * size, y = (tip.y - back.y) / length * size;
  drawing.triangle(tip, {tip.x - x - 0.6 * y, tip.y - y + 0.6 * x}, {tip.x - x + 0.6 * y, tip.y - y - 0.6 * x}, ink);
}

}  // namespace

void paint_arrow(Drawing& drawing, const Route& route, const Ink& ink, bool ground) {
  const double rim = ground ? std::max(1.5, 0.1 * drawing.em) : 0, thick = std::max(1.5, 0.11 * drawing.em);
  const std::vector<Point> line = route.rounded(0.5 * drawing.em);
  drawing.polyline(line, ink, thick + 2 * rim);
  drawing.circle(route.begin(), 0.12 * drawing.em + rim, ink);
  const Point tip = route.end(), back = line[line.size() - 2];
  const double length = std::max(0.1, distance(back, tip)), on = 1.6 * rim / length;
  paint_head(drawing, between(back, tip, 1 + on), back, 0.5 * drawing.em + 2.6 * rim, ink);
}

void paint_ticks(Drawing& drawing, const GridMove& move, const Ink& ink, const Ink& head) {
  const double length = move.route.length(), side = std::min(0.4 * drawing.em, 0.3 * move.cell);
  if (length < 1) return;
  const Point out = move.route.at(std::min(0.4, side / length)), back = move.route.at(std::max(0.6, 1 - side / length));
  drawing.line(move.route.begin(), out, ink, std::max(1.0, 0.08 * drawing.em));
  paint_head(drawing, move.route.end(), back, side, head);
}

}  // namespace satscope::app
