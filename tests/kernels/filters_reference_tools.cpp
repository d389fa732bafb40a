// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/filters_reference_tools.h"

#include <algorithm>
#include <cmath>

namespace satscope::testing {

std::vector<Allowed> each_pixel(const Extent& extent, const std::function<Allowed(int x, int y)>& of) {
  std::vector<Allowed> list;
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) list.push_back(of(x, y));
  return list;
}

Allowed exactly(double value) { return {value, value}; }
double halves_up(double value) { return std::floor(value + 0.5); }
Allowed rounded(double value, double near) {
  return {halves_up(std::clamp(value - near, 0.0, 255.0)), halves_up(std::clamp(value + near, 0.0, 255.0))};
}

namespace {
std::size_t number_of(const Field& field, int x, int y) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(field.extent.width) + static_cast<std::size_t>(x);
}
}  // namespace

double& Field::at(int x, int y) { return values[number_of(*this, x, y)]; }
double Field::at(int x, int y) const { return values[number_of(*this, x, y)]; }

double window_mean(const Field& field, Border border, int x, int y, int r) {
  const LineWindow &columns = line_window(border, x, r, field.extent.width),
                   &rows = line_window(border, y, r, field.extent.height);
  double sum = 0;
  for (int j = rows.first; j <= rows.last; ++j) {
    const double down = rows.times[static_cast<std::size_t>(j)];
    for (int i = columns.first; i <= columns.last; ++i)
      sum += columns.times[static_cast<std::size_t>(i)] * down * field.at(i, j);
  }
  return sum / (columns.counted * rows.counted);
}

std::optional<double> pixel_beyond(const Grey& picture, Border border, int x, int y) {
  const auto column = continued(border, x, picture.extent.width), row = continued(border, y, picture.extent.height);
  if (column && row) return picture.at(*column, *row);
  if (border == Border::zero) return 0;
  return {};
}

GreyCounts grey_counts(const Grey& picture, Border border, int x, int y, int r) {
  const LineWindow &columns = line_window(border, x, r, picture.extent.width),
                   &rows = line_window(border, y, r, picture.extent.height);
  GreyCounts counts{std::vector<double>(256, 0.0), columns.counted * rows.counted};
  double inside = 0;
  for (int j = rows.first; j <= rows.last; ++j)
    for (int i = columns.first; i <= columns.last; ++i) {
      const double times = columns.times[static_cast<std::size_t>(i)] * rows.times[static_cast<std::size_t>(j)];
      counts.of[static_cast<std::size_t>(picture.at(i, j))] += times;
      inside += times;
    }
  counts.of[0] += counts.n - inside;  // what is counted but not inside is zero
  return counts;
}

double luma_of_channels(double r, double g, double b) { return std::floor((299 * r + 587 * g + 114 * b + 500) / 1000); }

}  // namespace satscope::testing
