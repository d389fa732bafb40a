// SPDX-License-Identifier: Apache-2.0
// Stages that play, with a clock of ours: the pace, the order, and where pieces of a turned picture are on their way.
#include <gtest/gtest.h>

#include "app/workspaces/steps/views/stages/play.h"

namespace satscope::app {
namespace {

constexpr double k_speed = 2;  // steps a second: a pass takes two seconds, of which it moves one and a half

TEST(StagesPlay, EachPassIsSeenThenRests) {
  StagesPlay play;
  EXPECT_EQ(play.part(1), 1) << "what stands still is whole";
  int stage = play.toggle(10, 1, 2);
  EXPECT_EQ(stage, 1);
  stage = play.advance(10, stage, 1, 2, k_speed);
  stage = play.advance(12.1, stage, 1, 2, k_speed);
  EXPECT_EQ(stage, 2) << "the first was seen before: it rests, then the next is asked for";
  EXPECT_EQ(play.part(2), 0) << "nothing of it shows before it begins";
  EXPECT_EQ(play.advance(20, stage, 1, 2, k_speed), 2) << "it is still computed";
  EXPECT_EQ(play.part(2), 0);
  play.advance(30, stage, 2, 2, k_speed);
  EXPECT_DOUBLE_EQ(play.part(2), 0);
  play.advance(30.75, stage, 2, 2, k_speed);
  EXPECT_DOUBLE_EQ(play.part(2), 0.5);
  play.advance(31.6, stage, 2, 2, k_speed);
  EXPECT_DOUBLE_EQ(play.part(2), 1);
  EXPECT_TRUE(play.playing());
  play.advance(32.1, stage, 2, 2, k_speed);
  EXPECT_FALSE(play.playing()) << "it ends with the table";
  EXPECT_EQ(play.toggle(40, 2, 2), 0) << "and begins anew";
}

TEST(StagesPlay, EndsAfterTheSecondsRequested) {
  const double speed = StagesPlay::speed_for(30, 4);
  StagesPlay play;
  int stage = play.toggle(100, 0, 4);
  double now = 100;
  for (; play.playing() && now < 200; now += 0.01) stage = play.advance(now, stage, stage, 4, speed);
  EXPECT_NEAR(now - 100, 30, 0.1);
  EXPECT_EQ(stage, 4);
}

TEST(StagesPlay, APauseKeepsThePassWhereItIs) {
  StagesPlay play;
  play.toggle(0, 0, 2);
  play.advance(0, 0, 0, 2, k_speed);
  ASSERT_EQ(play.advance(2, 0, 0, 2, k_speed), 1);
  play.advance(5, 1, 1, 2, k_speed);
  play.advance(5.75, 1, 1, 2, k_speed);
  EXPECT_EQ(play.toggle(5.8, 1, 2), 1);
  EXPECT_DOUBLE_EQ(play.part(1), 0.5);
  EXPECT_EQ(play.advance(9, 1, 1, 2, k_speed), 1);
  EXPECT_DOUBLE_EQ(play.part(1), 0.5);
  play.toggle(10, 1, 2);
  play.advance(10, 1, 1, 2, k_speed);
  EXPECT_DOUBLE_EQ(play.part(1), 0.5) << "it goes on from there";
  play.advance(10.375, 1, 1, 2, k_speed);
  EXPECT_DOUBLE_EQ(play.part(1), 0.75);
  play.stop();
  EXPECT_EQ(play.part(1), 1);
}

PlanStage buffer(Extent shape, Along across, Along down, const std::string& pass) {
  PlanStage stage;
  stage.shape = shape;
  stage.across = across;
  stage.down = down;
  stage.pass = pass;
  return stage;
}

TEST(StagesPlay, PiecesGoFromTheirPixelToItsMirrorImage) {
  const Extent picture{8, 4};
  const PlanStage upright = buffer(picture, Along::x, Along::y, "scan rows");
  const PlanStage turned = buffer({4, 8}, Along::y, Along::x, "transpose");
  EXPECT_EQ(growth_of(upright, turned), Growth::turn);
  EXPECT_EQ(growth_of(turned, turned), Growth::across);
  EXPECT_EQ(growth_of(upright, upright), Growth::across);
  EXPECT_EQ(growth_of(upright, buffer(picture, Along::x, Along::y, "scan columns")), Growth::down);
  View view;
  view.fitted = false;
  view.centre_x = view.centre_y = 0;
  view.zoom = 10;
  const Area area{0, 0, 400, 400};
  // element (row 5, column 2) of the turned buffer is pixel (5, 2); 10 pixels of the screen each, (0, 0) in the middle
  const auto at = [&](double part) { return *piece_at(upright, turned, {2, 5}, picture, view, area, 10, part); };
  EXPECT_DOUBLE_EQ(at(0).x, 200 + 55);
  EXPECT_DOUBLE_EQ(at(0).y, 200 + 25);
  EXPECT_DOUBLE_EQ(at(0.5).x, 200 + 40) << "row 2 of 4 is half way when half of the time is over";
  EXPECT_DOUBLE_EQ(at(1).x, 200 + 25);
  EXPECT_DOUBLE_EQ(at(1).y, 200 + 55);
  EXPECT_FALSE(piece_at(upright, turned, {2, 9}, picture, view, area, 10, 1)) << "no such pixel";
}

}  // namespace
}  // namespace satscope::app
