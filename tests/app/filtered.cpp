// SPDX-License-Identifier: Apache-2.0
#include "tests/app/filtered.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/sources/samples.h"

namespace satscope::test {
namespace {

std::uint32_t word(double r, double g, double b) {
  return 0xFF000000U | static_cast<std::uint32_t>(b) << 16 | static_cast<std::uint32_t>(g) << 8 | static_cast<std::uint32_t>(r);
}

double channel(const Picture& picture, int x, int y, int which) {
  const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.extent.width) + static_cast<std::size_t>(x);
  return picture.rgba[at] >> (8 * which) & 0xFF;
}

double luma(const Picture& picture, int x, int y) {
  return std::floor(
      (299 * channel(picture, x, y, 0) + 587 * channel(picture, x, y, 1) + 114 * channel(picture, x, y, 2) + 500) / 1000);
}

struct Window {
  double sum = 0, count = 0;
};

template <class Value>
Window window(Extent extent, int x, int y, int r, const Value& value) {
  Window w;
  for (int j = y - r; j <= y + r; ++j)
    for (int i = x - r; i <= x + r; ++i) {
      if (i < 0 || j < 0 || i >= extent.width || j >= extent.height) continue;
      w.sum += value(i, j);
      ++w.count;
    }
  return w;
}

template <class Pixel>
Picture made(Extent extent, const Pixel& pixel) {
  Picture picture{extent, {}};
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) picture.rgba.push_back(pixel(x, y));
  return picture;
}

}  // namespace

Picture reported_picture(Extent extent, bool grey) {
  return made(extent, [&](int x, int y) {
    const int value = (x * 37 + y * 91 + x * y * 5) % 256;
    return grey ? word(value, value, value) : word(value, (x * 11 + y * y) % 256, (x * x + 200 - y) % 256);
  });
}

std::string png_of(const Picture& picture, bool grey) {
  std::string rows;
  for (const std::uint32_t value : picture.rgba)
    for (int which = 0; which < (grey ? 1 : 3); ++which) rows.push_back(static_cast<char>(value >> (8 * which)));
  return make_png(static_cast<std::uint32_t>(picture.extent.width), static_cast<std::uint32_t>(picture.extent.height), 8,
                  grey ? 0 : 2, rows);
}

Picture read_png(const std::string& file) {
  const app::Samples samples = app::load_input(file);
  if (!samples.colours.empty()) return {samples.extent, samples.colours};
  return made(samples.extent, [&](int x, int y) {
    const double value = samples.value(x, y);
    return word(value, value, value);
  });
}

int colour_type_of(const std::string& png) {
  constexpr std::size_t k_colour_type_at = 25;
  return static_cast<unsigned char>(png.at(k_colour_type_at));
}

Picture box_mean(const Picture& picture, int r) {
  return made(picture.extent, [&](int x, int y) {
    double means[3];
    for (int which = 0; which < 3; ++which) {
      const Window w = window(picture.extent, x, y, r, [&](int i, int j) { return channel(picture, i, j, which); });
      means[which] = std::floor((2 * w.sum + w.count) / (2 * w.count));
    }
    return word(means[0], means[1], means[2]);
  });
}

Picture bradley(const Picture& picture, int r, int t) {
  return made(picture.extent, [&](int x, int y) {
    const Window w = window(picture.extent, x, y, r, [&](int i, int j) { return luma(picture, i, j); });
    const double value = 100 * w.count * luma(picture, x, y) <= (100 - t) * w.sum ? 0 : 255;
    return word(value, value, value);
  });
}

namespace {

/// Each pixel of `of` is where(x, y) of the picture.
template <class Where>
Picture taken_from(const Picture& picture, Extent of, Where where) {
  Picture made{of, {}};
  for (int y = 0; y < of.height; ++y)
    for (int x = 0; x < of.width; ++x) {
      const auto [from_x, from_y] = where(x, y);
      made.rgba.push_back(picture.rgba[static_cast<std::size_t>(from_y * picture.extent.width + from_x)]);
    }
  return made;
}

}  // namespace

Picture cropped(const Picture& picture, int x, int y, int width, int height) {
  return taken_from(picture, {width, height}, [&](int to_x, int to_y) { return std::pair(to_x + x, to_y + y); });
}

Picture flipped(const Picture& picture) {
  return taken_from(picture, picture.extent, [&](int x, int y) { return std::pair(picture.extent.width - 1 - x, y); });
}

Picture rotated(Picture picture, int quarters) {
  for (; quarters > 0; --quarters)  // the first column, from below, becomes the first row
    picture = taken_from(picture, {picture.extent.height, picture.extent.width},
                         [&](int x, int y) { return std::pair(y, picture.extent.height - 1 - x); });
  return picture;
}

}  // namespace satscope::test
