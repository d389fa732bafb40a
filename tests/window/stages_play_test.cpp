// SPDX-License-Identifier: Apache-2.0
// Stages that play, with a clock of ours: the pace, the order, and where pieces of a turned picture are on their way.
#include <gtest/gtest.h>

#include "app/workspaces/steps/views/stages/play.h"

namespace satscope::app {
namespace {

// two steps a second: a pass takes two seconds, of which it moves one and a half
TEST(StagesClock, EachPassIsSeenThenRests) {
  StagesClock clock(2);
  clock.go_to(1);
  EXPECT_EQ(clock.part(1, 10), 1) << "what stands still is whole";
  clock.toggle(10);
  clock.advance(10);
  EXPECT_EQ(clock.position(), 1U);
  clock.advance(10.6);
  EXPECT_EQ(clock.position(), 2U) << "the first was seen before: it rests, then the next is asked for";
  EXPECT_EQ(clock.part(2, 10.6), 0) << "nothing of it shows before it begins";
  clock.hold(20);
  EXPECT_EQ(clock.part(2, 20), 0) << "it is still computed";
  EXPECT_EQ(clock.part(1, 20), 1);
  clock.hold(30);
  clock.advance(30);
  EXPECT_DOUBLE_EQ(clock.part(2, 30), 0);
  clock.advance(30.75);
  EXPECT_DOUBLE_EQ(clock.part(2, 30.75), 0.5);
  clock.advance(31.6);
  EXPECT_DOUBLE_EQ(clock.part(2, 31.6), 1);
  EXPECT_TRUE(clock.playing());
  clock.advance(32.1);
  EXPECT_FALSE(clock.playing()) << "it ends with the table";
  EXPECT_EQ(clock.position(), 2U);
  clock.toggle(40);
  EXPECT_EQ(clock.position(), 0U) << "and begins anew";
}

TEST(StagesClock, EndsAfterTheSecondsRequested) {
  StagesClock clock(4);
  clock.finish_in(30);
  clock.toggle(100);
  double now = 100;
  for (; clock.playing() && now < 200; now += 0.01) clock.advance(now);
  EXPECT_NEAR(now - 100, 30, 0.1);
  EXPECT_EQ(clock.position(), 4U);
}

TEST(StagesClock, APauseKeepsThePassWhereItIs) {
  StagesClock clock(2);
  clock.toggle(0);
  clock.advance(0.5);
  ASSERT_EQ(clock.position(), 1U);
  clock.hold(5);
  clock.advance(5.7);
  clock.toggle(5.75);
  EXPECT_FALSE(clock.playing());
  EXPECT_DOUBLE_EQ(clock.part(1, 5.8), 0.5);
  clock.advance(9);
  EXPECT_EQ(clock.position(), 1U);
  EXPECT_DOUBLE_EQ(clock.part(1, 9), 0.5);
  clock.toggle(10);
  clock.advance(10);
  EXPECT_DOUBLE_EQ(clock.part(1, 10), 0.5) << "it goes on from there";
  clock.advance(10.375);
  EXPECT_DOUBLE_EQ(clock.part(1, 10.375), 0.75);
  clock.go_to(1);
  EXPECT_EQ(clock.part(1, 10.4), 1);
}

TEST(StagesClock, APhaseIsAPass) {
  StagesClock clock(3);
  clock.next_phase(1);
  EXPECT_EQ(clock.position(), 1U);
  clock.next_phase(1);
  EXPECT_EQ(clock.position(), 2U);
  clock.next_phase(-1);
  EXPECT_EQ(clock.position(), 1U);
  clock.next_phase(-1);
  EXPECT_EQ(clock.position(), 0U);
}

PlanStage buffer(Extent shape, Along across, Along down, const std::string& pass) {
  PlanStage stage;
  stage.shape = shape;
  stage.across = across;
  stage.down = down;
  stage.pass = pass;
  return stage;
}

TEST(StagesClock, PiecesGoFromTheirPixelToItsMirrorImage) {
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
