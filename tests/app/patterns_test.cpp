// SPDX-License-Identifier: Apache-2.0
// Patterns and the moving picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "app/sources/loaders.h"
#include "app/sources/samples.h"
#include "app/sources/synthetic.h"
#include "kernels/filters/luma.h"

namespace satscope::app {
namespace {

std::vector<std::uint8_t> grey(const std::string& spec) { return std::get<std::vector<std::uint8_t>>(load_input(spec).values); }

TEST(Patterns, EveryNameAtEverySmallSize) {
  for (const PatternName& name : pattern_names())
    for (const Extent extent : {Extent{1, 1}, Extent{1, 9}, Extent{9, 1}, Extent{31, 17}, Extent{200, 131}}) {
      const std::string spec =
          "pattern:" + std::string(name.id) + ":" + std::to_string(extent.width) + "x" + std::to_string(extent.height);
      const Samples samples = load_input(spec);
      EXPECT_EQ(samples.extent, extent) << spec;
      EXPECT_EQ(samples.name, spec);
      EXPECT_EQ(samples.values, load_input(spec).values) << spec << " is the same each time";
      EXPECT_EQ(std::get<std::vector<std::uint8_t>>(samples.values).size(), extent.area());
      EXPECT_FALSE(name.title.empty());
    }
}

TEST(Patterns, WhatTheyPromise) {
  EXPECT_EQ(grey("pattern:zero:3x2"), std::vector<std::uint8_t>(6, 0));
  EXPECT_EQ(grey("pattern:white:3x2"), std::vector<std::uint8_t>(6, 255));
  EXPECT_EQ(grey("pattern:ramp:6x1"), (std::vector<std::uint8_t>{0, 51, 102, 153, 204, 255}));
  EXPECT_EQ(grey("pattern:impulse:3x3"), (std::vector<std::uint8_t>{0, 0, 0, 0, 255, 0, 0, 0, 0}));
  EXPECT_EQ(grey("pattern:staircase:8x1"), (std::vector<std::uint8_t>{0, 36, 72, 109, 145, 182, 218, 255}));
  const auto checker = grey("pattern:checker:16x16");
  EXPECT_EQ(checker[0], 0);
  EXPECT_EQ(checker[8], 255);
  EXPECT_EQ(checker[16 * 8], 255);
  EXPECT_EQ(checker[16 * 8 + 8], 0);
}

TEST(Patterns, NoiseIsTheSameOnEveryMachine) {
  // worked out by another program from the published recipe of SplitMix64, whose first number for seed 0 is e220a8397b1dcdaf
  EXPECT_EQ(grey("pattern:noise:8x4"), grey("pattern:noise:8x4:0"));
  EXPECT_NE(grey("pattern:noise:8x4:1"), grey("pattern:noise:8x4:2"));
  const std::vector<std::uint8_t> first = grey("pattern:noise:8x1:7");
  EXPECT_EQ(first, (std::vector<std::uint8_t>{184, 39, 223, 245, 27, 214, 113, 132}));
}

TEST(Patterns, NoiseHasEveryValueAboutAsOften) {
  const auto noise = grey("pattern:noise:512x512:3");
  std::array<int, 256> counts{};
  for (const std::uint8_t value : noise) ++counts[value];
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  // 1024 expected each, with a standard deviation of 32
  EXPECT_GT(*least, 1024 - 6 * 32);
  EXPECT_LT(*most, 1024 + 6 * 32);
}

TEST(Patterns, MisspeltOnes) {
  for (const char* spec : {"pattern:", "pattern:zero", "pattern:nope:3x3", "pattern:zero:3", "pattern:zero:x3",
                           "pattern:zero:3x", "pattern:zero:0x3", "pattern:zero:3x0", "pattern:zero:-3x3", "pattern:zero:3x3x3",
                           "pattern:zero:3.5x3", "pattern:zero:3x3:", "pattern:zero:3x3:a", "pattern:zero:3x3:-1",
                           "pattern:zero:3x3:1:2", "pattern:zero:99999999999x1", "pattern:zero: 3x3"})
    EXPECT_THROW(load_input(spec), PatternError) << spec;
}

TEST(Patterns, AnAbsurdSizeIsASentence) {
  try {
    load_input("pattern:zero:1000000x1000000");
    FAIL() << "a terabyte";
  } catch (const PatternError&) {
    FAIL() << "the words are right, the memory is missing";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("1000.00 GB"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(" GB are free"), std::string::npos) << error.what();
  }
}

TEST(Patterns, TheSceneHasWhatItIsFor) {
  const Samples scene = load_input("pattern:scene:640x360");
  ASSERT_EQ(scene.colours.size(), scene.extent.area());
  const auto values = std::get<std::vector<std::uint8_t>>(scene.values);
  for (std::size_t i = 0; i < values.size(); i += 97) {
    EXPECT_EQ(values[i], luma::of_word(scene.colours[i])) << "the library's own luma";
    EXPECT_EQ(scene.colours[i] >> 24, 255U);
  }
  std::array<int, 256> counts{};
  for (const std::uint8_t value : values) ++counts[value];
  EXPECT_GT(256 - std::count(counts.begin(), counts.end(), 0), 200) << "grey levels in use";
  EXPECT_NE(scene.values, load_input("pattern:scene:640x360:1").values) << "another moment";
}

TEST(Synthetic, TheSameMomentIsTheSamePicture) {
  constexpr Extent extent{160, 90};
  std::vector<std::uint32_t> first(extent.area()), again(extent.area(), 7), later(extent.area());
  draw_synthetic(first, extent, 2.5);
  draw_synthetic(again, extent, 2.5);
  draw_synthetic(later, extent, 3.5);
  EXPECT_EQ(first, again);
  EXPECT_NE(first, later);
}

TEST(Synthetic, AnyTimeAndAnySize) {
  for (const double seconds : {0.0, 1e-3, 86400.0 * 365, -5.0})
    for (const Extent extent : {Extent{1, 1}, Extent{3, 200}, Extent{700, 2}}) {
      std::vector<std::uint32_t> picture(extent.area(), 0);
      draw_synthetic(picture, extent, seconds);
      for (const std::uint32_t word : picture) ASSERT_EQ(word >> 24, 255U);
    }
}

}  // namespace
}  // namespace satscope::app
