// SPDX-License-Identifier: Apache-2.0
// The arrows of a look-back, as they are drawn: whom they point to, and one for each number that the told thread hands on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "app/workspaces/steps/flow.h"
#include "app/workspaces/steps/look_back_inset.h"
#include "app/workspaces/steps/look_back_view.h"
#include "tests/window/look_back_tiles.h"

namespace satscope::app {
namespace {

/// A surface that remembers the heads of arrows: their tips. The sign of what runs is a triangle too, with unequal sides.
class ArrowTips final : public Drawing {
 public:
  ArrowTips() : Drawing(palette_of("dark"), 16) {}
  void polyline(std::span<const Point> points, const Ink&, double) override {
    if (points.size() == 4 && points[0].x == points[3].x && points[0].y == points[3].y) note(points);
  }
  void polygon(std::span<const Point> points, const Ink& ink) override {
    if (points.size() != 3) return;
    note(points);
    told += ink.colour.r == palette.box.r && ink.colour.g == palette.box.g && ink.colour.b == palette.box.b;
  }
  void curve(Point, Point, Point, Point, const Ink&, double) override {}
  void rect(const Area&, const Ink&, double) override {}
  void frame(const Area&, const Ink&, double, double) override {}
  void circle(Point, double, const Ink&) override {}
  void ring(Point, double, const Ink&, double) override {}
  void text(Point, std::string_view, const Ink&, Face, double, const Area*) override {}
  void clip(const Area&) override {}
  void unclip() override {}
  double letters(Face) const override { return 14; }
  double width_of(std::string_view words, Face, double) const override { return 7.7 * static_cast<double>(words.size()); }

  std::vector<Point> tips;
  std::size_t told = 0;  ///< those in the colour of what is told

 private:
  void note(std::span<const Point> points) {
    const auto side = [&](std::size_t i) { return std::hypot(points[i].x - points[0].x, points[i].y - points[0].y); };
    if (std::abs(side(1) - side(2)) < 1e-6 * side(1)) tips.push_back(points[0]);
  }
};

/// Who looks has the tail, who is looked at the head: a head stands nearest to the tile that is looked at.
TEST(LookBackTiles, HaveTheHeadsOfArrowsAtWhoIsLookedAt) {
  StepsState steps;
  make_tiles(steps, "random:1");
  int looks = 0, waits = 0;
  for (std::size_t position = 1; position <= steps.player()->story().beat_count(); ++position) {
    steps.player()->go_to(position);
    ArrowTips drawn;
    const Area area{0, 0, 1900, 1000};
    const std::vector<Area> tiles = look_back_tiles(drawn, steps, area);
    paint_look_back(drawn, steps, area, TypeSize(drawn.em));
    double right = 0, bottom = 0, gap = 0;
    for (const Area& tile : tiles) {
      right = std::max(right, tile.right());
      bottom = std::max(bottom, tile.bottom());
    }
    gap = tiles[1].x - tiles[0].right();
    const auto distance = [](const Area& tile, Point p) {
      return std::hypot(std::max({tile.x - p.x, 0.0, p.x - tile.right()}), std::max({tile.y - p.y, 0.0, p.y - tile.bottom()}));
    };
    std::map<int, int> wanted, found;
    for (const Look& look : steps.look_back_now().looks) {
      ++wanted[look.to];
      ++(look.awaited > 0 ? waits : looks);
    }
    for (const Point tip : drawn.tips) {
      if (tip.x > right + gap || tip.y > bottom + gap) continue;  // of the block's own panels, or of the legend
      const auto nearest = std::ranges::min_element(tiles, {}, [&](const Area& tile) { return distance(tile, tip); });
      EXPECT_LT(distance(*nearest, tip), 2) << position;
      ++found[static_cast<int>(nearest - tiles.begin())];
    }
    ASSERT_EQ(found, wanted) << "in step " << position;
  }
  EXPECT_GT(looks, 8);
  EXPECT_GT(waits, 8);
}

/// From each place that the thread which is told of reads to where the number goes; where arrows would hide the numbers, those
/// of the first sum alone.
TEST(LookBackInset, HasAnArrowForEachNumberOfTheThreadThatIsToldOf) {
  StepsState steps;
  make_tiles(steps, "ticket");
  const Story& story = steps.player()->story();
  std::size_t arrows = 0, crowded = 0;
  for (std::size_t at = 0; at < story.beat_count(); ++at) {
    steps.player()->go_to(at + 1);
    const Step& step = story.first_step(*steps.player()->current());
    std::map<std::uint32_t, std::size_t> into;  // by write
    std::size_t all = 0;
    for (const Flow& flow : chained_flows_of(story.trace, step))
      if (flow.thread == steps.told()->focus.thread && flow.from != flow.to) {
        ++into[flow.write];
        ++all;
      }
    const std::size_t flows = all > 12 ? into.begin()->second : all;
    crowded += all > 12;
    ArrowTips drawn;
    ASSERT_NE(paint_inset(drawn, steps, {0, 0, 1400, 1000}, TypeSize(drawn.em)), InsetShows::nothing) << step.label;
    EXPECT_EQ(drawn.told, flows) << step.label << ", step " << at + 1;
    arrows += flows;
  }
  EXPECT_GT(arrows, story.beat_count());
  EXPECT_GT(crowded, 4U);
}

}  // namespace
}  // namespace satscope::app
