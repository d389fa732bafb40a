// SPDX-License-Identifier: Apache-2.0
// What every filter must give, in double from its definition: windows are walked pixel by pixel, and no table is looked at.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kernels/filter.h"

namespace satscope::testing {

/// A picture of bytes, or the numbers of another input.
struct Grey {
  Extent extent;
  std::vector<std::uint8_t> pixels;
  double at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(extent.width) + static_cast<std::size_t>(x)];
  }
};

/// How often each pixel of a line counts in the window i - r ... i + r: found by walking outward from pixel i, a step at a
/// time.
struct LineWindow {
  std::vector<double> times;
  double counted;       ///< positions that a mean divides by
  int first = 0, last;  ///< no pixel outside of these counts
};
/// Walked once for each window that is asked for, and kept.
const LineWindow& line_window(Border border, int i, int r, int length);

/// The window's weighted pixels: how many, their mean, and the mean square of what they differ from it.
struct Stats {
  double n, mean, variance;
};
Stats stats(const Grey& picture, Border border, int x, int y, int r);

/// What a result may be: from `least` to `most`. They differ where the definition leaves a number on the edge of a rounding.
struct Allowed {
  double least, most;
};

/// What a filter was asked, and what it was given besides the picture. `map` is what it says its radii are.
struct Asked {
  const Filter& filter;
  const FilterRequest& request;
  const Grey& picture;
  std::vector<std::uint8_t> previous = {}, map = {};
  std::vector<std::int32_t> rectangles = {};
  std::vector<std::uint8_t> pattern = {};  ///< a template that was kept
  std::vector<std::int32_t> faces = {};
};
using Reference = std::function<std::vector<Allowed>(const Asked&)>;

/// By the filter's id.
const std::map<std::string, Reference>& filter_references();

/// The map of radii or depths before it is rounded: 0 ... 255.
double map_at(const Filter& filter, const FilterRequest& request, int x, int y);

/// Widths after Kovesi's published formula: m boxes of the lower width, the rest two wider.
std::vector<int> kovesi_radii(double sigma, int n);

}  // namespace satscope::testing
