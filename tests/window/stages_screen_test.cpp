// SPDX-License-Identifier: Apache-2.0
// The view Stages in the whole window, off-screen, by its button and keys.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "app/workspaces/steps/steps.h"
#include "app/workspaces/steps/views/stages/stages.h"
#include "app/workspaces/steps/views/stages/transform.h"
#include "kernels/registry.h"
#include "tests/window/drawn_text.h"
#include "tests/window/rooms.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

Setting stages_setting() {
  Setting setting;
  setting.view = "stages";
  setting.input = "pattern:scene:1100x600";
  return setting;
}

Area area_of(const nlohmann::json& at) { return {at["x"], at["y"], at["w"], at["h"]}; }

TEST(StagesScreen, StepThroughThePassesByKeys) {
  Setting setting = stages_setting();
  setting.view = "grids";
  Stage stage(setting);
  stage.choose_view("stages");
  const auto plan = find_algorithm("scan-transpose-scan")->plan({.extent = {1100, 600}});
  EXPECT_EQ(stage.steps()["view"], "stages");
  EXPECT_EQ(stage.steps()["stages"], plan.passes.size());
  EXPECT_EQ(stage.steps()["stage"], 1);
  EXPECT_EQ(stage.steps()["stage_buffer"]["name"], "scanned rows");
  EXPECT_EQ(stage.steps()["emulated"], stage.state()["machine"] == "cpu") << "a kernel of many threads";
  const nlohmann::json times = stage.steps()["pass_times"];
  ASSERT_EQ(times.size(), plan.passes.size());
  for (const auto& pass : times) EXPECT_GT(pass["ms"].get<double>(), 0) << pass;
  stage.key({.key = k_key_home});
  EXPECT_EQ(stage.steps()["stage"], 0);
  EXPECT_EQ(stage.steps()["stage_buffer"]["type"], "u8");
  stage.key({.key = k_key_left});
  EXPECT_EQ(stage.steps()["stage"], 0) << "there is nothing before the picture";
  for (std::size_t passes = 1; passes <= plan.passes.size(); ++passes) {
    stage.key({.key = k_key_right});
    EXPECT_EQ(stage.steps()["stage"], passes);
    EXPECT_EQ(stage.steps()["stage_buffer"]["pass"], plan.passes[passes - 1].name);
  }
  EXPECT_EQ(stage.steps()["stage_buffer"]["name"], "table");
  stage.key({.key = k_key_right});
  EXPECT_EQ(stage.steps()["stage"], plan.passes.size());
  stage.key({.key = k_key_left});
  EXPECT_EQ(stage.steps()["stage"], plan.passes.size() - 1);
  stage.click(stage.control("stages:stop:2"));
  EXPECT_EQ(stage.steps()["stage"], 2);
  stage.click(stage.control("stages:row:4"));
  EXPECT_EQ(stage.steps()["stage"], 4);
  EXPECT_EQ(stage.steps()["stage_buffer"]["turned"], true);
  const int measured = stage.steps()["pass_times"][0]["measured"];
  stage.key({.key = 'T'});
  EXPECT_EQ(stage.steps()["pass_times"][0]["measured"], measured + 1) << "T times the passes again";
  stage.key({.key = '2'});
  EXPECT_EQ(stage.state()["algorithm"], "serial") << "the number chooses the running machine's algorithm";
  EXPECT_EQ(stage.steps()["emulated"], false) << "a loop on every machine";
  EXPECT_LT(stage.steps()["stages"], 4);
  stage.key({.key = '4'});
  EXPECT_EQ(stage.state()["algorithm"], "scan-transpose-scan");
  EXPECT_EQ(stage.steps()["stage"], 4) << "as it was";
  stage.click(stage.control("steps:play"));
  EXPECT_EQ(stage.steps()["stages_playing"], true) << "the button of the other views";
  stage.click(stage.control("steps:play"));
  EXPECT_EQ(stage.steps()["stages_playing"], false);
  stage.key({.key = 'W'});
  EXPECT_EQ(stage.steps()["view"], "grids");
  EXPECT_EQ(stage.steps()["settled"], true);
}

