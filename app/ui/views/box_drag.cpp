// SPDX-License-Identifier: Apache-2.0
#include "app/ui/views/box_drag.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace satscope::app {
namespace {

/// Half-open interval of pixels along one axis.
struct Span {
  int from, to;
};

/// Which end of a span a grip moves: -1 the low one, +1 the high one, 0 neither.
int end_in_x(Grip grip) {
  switch (grip) {
    case Grip::west:
    case Grip::north_west:
    case Grip::south_west: return -1;
    case Grip::east:
    case Grip::north_east:
    case Grip::south_east: return 1;
    default: return 0;
  }
}

int end_in_y(Grip grip) {
  switch (grip) {
    case Grip::north:
    case Grip::north_west:
    case Grip::north_east: return -1;
    case Grip::south:
    case Grip::south_west:
    case Grip::south_east: return 1;
    default: return 0;
  }
}

/// Two edges in any order as a span of at least one pixel inside 0 ... limit.
Span between(int a, int b, int limit) {
  Span span{std::clamp(std::min(a, b), 0, limit), std::clamp(std::max(a, b), 0, limit)};
  if (span.from == span.to && span.to < limit)
    ++span.to;
  else if (span.from == span.to)
    --span.from;
  return span;
}

Span pulled(Span span, int end, double by, int limit) {
  const int shift = static_cast<int>(std::lround(by));
  if (end < 0) return between(span.from + shift, span.to, limit);
  if (end > 0) return between(span.from, span.to + shift, limit);
  return span;
}

int pixel_under(double coordinate, int limit) {
  return std::clamp(static_cast<int>(std::floor(std::clamp(coordinate, -1.0, limit + 1.0))), 0, limit - 1);
}

Span covering(double a, double b, int limit) {
  const int first = pixel_under(std::min(a, b), limit), last = pixel_under(std::max(a, b), limit);
  return {first, last + 1};
}

Box box_of(Span across, Span down) { return {across.from, down.from, across.to - across.from, down.to - down.from}; }

}  // namespace

Grip grip_at(const Box& box, const View& view, const Area& area, Point screen, double reach) {
  if (box.area() <= 0) return Grip::fresh;
  const Point from = to_screen(view, area, {static_cast<double>(box.x), static_cast<double>(box.y)});
  const Point to = to_screen(view, area, {static_cast<double>(box.x + box.width), static_cast<double>(box.y + box.height)});
  const bool within = screen.x >= from.x && screen.x < to.x && screen.y >= from.y && screen.y < to.y;
  if (screen.x < from.x - reach || screen.x > to.x + reach || screen.y < from.y - reach || screen.y > to.y + reach)
    return Grip::fresh;

  // -1 near the low edge, +1 near the high edge. Inside, a handle takes at most a quarter of the box.
  const auto near = [&](double at, double low, double high) {
    const double inner = within ? std::min(reach, (high - low) / 4) : reach;
    if (std::abs(at - high) <= (at > high ? reach : inner)) return 1;
    if (std::abs(at - low) <= (at < low ? reach : inner)) return -1;
    return 0;
  };
  const int x = near(screen.x, from.x, to.x), y = near(screen.y, from.y, to.y);
  constexpr Grip k_grips[3][3] = {{Grip::north_west, Grip::north, Grip::north_east},
                                  {Grip::west, Grip::inside, Grip::east},
                                  {Grip::south_west, Grip::south, Grip::south_east}};
  return k_grips[y + 1][x + 1];
}

Box dragged(const BoxDrag& drag, Point to, Extent picture) {
  const Box& before = drag.before;
  if (drag.grip == Grip::fresh)
    return box_of(covering(drag.from.x, to.x, picture.width), covering(drag.from.y, to.y, picture.height));
  const double dx = to.x - drag.from.x, dy = to.y - drag.from.y;
  if (drag.grip == Grip::inside)
    return moved(before, static_cast<int>(std::lround(dx)), static_cast<int>(std::lround(dy)), picture);
  return box_of(pulled({before.x, before.x + before.width}, end_in_x(drag.grip), dx, picture.width),
                pulled({before.y, before.y + before.height}, end_in_y(drag.grip), dy, picture.height));
}

Box moved(const Box& box, int dx, int dy, Extent picture) {
  Box next = box;
  next.x = std::clamp(box.x + dx, 0, std::max(0, picture.width - box.width));
  next.y = std::clamp(box.y + dy, 0, std::max(0, picture.height - box.height));
  return next;
}

Box resized(const Box& box, int dx, int dy, Extent picture) {
  Box next = box;
  next.width = std::clamp(box.width + dx, 1, std::max(1, picture.width - box.x));
  next.height = std::clamp(box.height + dy, 1, std::max(1, picture.height - box.y));
  return next;
}

Box clipped(const Box& box, Extent picture) {
  const int left = std::clamp(box.x, 0, picture.width), top = std::clamp(box.y, 0, picture.height);
  const int right = std::clamp(box.x + box.width, left, picture.width);
  const int bottom = std::clamp(box.y + box.height, top, picture.height);
  if (right == left || bottom == top) return {};
  return {left, top, right - left, bottom - top};
}

Box example_box(Extent picture) {
  if (picture.area() == 0) return {};
  const int width = std::max(1, picture.width / 3), height = std::max(1, picture.height / 3);
  return {std::min(picture.width / 4, picture.width - width), std::min(picture.height / 4, picture.height - height), width,
          height};
}

}  // namespace satscope::app
