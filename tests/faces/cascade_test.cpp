// SPDX-License-Identifier: Apache-2.0
// Cascades by hand: what a window's stages say, counted on paper, and files that are none.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/sources/files/cascade_file.h"
#include "app/sources/samples.h"
#include "kernels/faces/detect.h"

namespace satscope::testing {
namespace {

/// One stage of one stump, left - right of an 8x8 window; passes where the left half is lighter.
std::string new_layout(const std::string& nodes = "0 -1 0 0.", const std::string& leaves = "-1. 1.",
                       const std::string& rect = "0 0 8 8 -1.") {
  return fmt::format(
      "<?xml version=\"1.0\"?><opencv_storage><cascade><stageType>BOOST</stageType><featureType>HAAR</featureType>"
      "<height>8</height><width>8</width><stages><_><stageThreshold>0.5</stageThreshold><weakClassifiers><_>"
      "<internalNodes>{}</internalNodes><leafValues>{}</leafValues></_></weakClassifiers></_></stages>"
      "<features><_><rects><_>{}</_><_>0 0 4 8 2.</_></rects></_></features></cascade></opencv_storage>",
      nodes, leaves, rect);
}

std::string old_layout(const std::string& tilted = "0", const std::string& right = "<right_val>1.</right_val>") {
  return fmt::format(
      "<?xml version=\"1.0\"?><opencv_storage><mine type_id=\"opencv-haar-classifier\"><size>8 8</size><stages><_><trees><_><_>"
      "<feature><rects><_>0 0 8 8 -1.</_><_>0 0 4 8 2.</_></rects><tilted>{}</tilted></feature><threshold>0.</threshold>"
      "<left_val>-1.</left_val>{}</_></_></trees><stage_threshold>0.5</stage_threshold><parent>-1</parent><next>-1</next></_>"
      "</stages></mine></opencv_storage>",
      tilted, right);
}

/// Light on the left of column 8, dark on the right.
std::vector<std::uint8_t> half_and_half(int light, int dark) {
  std::vector<std::uint8_t> grey(16 * 8);
  for (std::size_t i = 0; i < grey.size(); ++i) grey[i] = static_cast<std::uint8_t>(i % 16 < 8 ? light : dark);
  return grey;
}

TEST(Cascade, BothLayoutsFindTheEdge) {
  for (const std::string& text : {new_layout(), old_layout()}) {
    const faces::Cascade cascade = app::cascade_from_text(text, "mine");
    // columns 0, 2, 4, 6, 8; the inside of those at 0 and 8 is flat
    const faces::Detection found = faces::detect(cascade, half_and_half(200, 40), {16, 8});
    EXPECT_EQ(found.windows, (std::vector<Box>{{2, 0, 8, 8}, {4, 0, 8, 8}, {6, 0, 8, 8}}));
    EXPECT_EQ(found.flat, 2);
    EXPECT_EQ(found.looked_at, 5);
    // turned round, each one is rejected and its neighbour skipped
    const faces::Detection none = faces::detect(cascade, half_and_half(40, 200), {16, 8});
    EXPECT_TRUE(none.windows.empty());
    EXPECT_EQ(none.rejected, std::vector<std::int64_t>{2});
    EXPECT_EQ(none.looked_at, 3);
  }
}

TEST(Cascade, TheMapShowsHowFarWindowsGotByTheirMiddle) {
  const faces::Cascade cascade = app::cascade_from_text(new_layout(), "mine");
  const auto map_of = [&](int light, int dark, Extent cells) {
    return faces::detect(cascade, half_and_half(light, dark), {16, 8}, {.map = cells}).map;
  };
  const auto marked = [](Extent cells, const std::vector<std::pair<int, int>>& marks) {
    std::vector<std::uint8_t> map(cells.area());
    for (const auto& [place, value] : marks) map[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(value);
    return map;
  };
  // windows at columns 2, 4 and 6 pass the stage; of the others' insides one is flat, and in row 4 lies every middle
  EXPECT_EQ(map_of(200, 40, {16, 8}), marked({16, 8}, {{4 * 16 + 6, 2}, {4 * 16 + 8, 2}, {4 * 16 + 10, 2}}));
  EXPECT_EQ(map_of(200, 40, {4, 2}), marked({4, 2}, {{4 + 1, 2}, {4 + 2, 2}}));
  EXPECT_EQ(map_of(40, 200, {16, 8}), marked({16, 8}, {{4 * 16 + 6, 1}, {4 * 16 + 10, 1}})) << "looked at and rejected";
  EXPECT_TRUE(map_of(200, 40, {}).empty());
}

TEST(Cascade, ASearchThatIsCalledOffEnds) {
  const faces::Cascade cascade = app::cascade_from_text(new_layout(), "mine");
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(faces::detect(cascade, half_and_half(200, 40), {16, 8}, {.cancelled = &cancelled}).looked_at, 0);
}

TEST(Cascade, TooSmallAPictureHasNoWindow) {
  const faces::Cascade cascade = app::cascade_from_text(new_layout(), "mine");
  EXPECT_EQ(faces::detect(cascade, std::vector<std::uint8_t>{7}, {1, 1}).looked_at, 0);
  EXPECT_THROW(faces::detect(cascade, std::vector<std::uint8_t>{7}, {1, 1}, {.factor = 1}), std::invalid_argument);
}

TEST(Cascade, OtherFilesAreRefusedInASentence) {
  const auto why = [](const std::string& text) -> std::string {
    try {
      app::cascade_from_text(text, "x.xml");
    } catch (const app::InputError& error) {
      return error.what();
    }
    return "it was read";
  };
  const auto says = [&](const std::string& text, const std::string& part) {
    EXPECT_NE(why(text).find(part), std::string::npos) << why(text);
  };
  EXPECT_EQ(why(new_layout()), "it was read");
  says("P5 1 1 255 x", "it is no XML");
  says("<a><b/></a>", "no opencv_storage");
  says(old_layout("1"), "tilted");
  says(old_layout("0", "<right_node>0</right_node>"), "whole number from 1");
  says(old_layout("0", "<right_node>1</right_node>"), "must not reach");
  says(new_layout("0 -1 1 0."), "from 0 to 0");
  says(new_layout("0 -2 0 0."), "from -1 to 1");
  says(new_layout("1 0 0 0."), "must not reach");
  says(new_layout("0 -1 0 nan"), "is no number");
  says(new_layout("0 -1 0"), "four numbers");
  says(new_layout(""), "no nodes");
  says(new_layout("0 -1 0 0.", "-1."), "must not reach");
  says(new_layout("0 -1 0 0.", "-1. 1.", "0 0 9 8 -1."), "from 1 to 8");
  says(new_layout("0 -1 0 0.", "-1. 1.", "0 0 8 -1."), "4 numbers instead of 5");
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "<_>";
  says(deep, "it is no XML");
}

}  // namespace
}  // namespace satscope::testing
