// SPDX-License-Identifier: Apache-2.0
// The workspace Steps in the whole window, off-screen, by its keys; what it believes is read from the state file. With
// SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "app/ui/window_actions.h"
#include "app/workspaces/steps/steps.h"
#include "kernels/registry.h"
#include "tests/window/drawn_text.h"
#include "tests/window/rooms.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

TEST(StepsScreen, StartsPausedAndStepsByItsKeys) {
  Stage stage({});
  auto steps = stage.steps();
  EXPECT_EQ(steps["step"], 0);
  EXPECT_EQ(steps["playing"], false);
  EXPECT_EQ(steps["twin"], "agree");
  EXPECT_EQ(steps["traced"]["w"], 8);
  const int count = steps["steps"];
  stage.key({.key = k_key_right});
  stage.key({.key = k_key_right});
  EXPECT_EQ(stage.steps()["step"], 2);
  EXPECT_EQ(stage.steps()["label"], "up-sweep d=4");
  stage.key({.key = k_key_left});
  EXPECT_EQ(stage.steps()["label"], "load");
  stage.key({.key = k_key_page_down});
  EXPECT_EQ(stage.steps()["label"], "up-sweep d=1");
  stage.key({.key = k_key_right, .shift = true});
  EXPECT_EQ(stage.steps()["phase"], "clear");
  stage.key({.key = k_key_end});
  EXPECT_EQ(stage.steps()["step"], count);
  stage.key({.key = k_key_page_up});
  EXPECT_LT(stage.steps()["step"], count);
  stage.key({.key = k_key_home});
  EXPECT_EQ(stage.steps()["step"], 0);
  EXPECT_EQ(stage.state()["settled"], true);
}

TEST(StepsLevels, ANewcomerSeesTheGridsASentenceAndACounter) {
  Stage stage({.algorithm = "serial", .input = "", .greets = true});
  const auto has = [&](const char* id) { return stage.state()["controls"].contains(id); };
  EXPECT_EQ(stage.steps()["level"], "essential");
  stage.key({.key = k_key_right});
  for (const char* id : {"narration", "steps:counter", "steps:level", "steps:more", "steps:scrub", "steps:grids"})
    EXPECT_TRUE(has(id)) << id;
  for (const char* id : {"explain", "steps:counters", "steps:hardware", "steps:code", "steps:size", "steps:sectors", "type"})
    EXPECT_FALSE(has(id)) << id;
  stage.shot("steps-essential");
  // what answers a question comes when it is asked
  stage.key({.key = 'P'});
  EXPECT_TRUE(has("steps:prediction"));
  EXPECT_FALSE(has("explain")) << "the views stay as they are";
  stage.key({.key = 'P'});
  EXPECT_FALSE(has("explain"));
  stage.key({.key = 'C'});
  EXPECT_TRUE(has("explain") && has("steps:fold_code") && !has("steps:code"));
  stage.shot("steps-essential-words");
  // the other level, now and at the next start
  stage.key({.key = 'C', .shift = true});
  EXPECT_EQ(stage.steps()["level"], "full");
  EXPECT_EQ(stage.remembered().level, "full");
  for (const char* id : {"explain", "steps:counters", "steps:code", "steps:size", "type"}) EXPECT_TRUE(has(id)) << id;
  EXPECT_FALSE(has("steps:level"));
  stage.key({.key = 'C', .shift = true});
  EXPECT_EQ(stage.remembered().level, "essential");
  stage.click(stage.control("steps:level"));
  EXPECT_EQ(stage.steps()["level"], "full");
}

TEST(StepsLevels, WhereTheSentenceNeedsTheRoomTheCounterIsInTheBottomLine) {
  for (const double scale : {1.0, 2.0}) {
    Stage stage({.scale = scale, .algorithm = "serial", .input = "", .greets = true});
    stage.key({.key = k_key_right});
    EXPECT_NE(letters_on_screen().find(letters_of("Additions so far: 0 of 17")), std::u32string::npos) << scale;
    EXPECT_EQ(stage.state()["controls"].contains("steps:counter"), scale == 1);
    stage.shot(fmt::format("steps-counter-{}", scale));
  }
}

