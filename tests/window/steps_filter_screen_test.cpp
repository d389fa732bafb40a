// SPDX-License-Identifier: Apache-2.0
// Filters in the workspace Steps, by hand: chosen from the list, their numbers dragged, their sources beside them.
#include <gtest/gtest.h>

#include "app/workspaces/steps/steps.h"
#include "kernels/registry.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

void drag(Stage& stage, Point from, Point to) {
  InputQueue& input = stage.screen().input();
  input.push(InputEvent::move_to(from.x, from.y));
  stage.settle();
  input.push(InputEvent::press(MouseButton::left, true));
  stage.frames(3);
  constexpr int k_moves = 10;
  for (int i = 1; i <= k_moves; ++i) {
    input.push(InputEvent::move_to(from.x + (to.x - from.x) * i / k_moves, from.y + (to.y - from.y) * i / k_moves));
    stage.frames(2);
  }
  input.push(InputEvent::press(MouseButton::left, false));
  stage.settle();
}

TEST(StepsFilterScreen, IsChosenFromTheListBesideTheAlgorithms) {
  Stage stage({});
  stage.click(stage.control("algorithm"));
  for (const Algorithm& algorithm : algorithms())
    EXPECT_TRUE(stage.state()["controls"].contains("algorithm:" + algorithm.id)) << algorithm.id;
  stage.shot("filter-list");
  stage.click(stage.control("algorithm:filter:box"));
  auto steps = stage.steps();
  EXPECT_EQ(steps["filter"], "box");
  EXPECT_EQ(steps["traced"]["filter"]["id"], "box");
  EXPECT_EQ(steps["traced"]["filter"]["reads_per_pixel"], 4);
  EXPECT_EQ(steps["traced"]["filter"]["by_formula"], 4);
  EXPECT_EQ(steps["twin"], "agree");
  EXPECT_EQ(steps["result_matches"], true);
  const auto controls = stage.state()["controls"];
  for (const char* id : {"param:r", "param:border", "steps:maker", "steps:size", "steps:light:reads"})
    EXPECT_TRUE(controls.contains(id)) << id;
  for (const char* id : {"steps:form", "type", "steps:light:provenance"}) EXPECT_FALSE(controls.contains(id)) << id;
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.steps()["filter"], "");
  EXPECT_EQ(stage.steps()["traced"]["algorithm"], "scan-transpose-scan");
  EXPECT_FALSE(stage.steps()["traced"].contains("filter"));
  stage.key({.key = 'Z', .ctrl = true, .shift = true});
  EXPECT_EQ(stage.steps()["traced"]["filter"]["id"], "box");
  stage.key({.key = '2'});
  EXPECT_EQ(stage.steps()["filter"], "") << "a digit is an algorithm";
}

TEST(StepsFilterScreen, ADragOfANumberIsOneStepOfUndo) {
  Setting setting;
  setting.filter = "box";
  Stage stage(setting);
  EXPECT_EQ(stage.steps()["filter_params"]["r"], 1);
  EXPECT_EQ(stage.state()["undo"], false);
  const auto at = stage.state()["controls"]["param:r"];
  const double x = at["x"], y = at["y"].get<double>() + at["h"].get<double>() / 2, w = at["w"];
  drag(stage, {x + 0.3 * w, y}, {x + 0.5 * w, y});
  const int r = stage.steps()["filter_params"]["r"];
  EXPECT_GT(r, 1);
  EXPECT_LT(r, 1000) << "a long range is logarithmic";
  EXPECT_EQ(stage.steps()["traced"]["filter"]["id"], "box");
  stage.shot("filter-dragged");
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.steps()["filter_params"]["r"], 1) << "all of the drag";
  EXPECT_EQ(stage.state()["undo"], false);
  stage.key({.key = 'Z', .ctrl = true, .shift = true});
  EXPECT_EQ(stage.steps()["filter_params"]["r"], r);
}

TEST(StepsFilterScreen, ShowsTheSourceThatReadsBesideTheFilters) {
  Setting setting;
  setting.filter = "box";
  setting.size = {1920, 1080};
  Stage stage(setting);
  EXPECT_FALSE(stage.state()["controls"].contains("steps:code_behind"));
  stage.key({.key = k_key_right});
  EXPECT_FALSE(stage.state()["controls"].contains("steps:code_behind")) << "the table is made in one file";
  stage.key({.key = k_key_end});
  EXPECT_EQ(stage.steps()["label"], "mean");
  EXPECT_TRUE(stage.state()["controls"].contains("steps:code"));
  EXPECT_TRUE(stage.state()["controls"].contains("steps:code_behind"));
  const auto state = stage.state();
  for (const auto& [id, area] : state["controls"].items())
    EXPECT_FALSE(id.starts_with("steps:barrier:")) << "there is no barrier to take out";
}

TEST(StepsFilterScreen, SaysOfWhichPixelsAResultIsMade) {
  Setting setting;
  setting.filter = "box";
  setting.size = {1920, 1080};
  Stage stage(setting);
  stage.key({.key = k_key_end});
  const auto view = stage.state()["views"]["grids"];
  nlohmann::json found;
  for (double x = 0.8; x > 0.5 && found.is_null(); x -= 0.06)
    for (double y = 0.96; y > 0.3 && found.is_null(); y -= 0.06) {
      stage.move_to(
          {view["x"].get<double>() + x * view["w"].get<double>(), view["y"].get<double>() + y * view["h"].get<double>()});
      const auto hover = stage.steps()["hover"];
      if (!hover.is_null() && hover["buffer"] == "box mean") found = hover;
    }
  ASSERT_FALSE(found.is_null());
  EXPECT_TRUE(found["pixels"].get<std::string>().starts_with("made of ")) << found;
  stage.shot("filter-hover");
}

}  // namespace
}  // namespace satscope::app
