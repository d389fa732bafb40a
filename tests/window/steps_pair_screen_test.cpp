// SPDX-License-Identifier: Apache-2.0
// Two at once and guess the algorithm in the whole window, off-screen, by keys and pointer.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/core/files/atomic_file.h"
#include "kernels/registry.h"
#include "tests/window/drawn_text.h"
#include "tests/window/rooms.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

Setting serial_on_numbers() {
  Setting setting;
  setting.algorithm = "serial";
  setting.input = "pattern:noise:8x8:5";
  return setting;
}

TEST(StepsPairScreen, AKeyPutsAnotherBesideItAndBothMove) {
  Stage stage(serial_on_numbers());
  EXPECT_TRUE(stage.steps()["pair"].is_null());
  stage.key({.key = 'D'});
  for (int i = 0; i < 3; ++i) stage.key({.key = k_key_right});
  auto pair = stage.steps()["pair"];
  ASSERT_FALSE(pair.is_null());
  EXPECT_EQ(pair["link"], "step");
  EXPECT_EQ(pair["verdict"], "Both make the same table.");
  for (const auto& side : pair["sides"]) EXPECT_EQ(side["step"], 3);
  EXPECT_NE(pair["sides"][0]["algorithm"], pair["sides"][1]["algorithm"]);
  stage.shot("pair_step");
  stage.key({.key = k_key_end});
  pair = stage.steps()["pair"];
  for (const auto& side : pair["sides"]) {
    EXPECT_EQ(side["step"], side["steps"]);
    EXPECT_EQ(side["now"], side["all"]);
  }
  stage.key({.key = 'D', .shift = true});
  EXPECT_EQ(stage.steps()["pair"]["link"], "work");
  stage.key({.key = k_key_home});
  for (int i = 0; i < 12; ++i) stage.key({.key = k_key_right});
  stage.shot("pair_work");
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.steps()["pair"]["link"], "step");
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_TRUE(stage.steps()["pair"].is_null());
}

class PairText : public testing::TestWithParam<Room> {};
INSTANTIATE_TEST_SUITE_P(StepsPairScreen, PairText,
                         testing::Values(Room{{1280, 720}, 1, "small"}, Room{{1920, 1080}, 1, "large"},
                                         Room{{1280, 720}, 2, "doubled"}, Room{{1920, 1080}, 1.5, "projector"}),
                         [](const auto& it) { return it.param.name; });

TEST_P(PairText, IsNeitherCutNorCoveredInAnyView) {
  Setting setting = serial_on_numbers();
  setting.size = GetParam().size;
  setting.scale = GetParam().scale;
  setting.theme = setting.scale > 1 ? "light" : "dark";
  Stage stage(setting);
  stage.key({.key = 'D'});
  for (int i = 0; i < 8; ++i) {
    const std::string view = stage.steps()["view"];
    for (const int key : {int{k_key_home}, int{k_key_page_down}, int{k_key_right}, int{k_key_end}}) {
      stage.key({.key = key});
      const std::string where = GetParam().name + " " + view + " " + stage.steps()["step"].dump();
      for (const std::string& fault : faults_of(drawn_letters(), {"code", "history", "side"}))
        ADD_FAILURE() << fault << "; " << where;
      if (key != k_key_home) stage.shot("pair_" + GetParam().name + "_" + view + "_" + stage.steps()["step"].dump());
    }
    stage.key({.key = 'W'});
    if (stage.steps()["view"] == "stages") break;
  }
}

// each half describes its own story; the second one is longer
TEST(StepsPairScreen, APointerOverTheSecondDescribesTheSecond) {
  Stage stage(serial_on_numbers());
  stage.key({.key = 'D'});
  while (stage.steps()["view"] != "lanes") stage.key({.key = 'W'});
  stage.key({.key = k_key_end});
  const nlohmann::json views = stage.state().at("views");
  ASSERT_TRUE(views.contains("lanes:B")) << views;
  const double x = views["lanes:B"]["x"], y = views["lanes:B"]["y"], w = views["lanes:B"]["w"], h = views["lanes:B"]["h"];
  const auto state_of = [&](int side) { return stage.steps()["pair"]["sides"][static_cast<std::size_t>(side)]["hover"]; };
  bool hovered = false;
  for (double right = 2; right < w - 2 && !hovered; right += 8)
    for (double down = 0.2; down < 0.9 && !hovered; down += 0.1) {
      stage.move_to({x + w - right, y + down * h});
      hovered = !state_of(1).is_null();
      EXPECT_TRUE(state_of(0).is_null());
    }
  EXPECT_TRUE(hovered) << "a cell of the last step of the second";
  stage.move_to({-10, -10});
  EXPECT_TRUE(state_of(1).is_null()) << "the pointer has left";
}

TEST(StepsPairScreen, ASessionBringsBothBack) {
  Stage stage(serial_on_numbers());
  stage.key({.key = 'D'});
  for (int i = 0; i < 4; ++i) stage.key({.key = k_key_right});
  const auto before = stage.steps()["pair"];
  const auto file = std::filesystem::temp_directory_path() / ("satscope-pair-" + std::to_string(::getpid()) + ".satscope");
  write_file(file.string(), stage.screen().session_text(file.string()));
  Setting setting;
  setting.input = file.string();
  setting.algorithm = setting.workspace = "";
  Stage other(setting);
  std::filesystem::remove(file);
  EXPECT_EQ(other.steps()["pair"], before);
}