TEST(StepsLevels, ARowIsOfferedAsOneTree) {
  Stage stage({.algorithm = "", .input = "", .greets = true});
  stage.key({.key = 'E'});  // one row by a tree
  EXPECT_FALSE(stage.state()["controls"].contains("steps:one_tree")) << "it is one, on the toy machine";
  stage.click(stage.control("steps:one_tree:real"));
  EXPECT_EQ(stage.steps()["form"], "exclusive");
  EXPECT_EQ(stage.steps()["params"]["padding"], false);
  EXPECT_EQ(stage.steps()["counted"]["all_passes"]["additions"], 14);
  EXPECT_EQ(stage.steps()["traced"]["sizes"], "warp 32, block 4, segment 8, tile 16");
  stage.click(stage.control("steps:one_tree"));
  EXPECT_EQ(stage.steps()["traced"]["sizes"], "warp 4, block 4, segment 8, tile 4");
}

TEST(StepsLevels, SixteenNumbersAreOneTreeAndEachOtherChoiceSaysWhatItIs) {
  for (const double scale : {1.0, 1.5}) {
    const Extent size = scale > 1 ? Extent{1920, 1080} : Extent{1280, 720};
    Stage stage({.size = size, .scale = scale, .algorithm = "", .input = "", .greets = true});
    const auto segment = [&] { return stage.steps()["traced"]["sizes"]; };
    const auto says = [](const std::string& text) {
      return letters_on_screen().find(letters_of(text)) != std::u32string::npos;
    };
    stage.key({.key = 'E'});  // one row by a tree
    stage.clipboard() = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16";
    stage.key({.key = 'V', .ctrl = true});
    EXPECT_EQ(segment(), "warp 4, block 8, segment 16, tile 4") << scale;
    EXPECT_EQ(stage.steps()["counted"]["all_passes"]["additions"], 2 * 15) << "n - 1 up, n - 1 down";
    EXPECT_TRUE(says("This is one tree of 16 (4 banks, toy machine).")) << scale;
    EXPECT_TRUE(says("One tree of 16 (GPU, 32 banks)")) << scale;
    EXPECT_TRUE(says("2 trees of 8 (toy, 4 banks)")) << scale;
    stage.shot(fmt::format("steps-sixteen-{}", scale));
    stage.click(stage.control("steps:trees"));
    EXPECT_EQ(segment(), "warp 4, block 4, segment 8, tile 4") << scale;
    EXPECT_TRUE(says("A row of 16 is cut into 2 trees of 8")) << scale;
    stage.click(stage.control("steps:one_tree:real"));
    EXPECT_EQ(segment(), "warp 32, block 8, segment 16, tile 16") << scale;
  }
}

TEST(StepsLevels, ABarrierThatIsTakenOutShowsItsSourceAndWhatComesOfIt) {
  Stage stage({.algorithm = "", .input = "", .greets = true});
  stage.key({.key = 'E'});  // from the first example to one row by a tree
  EXPECT_EQ(stage.steps()["example"], "tree");
  stage.key({.key = k_key_delete});
  EXPECT_GT(stage.steps()["races"], 0);
  EXPECT_EQ(stage.steps()["run"], "failing");
  EXPECT_LT(stage.steps()["pass_check"]["right"], stage.steps()["pass_check"]["all"]);
  const auto controls = stage.state()["controls"];
  for (const char* id : {"explain", "steps:code", "steps:failing_run", "steps:light:races"})
    EXPECT_TRUE(controls.contains(id)) << id;
  stage.shot("steps-essential-barrier");
}

TEST(StepsScreen, TakesTheTypeOfTheCommandLine) {
  Stage stage({.type = "8u64u-sq"});
  EXPECT_EQ(stage.steps()["traced"]["type"], "8u64u-sq");
  EXPECT_EQ(stage.state()["type"], "8u64u-sq");
  EXPECT_TRUE(stage.steps()["result_matches"]);
}

TEST(StepsScreen, PlaysAndPausesWithSpace) {
  Stage stage({});
  stage.press({.key = k_key_space});
  stage.frames(30);  // 1.5 s of the stage's clock at 2 steps per second
  EXPECT_EQ(stage.steps()["playing"], true);
  EXPECT_GE(stage.steps()["step"], 2);
  EXPECT_LE(stage.steps()["step"], 5);
  stage.key({.key = k_key_space});
  const int at = stage.steps()["step"];
  EXPECT_EQ(stage.steps()["playing"], false);
  stage.frames(30);
  EXPECT_EQ(stage.steps()["step"], at);
  stage.screen().input().push(InputEvent::typed('>'));
  stage.settle();
  EXPECT_EQ(stage.steps()["speed"], 4);
}

