// SPDX-License-Identifier: Apache-2.0
// Ways into Steps in the whole window, off-screen, by keys and pointer: examples, a pixel that is changed, a step that is
// predicted, the thread in focus, the run that fails.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "app/session/fields.h"
#include "app/workspaces/steps/steps.h"
#include "kernels/registry.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

Setting at_the_start() {
  Setting setting;
  setting.workspace = "explore";  // as a newcomer: with a picture, and then Steps by its key
  setting.algorithm = "";
  return setting;
}

void type(Stage& stage, const std::string& text) {
  for (const char letter : text) stage.screen().input().push(InputEvent::typed(static_cast<unsigned char>(letter)));
  stage.settle();
}

std::string printed_letters() {
  std::string text;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.window.find("printed") != std::string::npos && letter.code < 128) text += static_cast<char>(letter.code);
  return text;
}

TEST(StepsWays, ShowTheListingOfThePaperInPlaceOfTheSource) {
  for (const auto& [algorithm, has] : std::map<std::string, std::string>{
           {"scan-transpose-scan", "temp[ai]=temp[bi]"}, {"scanrow-brlt", "slip;right:laneId>=i"}, {"rows-n", "(20)"}}) {
    Setting setting;
    setting.size = {1920, 1080};
    setting.algorithm = algorithm;
    setting.step = 3;
    Stage stage(setting);
    EXPECT_EQ(printed_letters(), "");
    stage.click(stage.control("steps:printed"));
    std::string text = printed_letters();
    std::erase(text, ' ');
    EXPECT_NE(text.find(has), text.npos) << algorithm << ": " << text;
    EXPECT_FALSE(stage.state()["controls"].contains("steps:code"));
    stage.shot("printed-" + algorithm);
    stage.click(stage.control("steps:printed"));
    EXPECT_EQ(printed_letters(), "");
    EXPECT_TRUE(stage.state()["controls"].contains("steps:code"));
  }
}

TEST(StepsWays, ACellSaysInWholeLinesWhichThreadOfWhichBlockWroteIt) {
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}}) {
    Setting setting;
    setting.size = size;
    setting.algorithm = "scan-transpose-scan";
    setting.step = 3;
    Stage stage(setting);
    const auto grids = stage.steps().at("grids");
    const auto shared = std::ranges::find_if(grids, [](const auto& grid) { return grid.at("buffer") == "temp"; });
    ASSERT_NE(shared, grids.end());
    const auto of = [&](const char* member) { return shared->at(member).template get<double>(); };
    stage.click({of("x") + 1.5 * of("w") / of("columns"), of("y") + 0.5 * of("h") / of("rows")});
    std::string text;
    for (const DrawnLetter& letter : drawn_letters())
      if (letter.window.find("history") != std::string::npos && letter.code < 128) {
        EXPECT_FALSE(letter.cut) << static_cast<char>(letter.code) << ", " << size.width;
        text += static_cast<char>(letter.code);
      }
    std::erase(text, ' ');
    // thread 1 loads the place, thread 0 adds the pair's left one
    for (const char* wanted : {"(step2,up-sweepd=4,block1,thread0)", "(step1,load,block1,thread1)"})
      EXPECT_NE(text.find(wanted), text.npos) << text;
    stage.shot(fmt::format("why-here-{}", size.width));
  }
}

TEST(StepsWays, OpenOnBilgicsPictureAndLeadOn) {
  Stage stage(at_the_start());
  stage.key({.key = '2', .ctrl = true});
  auto steps = stage.steps();
  EXPECT_EQ(steps["traced"]["algorithm"], "serial");
  EXPECT_EQ(steps["traced"]["w"], 4);
  EXPECT_EQ(steps["traced"]["h"], 3);
  EXPECT_EQ(steps["example"], "serial");
  stage.shot("ways_serial_start");
  for (int i = 0; i < 6; ++i) stage.key({.key = k_key_right});
  stage.shot("ways_serial");
  EXPECT_EQ(stage.steps()["told"]["this_step"], "Thread 0: 3 + 2 = 5, and 3 above: 8, stored at table(1, 1).");
  const std::vector<std::string> order{"tree", "transpose", "brlt", "look-back"};
  for (const std::string& id : order) {
    stage.key({.key = 'E'});
    EXPECT_EQ(stage.steps()["example"], id);
    EXPECT_TRUE(stage.steps()["result_matches"]);
    for (int i = 0; i < 3; ++i) stage.key({.key = k_key_right});
    stage.shot("ways_" + id);
  }
  stage.key({.key = 'E', .shift = true});
  EXPECT_EQ(stage.steps()["example"], "brlt");
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.steps()["example"], "look-back");
}