TEST(StepsGuessScreen, HidesTheNameUntilItIsSaid) {
  Stage stage(serial_on_numbers());
  stage.key({.key = 'Q'});
  auto steps = stage.steps();
  EXPECT_TRUE(steps["guess"]["on"]);
  const std::string id = steps["traced"]["algorithm"];
  EXPECT_NE(id, "serial");
  stage.key({.key = k_key_right});
  stage.shot("guess");
  const auto controls = stage.state()["controls"];
  EXPECT_FALSE(controls.contains("algorithm"));
  EXPECT_FALSE(controls.contains("steps:code"));
  EXPECT_FALSE(controls.contains("steps:example"));
  ASSERT_TRUE(controls.contains("steps:guess:" + id));
  ASSERT_TRUE(controls.contains("steps:guess:serial"));
  stage.click(stage.control("steps:guess:serial"));
  EXPECT_EQ(stage.steps()["guess"]["wrong"], nlohmann::json::array({"serial"}));
  stage.shot("guess_wrong");
  const auto offered = stage.state()["controls"];
  for (const auto& [name, at] : offered.items()) {
    if (!name.starts_with("steps:guess:")) continue;
    EXPECT_LE(at["y"].get<double>() + at["h"].get<double>(), offered["steps:guess_give_up"]["y"])
        << name << " can be seen without scrolling";
  }
  stage.click(stage.control("steps:guess:" + id));
  steps = stage.steps();
  EXPECT_TRUE(steps["guess"]["solved"]);
  EXPECT_EQ(steps["step"], 1) << "one stays where one was";
  EXPECT_TRUE(stage.state()["controls"].contains("algorithm"));
  stage.shot("guess_right");
  stage.key({.key = k_key_escape});
  EXPECT_FALSE(stage.steps()["guess"]["on"]);
}

// by hand: without padding element i is in place i, with it in place i + i / 4; the places 4, 9, 14 and 19 stay free
TEST(StepsPairScreen, PlacesBesideEachOtherKeepTheirNumbers) {
  const auto is_there = [](const std::string& text) {
    return letters_on_screen().find(letters_of(text)) != std::u32string::npos;
  };
  for (const double scale : {1.0, 1.5, 2.0, 0.0}) {  // 0: before a class
    const bool to_class = scale == 0;
    Stage stage({.scale = to_class ? 1 : scale, .box = {}, .workspace = "learn", .lesson = "banks", .presents = to_class});
    for (int card = 1; card < 8; ++card) stage.key(ctrl(k_key_page_down));
    ASSERT_EQ(stage.state()["learn"]["card"], 7);
    // each with its number behind or below it
    for (const char* framed : {"[1]4", "[5]5", "[9]7", "[13]6", "[6]5", "[11]7", "[16]6"})
      EXPECT_TRUE(is_there(framed)) << framed << ", scale " << scale;
    for (const char* free : {"[4]pad", "[9]pad", "[14]pad", "[19]pad"})
      EXPECT_EQ(is_there(free), scale <= 1) << free << ", scale " << scale << ": larger ones have room for the turns alone";
    for (const std::string& fault : faults_of(drawn_letters(), {"lesson"})) ADD_FAILURE() << fault << "; " << scale;
    stage.shot(fmt::format("pair-banks-{}", scale));
  }
}

/// The middle of this text where it is drawn first.
Point middle_of(const std::string& text) {
  const std::vector<DrawnLetter> letters = drawn_letters();
  const auto same = [](const DrawnLetter& letter, char c) { return letter.code == static_cast<unsigned char>(c); };
  const auto at = std::search(letters.begin(), letters.end(), text.begin(), text.end(), same);
  if (at == letters.end()) return {-1, -1};
  return {(at->area.x + (at + static_cast<std::ptrdiff_t>(text.size()) - 1)->area.right()) / 2, at->area.middle().y};
}

// The step has three instructions: they read the left places and the right ones, and write the right ones.
TEST(StepsBanksScreen, ButtonsKeysAndAClickGoThroughTheInstructionsOfTheStep) {
  for (const double scale : {1.0, 1.5, 2.0, 0.0}) {  // 0: before a class
    const bool to_class = scale == 0;
    Stage stage({.scale = to_class ? 1 : scale, .box = {}, .workspace = "learn", .lesson = "banks", .presents = to_class});
    for (int card = 1; card < 3; ++card) stage.key(ctrl(k_key_page_down));
    ASSERT_EQ(stage.state()["learn"]["title"], "Count them");
    const auto shown = [&] { return stage.steps()["bank_instruction"]; };
    EXPECT_EQ(shown(), 1) << scale;
    stage.click(stage.control("steps:instruction:2"));
    EXPECT_EQ(shown(), 2) << scale;
    stage.shot(fmt::format("banks-instruction-{}", scale));
    for (const auto& [key, next] : {std::pair{k_key_down, 3}, {k_key_down, 1}, {k_key_up, 3}, {k_key_down, 1}}) {
      stage.key({.key = key});
      EXPECT_EQ(shown(), next) << scale;
    }
    if (!to_class) continue;  // the places lie below it
    const Point right_place = middle_of("[1]1");
    ASSERT_GT(right_place.x, 0) << scale;
    stage.click(right_place);
    EXPECT_EQ(shown(), 2) << scale;
    stage.click(right_place);
    EXPECT_EQ(shown(), 2) << scale << ": it asks for this place, too";
    EXPECT_EQ(stage.steps()["step"], 2) << scale;
  }
}

}  // namespace
}  // namespace satscope::app
