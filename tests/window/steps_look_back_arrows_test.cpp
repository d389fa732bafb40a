// SPDX-License-Identifier: Apache-2.0
// The arrows of a look-back, as they are drawn: whom they point to.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/workspaces/steps/views/look_back/inset.h"
#include "app/workspaces/steps/views/look_back/map.h"
#include "app/workspaces/steps/views/look_back/view.h"
#include "tests/window/grid_recording.h"
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
  void polygon(std::span<const Point> points, const Ink&) override {
    if (points.size() == 3) note(points);
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

 private:
  void note(std::span<const Point> points) {
    const auto side = [&](std::size_t i) { return std::hypot(points[i].x - points[0].x, points[i].y - points[0].y); };
    if (std::abs(side(1) - side(2)) < 1e-6 * side(1)) tips.push_back(points[0]);
  }
};

/// Who looks has the tail, who is looked at the head: a head lies nearest to the tile that is looked at.
TEST(LookBackTiles, HaveTheHeadsOfArrowsAtWhoIsLookedAt) {
  StepsState steps;
  make_tiles(steps, "random:1");
  int looks = 0, waits = 0;
  for (std::size_t position = 1; position <= steps.player()->story().step_count(); ++position) {
    steps.player()->go_to(position);
    ArrowTips drawn;
    const Area area{0, 0, 1900, 1000};
    ViewScene scene;
    paint_look_back(drawn, steps, area, TypeSize(drawn.em), &scene);
    std::vector<Area> tiles;
    for (const ViewShape& shape : scene.shapes) tiles.push_back(shape.area);
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

/// The map says of each published sum which pixels it covers: these sum to its value.
TEST(LookBackMap, CoversThePixelsThatTheSumsAdd) {
  int up = 0, left = 0, aggregates = 0;
  for (const char* order : {"ticket", "random:1", "random:2"}) {
    StepsState steps;
    make_tiles(steps, order);
    const Trace& trace = steps.player()->story().trace;
    const TraceBuffer& picture = trace.buffers.front();
    for (std::size_t position = 1; position <= steps.player()->story().step_count(); ++position) {
      steps.player()->go_to(position);
      const Coverage coverage = coverage_of(*steps.look_back(), steps.look_back_now());
      for (const CoveredPixels& part : coverage.parts) {
        if (part.value.empty()) continue;
        double sum = 0;
        for (int y = part.box.y; y < part.box.y + part.box.height; ++y)
          for (int x = part.box.x; x < part.box.x + part.box.width; ++x)
            sum += to_double(number(picture.start[static_cast<std::size_t>(y * picture.shape.width + x)], picture.type));
        std::string value = part.value;
        std::erase(value, ',');
        ASSERT_EQ(value, fmt::format("{}", sum)) << order << ", step " << position;
        ++(coverage.direction == Direction::up ? up : left);
        aggregates += part.known == Known::aggregate;
      }
    }
  }
  EXPECT_GT(up, 50);
  EXPECT_GT(left, 50);
  EXPECT_GT(aggregates, 20);
}

/// What is coloured is where these pixels lie among the tiles: 16 x 8 pixels each, from the left edge of its row to the first
/// column of the right-hand tile.
TEST(LookBackMap, ColoursThePixelsInTheirTiles) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .ready = "tiles"};
  step_algorithm(settings, "single-pass");
  settings.order = "random:2";
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  steps.player()->go_to(103);
  GridRecording drawn;
  ViewScene scene;
  paint_look_back(drawn, steps, {0, 0, 1280, 500}, TypeSize(drawn.em), &scene, true);
  const auto area_in = [&](Rgb colour) {  // of the largest
    Area largest;
    for (const auto& [area, ink] : drawn.rects)
      if (GridRecording::is(ink, colour) && area.width * area.height > largest.width * largest.height) largest = area;
    return largest;
  };
  ASSERT_EQ(scene.shapes.size(), 6U);
  for (const auto& [colour, left, right] : {std::tuple{drawn.palette.good, 0, 1}, std::tuple{drawn.palette.warning, 2, 3}}) {
    const Area &first = scene.shapes[static_cast<std::size_t>(left)].area,
               second = scene.shapes[static_cast<std::size_t>(right)].area;
    const Area area = area_in(colour);
    EXPECT_DOUBLE_EQ(area.x, first.x) << left;
    EXPECT_DOUBLE_EQ(area.y, first.y) << left;
    EXPECT_NEAR(area.right(), second.x + second.width / 16, 1e-6) << right;
    EXPECT_NEAR(area.bottom(), first.bottom(), 1e-6) << right;
  }
}