TEST(StagesScreen, PlayThroughThePasses) {
  Setting setting = stages_setting();
  setting.moves = true;
  Stage stage(setting);
  stage.move_to({-10, -10});
  stage.key({.key = k_key_home});
  stage.press({.key = k_key_space});
  stage.frames(3);
  EXPECT_EQ(stage.steps()["stages_playing"], true);
  std::vector<int> seen;
  bool grew = false;
  for (int i = 0; i < 10000 && stage.steps()["stages_playing"] == true; ++i) {
    stage.frame(0.02);  // because: with fewer frames a slow machine would not have each stage in its time
    const auto steps = stage.steps();
    if (seen.empty() || seen.back() != steps["stage"]) seen.push_back(steps["stage"]);
    const double part = steps["stage_part"];
    grew = grew || (part > 0.3 && part < 0.7);
    if (part > 0.4 && part < 0.46) stage.shot("stages_play_" + std::to_string(seen.back()));
  }
  stage.settle();
  EXPECT_TRUE(grew);
  EXPECT_EQ(stage.steps()["stage"], stage.steps()["stages"]);
  std::vector<int> all;
  for (int i = 0; i <= stage.steps()["stages"]; ++i) all.push_back(i);
  EXPECT_EQ(seen, all);
  // what is on its way ends as what is there when nothing plays
  const auto played = stage.pixels();
  Stage still(setting);
  still.move_to({-10, -10});
  still.key({.key = k_key_end});
  const auto direct = still.pixels();
  std::size_t differ = 0;
  for (std::size_t i = 0; i < played.size(); ++i) differ += played[i] != direct[i];
  EXPECT_LT(differ, played.size() / 50) << "but for the times";
}

TEST(StagesScreen, DescribeTheEntryUnderThePointerAndItsPixel) {
  Stage stage(stages_setting());
  stage.key({.key = k_key_end});
  auto view = area_of(stage.state()["views"]["stage"]);
  stage.move_to(view.middle());
  auto state = stage.state();
  ASSERT_FALSE(state["hover"].is_null());
  EXPECT_EQ(state["steps"]["stage_hover"]["value"], state["hover"]["ii"]) << "the last stage is the table";
  EXPECT_EQ(state["steps"]["stage_hover"]["x"], state["hover"]["x"]);
  stage.key({.key = k_key_left});
  state = stage.state();
  ASSERT_EQ(state["steps"]["stage_buffer"]["turned"], true);
  ASSERT_FALSE(state["hover"].is_null());
  EXPECT_EQ(state["steps"]["stage_hover"]["x"], state["hover"]["y"]) << "its rows are columns";
  EXPECT_EQ(state["steps"]["stage_hover"]["y"], state["hover"]["x"]);
  stage.move_to(area_of(state["views"]["before"]).middle());
  state = stage.state();
  EXPECT_EQ(state["steps"]["stage_hover"]["x"], state["hover"]["y"]);
}

TEST(StagesScreen, ZoomMovesBothViewsAndShowsNumbers) {
  Stage stage(stages_setting());
  stage.move_to(area_of(stage.state()["views"]["stage"]).middle());
  const auto hover = stage.state()["hover"];
  for (int i = 0; i < 24; ++i) {
    stage.screen().input().push(InputEvent::wheel(1));
    stage.settle();
  }
  auto state = stage.state();
  EXPECT_GT(state["view"]["zoom"].get<double>(), 24);
  EXPECT_EQ(state["hover"]["x"], hover["x"]) << "what is under the pointer stays there";
  EXPECT_EQ(state["hover"]["y"], hover["y"]);
  stage.shot("stages-numbers");
  for (int i = 0; i < 3; ++i) stage.key({.key = k_key_right});
  EXPECT_EQ(stage.steps()["stage_buffer"]["turned"], true);
  stage.shot("stages-numbers-turned");
  stage.key({.key = 'F'});
  EXPECT_EQ(stage.state()["view"]["fitted"], true);
}

