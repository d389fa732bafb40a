// SPDX-License-Identifier: Apache-2.0
// Few colours for many: what is common stays, nothing goes far, and the nearest is the nearest.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "app/sources/files/few_colours.h"

namespace satscope::test {
namespace {

using app::ColourCount;
using app::NearestColours;

int distance(std::uint32_t a, std::uint32_t b) {
  int sum = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    const int d = static_cast<int>(a >> shift & 0xFF) - static_cast<int>(b >> shift & 0xFF);
    sum += d * d;
  }
  return sum;
}

TEST(FewColours, AreAllWhereThereAreNoMore) {
  ColourCount count;
  EXPECT_EQ(count.few(255).size(), 1U) << "no picture";
  const std::vector<std::uint32_t> picture{0xFF000001, 0xFF000001, 0x00FFFFFF, 0xFF123456};
  count.add(picture);
  const auto few = count.few(3);
  EXPECT_EQ((std::set<std::uint32_t>{few.begin(), few.end()}), (std::set<std::uint32_t>{0x000001, 0xFFFFFF, 0x123456}));
}

TEST(FewColours, KeepWhatIsCommonAndCoverTheRest) {
  std::mt19937 random(7);
  std::vector<std::uint32_t> picture(1 << 16);
  for (auto& colour : picture) colour = static_cast<std::uint32_t>(random());  // of three bytes, nearly all are different
  const std::vector<std::uint32_t> common{0x102030, 0xEEDDCC, 0x00FF00};
  for (const std::uint32_t colour : common) picture.insert(picture.end(), 500, colour);
  ColourCount count;
  count.add(picture);
  const auto few = count.few(255);
  EXPECT_LE(few.size(), 255U);
  for (const std::uint32_t colour : common) EXPECT_EQ(std::ranges::count(few, colour), 1) << colour;
  std::vector<std::uint8_t> numbers(picture.size());
  NearestColours(few).find(picture, numbers);
  double sum = 0;
  for (std::size_t i = 0; i < picture.size(); ++i) {
    int least = 1 << 30;
    for (const std::uint32_t colour : few) least = std::min(least, distance(picture[i], colour));
    ASSERT_EQ(distance(picture[i], few.at(numbers[i])), least) << i;
    sum += least;
  }
  // a cube of 256 cut into 159 equal cubes has sides of 47 and this mean square distance: three times 47 squared by 12
  EXPECT_LT(sum / static_cast<double>(picture.size()), 2 * 3 * 47 * 47 / 12.0);
}

}  // namespace
}  // namespace satscope::test
