// SPDX-License-Identifier: Apache-2.0
// Sums that a table's type does not hold, in the whole window off-screen: what they should be is in the state file and on
// the screen, where nothing of it is cut or covered. With SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/sources/samples.h"
#include "app/workspaces/steps/trace/story.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

/// A picture as a file of numbers, gone with the test.
class Numbers {
 public:
  explicit Numbers(const std::string& text)
      : file_(std::filesystem::temp_directory_path() / ("satscope-sums-" + std::to_string(::getpid()) + ".csv")) {
    std::ofstream(file_) << text;
  }
  ~Numbers() { std::filesystem::remove(file_); }
  std::string name() const { return file_.string(); }

 private:
  std::filesystem::path file_;
};

/// All that is drawn, as one text.
std::string drawn_text() {
  std::string text;
  for (const DrawnLetter& letter : drawn_letters()) text += static_cast<char>(letter.code < 128 ? letter.code : U'?');
  std::erase(text, ' ');
  return text;
}

void expect_readable(const std::string& where) {
  for (const std::string& fault : faults_of(drawn_letters(), {"side"})) ADD_FAILURE() << fault << "; " << where;
}

TEST(WindowSums, WhatWrapsStandsBesideTheTrueSum) {
  const Numbers picture("4294967295,1,7,5\n0,0,9,3\n2,2,2,2\n");
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}})
    for (const double scale : {1.0, 2.0})
      for (const std::string theme : {"dark", "light"}) {
        const std::string where = fmt::format("wraps-{}x{}-{}-{}", size.width, size.height, scale, theme);
        Stage stage({.size = size,
                     .scale = scale,
                     .algorithm = "serial",
                     .theme = theme,
                     .box = Box{0, 0, 4, 3},
                     .workspace = "explore",
                     .input = picture.name(),
                     .type = "32u32u"});
        const auto state = stage.state();
        const auto& box = state.at("box");
        EXPECT_EQ(box.at("sum"), 32);
        EXPECT_EQ(box.at("exact"), false);
        EXPECT_EQ(box.at("true_sum"), 4294967328);
        EXPECT_NE(box.at("why").get<std::string>().find("2^32"), std::string::npos);
        EXPECT_EQ(state.at("agreement"), "agree");
        EXPECT_EQ(state.at("table_check").at("entries"), 12);
        EXPECT_EQ(state.at("table_check").at("beyond"), 10);  // all but the first two of the left column
        EXPECT_EQ(state.at("table_check").at("exact"), false);
        EXPECT_NE(state.at("agreement_text").get<std::string>().find("all 12 entries"), std::string::npos);
        const std::string text = drawn_text();
        EXPECT_NE(text.find("4,294,967,328"), text.npos) << where << ": " << text;
        EXPECT_EQ(text.find("checked"), text.npos) << where;
        expect_readable(where);
        stage.shot(where);
      }
}

TEST(WindowSums, WhatRoundsSaysItsError) {
  const Numbers picture("16777216,1,1\n1,1,1\n");
  Stage stage(
      {.algorithm = "serial", .box = Box{1, 0, 2, 2}, .workspace = "explore", .input = picture.name(), .type = "32f32f"});
  const auto state = stage.state();
  const auto& box = state.at("box");
  EXPECT_EQ(box.at("true_sum"), 4.0);
  EXPECT_EQ(box.at("exact"), box.at("sum") == 4.0);
  EXPECT_EQ(state.at("table_check").at("exact"), false);
  EXPECT_EQ(drawn_text().find("checked"), std::string::npos);
  expect_readable("rounds");
  stage.shot("rounds");
}

TEST(WindowSums, ExactOnesHaveTheTickAndTheWords) {
  Stage stage({.algorithm = "serial", .box = Box{5, 4, 30, 20}, .workspace = "explore"});
  const auto state = stage.state();
  EXPECT_EQ(state.at("box").at("exact"), true);
  EXPECT_EQ(state.at("box").at("true_sum"), state.at("box").at("sum"));
  EXPECT_EQ(state.at("box").at("why"), "");
  EXPECT_EQ(state.at("table_check").at("exact"), true);
  EXPECT_EQ(state.at("agreement_text"), "all 3,072 entries equal the 64-bit definition (serial, 8u32u, CPU)");
  EXPECT_NE(drawn_text().find("checked"), std::string::npos);
}

// Greys of more bits than 8: nearly black on a screen, were it not for their range. Sums are those of the file.
TEST(WindowSums, DeepGreysHaveARange) {
  struct Case {
    const char* numbers;
    const char* type;
    double sum;
    const char *black, *white;
  };
  for (const Case& one :
       {Case{"100,350,1100,100\n100,350,1100,600\n", "32u32u", 3800, "black100", "white1100"},
        Case{"0,1,65535,9\n0,0,0,0\n", "32u32u", 65545, "black0", "white65535"},
        Case{"-1234567.5,0,7654321,0\n0,0,0,0\n", "64f64f", 6419753.5, "black-1.23457e+06", "white7.65432e+06"}})
    for (const auto& [size, scale] : {std::pair{Extent{1280, 720}, 1.0}, {Extent{1920, 1080}, 2.0}}) {
      const Numbers picture(one.numbers);
      Stage stage({.size = size,
                   .scale = scale,
                   .algorithm = "serial",
                   .box = Box{0, 0, 4, 2},
                   .workspace = "explore",
                   .input = picture.name(),
                   .type = one.type});
      const auto state = stage.state();
      EXPECT_EQ(state.at("box").at("sum"), one.sum);
      EXPECT_EQ(state.at("reduced"), false);
      EXPECT_TRUE(state.at("controls").contains("picture_black")) << "no range to choose";
      const std::string text = drawn_text();
      EXPECT_NE(text.find(one.black), text.npos) << text;
      EXPECT_NE(text.find(one.white), text.npos) << text;
      expect_readable(fmt::format("deep greys, {}, {}", one.white, scale));
    }
  const Numbers shallow("0,7,255,3\n");
  Stage usual({.algorithm = "serial", .workspace = "explore", .input = shallow.name(), .type = "8u32u"});
  EXPECT_FALSE(usual.state().at("controls").contains("picture_black"));
}

TEST(WindowSums, StepsSayWhatATableIsRightBut) {
  const Numbers picture("16777216,1,1,1\n1,1,1,1\n1,1,1,1\n1,1,1,1\n");
  Stage stage({.algorithm = "serial", .box = Box{0, 0, 4, 4}, .input = picture.name()});
  const auto steps = stage.steps();
  EXPECT_EQ(steps.at("result_matches"), true);
  EXPECT_EQ(steps.at("result_exact"), false);
  const std::string text = drawn_text();
  EXPECT_NE(text.find("rightbutforrounding"), text.npos) << text;

  StoryRequest wanted;
  wanted.samples = load_input(picture.name());
  wanted.algorithm = "serial";
  EXPECT_FALSE(make_story(wanted)->check->exact());
  wanted.type = "32u32u";
  EXPECT_TRUE(make_story(wanted)->check->exact());
  wanted.samples.extent = {2, 2};
  wanted.samples.values = std::vector<double>{4294967295, 1, 0, 0};
  EXPECT_EQ(make_story(wanted)->check->beyond, 2U);
  EXPECT_TRUE(make_story(wanted)->trace.result_matches);
}

}  // namespace
}  // namespace satscope::app
