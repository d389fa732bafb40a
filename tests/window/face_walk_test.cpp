// SPDX-License-Identifier: Apache-2.0
// One window of the finder of faces, gone through by hand in the whole window.
#include <fmt/format.h>

#include "app/session/fields.h"
#include "app/ui/views/view_transform.h"
#include "app/workspaces/playground/playground.h"
#include "tests/app/made_files.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

/// Two stages: of one stump that wants light on the left, and of two, that want what is below the middle dark. So a light
/// square passes where it fills the upper left quarter of the window.
std::string two_stages(const test::Folder& folder) {
  const auto stump = [](int feature, const char* leaves) {
    return fmt::format("<_><internalNodes>0 -1 {} 0.1</internalNodes><leafValues>{}</leafValues></_>", feature, leaves);
  };
  const auto stage = [](const char* threshold, const std::string& trees) {
    return fmt::format("<_><stageThreshold>{}</stageThreshold><weakClassifiers>{}</weakClassifiers></_>", threshold, trees);
  };
  return folder.write(
      "two.xml",
      "<?xml version=\"1.0\"?><opencv_storage><cascade><stageType>BOOST</stageType><featureType>HAAR</featureType>"
      "<height>24</height><width>24</width><stages>" +
          stage("0.5", stump(0, "-1. 1.")) + stage("1.5", stump(0, "-1. 1.") + stump(1, "-1. 1.")) +
          "</stages><features><_><rects><_>0 0 24 24 -1.</_><_>0 0 12 24 2.</_></rects></_>"
          "<_><rects><_>0 0 24 24 -1.</_><_>0 0 24 12 2.</_></rects></_></features></cascade></opencv_storage>");
}

Setting faces_of(const std::string& input) {
  Setting setting;
  setting.workspace = "playground";
  setting.chain = "faces hide=nothing neighbours=0 factor=2";
  setting.input = input;
  return setting;
}

TEST(FaceWalk, GoesFromFeatureToFeatureByClickAndKeys) {
  const test::Folder folder;
  // light in columns 24 to 47 of rows 16 to 39
  std::string pixels;
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 96; ++x) pixels += x >= 24 && x < 48 && y >= 16 && y < 40 ? '\xE0' : '\x20';
  Stage stage(faces_of(folder.write("light.pgm", "P5 96 64 255\n" + pixels)));
  stage.click(stage.control("faces:cascade"));
  stage.type(two_stages(folder));
  stage.key({.key = k_key_enter});
  stage.click(stage.control("faces:walk"));
  const auto place = [&](double x, double y) {
    const auto json = stage.state();
    const auto &area = json["views"]["result"], &view = json["view"];
    const View now{view["centre"][0], view["centre"][1], view["zoom"], false};
    return to_screen(now, {area["x"], area["y"], area["w"], area["h"]}, {x + 0.5, y + 0.5});
  };
  const auto walk = [&] { return stage.state()["playground"]["faces"]["walk"]; };
  const auto text = [&](std::size_t i) { return walk()["texts"].size() > i ? std::string(walk()["texts"][i]) : std::string(); };

  // the window from (36, 28) on has light in its upper left quarter
  stage.click(place(48, 40));
  stage.settle();
  ASSERT_EQ(walk()["passed"], 2) << walk();
  EXPECT_EQ(walk()["steps"], 3);
  EXPECT_EQ(text(0), "Stage 1 of 2, tree 1 of 1");
  EXPECT_EQ(text(4), "16 reads of the tables so far") << "8 for the deviation, 4 for each rectangle";
  stage.key({.key = k_key_right});
  EXPECT_EQ(text(0), "Stage 2 of 2, tree 1 of 2");
  EXPECT_NE(text(3).find("so far: 1.0000, it needs 1.5000"), std::string::npos) << text(3);
  stage.key({.key = k_key_right});
  EXPECT_EQ(text(0), "Stage 2 of 2, tree 2 of 2");
  EXPECT_NE(text(3).find("2.0000, not below 1.5000: the window passes"), std::string::npos) << text(3);
  EXPECT_EQ(text(4), "32 reads of the tables so far");
  stage.key({.key = k_key_right});
  EXPECT_EQ(text(0), "Stage 2 of 2, tree 2 of 2") << "it is the last one";
  stage.key({.key = k_key_left, .shift = true});
  EXPECT_EQ(text(0), "Stage 1 of 2, tree 1 of 1");
  stage.click(stage.control("faces:next"));
  EXPECT_EQ(text(0), "Stage 2 of 2, tree 1 of 2");
  stage.key({.key = k_key_left});
  EXPECT_EQ(text(0), "Stage 1 of 2, tree 1 of 1");
  stage.key({.key = k_key_right, .shift = true});
  EXPECT_EQ(text(0), "Stage 2 of 2, tree 1 of 2");

  // far from the light all is even
  stage.click(place(90, 10));
  stage.settle();
  EXPECT_EQ(walk()["steps"], 0);
  EXPECT_TRUE(walk()["texts"].empty());
  stage.key({.key = k_key_right});
  const PlaygroundView& view = stage.screen().session().part<PlaygroundView>();
  EXPECT_EQ(read_part<PlaygroundView>(written(view)), view);
  EXPECT_TRUE(view.walk_at);
  stage.click(stage.control("faces:walk"));
  EXPECT_TRUE(walk().is_null());
}

}  // namespace
}  // namespace satscope::app