/// A row has room for the numbers of its tiles: 16 of each.
TEST(LookBackTiles, ShowTheNumbersOfARow) {
  StepsSettings settings;
  std::string typed;
  for (int i = 0; i < 64; ++i) typed += fmt::format("{} ", i % 16 == 0 ? 1 + i / 16 : 0);
  settings.source = {.kind = StepsSource::Kind::typed, .typed = typed + "\n"};
  step_algorithm(settings, "single-pass");
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  steps.player()->go_to(3);
  GridRecording drawn;
  paint_look_back(drawn, steps, {0, 0, 1280, 400}, TypeSize(drawn.em), nullptr, true);
  std::map<std::string, int> texts;
  for (const GridRecording::Words& number : drawn.numbers) ++texts[number.text];
  EXPECT_EQ(texts["0"], 60);
  for (const char* first : {"1", "2", "3", "4"}) EXPECT_GE(texts[first], 1) << first;
}

/// To a newcomer an arrow says what was read, which the tile may not show any more: block 3 read the aggregate 1 of block 2,
/// whose prefix is 4 at the end.
TEST(LookBackTiles, SayAtEachArrowWhatWasRead) {
  StepsSettings settings;
  std::string typed;
  for (const char* first : {"3", "1", "7", "2"}) typed += first + std::string(" 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ");
  settings.source = {.kind = StepsSource::Kind::typed, .typed = typed + "\n"};
  step_algorithm(settings, "single-pass");
  settings.form = Form::inclusive;
  settings.order = "random:245";
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const auto texts_at = [&](std::size_t position) {
    steps.player()->go_to(position);
    GridRecording drawn;
    paint_look_back(drawn, steps, {0, 0, 1280, 400}, TypeSize(drawn.em), nullptr, true);
    std::set<std::string> texts;
    for (const auto& [at, words] : drawn.names) texts.insert(words);
    for (const GridRecording::Words& number : drawn.numbers) texts.insert(number.text);
    for (const auto& [at, words] : drawn.chips) texts.insert(words);
    return texts;
  };
  const auto now = texts_at(46), end = texts_at(steps.player()->story().step_count());
  for (const char* text : {"A 1", "P 3", "aggregate 1"}) EXPECT_TRUE(now.contains(text)) << text;
  for (const char* text : {"A 1", "P 3", "P 11", "prefix 4"}) EXPECT_TRUE(end.contains(text)) << text;
  EXPECT_FALSE(end.contains("aggregate 1"));
}

/// A page has no keys.
TEST(LookBackTiles, NameKeysOnlyInTheWindow) {
  StepsState steps;
  make_tiles(steps, "ticket");
  for (const std::size_t position : {0U, 1U})
    for (const bool in_window : {true, false}) {
      steps.player()->go_to(position);
      GridRecording drawn;
      ViewScene scene;
      paint_look_back(drawn, steps, {0, 0, 1900, 1000}, TypeSize(drawn.em), in_window ? &scene : nullptr);
      const bool named = std::ranges::any_of(drawn.names, [](const auto& name) {
        return name.second.ends_with("Key J goes there.") || name.second.ends_with("Right: the first step.");
      });
      EXPECT_EQ(named, in_window) << position;
    }
}

/// Beside the tiles no arrow crosses what is written: numbers that go into one another are side by side.
TEST(LookBackInset, HasNoArrows) {
  StepsState steps;
  make_tiles(steps, "ticket");
  for (std::size_t at = 1; at <= steps.player()->story().step_count(); ++at) {
    steps.player()->go_to(at);
    ArrowTips drawn;
    ASSERT_NE(paint_inset(drawn, steps, {0, 0, 1400, 1000}, TypeSize(drawn.em)), InsetShows::nothing) << at;
    EXPECT_TRUE(drawn.tips.empty()) << at;
  }
}

}  // namespace
}  // namespace satscope::app