TEST(StepsScreen, EnterTakesThePatchOfTheBoxAlong) {
  Setting setting;
  setting.workspace = "explore";
  setting.box = Box{20, 10, 12, 9};
  Stage stage(setting);
  EXPECT_EQ(stage.state()["workspace"], "explore");
  const nlohmann::json before = stage.steps()["source"];
  stage.key({.key = k_key_enter});
  EXPECT_EQ(stage.state()["workspace"], "steps");
  EXPECT_EQ(stage.steps()["source"]["kind"], "patch");
  stage.key(ctrl('Z'));
  EXPECT_EQ(stage.steps()["source"], before) << "although Steps was not shown then";
  stage.key(ctrl_shift('Z'));
  EXPECT_EQ(stage.steps()["source"]["side"], 16);
  EXPECT_EQ(stage.steps()["traced"]["w"], 16);
  stage.key({.key = '1', .ctrl = true});
  EXPECT_EQ(stage.state()["workspace"], "explore");
  stage.key({.key = '2', .ctrl = true});
  EXPECT_EQ(stage.state()["workspace"], "steps");
  stage.click(stage.control("workspace:explore"));
  EXPECT_EQ(stage.state()["workspace"], "explore");
}

TEST(StepsScreen, HardwareStandsBelowTheCountersOfThoseThatDescribeIt) {
  bool any = false;
  for (const Algorithm& algorithm : traced_algorithms()) {
    Setting setting;
    setting.size = {1280, 800};
    setting.algorithm = algorithm.id;
    Stage stage(setting);
    EXPECT_EQ(stage.state()["controls"].contains("steps:hardware"), algorithm.hardware != nullptr) << algorithm.id;
    any = any || algorithm.hardware;
  }
  EXPECT_TRUE(any);
}

TEST(StepsScreen, ABarrierTakenOutIsARaceAndCanBePutBack) {
  Stage stage({});
  stage.key({.key = k_key_page_down});
  stage.key({.key = k_key_right});
  EXPECT_EQ(stage.steps()["races"], 0);
  const auto state = stage.state();
  std::string barrier;
  for (const auto& [id, area] : state["controls"].items())
    if (id.starts_with("steps:barrier:")) barrier = barrier.empty() ? id : barrier;
  ASSERT_FALSE(barrier.empty()) << "the running code has a barrier in sight";
  stage.click(stage.control(barrier));
  EXPECT_GT(stage.steps()["races"], 0);
  EXPECT_TRUE(stage.state()["controls"].contains("steps:failing_run")) << "the wrong table beside the right one";
  stage.shot("race");
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.steps()["races"], 0);
  stage.key({.key = 'Z', .ctrl = true, .shift = true});
  EXPECT_GT(stage.steps()["races"], 0);
  stage.click(stage.control(barrier));
  EXPECT_EQ(stage.steps()["races"], 0);
  EXPECT_FALSE(stage.state()["controls"].contains("steps:failing_run"));
}

TEST(StepsScreen, TheSourceKeepsItsRoomUnderEveryFormula) {
  for (const Algorithm& algorithm : traced_algorithms()) {
    Setting setting;
    setting.algorithm = algorithm.id;
    Stage stage(setting);
    stage.key({.key = k_key_right});
    const auto controls = stage.state()["controls"];
    ASSERT_TRUE(controls.contains("steps:code")) << algorithm.id;
    EXPECT_GT(controls["steps:code"]["h"].get<double>(), 80) << algorithm.id << ": six lines";
  }
}

TEST(StepsScreen, UndoesAndRedoesItsOwnSettings) {
  Stage stage({});
  EXPECT_EQ(stage.state()["undo"], false);
  stage.key({.key = '2'});
  EXPECT_EQ(stage.steps()["traced"]["algorithm"], "serial");
  EXPECT_EQ(stage.state()["undo"], true);
  stage.key({.key = '3'});
  EXPECT_EQ(stage.steps()["traced"]["algorithm"], algorithms()[2].id);
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.steps()["traced"]["algorithm"], "serial");
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.steps()["traced"]["algorithm"], "scan-transpose-scan");
  EXPECT_EQ(stage.state()["undo"], false);
  stage.key({.key = 'Z', .ctrl = true, .shift = true});
  EXPECT_EQ(stage.steps()["traced"]["algorithm"], "serial");
  stage.key({.key = '1', .ctrl = true});
  EXPECT_EQ(stage.state()["workspace"], "explore");
  EXPECT_EQ(stage.state()["undo"], false) << "what was done in Steps is not undone in Explore";
}

