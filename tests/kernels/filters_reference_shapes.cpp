// SPDX-License-Identifier: Apache-2.0
// References of the filters whose windows are no squares of one size: discs, tents, lines.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "tests/kernels/filters_reference_tools.h"

namespace satscope::testing {

std::vector<Allowed> reference_of_depth(const Asked& a) {
  const double r = number(a.filter, a.request.params, "r");
  const double focus = std::round(number(a.filter, a.request.params, "focus") / 100 * 255);
  const double sharp = std::round(number(a.filter, a.request.params, "sharp") / 100 * 255);
  const std::string kernel = choice(a.filter, a.request.params, "kernel");
  const bool clip = border_of(a.filter, a.request) == Border::clip;
  std::map<double, double> whole;  // weights of a window that nothing cuts, by radius
  return each_pixel(a.request.extent, [&](int x, int y) {
    const double apart = std::abs(a.map[static_cast<std::size_t>(y * a.request.extent.width + x)] - focus);
    const double radius = apart <= sharp ? 0 : halves_up(r * apart / std::max(focus, 255 - focus));
    const auto weight = [&](int dx, int dy) -> double {
      const double across = std::abs(dx), down = std::abs(dy);
      if (kernel == "tent") return (radius + 1 - across) * (radius + 1 - down);
      if (kernel == "box" || down <= std::floor(0.4 * radius + 1e-9)) return 1;
      const double side =
          down <= std::floor(0.75 * radius + 1e-9) ? halves_up(0.82 * radius + 1e-9) : halves_up(0.48 * radius + 1e-9);
      return across <= side ? 1 : 0;
    };
    const int q = static_cast<int>(radius);
    double sum = 0, inside = 0;
    for (int j = std::max(0, y - q); j <= std::min(y + q, a.request.extent.height - 1); ++j)
      for (int i = std::max(0, x - q); i <= std::min(x + q, a.request.extent.width - 1); ++i) {
        sum += weight(i - x, j - y) * a.picture.at(i, j);
        inside += weight(i - x, j - y);
      }
    if (clip) return exactly(halves_up(sum / inside));
    if (!whole.contains(radius))
      for (int j = -q; j <= q; ++j)
        for (int i = -q; i <= q; ++i) whole[radius] += weight(i, j);
    return exactly(halves_up(sum / whole[radius]));
  });
}

std::vector<Allowed> reference_of_motion_blur(const Asked& a) {
  const double turn = number(a.filter, a.request.params, "angle") * std::numbers::pi / 180;
  const double right = std::cos(turn), down = -std::sin(turn);
  const bool steep = std::abs(down) > std::abs(right);
  // told to 1/65536 pixel
  const double slope = std::round(65536 * (steep ? right / down : down / right)) / 65536;
  const int q =
      static_cast<int>(std::round(number(a.filter, a.request.params, "r") * std::max(std::abs(right), std::abs(down))));
  const auto slid = [&](int i) { return static_cast<int>(halves_up(slope * i)); };
  return each_pixel(a.request.extent, [&](int x, int y) {
    double sum = 0, n = 0;
    for (int i = -q; i <= q; ++i) {
      const int u = steep ? x + slid(y + i) - slid(y) : x + i, v = steep ? y + i : y + slid(x + i) - slid(x);
      const auto pixel = pixel_beyond(a.picture, border_of(a.filter, a.request), u, v);
      if (!pixel) continue;
      sum += *pixel;
      ++n;
    }
    return exactly(halves_up(sum / n));
  });
}

}  // namespace satscope::testing
