// SPDX-License-Identifier: Apache-2.0
// Views, boxes and the layout: pure geometry. Expected values are worked out by hand or by laws that geometry must keep.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "app/ui/drawing/drawing.h"
#include "app/ui/views/box_drag.h"
#include "app/ui/views/view_transform.h"
#include "app/workspaces/explore/layout.h"
#include "app/workspaces/race/race.h"
#include "tests/window/parts.h"

namespace satscope::app {
namespace {

constexpr Extent k_picture{200, 100};

TEST(View, PutsTheCentreIntoTheMiddleAndScalesAroundIt) {
  const View view{50, 20, 4, false};
  const Area area{10, 30, 400, 200};
  EXPECT_DOUBLE_EQ(to_screen(view, area, {50, 20}).x, 210);
  EXPECT_DOUBLE_EQ(to_screen(view, area, {50, 20}).y, 130);
  EXPECT_DOUBLE_EQ(to_screen(view, area, {51, 20}).x, 214);
  EXPECT_DOUBLE_EQ(to_picture(view, area, {214, 134}).x, 51);
  EXPECT_DOUBLE_EQ(to_picture(view, area, {214, 134}).y, 21);
}

/// The window at UI scale s has areas s times as large, in framebuffer pixels.
class ZoomAtCursor : public testing::TestWithParam<double> {};

TEST_P(ZoomAtCursor, KeepsTheTexelUnderTheCursor) {
  const double scale = GetParam();
  const Area area{3 * scale, 7 * scale, 500 * scale, 333 * scale};
  View view = fitted_view(k_picture, area);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> x(area.x, area.right()), y(area.y, area.bottom());
  for (int i = 0; i < 200; ++i) {
    const Point cursor{x(random), y(random)};
    const Point before = to_picture(view, area, cursor);
    view = zoomed_at(view, area, k_picture, cursor, i % 3 ? 1.25 : 1 / 1.25);
    const Point after = to_picture(view, area, cursor);
    ASSERT_NEAR(after.x, before.x, 1e-6) << "step " << i;
    ASSERT_NEAR(after.y, before.y, 1e-6) << "step " << i;
    ASSERT_FALSE(view.fitted);
  }
}
INSTANTIATE_TEST_SUITE_P(Scales, ZoomAtCursor, testing::Values(1.0, 1.5, 2.0));

TEST(View, StopsZoomingAtItsLimits) {
  const Area area{0, 0, 100, 100};
  View view = fitted_view(k_picture, area);
  for (int i = 0; i < 100; ++i) view = zoomed_at(view, area, k_picture, {50, 50}, 2);
  EXPECT_DOUBLE_EQ(view.zoom, k_largest_zoom);
  for (int i = 0; i < 100; ++i) view = zoomed_at(view, area, k_picture, {50, 50}, 0.5);
  EXPECT_GT(view.zoom, 0);
  EXPECT_LE(view.zoom * k_picture.width, area.width);
}

TEST(View, FitsAllOfThePicture) {
  for (const Area area : {Area{0, 0, 300, 300}, Area{5, 5, 1000, 50}, Area{0, 0, 1, 1}}) {
    const View view = fitted_view(k_picture, area);
    const Point from = to_screen(view, area, {0, 0}), to = to_screen(view, area, {200, 100});
    EXPECT_GE(from.x, area.x);
    EXPECT_GE(from.y, area.y);
    EXPECT_LE(to.x, area.right());
    EXPECT_LE(to.y, area.bottom());
    EXPECT_TRUE(view.fitted);
  }
}

TEST(View, LeavesAMarginWhereThereIsRoom) {
  const Area area{0, 0, 420, 400};
  const View view = fitted_view(k_picture, area, 10);  // the width decides: 400 pixels for 200
  EXPECT_DOUBLE_EQ(view.zoom, 2);
  EXPECT_DOUBLE_EQ(to_screen(view, area, {0, 0}).x, 10);
  EXPECT_GT(fitted_view(k_picture, {0, 0, 8, 8}, 10).zoom, 0);
}

TEST(View, NamesThePixelsThatAreVisible) {
  const View view{10.5, 5, 10, false};  // 40 x 20 screen pixels show x 8.5 ... 12.5, y 4 ... 6
  const Box visible = visible_pixels(view, {0, 0, 40, 20}, k_picture);
  EXPECT_EQ(visible, (Box{8, 4, 5, 2}));
  EXPECT_LE(visible_pixels({-500, -500, 1, false}, {0, 0, 40, 20}, k_picture).area(), 0);
}

// ---------------------------------------------------------------- box

constexpr Box k_box{20, 30, 40, 20};
const Area k_area{0, 0, 400, 200};
const View k_view{100, 50, 2, false};  // picture (0, 0) lies at screen (0, 0), two screen pixels each

TEST(Names, AreSoFarApartThatOneHasRoomAndNoFurtherThanThereArePlaces) {
  EXPECT_EQ(names_apart(10, 10, 100), 1);
  EXPECT_EQ(names_apart(10, 25, 100), 4);
  for (const double step : {0.0, -1.0, 1e-300}) EXPECT_EQ(names_apart(step, 25, 5), 8) << step;
  EXPECT_EQ(names_apart(1, 25, 0), 1);
}

TEST(Grip, IsWhatLiesUnderThePointer) {
  struct Case {
    double x, y;  // picture coordinates
    Grip grip;
  };
  for (const Case& c : std::vector<Case>{{20, 30, Grip::north_west},
                                         {40, 30, Grip::north},
                                         {60, 30, Grip::north_east},
                                         {60, 40, Grip::east},
                                         {60, 50, Grip::south_east},
                                         {40, 50, Grip::south},
                                         {20, 50, Grip::south_west},
                                         {20, 40, Grip::west},
                                         {40, 40, Grip::inside},
                                         {10, 40, Grip::fresh},
                                         {40, 70, Grip::fresh},
                                         {100, 90, Grip::fresh}})
    EXPECT_EQ(grip_at(k_box, k_view, k_area, to_screen(k_view, k_area, {c.x, c.y}), 6), c.grip) << c.x << ", " << c.y;
  EXPECT_EQ(grip_at({}, k_view, k_area, {0, 0}, 6), Grip::fresh);
}

TEST(Grip, TheInsideOfASmallBoxStaysReachable) {
  const Box small{50, 50, 2, 2};  // 4 x 4 screen pixels, reach 6
  EXPECT_EQ(grip_at(small, k_view, k_area, to_screen(k_view, k_area, {51, 51}), 6), Grip::inside);
}

TEST(BoxDrag, AFreshBoxCoversThePixelsUnderBothEnds) {
  const BoxDrag drag{Grip::fresh, {}, {10.7, 8.2}};
  EXPECT_EQ(dragged(drag, {40.1, 30.9}, k_picture), (Box{10, 8, 31, 23}));
  EXPECT_EQ(dragged(drag, {5.5, 2.5}, k_picture), (Box{5, 2, 6, 7})) << "up and to the left";
  EXPECT_EQ(dragged(drag, {10.8, 8.3}, k_picture), (Box{10, 8, 1, 1}));
  EXPECT_EQ(dragged(drag, {-50, 1e9}, k_picture), (Box{0, 8, 11, 92})) << "clipped";
}

TEST(BoxDrag, MovesAndStopsAtTheBorders) {
  const BoxDrag drag{Grip::inside, k_box, {30, 40}};
  EXPECT_EQ(dragged(drag, {36, 37}, k_picture), (Box{26, 27, 40, 20}));
  EXPECT_EQ(dragged(drag, {-1000, 40}, k_picture), (Box{0, 30, 40, 20}));
  EXPECT_EQ(dragged(drag, {1000, 1000}, k_picture), (Box{160, 80, 40, 20}));
}

TEST(BoxDrag, EachHandleMovesItsSides) {
  struct Case {
    Grip grip;
    Box expected;
  };
  for (const Case& c : std::vector<Case>{{Grip::north, {20, 33, 40, 17}},
                                         {Grip::north_east, {20, 33, 45, 17}},
                                         {Grip::east, {20, 30, 45, 20}},
                                         {Grip::south_east, {20, 30, 45, 23}},
                                         {Grip::south, {20, 30, 40, 23}},
                                         {Grip::south_west, {25, 30, 35, 23}},
                                         {Grip::west, {25, 30, 35, 20}},
                                         {Grip::north_west, {25, 33, 35, 17}}})
    EXPECT_EQ(dragged({c.grip, k_box, {0, 0}}, {5, 3}, k_picture), c.expected) << static_cast<int>(c.grip);
}

TEST(BoxDrag, ASideMayCrossTheOppositeOneButNeverVanishes) {
  EXPECT_EQ(dragged({Grip::east, k_box, {60, 40}}, {10, 40}, k_picture), (Box{10, 30, 10, 20}));
  EXPECT_EQ(dragged({Grip::east, k_box, {60, 40}}, {20, 40}, k_picture), (Box{20, 30, 1, 20}));
  EXPECT_EQ(dragged({Grip::west, {150, 0, 50, 9}, {150, 0}}, {500, 0}, k_picture), (Box{199, 0, 1, 9}));
}

/// Whatever a hand does, the box lies inside the picture and has an area.
TEST(BoxDrag, AlwaysGivesABoxOfThePicture) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> anywhere(-300, 500);
  for (const Extent picture : {Extent{1, 1}, Extent{1, 50}, Extent{50, 1}, k_picture})
    for (int i = 0; i < 2000; ++i) {
      Box box = example_box(picture);
      const auto grip = static_cast<Grip>(random() % 9);
      box = dragged({grip, box, {anywhere(random), anywhere(random)}}, {anywhere(random), anywhere(random)}, picture);
      ASSERT_EQ(refusal(box, picture), "") << "grip " << static_cast<int>(grip);
      ASSERT_EQ(refusal(moved(box, 70, -70, picture), picture), "");
      ASSERT_EQ(refusal(resized(box, -70, 70, picture), picture), "");
    }
}

TEST(BoxKeys, MoveAndResizeByWholePixels) {
  EXPECT_EQ(moved(k_box, 1, -1, k_picture), (Box{21, 29, 40, 20}));
  EXPECT_EQ(resized(k_box, 1, 10, k_picture), (Box{20, 30, 41, 30}));
  EXPECT_EQ(resized(k_box, -500, 500, k_picture), (Box{20, 30, 1, 70}));
}

TEST(Box, IsClippedToThePicture) {
  EXPECT_EQ(clipped({190, 90, 40, 40}, k_picture), (Box{190, 90, 10, 10}));
  EXPECT_EQ(clipped({-5, -5, 10, 10}, k_picture), (Box{0, 0, 5, 5}));
  EXPECT_EQ(clipped({300, 0, 10, 10}, k_picture).area(), 0);
  EXPECT_EQ(clipped(k_box, k_picture), k_box);
}

// ---------------------------------------------------------------- layout

TEST(Layout, PartsNeverOverlapAndStayInTheWindow) {
  for (const LayoutCase& at : layout_cases()) {
    const Shell shell = at.shell({});
    const ExploreParts explore = explore_parts(shell.middle, at.em);
    expect_apart(at, shell, {explore.canvas, explore.formula, explore.colours});
    const RaceParts race = race_parts(shell.middle, at.em);
    expect_apart(at, shell, {race.canvas, race.standings});
  }
}

TEST(Layout, AMessageOverTheMiddleMovesNothing) {
  for (const LayoutCase& at : layout_cases()) {
    if (!at.requests.message) continue;
    LayoutCase with = at, without = at;
    with.requests.over = true;
    without.requests.message = false;
    const SideShape side{at.columns() >= 56, 17};
    const Shell over = with.shell(side), none = without.shell(side);
    for (const auto& [a, b] : {std::pair{over.middle, none.middle}, {over.side, none.side}, {over.bottom, none.bottom}}) {
      EXPECT_EQ(a.x, b.x);
      EXPECT_EQ(a.y, b.y);
      EXPECT_EQ(a.width, b.width);
      EXPECT_EQ(a.height, b.height);
    }
    EXPECT_EQ(over.message.x, none.middle.x);
    EXPECT_EQ(over.message.y, none.middle.y);
    EXPECT_EQ(over.message.width, none.middle.width);
    EXPECT_LE(over.message.bottom(), none.middle.bottom());
    with.requests.over = false;
    with.requests.at_end = true;
    const Shell at_end = with.shell(side);
    EXPECT_EQ(at_end.middle.y, none.middle.y);
    EXPECT_EQ(at_end.middle.height, none.middle.height);
    EXPECT_EQ(at_end.aside.height, none.aside.height);
    const bool has_keys = none.bottom.height > 0 && !at.requests.presenting;
    EXPECT_EQ(at_end.message.y, has_keys ? none.bottom.y : none.middle.y);
  }
}

TEST(Layout, HasEverythingWhereThereIsRoom) {
  const Shell large = shell_of(1280, 720, 16, {}, {});
  EXPECT_GT(large.side.width, 0);
  EXPECT_FALSE(explore_parts(large.middle, 16).compact);
  EXPECT_GT(explore_parts(large.middle, 16).colours.height, 0);
  const Shell small = shell_of(320, 240, 16, {}, {.docked = false});
  EXPECT_EQ(small.side.height, 0);
  EXPECT_TRUE(explore_parts(small.middle, 16).compact);
  EXPECT_GT(explore_parts(small.middle, 16).canvas.height, 100);
  EXPECT_GT(shell_of(320, 240, 16, {.drawer = true}, {.docked = false}).side.width, 0) << "the drawer opens";
}

TEST(Layout, HasALessonBelowInAWindowAsAPhones) {
  constexpr double k_aside = 17;
  const Shell phone = shell_of(780, 1688, 34, {.message = true, .aside = k_aside}, {.docked = false});
  EXPECT_EQ(phone.middle.width, 780);
  EXPECT_EQ(phone.aside.width, 780);
  EXPECT_GT(phone.aside.height, 10 * 34);
  EXPECT_GT(phone.middle.height, phone.aside.height);
  EXPECT_EQ(phone.aside.y, phone.middle.bottom());
  EXPECT_EQ(phone.aside.bottom(), phone.bottom.y);
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1200, 1600}}) {
    const Shell desk = shell_of(width, height, 16, {.aside = k_aside}, {});
    EXPECT_EQ(desk.aside.x, desk.middle.right());
    EXPECT_EQ(desk.aside.width, k_aside * 16);
  }
}

TEST(Shell, AFrameHasTheStageOfTheClassAndTheShapeOfTheLecturersWindow) {
  for (const auto& [stage, window] : std::initializer_list<std::pair<Extent, Extent>>{{{1920, 1080}, {1280, 720}},
                                                                                      {{1024, 768}, {1920, 1080}},
                                                                                      {{1920, 1080}, {1280, 1024}},
                                                                                      {{960, 540}, {1920, 1080}}}) {
    const Extent frame = with_lecturers_part(stage, window);
    EXPECT_GT(frame.width, 1.2 * stage.width) << "the lecturer's part";
    EXPECT_GE(frame.height, stage.height);
    EXPECT_NEAR(static_cast<double>(frame.width) / frame.height, static_cast<double>(window.width) / window.height, 0.01);
  }
  EXPECT_EQ(with_lecturers_part({}, {1280, 720}), (Extent{1280, 720})) << "without a class";
  EXPECT_EQ(with_lecturers_part({960, 540}, {1, 720}), (Extent{1, 720})) << "without room";
}

}  // namespace
}  // namespace satscope::app