TEST(StepsScreen, HoverAndClickDescribeACell) {
  Stage stage({});
  stage.key({.key = k_key_end});
  const auto grids = stage.state()["views"]["grids"];
  // somewhere in the grids there is a cell; scan for the first
  nlohmann::json hover;
  Point at;
  for (double y = 0.95; y > 0.3 && hover.is_null(); y -= 0.03)
    for (double x = 0.9; x > 0.1 && hover.is_null(); x -= 0.03) {
      at = {grids["x"].get<double>() + x * grids["w"].get<double>(), grids["y"].get<double>() + y * grids["h"].get<double>()};
      stage.move_to(at);
      hover = stage.steps()["hover"];
    }
  ASSERT_FALSE(hover.is_null());
  EXPECT_FALSE(hover["pixels"].get<std::string>().empty());
  stage.shot("hover");
  stage.click(at);
  EXPECT_EQ(stage.steps()["chosen"]["index"], hover["index"]);
  stage.shot("history");
  stage.key({.key = k_key_escape});
  EXPECT_TRUE(stage.steps()["chosen"].is_null());
}

TEST(StepsScreen, TheRealMachineHasItsSizesAndIsDrawn) {
  for (const std::string algorithm : {"scan-transpose-scan", "brlt-scanrow"}) {
    Setting setting;
    setting.algorithm = algorithm;
    setting.size = {1920, 1080};
    setting.box = Box{0, 0, 32, 32};
    Stage stage(setting);
    EXPECT_EQ(stage.steps()["traced"]["sizes"].get<std::string>().substr(0, 6), "warp 4");
    const auto combo = stage.state()["controls"]["steps:size"];
    stage.click(stage.control("steps:size"));
    constexpr double k_padding = 12, k_row = 24, k_third = 2.4;  // pixels of the list that opens below
    stage.click(
        {combo["x"].get<double>() + 40, combo["y"].get<double>() + combo["h"].get<double>() + k_padding + k_third * k_row});
    EXPECT_EQ(stage.steps()["traced"]["sizes"].get<std::string>().substr(0, 7), "warp 32");
    EXPECT_EQ(stage.steps()["twin"], "agree");
    for (int i = 0; i < 5; ++i) stage.key({.key = k_key_page_down});
    stage.shot("real-" + algorithm);
    const auto start = std::chrono::steady_clock::now();
    stage.frames(20);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / 20;
    RecordProperty("frame_ms", std::to_string(ms));
  }
}

TEST(StepsScreen, ValuesSlideWhereMotionIsWantedAndThenRest) {
  Setting setting;
  setting.moves = true;
  Stage stage(setting);
  stage.key({.key = k_key_right});
  stage.press({.key = k_key_right});
  stage.frames(4);
  EXPECT_EQ(stage.steps()["step"], 2);
  EXPECT_EQ(stage.steps()["settled"], false);
  stage.shot("slide");
  stage.frames(10);
  EXPECT_EQ(stage.steps()["settled"], true);
  stage.key({.key = 'W'});
  stage.key({.key = k_key_page_down});
  stage.key({.key = k_key_page_down});
  stage.shot("network");
  stage.screen().perform(WindowAction::key_sheet);
  stage.settle();
  stage.shot("keys");
}

TEST(StepsScreen, AKeyFindsTheBankConflictsThatPaddingAvoids) {
  Stage stage({});
  stage.key({.key = 'J'});
  EXPECT_EQ(stage.steps()["step"], 0) << "padding leaves no conflict";
  EXPECT_EQ(stage.steps()["view"], "grids");
  const auto controls = stage.state()["controls"];
  for (const auto& [id, area] : controls.items())
    if (id.ends_with("param:padding")) stage.click(stage.control(id));
  stage.key({.key = 'J'});
  EXPECT_EQ(stage.steps()["view"], "banks");
  EXPECT_TRUE(stage.state()["controls"].contains("view:banks") || stage.state()["views"].contains("banks"));
  const int first = stage.steps()["step"];
  EXPECT_GT(first, 0);
  stage.shot("banks-conflict");
  stage.key({.key = 'J'});
  EXPECT_GT(stage.steps()["step"], first);
}