TEST(StagesScreen, LiveFramesRunFreezeAndGoOn) {
  Setting setting = stages_setting();
  setting.live = true;
  Stage stage(setting);
  const auto until = [&](auto&& done) {
    for (int i = 0; i < 2000 && !done(); ++i) {
      stage.frame(0.02);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_TRUE(done());
  };
  until([&] { return stage.steps()["stage"] == 1 && stage.steps()["pass_times"][0]["measured"].get<int>() > 3; });
  stage.press({.key = k_key_right});
  until([&] { return stage.steps()["stage"] == 2; });
  stage.shot("stages-live");
  stage.press({.key = k_key_space});
  until([&] { return stage.state()["paused"] == true; });
  stage.settle();
  stage.key({.key = k_key_end});
  EXPECT_EQ(stage.steps()["stage"], stage.steps()["stages"]) << "the frozen frame has its stages too";
  stage.press({.key = k_key_space});
  until([&] { return stage.state()["paused"] == false && stage.state()["fps"].get<double>() > 0; });
}

/// What a pass found is beside what it left, and one entry is described in both: that under the pointer, else a typical one.
TEST(StagesScreen, DescribesOneEntryAndWhatWasReadForIt) {
  for (const auto& [size, scale] : {std::pair{Extent{1280, 720}, 1.0}, {Extent{1920, 1080}, 1.0}, {Extent{1920, 1080}, 2.0}}) {
    Setting setting = stages_setting();
    setting.input = "pattern:noise:8x8:3";
    setting.size = size;
    setting.scale = scale;
    setting.theme = scale > 1 ? "light" : "dark";
    Stage stage(setting);
    stage.move_to({-10, -10});
    stage.key({.key = k_key_home});
    EXPECT_EQ(stage.steps()["stage_told"], "") << "no pass was done";
    const char* found[] = {"picture", "scanned rows", "scanned rows, transposed", "scanned columns"};
    for (int pass = 1; pass <= 4; ++pass) {
      stage.key({.key = k_key_right});
      const auto steps = stage.steps();
      EXPECT_EQ(steps["stage_before"]["name"], found[pass - 1]);
      const std::string caption = steps["stage_told"];
      EXPECT_NE(caption.find(steps["stage_buffer"]["name"].get<std::string>()), caption.npos) << caption;
      EXPECT_NE(caption.find(found[pass - 1]), caption.npos) << caption;
      for (const std::string& fault : faults_of(drawn_letters(), {"code", "history", "side", "passes"}))
        ADD_FAILURE() << fault << " after pass " << pass;
      stage.shot(fmt::format("stages-caption-{}-{}-{}", size.width, scale, pass));
    }
    const auto view = area_of(stage.state()["views"]["stage"]);
    stage.move_to(view.middle());
    const auto state = stage.state();
    ASSERT_FALSE(state["steps"]["stage_hover"].is_null());
    const std::string caption = state["steps"]["stage_told"];
    const std::string place = fmt::format("column {}, row {}: ", state["steps"]["stage_hover"]["x"].get<int>(),
                                          state["steps"]["stage_hover"]["y"].get<int>());
    EXPECT_NE(caption.find(place), caption.npos) << caption << " is not about " << place;
  }
}

TEST(StagesScreen, ExploreIsNotDisturbed) {
  Stage stage(stages_setting());
  stage.key({.key = k_key_home});
  stage.key({.key = '1', .ctrl = true});
  const auto state = stage.state();
  EXPECT_EQ(state["workspace"], "explore");
  EXPECT_FALSE(state["box"]["sum"].is_null());
  stage.key({.key = '2', .ctrl = true});
  EXPECT_EQ(stage.steps()["stage"], 0);
}

TEST(StageView, LaysLinkedSidesWhereThePictureHasThem) {
  PlanStage stage;
  stage.shape = {101, 201};
  stage.across = Along::y;
  stage.down = Along::x;
  const View view{50, 20, 4, false};
  const Area area{0, 0, 400, 300};
  const StageView turned = stage_view(stage, view, area, 16);
  EXPECT_EQ(turned.centre_x, 20);
  EXPECT_EQ(turned.centre_y, 50);
  EXPECT_EQ(turned.zoom_x, 4);
  EXPECT_EQ(picture_view(stage, view, turned), view);
  EXPECT_EQ(pixel_of(stage, {3, 7}, {200, 100}), (Pixel{7, 3}));
  EXPECT_EQ(pixel_of(stage, {3, 200}, {200, 100}), std::nullopt) << "its border is beside no pixel";
  EXPECT_EQ(cell_of(stage, {7, 3}), (Pixel{3, 7}));
  stage.shape = {3, 100};
  stage.across = Along::neither;
  stage.down = Along::y;
  const StageView strip = stage_view(stage, view, area, 16);
  EXPECT_EQ(strip.centre_x, 1.5);
  EXPECT_EQ(strip.centre_y, 20);
  EXPECT_EQ(strip.zoom_y, 4);
  EXPECT_GT(strip.zoom_x, 40);
  EXPECT_EQ(pixel_of(stage, {0, 7}, {200, 100}), std::nullopt);
  EXPECT_EQ(cell_of(stage, {7, 3}), std::nullopt) << "one of three, and it is not known which";
}

TEST(StageSentence, SaysWhatThePlanSays) {
  const Algorithm& algorithm = *find_algorithm("scan-transpose-scan");
  const auto stages = stages_of(algorithm, {.extent = {1100, 600}});
  const auto sentence = [&](std::size_t i) { return sentence_of(stages[i], stages, {1100, 600}, &algorithm); };
  EXPECT_EQ(
      sentence(0),
      "Before the first pass there is the picture as the algorithm reads it: 1,100 × 600 whole numbers of 8 bits, one for "
      "each pixel.");
  EXPECT_NE(sentence(1).find("reads “picture”, writes “scanned rows” and “row segment sums”"), std::string::npos)
      << sentence(1);
  EXPECT_NE(sentence(2).find("changes “row segment sums” in place"), std::string::npos) << sentence(2);
  EXPECT_NE(sentence(2).find("3 for each row of the picture"), std::string::npos) << sentence(2);
  for (const std::size_t scan : {1, 2, 5, 6})
    EXPECT_NE(sentence(scan).find("so the first"), std::string::npos) << sentence(scan);
  EXPECT_NE(sentence(2).find("Pass 2 of 8 on 1,100 × 600"), std::string::npos) << "a patch of the steps takes fewer";
  EXPECT_NE(
      sentence(3).find("Before, each place had the sum of the places before it in its own segment only. To each place the "
                       "pass adds the sum of all segments before its own"),
      std::string::npos)
      << sentence(3);
  // without what only a person can say
  const auto bare = [&](std::size_t i) { return sentence_of(stages[i], stages, {1100, 600}); };
  EXPECT_NE(bare(3).find("Before, “scanned rows” was as pass 1, “scan rows”, left it."), std::string::npos) << bare(3);
  EXPECT_NE(bare(1).find("Before, “scanned rows” was not written yet."), std::string::npos) << bare(1);
  EXPECT_NE(sentence(4).find("transposed: each of its rows was a column"), std::string::npos) << sentence(4);
  EXPECT_NE(sentence(stages.size() - 1).find("It is the table"), std::string::npos) << sentence(stages.size() - 1);
}

/// At twice the size there is no panel: what each pass is for is below the views, wholly.
TEST(StageSentence, HasRoomAtTwiceTheSize) {
  Setting setting = stages_setting();
  setting.size = {1280, 720};
  setting.scale = 2;
  Stage stage(setting);
  const Algorithm& algorithm = *find_algorithm("scan-transpose-scan");
  const auto plan = algorithm.plan({.extent = {1100, 600}});
  stage.key({.key = k_key_home});
  for (std::size_t pass = 1; pass <= plan.passes.size(); ++pass) {
    stage.key({.key = k_key_right});
    std::string drawn, wanted;
    std::vector<DrawnLetter> letters;
    for (const DrawnLetter& letter : drawn_letters())
      if (letter.window == "stages narration") letters.push_back(letter);
    for (const DrawnLetter& letter : letters)
      if (letter.code < 128 && letter.code != ' ') drawn += static_cast<char>(letter.code);
    for (const char letter : algorithm.find_phase(plan.passes[pass - 1].name)->idea)
      if (letter != ' ') wanted += letter;
    EXPECT_NE(drawn.find(wanted), std::string::npos) << drawn;
    for (const std::string& fault : faults_of(letters, {})) ADD_FAILURE() << fault;
    for (const std::string& fault : covered_of(letters, {})) ADD_FAILURE() << fault;
  }
}

class EveryStageRoom : public ::testing::TestWithParam<std::tuple<Room, std::string>> {};

bool overlap(const Area& a, const Area& b) {
  constexpr double k_touch = 0.01;
  return a.x + k_touch < b.right() && b.x + k_touch < a.right() && a.y + k_touch < b.bottom() && b.y + k_touch < a.bottom();
}

TEST_P(EveryStageRoom, DrawsEveryStageInPartsThatDoNotOverlap) {
  const auto& [room, algorithm] = GetParam();
  Setting setting = stages_setting();
  setting.size = room.size;
  setting.scale = room.scale;
  setting.algorithm = algorithm;
  setting.theme = room.scale > 1 ? "light" : "dark";
  Stage stage(setting);
  const std::size_t stages = stage.steps()["stages"];
  stage.key({.key = k_key_home});
  for (std::size_t i = 0; i <= stages; ++i) {
    EXPECT_EQ(stage.steps()["stage"], i);
    const auto state = stage.state();
    std::vector<std::pair<std::string, Area>> parts;
    for (const char* view : {"before", "stage"}) parts.emplace_back(view, area_of(state["views"][view]));
    for (const auto& [id, area] : state["controls"].items())
      if (id == "explain" || id == "narration" || id == "stages:heading" || id.starts_with("stages:stop:") ||
          id.starts_with("steps:"))
        parts.emplace_back(id, area_of(area));
    const Area window{0, 0, static_cast<double>(room.size.width), static_cast<double>(room.size.height)};
    for (std::size_t a = 0; a < parts.size(); ++a) {
      EXPECT_GE(parts[a].second.x, window.x) << parts[a].first;
      EXPECT_GE(parts[a].second.y, window.y) << parts[a].first;
      EXPECT_LE(parts[a].second.right(), window.right() + 0.01) << parts[a].first;
      EXPECT_LE(parts[a].second.bottom(), window.bottom() + 0.01) << parts[a].first;
      for (std::size_t b = 0; b < a; ++b)
        EXPECT_FALSE(overlap(parts[a].second, parts[b].second)) << parts[a].first << " and " << parts[b].first;
    }
    stage.shot("stages-" + room.name + "-" + algorithm + "-" + std::to_string(i));
    stage.key({.key = k_key_right});
  }
}

/// Those that make the table of a picture here.
std::vector<std::string> ids_of_what_runs() {
  std::vector<std::string> ids;
  for (const Algorithm& algorithm : algorithms())
    if (algorithm.refusal({.extent = {160, 120}}, Machine::cpu).empty()) ids.push_back(algorithm.id);
  return ids;
}
INSTANTIATE_TEST_SUITE_P(Sizes, EveryStageRoom,
                         ::testing::Combine(::testing::Values(Room{{1280, 720}, 1, "hd"}, Room{{320, 240}, 1, "tiny"},
                                                              Room{{1280, 720}, 2, "hd2"}, Room{{1920, 1080}, 1, "full"},
                                                              Room{{1920, 1080}, 2, "full2"}),
                                            ::testing::ValuesIn(ids_of_what_runs())),
                         NamedByRoomAndId());

}  // namespace
}  // namespace satscope::app
