// SPDX-License-Identifier: Apache-2.0
// References of the filters that smooth or sharpen by what is around a pixel.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "tests/kernels/filters_reference_tools.h"

namespace satscope::testing {
namespace {

/// The lines of all windows, as He, Sun and Tang 2013 define them: a in (5), b in (6).
struct Lines {
  Field a, b;
};

Lines fitted(const Grey& picture, Border border, int r, double eps) {
  Lines lines{{picture.extent, std::vector<double>(picture.extent.area())}, {picture.extent, {}}};
  lines.b.values.resize(picture.extent.area());
  for (int y = 0; y < picture.extent.height; ++y)
    for (int x = 0; x < picture.extent.width; ++x) {
      const Stats s = stats(picture, border, x, y, r);
      const double a = s.variance + eps > 0 ? s.variance / (s.variance + eps) : 0;
      lines.a.at(x, y) = a;
      lines.b.at(x, y) = (1 - a) * s.mean;
    }
  return lines;
}

/// Each block of 4 x 4 pixels, or what is left of one at the edge, becomes its mean.
Grey shrunk_by_four(const Grey& picture) {
  Grey small{{(picture.extent.width + 3) / 4, (picture.extent.height + 3) / 4}, {}};
  for (int y = 0; y < small.extent.height; ++y)
    for (int x = 0; x < small.extent.width; ++x) {
      double sum = 0, n = 0;
      for (int j = 4 * y; j < std::min(4 * y + 4, picture.extent.height); ++j)
        for (int i = 4 * x; i < std::min(4 * x + 4, picture.extent.width); ++i, ++n) sum += picture.at(i, j);
      small.pixels.push_back(static_cast<std::uint8_t>(halves_up(sum / n)));
    }
  return small;
}

/// Between the middles of the four small pixels around the middle of a pixel, linearly.
double interpolated(const Field& small, int x, int y) {
  const double u = (x + 0.5) / 4 - 0.5, v = (y + 0.5) / 4 - 0.5, left = std::floor(u), top = std::floor(v);
  const auto at = [&](double i, double j) {
    return small.at(static_cast<int>(std::clamp(i, 0.0, small.extent.width - 1.0)),
                    static_cast<int>(std::clamp(j, 0.0, small.extent.height - 1.0)));
  };
  const double upper = at(left, top) * (1 - (u - left)) + at(left + 1, top) * (u - left);
  const double lower = at(left, top + 1) * (1 - (u - left)) + at(left + 1, top + 1) * (u - left);
  return upper * (1 - (v - top)) + lower * (v - top);
}

/// A square of a mosaic.
struct Square {
  double n = 0, sum = 0, squares = 0;
  double mean() const { return sum / n; }
  double variance() const { return squares / n - mean() * mean(); }
};
Square square_of(const Grey& picture, int x0, int y0, int side) {
  Square square;
  for (int y = y0; y < std::min(y0 + side, picture.extent.height); ++y)
    for (int x = x0; x < std::min(x0 + side, picture.extent.width); ++x) {
      ++square.n;
      square.sum += picture.at(x, y);
      square.squares += picture.at(x, y) * picture.at(x, y);
    }
  return square;
}

}  // namespace

std::vector<Allowed> reference_of_guided(const Asked& a) {
  const Border border = border_of(a.filter, a.request);
  const int r = whole(a.filter, a.request.params, "r");
  const double eps = number(a.filter, a.request.params, "eps") * 255 * 255;
  const double detail = number(a.filter, a.request.params, "detail") / 100;
  const bool fast = flag(a.filter, a.request.params, "fast");
  const int radius = fast ? (r + 2) / 4 : r;
  const Lines lines = fitted(fast ? shrunk_by_four(a.picture) : a.picture, border, radius, eps);
  Lines mean = lines;
  for (int y = 0; y < mean.a.extent.height; ++y)
    for (int x = 0; x < mean.a.extent.width; ++x) {
      mean.a.at(x, y) = window_mean(lines.a, border, x, y, radius);
      mean.b.at(x, y) = window_mean(lines.b, border, x, y, radius);
    }
  // a is rounded to 1/32768 and multiplied by a grey, b likewise; the fast variant rounds their means once more
  const double near = (fast ? 2 : 1) * 256.0 / 65536 * std::abs(1 - detail) + 1e-7;
  return each_pixel(a.request.extent, [&](int x, int y) {
    const double slope = fast ? interpolated(mean.a, x, y) : mean.a.at(x, y);
    const double offset = fast ? interpolated(mean.b, x, y) : mean.b.at(x, y);
    const double p = a.picture.at(x, y), q = slope * p + offset;
    return rounded(q + detail * (p - q), near);
  });
}

std::vector<Allowed> reference_of_unsharp(const Asked& a) {
  const double amount = number(a.filter, a.request.params, "amount") / 100;
  const double threshold = number(a.filter, a.request.params, "threshold");
  const int r = whole(a.filter, a.request.params, "r");
  const Border border = border_of(a.filter, a.request);
  return each_pixel(a.request.extent, [&](int x, int y) {
    const Stats s = stats(a.picture, border, x, y, r);
    const double p = a.picture.at(x, y), apart = p * s.n - halves_up(s.mean * s.n);  // a whole number
    if (std::abs(apart) <= threshold * s.n) return exactly(p);
    return rounded(p + amount * apart / s.n);
  });
}

std::vector<Allowed> reference_of_contrast(const Asked& a) {
  const double target = number(a.filter, a.request.params, "target"), floor = number(a.filter, a.request.params, "floor");
  const double keep = number(a.filter, a.request.params, "keep") / 100;
  const int r = whole(a.filter, a.request.params, "r");
  const Border border = border_of(a.filter, a.request);
  return each_pixel(a.request.extent, [&](int x, int y) {
    const Stats s = stats(a.picture, border, x, y, r);
    const double gain = target / std::max(std::sqrt(s.variance), floor);
    return rounded(128 * (1 - keep) + s.mean * keep + gain * (a.picture.at(x, y) - s.mean));
  });
}

std::vector<Allowed> reference_of_mosaic(const Asked& a) {
  const int cell = whole(a.filter, a.request.params, "cell");
  const double split = number(a.filter, a.request.params, "split");
  const bool by_content = choice(a.filter, a.request.params, "by") == "content";
  int largest = cell;
  for (int i = 0; by_content && i < whole(a.filter, a.request.params, "levels") && 2 * largest <= 2048; ++i) largest *= 2;
  const bool lines = flag(a.filter, a.request.params, "lines");
  std::map<std::array<int, 3>, Square> squares;  // those that were summed
  return each_pixel(a.request.extent, [&](int x, int y) {
    int side = largest;
    const auto square = [&] {
      const int left = x / side * side, top = y / side * side;
      const auto [at, news] = squares.try_emplace({left, top, side});
      if (news) at->second = square_of(a.picture, left, top, side);
      return at->second;
    };
    while (side > cell && square().variance() > split * split + 1e-9) side /= 2;
    const double mean = halves_up(square().mean());
    const bool line = lines && side > 2 && (x % side == 0 || y % side == 0);
    return exactly(line ? std::floor(mean / 2) : mean);
  });
}

}  // namespace satscope::testing
