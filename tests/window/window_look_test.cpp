// SPDX-License-Identifier: Apache-2.0
// Colours that can be read, numbers as people write them, fonts.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "app/core/text/extent_text.h"
#include "app/core/text/number_text.h"
#include "app/pipeline/content.h"
#include "app/ui/drawing/accent_buttons.h"
#include "app/ui/drawing/theme.h"
#include "app/ui/panels/status_text.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

// A tick stands for every entry and for the box: neither a wrapped nor a rounded sum has one.
TEST(Verdict, OnlyExactSumsAreChecked) {
  FrameStatus status;
  status.type = "8u32u";
  EXPECT_EQ(verdict_of(status, std::nullopt), Verdict::unknown);
  status.agreement = FrameStatus::Agreement::agree;
  status.table_check = TableCheck{};
  EXPECT_EQ(verdict_of(status, std::nullopt), Verdict::exact);
  SumTruth truth;
  truth.state = SumTruth::State::wrong;
  EXPECT_EQ(verdict_of(status, truth), Verdict::overflows) << "differences beyond a type whose entries fit";
  status.table_check->beyond = 1;
  EXPECT_EQ(verdict_of(status, std::nullopt), Verdict::overflows);
  EXPECT_NE(status_texts(status, Verdict::overflows).front().find("overflows"), std::string::npos);
  status.type = "32f32f";
  status.table_check = TableCheck{};
  status.table_check->max_error = 16;
  EXPECT_EQ(verdict_of(status, std::nullopt), Verdict::rounded);
  status.agreement = FrameStatus::Agreement::differ;
  EXPECT_EQ(verdict_of(status, std::nullopt), Verdict::wrong);
}

TEST(Verdict, SaysWhatWasCheckedOfMoreBits) {
  FrameStatus status;
  status.type = "8u32u";
  EXPECT_EQ(status_texts(status, Verdict::exact).front().find("8-bit"), std::string::npos);
  status.reduced = true;
  EXPECT_NE(status_texts(status, Verdict::exact).front().find("checked, of 8-bit values"), std::string::npos);
  EXPECT_EQ(status_texts(status, Verdict::wrong).front().find("8-bit"), std::string::npos);
}

std::vector<float> texels_of(const Samples& still) {
  HostPool pool;
  const HostBlock block = picture_words(still, deep_greys(still), 1, pool);
  std::vector<float> texels(still.extent.area());
  std::memcpy(texels.data(), block.get(), texels.size() * sizeof(float));
  return texels;
}

TEST(DeepGreys, AreTexelsFromTheLeastToTheLargest) {
  Samples still;
  still.extent = {3, 1};
  still.values = std::vector<std::uint16_t>{100, 350, 1100};
  EXPECT_EQ(texels_of(still), (std::vector<float>{0, 0.25F, 1}));
  still.values = std::vector<double>{-1.7e308, 0, 1.7e308};
  EXPECT_EQ(texels_of(still), (std::vector<float>{0, 0.5F, 1}));
  still.values = std::vector<double>{7.5, 7.5, 7.5};
  EXPECT_EQ(texels_of(still), (std::vector<float>{0, 0, 0}));
}

TEST(DeepGreys, AreNotInPicturesOfEightBits) {
  Samples still;
  still.extent = {3, 1};
  still.values = std::vector<std::uint8_t>{0, 7, 255};
  EXPECT_FALSE(deep_greys(still));
  still.white = 300;
  EXPECT_TRUE(deep_greys(still)) << "its file has another white";
  still.white = 0;
  still.values = std::vector<double>{0, 7, 255};
  EXPECT_FALSE(deep_greys(still));
  still.values = std::vector<double>{0, 7.5, 255};
  EXPECT_TRUE(deep_greys(still));
  still.colours = {1, 2, 3};
  EXPECT_FALSE(deep_greys(still));
}

TEST(Contrast, IsThatOfTheGuideline) {
  EXPECT_NEAR(contrast({0, 0, 0}, {1, 1, 1}), 21, 1e-6);
  EXPECT_NEAR(contrast({1, 1, 1}, {1, 1, 1}), 1, 1e-6);
  const float grey = 0x76 / 255.0F;  // the well-known lightest grey for text on white
  EXPECT_NEAR(contrast({grey, grey, grey}, {1, 1, 1}), 4.54, 0.01);
}

class Theme : public testing::TestWithParam<const char*> {};