/// All letters that are drawn, without blanks: those have none.
std::string all_words() {
  std::string words;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.code > ' ' && letter.code < 127) words += static_cast<char>(letter.code);
  return words;
}

TEST(StepsWays, DropAFiguresTitleWhenSomethingElseIsStepped) {
  for (const std::string changed : {"nothing", "algorithm", "numbers"}) {
    Stage stage({.algorithm = "", .theme = "light", .workspace = "", .input = "figure:chen-3b"});
    const std::string title = stage.state()["message"];
    EXPECT_NE(title.find("Figure 3b"), std::string::npos) << title;
    if (changed == "algorithm") stage.key({.key = '1'});
    if (changed == "numbers") stage.key({.key = 'E'});
    if (changed == "nothing") stage.key({.key = k_key_right});
    EXPECT_EQ(stage.state()["message"], changed == "nothing" ? title : "") << changed;
  }
  Stage other({.algorithm = "serial", .theme = "light", .workspace = "", .input = "figure:chen-3b"});
  EXPECT_EQ(other.steps()["traced"]["algorithm"], "serial");
  EXPECT_EQ(other.state()["message"], "") << "another algorithm was asked for from the beginning";
}

TEST(StepsWays, CallATableRightWhenItIsWhole) {
  Stage stage(at_the_start());
  stage.key({.key = '2', .ctrl = true});
  EXPECT_NE(all_words().find("Attheend:thetableisright"), std::string::npos);
  stage.key({.key = k_key_end});
  EXPECT_EQ(all_words().find("Attheend:"), std::string::npos);
  EXPECT_NE(all_words().find("Thetableisright"), std::string::npos);
}

TEST(StepsWays, JumpToAccessesThatAreNotCoalesced) {
  Setting setting;
  setting.algorithm = "thread-per-row";  // each lane reads a row of its own
  setting.view = "sectors";
  Stage stage(setting);
  const auto before = stage.steps()["step"].get<int>();
  stage.key({.key = 'J'});
  EXPECT_EQ(stage.steps()["view"], "sectors");
  EXPECT_NE(stage.steps()["step"].get<int>(), before);
  EXPECT_NE(all_words().find("Notcoalesced"), std::string::npos);
}

TEST(StepsWays, KeepWhetherAllArrowsAreDrawn) {
  Stage stage(at_the_start());
  stage.key({.key = '2', .ctrl = true});
  stage.key({.key = k_key_right});
  EXPECT_EQ(stage.screen().session().part<StepsSettings>().all_arrows, false);
  stage.key({.key = 'A', .shift = true});
  EXPECT_EQ(stage.screen().session().part<StepsSettings>().all_arrows, true);
  EXPECT_NE(all_words().find("onethread'sarrows"), std::string::npos);
  const auto kept = written(stage.screen().session().part<StepsSettings>());
  EXPECT_TRUE(read_part<StepsSettings>(kept).all_arrows);
}

