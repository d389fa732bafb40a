// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/filters_reference.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "tests/kernels/filters_reference_tools.h"

namespace satscope::testing {
namespace {

/// Counts where one walks from pixel i, `steps` steps in one direction.
void walk(Border border, int i, int steps, int direction, LineWindow& window) {
  const int last = static_cast<int>(window.times.size()) - 1;
  int at = i, heading = direction;
  bool outside = false;
  for (int step = 0; step < steps; ++step) {
    const bool at_edge = heading > 0 ? at == last : at == 0;
    if (!at_edge && !outside)
      at += heading;
    else if (border == Border::mirror)
      heading = -heading;  // the edge pixel counts once more, then one walks back
    else
      outside = true;
    if (outside && border == Border::clip) continue;
    window.counted += 1;
    if (outside && border == Border::zero) continue;
    window.times[static_cast<std::size_t>(at)] += 1;
  }
}

std::vector<Allowed> box(const Asked& a) {
  const int r = whole(a.filter, a.request.params, "r");
  const Border border = border_of(a.filter, a.request);
  return each_pixel(a.request.extent, [&](int x, int y) { return exactly(halves_up(stats(a.picture, border, x, y, r).mean)); });
}

std::vector<Allowed> bradley(const Asked& a) {
  const double t = number(a.filter, a.request.params, "t");
  const int r = whole(a.filter, a.request.params, "r");
  const Border border = border_of(a.filter, a.request);
  return each_pixel(a.request.extent, [&](int x, int y) {
    const Stats s = stats(a.picture, border, x, y, r);
    const double bound = s.mean * s.n * (100 - t), pixel = a.picture.at(x, y) * s.n * 100;
    // both are whole numbers; Bradley and Roth 2007 print (in[i,j] * count) <= (sum * (100 - t) / 100): equal is black
    return exactly(pixel < bound + 0.5 ? 0 : 255);
  });
}

std::vector<Allowed> sauvola(const Asked& a) {
  const double k = number(a.filter, a.request.params, "k"), range = number(a.filter, a.request.params, "R");
  const int r = whole(a.filter, a.request.params, "r");
  const Border border = border_of(a.filter, a.request);
  return each_pixel(a.request.extent, [&](int x, int y) {
    const Stats s = stats(a.picture, border, x, y, r);
    const double threshold = s.mean * (1 + k * (std::sqrt(s.variance) / range - 1)), pixel = a.picture.at(x, y);
    // Shafait, Keysers and Breuel 2008, (1): black where g(x,y) <= t(x,y); a mean of 0 makes a threshold of 0, without rounding
    if (s.mean == 0) return exactly(pixel == 0 ? 0 : 255);
    if (std::fabs(pixel - threshold) < 1e-6) return Allowed{0, 255};
    return exactly(pixel < threshold ? 0 : 255);
  });
}

std::vector<Allowed> lens(const Asked& a) {
  const std::string show = choice(a.filter, a.request.params, "show");
  const double gain = number(a.filter, a.request.params, "gain");
  const int r = whole(a.filter, a.request.params, "r");
  const Border border = border_of(a.filter, a.request);
  return each_pixel(a.request.extent, [&](int x, int y) {
    const Stats s = stats(a.picture, border, x, y, r);
    if (show == "mean") return exactly(halves_up(s.mean));
    return rounded(show == "variance" ? gain * s.variance / 64 : gain * 2 * std::sqrt(s.variance));
  });
}

std::vector<Allowed> variable(const Asked& a) {
  const double most = number(a.filter, a.request.params, "r");
  const Border border = border_of(a.filter, a.request);
  return each_pixel(a.request.extent, [&](int x, int y) {
    const auto i = static_cast<std::size_t>(y * a.request.extent.width + x);
    const int r = static_cast<int>(halves_up(most * a.map[i] / 255));
    return exactly(halves_up(stats(a.picture, border, x, y, r).mean));
  });
}

std::vector<Allowed> gauss(const Asked& a) {
  Grey now = a.picture;
  const Border border = border_of(a.filter, a.request);
  std::vector<Allowed> result;
  for (const int r : kovesi_radii(number(a.filter, a.request.params, "sigma"), whole(a.filter, a.request.params, "n"))) {
    result = each_pixel(a.request.extent, [&](int x, int y) { return exactly(halves_up(stats(now, border, x, y, r).mean)); });
    for (std::size_t i = 0; i < result.size(); ++i) now.pixels[i] = static_cast<std::uint8_t>(result[i].least);
  }
  return result;
}

std::vector<Allowed> motion(const Asked& a) {
  std::vector<Allowed> means;
  for (std::size_t i = 0; i + 3 < a.rectangles.size(); i += 4) {
    double sum = 0, n = 0;
    for (int y = 0; y < a.request.extent.height; ++y)
      for (int x = 0; x < a.request.extent.width; ++x) {
        const double left = a.rectangles[i], top = a.rectangles[i + 1];
        if (x < left || y < top || x >= left + a.rectangles[i + 2] || y >= top + a.rectangles[i + 3]) continue;
        const auto pixel = static_cast<std::size_t>(y * a.request.extent.width + x);
        sum += std::fabs(a.picture.at(x, y) - a.previous[pixel]);
        ++n;
      }
    means.push_back(exactly(n > 0 ? halves_up(256 * sum / n) : 0));
  }
  return means;
}

}  // namespace

const LineWindow& line_window(Border border, int i, int r, int length) {
  static std::map<std::tuple<Border, int, int>, std::vector<LineWindow>> kept;  // of all places of a line
  std::vector<LineWindow>& line = kept[{border, r, length}];
  line.resize(static_cast<std::size_t>(length));
  LineWindow& window = line[static_cast<std::size_t>(i)];
  if (!window.times.empty()) return window;
  window = {.times = std::vector<double>(static_cast<std::size_t>(length), 0.0), .counted = 1, .last = length - 1};
  window.times[static_cast<std::size_t>(i)] = 1;
  walk(border, i, r, +1, window);
  walk(border, i, r, -1, window);
  while (window.times[static_cast<std::size_t>(window.first)] == 0) ++window.first;
  while (window.times[static_cast<std::size_t>(window.last)] == 0) --window.last;
  return window;
}

Stats stats(const Grey& picture, Border border, int x, int y, int r) {
  const LineWindow& columns = line_window(border, x, r, picture.extent.width);
  const LineWindow& rows = line_window(border, y, r, picture.extent.height);
  const double n = columns.counted * rows.counted;
  double inside = 0;
  const auto sum_of = [&](const auto& of) {
    double sum = 0;
    inside = 0;
    for (int j = rows.first; j <= rows.last; ++j) {
      const double down = rows.times[static_cast<std::size_t>(j)];
      for (int i = columns.first; i <= columns.last; ++i) {
        const double times = columns.times[static_cast<std::size_t>(i)] * down;
        sum += times * of(picture.at(i, j));
        inside += times;
      }
    }
    return sum;
  };
  const double mean = sum_of([](double v) { return v; }) / n;
  // what is counted but not inside is zero
  const double differences = sum_of([&](double v) { return (v - mean) * (v - mean); });
  const double variance = (differences + (n - inside) * mean * mean) / n;
  return {n, mean, variance};
}

const std::map<std::string, Reference>& filter_references() {
  static const std::map<std::string, Reference> all{{"box", box},
                                                    {"box-naive", box},
                                                    {"box-separable", box},
                                                    {"box-running", box},
                                                    {"bradley", bradley},
                                                    {"sauvola", sauvola},
                                                    {"lens", lens},
                                                    {"variable", variable},
                                                    {"gauss", gauss},
                                                    {"motion", motion},
                                                    {"guided", reference_of_guided},
                                                    {"unsharp", reference_of_unsharp},
                                                    {"contrast", reference_of_contrast},
                                                    {"mosaic", reference_of_mosaic},
                                                    {"median", reference_of_median},
                                                    {"histogram", reference_of_histogram},
                                                    {"depth", reference_of_depth},
                                                    {"motion-blur", reference_of_motion_blur},
                                                    {"correlation", reference_of_correlation},
                                                    {"haar", reference_of_haar},
                                                    {"faces", reference_of_faces},
                                                    {"unsharp-separable", reference_of_unsharp},
                                                    {"median-sliding", reference_of_median},
                                                    {"motion-blur-naive", reference_of_motion_blur},
                                                    {"stored", reference_of_stored}};
  return all;
}

double map_at(const Filter& filter, const FilterRequest& request, int x, int y) {
  const double width = request.extent.width, height = request.extent.height;
  // a ground rises from near, below, to far, above; a gradient falls
  const bool ground = choice(filter, request.params, "map") == "ground";
  const double turn = (number(filter, request.params, "angle") + (ground ? 180 : 0)) * std::numbers::pi / 180;
  const auto across = [&](double px, double py) { return -std::sin(turn) * px + std::cos(turn) * py; };
  if (ground || choice(filter, request.params, "map") == "gradient") {
    const auto corners = {across(0, 0), across(width - 1, 0), across(0, height - 1), across(width - 1, height - 1)};
    const double least = std::min(corners), most = std::max(corners);
    return most - least < 1e-4 ? 0 : 255 * (across(x, y) - least) / (most - least);
  }
  const auto part = [&](const char* id, double of) { return number(filter, request.params, id) / 100 * of; };
  const double distance = std::fabs(across(x, y) - across(part("x", width - 1), part("y", height - 1)));
  return 255 * std::clamp((distance - part("sharp", height)) / part("fade", height), 0.0, 1.0);
}

std::vector<int> kovesi_radii(double sigma, int n) {
  const double ideal = std::sqrt(12 * sigma * sigma / n + 1);
  double wl = std::floor(ideal);
  if (std::fmod(wl, 2) == 0) wl -= 1;
  const double m = (12 * sigma * sigma - n * wl * wl - 4 * n * wl - 3 * n) / (-4 * wl - 4);
  std::vector<int> radii;
  for (int i = 0; i < n; ++i) radii.push_back(static_cast<int>(i < std::round(m) ? (wl - 1) / 2 : (wl + 1) / 2));
  return radii;
}

}  // namespace satscope::testing