TEST_P(Theme, AllTextCanBeRead) {
  for (const bool few : {false, true})
    for (const TextOn& pair : text_pairs(palette_of(GetParam(), few)))
      EXPECT_GE(contrast(pair.text, pair.surface), few ? 7 : 4.5) << pair.name;
}
TEST_P(Theme, AllControlsCanBeReadInAllTheirStates) {
  for (const bool few : {false, true}) {
    const Palette& palette = palette_of(GetParam(), few);
    const std::vector<TextOn> texts = control_texts(palette);
    EXPECT_GT(texts.size(), 20U);
    for (const TextOn& pair : texts) EXPECT_GE(contrast(pair.text, pair.surface), 4.5) << pair.name << "; " << few;
  }
}
// the frame of the selected thread is a shape, which needs 3:1
TEST_P(Theme, TheSelectedThreadStandsOutFromTheSurfaces) {
  for (const bool few : {false, true}) {
    const Palette& palette = palette_of(GetParam(), few);
    for (const Rgb surface : {palette.backdrop, palette.panel, palette.raised})
      EXPECT_GE(contrast(palette.selected, surface), 3) << few;
  }
}
INSTANTIATE_TEST_SUITE_P(Both, Theme, testing::Values("light", "dark"));

TEST(Theme, LightIsLightAndDarkIsDark) {
  EXPECT_GT(palette_of("light").panel.r, palette_of("light").text.r);
  EXPECT_LT(palette_of("dark").panel.r, palette_of("dark").text.r);
}

TEST(Numbers, AreGroupedByThousands) {
  EXPECT_EQ(grouped(std::uint64_t{0}), "0");
  EXPECT_EQ(grouped(std::uint64_t{999}), "999");
  EXPECT_EQ(grouped(std::uint64_t{1000}), "1,000");
  EXPECT_EQ(grouped(std::uint64_t{1204518}), "1,204,518");
  EXPECT_EQ(grouped(std::uint64_t{18446744073709551615U}), "18,446,744,073,709,551,615");
  EXPECT_EQ(ungrouped(Value{std::uint64_t{1204518}}), "1204518");
}

TEST(Numbers, WithAFractionKeepTheDigitsThatMatter) {
  EXPECT_EQ(grouped(0.0), "0");
  EXPECT_EQ(grouped(-0.0), "0");
  EXPECT_EQ(grouped(1234.5), "1,234.5");
  EXPECT_EQ(grouped(-1234567.0), "-1,234,567");
  EXPECT_EQ(grouped(12345678.0), "12,345,678") << "whole digits are never dropped";
  EXPECT_EQ(grouped(2.0 / 3, 3), "0.67");
  EXPECT_EQ(grouped(1e-9), "1e-09");
  EXPECT_EQ(grouped(188.79889, 5), "188.8");
}

TEST(Numbers, SizesAreWidthThenHeight) {
  EXPECT_EQ(extent_text({1920, 1080}), "1920x1080");
  EXPECT_EQ(spaced_extent({1920, 1080}), "1920 × 1080");
}

TEST(Numbers, TimesHaveThreeDigits) {
  EXPECT_EQ(milliseconds_text(0.0312), "0.0312 ms");
  EXPECT_EQ(milliseconds_text(0.31), "0.310 ms");
  EXPECT_EQ(milliseconds_text(12.44), "12.4 ms");
  EXPECT_EQ(milliseconds_text(1250), "1,250 ms");
  EXPECT_EQ(milliseconds_text(0), "0.00 ms");
  EXPECT_EQ(milliseconds_text(0.000851), "851 ns");
  EXPECT_EQ(milliseconds_number(0.000851), "0.000851");
  EXPECT_EQ(milliseconds_number(1250), "1,250");
  EXPECT_EQ(milliseconds_text(88.4e-6), "88.4 ns");
  EXPECT_EQ(ordinal(1) + ordinal(2) + ordinal(3) + ordinal(4), "1st2nd3rd4th");
  EXPECT_EQ(ordinal(11) + ordinal(12) + ordinal(13) + ordinal(22) + ordinal(101), "11th12th13th22nd101st");
}

TEST(Numbers, ThatDifferAreShownToDiffer) {
  using Texts = std::pair<std::string, std::string>;
  EXPECT_EQ(grouped_apart(Value(0.5), Value(0.25)), Texts("0.5", "0.25"));
  EXPECT_EQ(grouped_apart(Value(1000000.25), Value(1000000.125)), Texts("1,000,000.2", "1,000,000.1"));
  EXPECT_EQ(grouped_apart(Value(0.5), Value(0.5)), Texts("0.5", "0.5"));
  for (const double number : {1.0, 0.1, 1e-7, 3e5, 7e15, 2e20}) {
    const auto [a, b] = grouped_apart(Value(number), Value(std::nextafter(number, 2 * number)));
    EXPECT_NE(a, b) << number;
  }
  EXPECT_EQ(counted(1, "pixel") + ", " + counted(0, "pixel"), "1 pixel, 0 pixels");
  EXPECT_EQ(counted(2, "pass") + ", " + counted(2, "box") + ", " + counted(2, "entry") + ", " + counted(2, "way"),
            "2 passes, 2 boxes, 2 entries, 2 ways");
}

}  // namespace
}  // namespace satscope::app
