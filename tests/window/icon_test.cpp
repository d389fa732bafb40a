// SPDX-License-Identifier: Apache-2.0
// The icon of the window: colours where assets/desktop/satscope.svg has them.
#include <gtest/gtest.h>

#include "app/window/desktop/icon.h"

namespace satscope::test {
namespace {

std::uint32_t at(const std::vector<std::uint32_t>& picture, int x, int y) {
  return picture.at(static_cast<std::size_t>(y * 64 + x));
}

TEST(Icon, HasTheColoursOfTheDrawing) {
  const auto picture = app::icon_pixels(app::desktop_file("satscope.svg"), 64);
  ASSERT_EQ(picture.size(), 64U * 64U);
  EXPECT_EQ(at(picture, 0, 0), 0U) << "beside a round corner it is clear";
  EXPECT_EQ(at(picture, 8, 32), 0xFF33241DU) << "the ground, #1d2433";
  EXPECT_EQ(at(picture, 32, 32), 0xFF54B4FFU) << "the box, #ffb454";
  for (const auto& [x, y] : {std::pair{22, 22}, std::pair{42, 22}, std::pair{22, 42}, std::pair{42, 42}})
    EXPECT_EQ(at(picture, x, y), 0xFFFFFFFFU) << "an entry of the table at " << x << ", " << y;
}

TEST(Icon, EdgesAreMixed) {
  const auto picture = app::icon_pixels(
      R"(<svg width="64"><rect x="0" y="0" width="64" height="64" fill="#000000"/><rect x="0.5" width="9.5" height="64" fill="#ffffff"/></svg>)",
      64);
  EXPECT_EQ(at(picture, 0, 5), 0xFF808080U) << "half of the pixel is white";
  EXPECT_EQ(at(picture, 1, 5), 0xFFFFFFFFU);
  EXPECT_EQ(at(picture, 10, 5), 0xFF000000U);
}

}  // namespace
}  // namespace satscope::test
