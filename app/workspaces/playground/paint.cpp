// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/paint.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

constexpr int k_side = PaintedMap::k_side;

/// From `p` to the nearest point of the stroke's line.
double distance(Point p, const Stroke& stroke) {
  const double dx = stroke.to.x - stroke.from.x, dy = stroke.to.y - stroke.from.y, length = dx * dx + dy * dy;
  double t = 0;
  if (length > 0) t = std::clamp(((p.x - stroke.from.x) * dx + (p.y - stroke.from.y) * dy) / length, 0.0, 1.0);
  return std::hypot(p.x - stroke.from.x - t * dx, p.y - stroke.from.y - t * dy);
}

int cell(double at, int length) { return static_cast<int>(std::clamp(std::floor(at * k_side / length), 0.0, k_side - 1.0)); }

}  // namespace

std::shared_ptr<const PaintedMap> painted_over(const PaintedMap* before, Extent picture, const Stroke& stroke) {
  auto map = before ? std::make_shared<PaintedMap>(*before) : std::make_shared<PaintedMap>();
  const double wide = 1.0 * picture.width / k_side, high = 1.0 * picture.height / k_side;
  // because: a brush finer than a cell of the map would miss all their middles
  const double radius = std::max({stroke.radius, wide, high});
  const auto [left, right] = std::minmax(stroke.from.x, stroke.to.x);
  const auto [top, bottom] = std::minmax(stroke.from.y, stroke.to.y);
  for (int y = cell(top - radius, picture.height); y <= cell(bottom + radius, picture.height); ++y)
    for (int x = cell(left - radius, picture.width); x <= cell(right + radius, picture.width); ++x) {
      const double strength = std::clamp(2 - 2 * distance({(x + 0.5) * wide, (y + 0.5) * high}, stroke) / radius, 0.0, 1.0);
      const auto level = static_cast<std::uint8_t>(std::lround(255 * strength));
      std::uint8_t& byte = map->bytes[static_cast<std::size_t>(y * k_side + x)];
      byte = stroke.erases ? std::min(byte, static_cast<std::uint8_t>(255 - level)) : std::max(byte, level);
    }
  return map;
}

std::uint8_t map_at(const PaintedMap& map, Extent picture, int x, int y) {
  return map.bytes[static_cast<std::size_t>(cell(y + 0.5, picture.height) * k_side + cell(x + 0.5, picture.width))];
}

}  // namespace satscope::app
