// SPDX-License-Identifier: Apache-2.0
// The synthetic camera: the same moment is the same picture however many threads draw it, and the page is hard to read for one
// threshold.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/sources/landscape.h"
#include "app/sources/page.h"
#include "app/sources/synthetic.h"

namespace satscope::test {
namespace {

using namespace app;

std::vector<std::uint32_t> drawn(Extent extent, double seconds) {
  std::vector<std::uint32_t> picture(extent.area(), 0);
  draw_synthetic(picture, extent, seconds);
  return picture;
}

TEST(SyntheticCamera, IsTheSameHoweverManyThreadsDraw) {
  for (const Extent extent : {Extent{1920, 1080}, Extent{1283, 719}, Extent{4000, 131}, Extent{7, 3000}}) {
    const auto picture = drawn(extent, 3.7);
    EXPECT_EQ(picture, drawn(extent, 3.7));
    // row by row in one thread
    const Page page(extent, 3.7);
    Landscape landscape(extent, 3.7, !page.there());
    const Banner banner(extent, 3.7);
    std::vector<std::uint32_t> row(static_cast<std::size_t>(extent.width));
    for (int y = 0; y < extent.height; ++y) {
      landscape.draw_row(y, row);
      banner.draw_row(y, row);
      page.draw_row(y, row);
      ASSERT_TRUE(std::equal(row.begin(), row.end(), picture.begin() + static_cast<std::ptrdiff_t>(y) * extent.width))
          << "row " << y;
    }
  }
}

TEST(SyntheticCamera, ItsPageIsMoreThanAThresholdCanRead) {
  constexpr Extent extent{1280, 720};
  for (const double seconds : {0.0, 5.0, 11.0, 100.0}) {
    SCOPED_TRACE(seconds);
    const Page page(extent, seconds);
    ASSERT_TRUE(page.there());
    std::vector<std::uint32_t> picture(extent.area(), 0);
    int left = extent.width, right = 0, top = extent.height, bottom = 0;
    for (int y = 0; y < extent.height; ++y) {
      const auto row = std::span(picture).subspan(static_cast<std::size_t>(y) * extent.width, extent.width);
      page.draw_row(y, row);
      for (int x = 0; x < extent.width; ++x)
        if (row[static_cast<std::size_t>(x)]) {
          left = std::min(left, x);
          right = std::max(right, x + 1);
          top = std::min(top, y);
          bottom = std::max(bottom, y + 1);
        }
    }
    ASSERT_GT(right - left, 400);
    ASSERT_GT(bottom - top, 250);
    EXPECT_GE(left, 0);
    EXPECT_LE(bottom, extent.height);
    // the first letters of the lines of text are in the light, the right border lies in the shade
    std::uint32_t ink = 255, lit_paper = 0, shaded_paper = 0;
    const int height = bottom - top, width = right - left;
    for (int y = top + height / 4; y < top + height * 3 / 4; ++y) {
      const auto grey = [&](int x) {
        return picture[static_cast<std::size_t>(y) * extent.width + static_cast<std::size_t>(x)] & 0xFF;
      };
      for (int x = left; x < left + width / 10; ++x) {
        ink = std::min(ink, grey(x));
        lit_paper = std::max(lit_paper, grey(x));
      }
      for (int x = right - width / 40; x < right; ++x) shaded_paper = std::max(shaded_paper, grey(x));
    }
    EXPECT_GT(lit_paper, 200U);
    EXPECT_LT(ink, lit_paper - 80) << "there is no text";
    EXPECT_GT(ink, shaded_paper) << "one threshold could part ink from paper";
  }
}

TEST(SyntheticCamera, Moves) {
  constexpr Extent extent{640, 360};
  EXPECT_NE(drawn(extent, 1), drawn(extent, 1 + 1.0 / 60));
}

TEST(SyntheticCamera, MovesEnoughInEachRectangleToWaveAt) {
  constexpr Extent extent{320, 180};
  constexpr double k_lights_above = 12;  // of Playground
  for (const double rate : {30.0, 60.0}) {
    SCOPED_TRACE(rate);
    std::array<double, 3> most{}, least{255, 255, 255};
    for (double seconds = 0; seconds < 16; seconds += 0.25) {
      const auto before = drawn(extent, seconds), now = drawn(extent, seconds + 1 / rate);
      for (std::size_t n = 0; n < 3; ++n) {
        const int left = extent.width * (4 + 35 * static_cast<int>(n)) / 100, top = extent.height * 8 / 100;
        const int width = extent.width * 22 / 100, height = extent.height * 26 / 100;
        double sum = 0;
        for (int y = top; y < top + height; ++y)
          for (int x = left; x < left + width; ++x) {
            const auto grey = [&](const std::vector<std::uint32_t>& words) {
              const std::uint32_t word = words[static_cast<std::size_t>(y * extent.width + x)];
              return 0.299 * (word & 0xFF) + 0.587 * (word >> 8 & 0xFF) + 0.114 * (word >> 16 & 0xFF);
            };
            sum += std::abs(grey(now) - grey(before));
          }
        most[n] = std::max(most[n], sum / (width * height));
        least[n] = std::min(least[n], sum / (width * height));
      }
    }
    for (std::size_t n = 0; n < 3; ++n) {
      EXPECT_GT(most[n], k_lights_above + 2) << "rectangle " << n;
      EXPECT_LT(least[n], 2) << "rectangle " << n << " never goes out";
    }
  }
}

}  // namespace
}  // namespace satscope::test