class EveryRoom : public ::testing::TestWithParam<std::tuple<Room, std::string>> {};

TEST_P(EveryRoom, DrawsEveryPhaseWithoutErrors) {
  const auto& [room, algorithm] = GetParam();
  Setting setting;
  setting.size = room.size;
  setting.scale = room.scale;
  setting.algorithm = algorithm;
  setting.theme = room.scale > 1 ? "light" : "dark";
  Stage stage(setting);
  ASSERT_NO_FATAL_FAILURE(stage.frames(60));
  const auto story_phases = stage.steps()["chapters"];
  for (std::size_t i = 0; i < story_phases.size(); ++i) {
    stage.key({.key = k_key_page_down});
    EXPECT_EQ(stage.steps()["step"], story_phases[i]["end"]);
    stage.shot(room.name + "-" + algorithm + "-" + std::to_string(i));
  }
  stage.key({.key = 'W'});
  stage.shot(room.name + "-" + algorithm + "-network");
}

INSTANTIATE_TEST_SUITE_P(Sizes, EveryRoom,
                         ::testing::Combine(::testing::Values(Room{{1280, 720}, 1, "hd"}, Room{{320, 240}, 1, "tiny"},
                                                              Room{{1280, 720}, 2, "hd2"}, Room{{1920, 1080}, 1, "full"}),
                                            ::testing::ValuesIn(ids_of(traced_algorithms()))),
                         NamedByRoomAndId());

TEST(StepsScreen, WhatIsWrongWithTypedNumbersIsSaidUntilTheyAreRight) {
  Stage stage({});
  stage.click(stage.control("steps:source"));
  stage.click(stage.control("steps:source:typed"));
  const auto use = [&](const std::string& numbers) {
    stage.click(stage.control("steps:typed"));
    stage.press(ctrl('A'));
    stage.type(numbers);
    stage.click(stage.control("steps:use"));
    return stage.state().at("message").get<std::string>();
  };
  EXPECT_NE(use("1 2 x"), "");
  const std::string second = use("1 2 y");
  EXPECT_NE(second.find('y'), second.npos) << second;
  stage.key(plain(k_key_escape));  // the field
  stage.key(plain(k_key_escape));  // the message
  ASSERT_EQ(stage.state().at("message"), "");
  EXPECT_NE(use("1 2 z"), "") << "it is said again";
  EXPECT_EQ(use("1 2 3"), "");
  EXPECT_EQ(stage.steps().at("traced").at("w"), 3);
  const auto choose = [&](const std::string& list, const std::string& one) {
    stage.click(stage.control(list));
    stage.click(stage.control(list + ":" + one));
  };
  EXPECT_NE(use("1 2 x"), "");
  stage.frame(1.1);  // a digit at once would be of the field
  stage.key(plain('1'));
  EXPECT_EQ(stage.steps().at("traced").at("algorithm"), "definition") << "what is drawn is what the panel says";
  EXPECT_EQ(stage.steps().at("traced").at("w"), 3) << "on the numbers that were right";
  EXPECT_EQ(use("4 5 6 7 8"), "");
  choose("steps:example", "brlt");
  EXPECT_EQ(stage.steps().at("traced").at("w"), 4);
  choose("steps:source", "typed");
  EXPECT_EQ(stage.steps().at("traced").at("w"), 5) << "the typed numbers, again";
}

// the keys are pressed and released before the next frame, Ctrl first
TEST(StepsScreen, AShortCtrlASelectsAll) {
  Stage stage({});
  stage.click(stage.control("steps:source"));
  stage.click(stage.control("steps:source:typed"));
  stage.click(stage.control("steps:typed"));
  InputQueue& input = stage.screen().input();
  input.push(InputEvent::key({.ctrl = true}, true));
  input.push(InputEvent::key(ctrl('A'), true));
  input.push(InputEvent::key({}, false));
  input.push(InputEvent::key(plain('A'), false));
  stage.type("7 8");
  stage.click(stage.control("steps:use"));
  EXPECT_EQ(stage.steps().at("traced").at("w"), 2);
}

}  // namespace
}  // namespace satscope::app
