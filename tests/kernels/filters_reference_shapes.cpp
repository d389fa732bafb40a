// SPDX-License-Identifier: Apache-2.0
// References of the filters whose windows are no squares of one size: discs, tents, lines.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "tests/kernels/filters_reference_tools.h"

namespace satscope::testing {
namespace {

/// Sums of a line's parts: for each place, those of the `width` pixels from place + from on, as the line goes on beyond its
/// ends.
std::vector<double> part_sums(const std::vector<double>& line, Border border, int from, int width) {
  const int length = static_cast<int>(line.size());
  std::vector<double> longer, sums;  // the line as it goes on: 0 where there is no pixel
  for (int i = from; i < length + from + width; ++i) {
    const auto place = continued(border, i, length);
    longer.push_back(place ? line[static_cast<std::size_t>(*place)] : 0);
  }
  for (int at = 0; at < length; ++at) {
    double sum = 0;
    for (int i = at; i < at + width; ++i) sum += longer[static_cast<std::size_t>(i)];
    sums.push_back(sum);
  }
  return sums;
}

/// Of a rectangle around each pixel, whose corner is (left, top) from it: along rows, then along columns.
Field rectangle_sums(const Grey& picture, Border border, int left, int top, int width, int height) {
  const auto [columns, rows] = picture.extent;
  Field along{picture.extent, {}}, both{picture.extent, std::vector<double>(picture.extent.area())};
  for (int y = 0; y < rows; ++y) {
    std::vector<double> row;
    for (int x = 0; x < columns; ++x) row.push_back(picture.at(x, y));
    for (const double sum : part_sums(row, border, left, width)) along.values.push_back(sum);
  }
  for (int x = 0; x < columns; ++x) {
    std::vector<double> column;
    for (int y = 0; y < rows; ++y) column.push_back(along.at(x, y));
    const std::vector<double> sums = part_sums(column, border, top, height);
    for (int y = 0; y < rows; ++y) both.at(x, y) = sums[static_cast<std::size_t>(y)];
  }
  return both;
}

}  // namespace

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
  // given to 1/65536 pixel
  const double slope = std::round(65536 * (steep ? right / down : down / right)) / 65536;
  const int q =
      static_cast<int>(std::round(number(a.filter, a.request.params, "r") * std::max(std::abs(right), std::abs(down))));
  const auto slid = [&](int i) { return static_cast<int>(halves_up(slope * i)); };
  const Border border = border_of(a.filter, a.request);
  return each_pixel(a.request.extent, [&](int x, int y) {
    double sum = 0, n = 0;
    for (int i = -q; i <= q; ++i) {
      const int u = steep ? x + slid(y + i) - slid(y) : x + i, v = steep ? y + i : y + slid(x + i) - slid(x);
      const auto pixel = pixel_beyond(a.picture, border, u, v);
      if (!pixel) continue;
      sum += *pixel;
      ++n;
    }
    return exactly(halves_up(sum / n));
  });
}

// Viola and Jones 2001, figure 1: pixels of one half less those of the other, of the sides less the middle, of the diagonals
std::vector<Allowed> reference_of_haar(const Asked& a) {
  const std::string kind = choice(a.filter, a.request.params, "kind");
  const int w = whole(a.filter, a.request.params, "w"), h = whole(a.filter, a.request.params, "h");
  const double gain = number(a.filter, a.request.params, "gain");
  const bool across = kind.ends_with("across"), four = kind == "four";
  const int parts = four ? 4 : kind.starts_with("three") ? 3 : 2;
  const int columns = four ? 2 : across ? parts : 1, rows = four ? 2 : across ? 1 : parts;
  std::vector<double> weights = parts == 2   ? std::vector<double>{1, -1}
                                : parts == 3 ? std::vector<double>{1, -2, 1}
                                             : std::vector<double>{1, -1, -1, 1};
  const char* names[]{"weight1", "weight2", "weight3", "weight4"};
  double plus = 0, minus = 0;
  Field feature{a.request.extent, std::vector<double>(a.request.extent.area())};
  for (int i = 0; i < parts; ++i) {
    double& weight = weights[static_cast<std::size_t>(i)];
    if (const auto chosen = whole_unless_choice(a.filter, a.request.params, names[i])) weight = *chosen;
    (weight > 0 ? plus : minus) += std::abs(weight);
    const int left = i % columns * w - columns * w / 2, top = i / columns * h - rows * h / 2;
    const Field sums = rectangle_sums(a.picture, border_of(a.filter, a.request), left, top, w, h);
    for (std::size_t k = 0; k < sums.values.size(); ++k) feature.values[k] += weight * sums.values[k];
  }
  const double most = 255.0 * w * h * std::max({plus, minus, 1.0});
  const bool strength = choice(a.filter, a.request.params, "show") == "strength";
  return each_pixel(a.request.extent, [&](int x, int y) {
    const double share = gain * feature.at(x, y) / most;
    return rounded(strength ? 255 * std::abs(share) : 128 + 127 * share, 1e-9);
  });
}

std::vector<Allowed> reference_of_faces(const Asked& a) {
  const std::string hide = choice(a.filter, a.request.params, "hide");
  const double parts = number(a.filter, a.request.params, "parts");
  return each_pixel(a.request.extent, [&](int x, int y) {
    for (std::size_t i = 0; i + 3 < a.faces.size() && hide != "nothing"; i += 4) {
      const double left = a.faces[i], top = a.faces[i + 1], right = left + a.faces[i + 2], bottom = top + a.faces[i + 3];
      if (x < left || y < top || x >= right || y >= bottom) continue;
      // because: beyond 99 pixels each way there are none
      if (hide == "blur")
        return exactly(halves_up(
            stats(a.picture, Border::clip, x, y, static_cast<int>(std::clamp(std::floor((right - left) / parts), 1.0, 99.0)))
                .mean));
      const double side = std::ceil((right - left) / parts);
      const auto cell = [&](double place, double from) { return std::floor((place - from) / side); };
      double sum = 0, n = 0;
      for (int v = 0; v < a.request.extent.height; ++v)
        for (int u = 0; u < a.request.extent.width; ++u) {
          if (cell(u, left) != cell(x, left) || cell(v, top) != cell(y, top) || u >= right || v >= bottom) continue;
          sum += a.picture.at(u, v);
          ++n;
        }
      return exactly(halves_up(sum / n));
    }
    return exactly(a.picture.at(x, y));
  });
}

}  // namespace satscope::testing