TEST(StepsWays, DescribeTheThreadThatTheArrowsChoose) {
  Stage stage(at_the_start());
  stage.key({.key = '2', .ctrl = true});
  stage.key({.key = 'E'});
  stage.key({.key = k_key_right});
  stage.key({.key = k_key_right});
  EXPECT_EQ(stage.steps()["told"]["this_step"], "Thread 0: 3 + 1 = 4, stored at temp[1].");
  EXPECT_EQ(stage.steps()["told"]["idea"], known_algorithm("scan-transpose-scan").find_phase("up-sweep")->idea);
  stage.key({.key = k_key_down});
  stage.key({.key = k_key_down});
  stage.key({.key = k_key_down});
  stage.key({.key = k_key_down});
  EXPECT_EQ(stage.steps()["told"]["this_step"], "Thread 3: 6 + 3 = 9, stored at temp[7].");
  stage.key({.key = k_key_up});
  EXPECT_EQ(stage.steps()["told"]["thread"], 2);
  EXPECT_EQ(stage.steps()["step"], 2);
}

/// The middle of a cell of a buffer, by asking what the pointer is over.
std::optional<Point> find_cell(Stage& stage, const std::string& buffer, int index) {
  const auto state = stage.state();
  const auto grids = state["views"].at("grids");
  const double x0 = grids["x"], y0 = grids["y"], w = grids["w"], h = grids["h"];
  for (double y = y0 + h - 8; y > y0; y -= 14)
    for (double x = x0 + 6; x < x0 + w; x += 14) {
      stage.screen().input().push(InputEvent::move_to(x, y));
      stage.frame();
      const auto hover = stage.steps()["hover"];
      if (!hover.is_null() && hover["buffer"] == buffer && hover["index"] == index) return Point{x, y};
    }
  return std::nullopt;
}

TEST(StepsWays, APixelIsClickedAndTyped) {
  Stage stage(at_the_start());
  stage.key({.key = '2', .ctrl = true});
  const auto at = find_cell(stage, "picture", 5);
  ASSERT_TRUE(at);
  stage.click(*at);
  ASSERT_TRUE(stage.state()["controls"].contains("steps:pixel"));
  stage.shot("ways_edit");
  type(stage, "17");
  stage.key({.key = k_key_enter});
  auto steps = stage.steps();
  EXPECT_EQ(steps["source"]["kind"], "typed");
  EXPECT_EQ(steps["source"]["typed"], "2 1 3 1\n3 17 1 1\n4 1 3 1\n");
  EXPECT_TRUE(steps["result_matches"]);
  EXPECT_EQ(steps["chosen"]["index"], 6) << "on to the next";
  type(stage, "9");
  stage.key({.key = k_key_enter});
  EXPECT_EQ(stage.steps()["source"]["typed"], "2 1 3 1\n3 17 9 1\n4 1 3 1\n");
  type(stage, "x");
  stage.key({.key = k_key_enter});
  EXPECT_EQ(stage.steps()["source"]["typed"], "2 1 3 1\n3 17 9 1\n4 1 3 1\n") << "x is no number";
  stage.key({.key = k_key_escape});
  stage.key({.key = k_key_escape});
  stage.key({.key = k_key_escape});
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.steps()["source"]["typed"], "2 1 3 1\n3 17 1 1\n4 1 3 1\n");
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.steps()["source"]["kind"], "ready");
}

TEST(StepsWays, AStepIsPredicted) {
  Stage stage(at_the_start());
  stage.key({.key = '2', .ctrl = true});
  stage.key({.key = 'E'});
  stage.key({.key = k_key_right});
  stage.key({.key = k_key_right});
  stage.key({.key = 'P'});
  EXPECT_TRUE(stage.steps()["prediction"]["on"]);
  const auto three = find_cell(stage, "temp", 3), four = find_cell(stage, "temp", 4);
  ASSERT_TRUE(three && four);
  stage.click(*three);
  type(stage, "11");
  EXPECT_EQ(stage.steps()["traced"]["algorithm"], "scan-transpose-scan") << "digits choose no algorithm now";
  stage.click(*four);
  EXPECT_EQ(stage.steps()["prediction"]["marks"].size(), 2U);
  EXPECT_EQ(stage.steps()["prediction"]["marks"][0]["value"], "11");
  stage.shot("ways_predict");
  stage.key({.key = k_key_right});
  auto prediction = stage.steps()["prediction"];
  EXPECT_EQ(stage.steps()["step"], 3);
  EXPECT_EQ(prediction["outcome"]["found"], 1);
  EXPECT_EQ(prediction["outcome"]["missed"], 1);
  EXPECT_EQ(prediction["outcome"]["wrong"], 1);
  EXPECT_EQ(prediction["outcome"]["right_values"], 1);
  EXPECT_EQ(prediction["found"], 1);
  EXPECT_EQ(prediction["asked"], 2);
  stage.move_to({-10, -10});
  stage.shot("ways_predicted");
  stage.key({.key = k_key_escape});
  EXPECT_FALSE(stage.steps()["prediction"]["on"]);
}

