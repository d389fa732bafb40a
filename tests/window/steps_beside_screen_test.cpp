// SPDX-License-Identifier: Apache-2.0
// Two views of a step in the whole window: a cell under the pointer in one is lit in the other, and all stays readable.
#include <fmt/format.h>
#include <imgui.h>

#include <set>

#include "app/session/fields.h"
#include "app/workspaces/steps/settings.h"
#include "tests/window/drawn_text.h"
#include "tests/window/rooms.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

/// Where corners of anything drawn lie within a view, with their colours.
std::multiset<std::tuple<float, float, unsigned>> drawn_in(const Stage& stage, std::string_view view) {
  const auto state = stage.state();
  const auto& at = state["views"].at(std::string(view));
  const Area area{at["x"], at["y"], at["w"], at["h"]};
  std::multiset<std::tuple<float, float, unsigned>> drawn;
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    if (!std::string_view(list._OwnerName).starts_with("steps")) continue;  // tooltips lie over it
    for (const ImDrawVert& corner : list.VtxBuffer)
      if (area.contains({corner.pos.x, corner.pos.y})) drawn.emplace(corner.pos.x, corner.pos.y, corner.col);
  }
  return drawn;
}

Setting two_views(const std::string& view, Extent size = {1920, 1080}, double scale = 1) {
  Setting setting;
  setting.size = size;
  setting.scale = scale;
  setting.view = view;
  setting.step = 2;
  return setting;
}

/// With Shift+W until this is the second view.
void put_beside(Stage& stage, const std::string& view) {
  for (int i = 0; i < 10 && stage.steps()["beside"] != view; ++i) stage.key({.key = 'W', .shift = true});
  ASSERT_EQ(stage.steps()["beside"], view);
}

/// A cell in the first row of a large grid.
Point cell_of(const Stage& stage, const std::string& buffer, int column) {
  const auto steps = stage.steps();
  for (const auto& grid : steps["grids"])
    if (grid["buffer"] == buffer && !grid["small"].get<bool>())
      return {grid["x"].get<double>() + (column + 0.5) * grid["w"].get<double>() / grid["columns"].get<int>(),
              grid["y"].get<double>() + 0.5 * grid["h"].get<double>() / grid["rows"].get<int>()};
  ADD_FAILURE() << "no grid of " << buffer;
  return {};
}

TEST(StepsBeside, ACellUnderThePointerIsLitInTheOtherView) {
  for (const std::string& view : ids_of_step_views(false)) {
    if (view == "grids" || view == "traffic") continue;  // the first; that of bytes has no cells
    Stage stage(two_views("grids"));
    const bool global = view == "sectors";
    stage.key({.key = global ? k_key_left : k_key_right});  // the load; a level of the tree
    put_beside(stage, view);
    const std::string shown = stage.state()["views"].contains(view) ? view : "network";
    stage.move_to({-10, -10});
    const auto before = drawn_in(stage, shown);
    bool lit = false;  // without the pointer too a cell may be: that of the selected thread
    for (int column = 0; column < 8 && !lit; ++column) {
      stage.move_to(cell_of(stage, global ? "picture" : "temp", column));
      ASSERT_FALSE(stage.steps()["hover"].is_null());
      lit = drawn_in(stage, shown) != before;
    }
    EXPECT_TRUE(lit) << view;
    stage.shot("beside-" + view);
    stage.move_to({-10, -10});
    EXPECT_TRUE(stage.steps()["hover"].is_null());
    EXPECT_TRUE(drawn_in(stage, shown) == before) << view;
  }
}

TEST(StepsBeside, TheFirstViewIsLitByTheSecond) {
  Stage stage(two_views("grids"));
  put_beside(stage, "lanes");
  stage.move_to({-10, -10});
  const auto before = drawn_in(stage, "grids");
  const auto state = stage.state();
  const auto& at = state["views"]["lanes"];
  bool lit = false;
  for (int i = 1; i < 40 && !lit; ++i) {  // along the first thread until its place in the current step
    stage.move_to({at["x"].get<double>() + i * at["w"].get<double>() / 40, at["y"].get<double>() + 4 * 16});
    lit = !stage.steps()["hover"].is_null();
  }
  ASSERT_TRUE(lit);
  EXPECT_TRUE(drawn_in(stage, "grids") != before);
}

TEST(StepsBeside, AClickInTheLanesGoesToTheStep) {
  Stage stage(two_views("lanes"));
  const auto state = stage.state();
  const auto& at = state["views"]["lanes"];
  std::set<int> steps;
  for (int i = 4; i < 36; ++i) {
    stage.click({at["x"].get<double>() + i * at["w"].get<double>() / 40, at["y"].get<double>() + 5.5 * 16});
    steps.insert(stage.steps()["step"].get<int>());
  }
  EXPECT_GT(steps.size(), 5U);
  EXPECT_EQ(stage.steps()["view"], "lanes");
  EXPECT_FALSE(stage.steps()["told"]["thread"].is_null());
}

TEST(StepsBeside, StaysInTheSessionAndLeavesByItsList) {
  Stage stage(two_views("grids"));
  const std::string last = ids_of_step_views(false).back();
  stage.click(stage.control("steps:beside"));
  stage.click(stage.control("steps:beside:" + last));
  EXPECT_EQ(stage.steps()["beside"], last);
  EXPECT_TRUE(stage.state()["views"].contains(last));
  EXPECT_EQ(read_part<StepsSettings>(written(stage.screen().session().part<StepsSettings>())).beside, last);
  stage.key({.key = 'W', .shift = true});
  EXPECT_EQ(stage.steps()["beside"], "") << "it was the last";
  EXPECT_FALSE(stage.state()["views"].contains(last));
}

class EveryPair : public ::testing::TestWithParam<Room> {};
INSTANTIATE_TEST_SUITE_P(Sizes, EveryPair,
                         ::testing::Values(Room{{1280, 720}, 1, "hd"}, Room{{1280, 720}, 1.5, "hd15"},
                                           Room{{1280, 720}, 2, "hd2"}, Room{{1920, 1080}, 1.5, "full15"},
                                           Room{{1024, 768}, 2, "xga2"}, Room{{1920, 1080}, 1, "full"},
                                           Room{{1920, 1080}, 2, "full2"}),
                         [](const auto& it) { return it.param.name; });

void expect_all_readable(Stage& stage, const std::string& where) {
  for (const std::string& fault : faults_of(drawn_letters(), {"code", "history", "side"}))
    ADD_FAILURE() << fault << "; " << where;
  if (shots_folder()) stage.shot(where);
}

TEST_P(EveryPair, IsDrawnWithoutOverlapOrCutText) {
  for (const std::string first : {"grids", "tree", "lanes"}) {
    Stage stage(two_views(first, GetParam().size, GetParam().scale));
    for (const bool panel : {true, false}) {
      for (int i = 0; i < 6; ++i) {
        const std::string beside = stage.steps()["beside"];
        expect_all_readable(stage, fmt::format("{}-{}-{}-{}", GetParam().name, first, beside, panel ? "panel" : "alone"));
        stage.key({.key = 'W', .shift = true});
      }
      stage.key({.key = 'C'});
    }
  }
}

}  // namespace
}  // namespace satscope::app
