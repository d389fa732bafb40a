// SPDX-License-Identifier: Apache-2.0
// The box mean that a stored table gives, from what each method promises, without a table or a word.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/kernels/filters_reference_tools.h"

namespace satscope::testing {
namespace {

/// A whole number as a float of so many significant bits, at most `largest`.
double as_float(double number, int significant, double largest) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);  // 0.5 ... 1
  const double nearest = std::ldexp(std::nearbyint(std::ldexp(fraction, significant)), exponent - significant);
  return nearest > largest ? std::numeric_limits<double>::infinity() : nearest;
}

/// The word length that `store` says it uses: the paper's, unless the table needs less.
int bits_of(const Asked& a, double pixels) {
  if (const auto asked = whole_unless_choice(a.filter, a.request.params, "bits")) return *asked;
  const int usual = choice(a.filter, a.request.params, "method") == "variant" ? 21 : 22;
  return std::clamp(static_cast<int>(std::floor(std::log2(255 * pixels))) + 1, 8, usual);
}

}  // namespace

std::vector<Allowed> reference_of_stored(const Asked& a) {
  const std::string method = choice(a.filter, a.request.params, "method");
  const int r = whole(a.filter, a.request.params, "r");
  const auto [width, height] = a.request.extent;
  const double pixels = static_cast<double>(width) * height;
  const bool half = method == "float16", modular = method == "modular" || method == "modular-cross" || method == "variant";
  const double words = std::ldexp(1, bits_of(a, pixels));
  int lost = 0;
  while (method == "rounded" && lost < 7 && std::floor(255 / std::ldexp(1, lost)) * pixels > words - 1) ++lost;
  const auto sum = [&](int x0, int y0, int x1, int y1) {  // of pixels without their low bits
    double all = 0;
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) all += std::floor(a.picture.at(x, y) / std::ldexp(1, lost));
    return all;
  };
  std::vector<double> entries;  // of the padded table, as floats keep them
  if (half || method == "bfloat16")
    for (int y = 0; y <= height; ++y)
      for (int x = 0; x <= width; ++x)
        entries.push_back(as_float(sum(0, 0, x, y), half ? 11 : 8, half ? 65504 : 3.3895313892515355e38));
  const auto entry = [&](int x, int y) { return entries[static_cast<std::size_t>(y * (width + 1) + x)]; };
  return each_pixel(a.request.extent, [&](int x, int y) {
    const int x0 = std::max(0, x - r), y0 = std::max(0, y - r), x1 = std::min(width, x + r + 1),
              y1 = std::min(height, y + r + 1);
    const double n = static_cast<double>(x1 - x0) * (y1 - y0);
    if (!entries.empty()) {
      const double restored = entry(x1, y1) - entry(x1, y0) - entry(x0, y1) + entry(x0, y0);
      return exactly(std::isnan(restored) ? 0 : std::clamp(halves_up(restored / n), 0.0, 255.0));
    }
    const double all = sum(x0, y0, x1, y1);
    return exactly(halves_up((modular || lost > 0 ? std::fmod(all, words) * std::ldexp(1, lost) : all) / n));
  });
}

}  // namespace satscope::testing