TEST(StepsWays, ForANewcomerTheViewsStayAsTheyAreWhenOnePredicts) {
  Stage stage(at_the_start());
  const auto says = [](const std::string& text) { return letters_on_screen().find(letters_of(text)) != std::u32string::npos; };
  stage.key({.key = '2', .ctrl = true});
  stage.key({.key = 'C', .shift = true});
  ASSERT_EQ(stage.steps()["level"], "essential");
  stage.key({.key = 'E'});
  stage.key({.key = k_key_right});
  stage.key({.key = k_key_right});
  const auto before = find_cell(stage, "temp", 3);
  stage.key({.key = 'P'});
  EXPECT_TRUE(stage.steps()["prediction"]["on"]);
  const auto three = find_cell(stage, "temp", 3);
  ASSERT_TRUE(before && three);
  EXPECT_EQ(three->x, before->x);
  EXPECT_EQ(three->y, before->y);
  EXPECT_TRUE(says("Click the cells"));
  stage.click(*three);
  type(stage, "12");
  stage.key({.key = k_key_right});
  EXPECT_TRUE(says("1 of 2 cells found"));
  EXPECT_TRUE(says("you said 12, it is 4 + 7 = 11"));
}

TEST(StepsWays, WithoutABarrierTheRunThatFailsIsStepped) {
  Stage stage({});
  stage.key({.key = k_key_page_down});
  stage.key({.key = k_key_right});
  std::string barrier;
  const auto state = stage.state();
  for (const auto& [id, area] : state["controls"].items())
    if (id.starts_with("steps:barrier:")) barrier = barrier.empty() ? id : barrier;
  ASSERT_FALSE(barrier.empty()) << "the running code has a barrier in sight";
  EXPECT_TRUE(stage.steps()["run"].is_null());
  stage.click(stage.control(barrier));
  ASSERT_EQ(stage.steps()["run"], "failing");
  EXPECT_FALSE(stage.steps()["result_matches"]);
  stage.move_to({-10, -10});
  stage.shot("ways_failing");
  stage.key({.key = 'X'});
  EXPECT_EQ(stage.steps()["run"], "right");
  EXPECT_TRUE(stage.steps()["result_matches"]);
  stage.shot("ways_right");
  stage.key({.key = 'X'});
  EXPECT_EQ(stage.steps()["run"], "failing");
  stage.key({.key = k_key_end});
  stage.shot("ways_failing_end");
}

TEST(StepsPanel, CodeAndCountersFoldAndStayFoldedInASession) {
  Setting setting;
  setting.size = {1920, 1080};
  setting.step = 3;
  Stage stage(setting);
  const auto shows = [&](const char* id) { return stage.state()["controls"].contains(id); };
  for (const char* part : {"code", "counters"}) {
    const std::string id = std::string("steps:") + part, fold = std::string("steps:fold_") + part;
    ASSERT_TRUE(shows(id.c_str())) << id;
    stage.click(stage.control(fold));
    EXPECT_FALSE(shows(id.c_str())) << id;
  }
  const StepsSettings folded = read_part<StepsSettings>(written(stage.screen().session().part<StepsSettings>()));
  EXPECT_FALSE(folded.code || folded.counters);
  stage.shot("folded");
  for (const char* part : {"code", "counters"}) {
    stage.click(stage.control(std::string("steps:fold_") + part));
    EXPECT_TRUE(shows((std::string("steps:") + part).c_str()));
  }
}

}  // namespace
}  // namespace satscope::app
