// SPDX-License-Identifier: Apache-2.0
// What the grids draw of a step while its values are on their way: a chip and an arrow for each movement of the trace.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <map>
#include <random>

#include "app/workspaces/steps/grid.h"
#include "app/workspaces/steps/network.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source.h"
#include "app/workspaces/steps/what.h"
#include "kernels/registry.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

/// Remembers the curves, the marks in the accent's colour and the texts.
class Recording final : public Drawing {
 public:
  Recording() : Drawing(palette_of("dark"), 16) {}
  void polyline(std::span<const Point>, const Ink&, double) override {}
  void curve(Point a, Point, Point, Point d, const Ink& ink, double) override {
    if (is_accent(ink.colour)) curves.push_back({a, d});  // else: the ground of one
  }
  void rect(const Area& area, const Ink& ink, double) override {
    if (is_accent(ink.colour)) marks.push_back(area);
  }
  void frame(const Area&, const Ink&, double, double) override {}
  void circle(Point, double, const Ink&) override {}
  void ring(Point, double, const Ink&, double) override {}
  void polygon(std::span<const Point>, const Ink&) override {}
  void text(Point at, std::string_view words, const Ink& ink, Face, double, const Area*) override {
    if (ink.colour.r == palette.on_accent.r && ink.colour.g == palette.on_accent.g) chips.emplace_back(at, std::string(words));
  }
  void clip(const Area&) override {}
  void unclip() override {}
  double letters(Face) const override { return 14; }
  double width_of(std::string_view words, Face, double size) const override {
    return 0.55 * (size > 0 ? size : 14) * static_cast<double>(words.size());
  }
  bool is_accent(Rgb c) const { return c.r == palette.accent.r && c.g == palette.accent.g && c.b == palette.accent.b; }

  std::vector<std::pair<Point, Point>> curves;
  std::vector<Area> marks;
  std::vector<std::pair<Point, std::string>> chips;
};

class MovingGrids : public testing::TestWithParam<std::string> {};

TEST_P(MovingGrids, HaveAnArrowAndANumberForEveryMovementOfEveryStep) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .side = 8, .ready = "bilgic"};
  if (const Filter* filter = find_filter(GetParam()))
    step_filter(settings, *filter);
  else
    step_algorithm(settings, GetParam());
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  StepsGridCache cache;
  std::size_t moved = 0;
  for (std::size_t beat = 0; beat < story.beat_count(); ++beat) {
    steps.player()->go_to(beat + 1);
    if (!story.together) steps.first_block = story.first_step(story.beats[beat]).block;
    lay_grids(cache, steps, {0, 0, 1168, 902}, 16);
    Recording before, drawn;
    paint_grids(before, steps, cache, ColourMap::cividis, 1);
    paint_grids(drawn, steps, cache, ColourMap::cividis, 0.5);
    // expected: by the trace, in the blocks that are drawn
    const int first = cache.layout.first_block, end = first + std::max(1, cache.layout.blocks);
    std::multimap<std::string, int> numbers;
    std::size_t expected = 0;
    for (std::uint32_t at = story.beats[beat].first; at < story.beats[beat].end; ++at) {
      const Step& step = story.trace.steps[at];
      if (cache.layout.all_blocks > 0 && (step.block < first || step.block >= end)) continue;
      for (const Flow& flow : flows_of(story.trace, step)) {
        ++expected;
        numbers.emplace(cell_text(story.trace, flow.from, flow.value), 0);
      }
    }
    const std::string where = fmt::format("{} step {}: {}", GetParam(), beat + 1, story.first_step(story.beats[beat]).label);
    EXPECT_EQ(drawn.curves.size(), expected > 1500 ? 0 : expected) << where;
    EXPECT_EQ(drawn.marks.size() - before.marks.size(), expected) << where;
    EXPECT_TRUE(before.chips.empty()) << "arrived, " << where;
    for (const auto& [at, words] : drawn.chips) EXPECT_TRUE(numbers.contains(words)) << words << " in " << where;
    moved += expected;
    if (HasFailure()) return;
  }
  EXPECT_GT(moved, 0U);
}

std::vector<std::string> ids_of_all() {
  std::vector<std::string> list = ids_of(traced_algorithms());
  for (const std::string& filter : ids_of(filters())) list.push_back(filter);
  return list;
}
INSTANTIATE_TEST_SUITE_P(Steps, MovingGrids, testing::ValuesIn(ids_of_all()), NamedById());

/// Steps, phases and jumps at 64 × 64: what a frame takes beside OpenGL, in every view that draws from the trace.
TEST(StepsMoves, AreReadyWithinAFrame) {
  constexpr double k_frame_ms = 16;
  for (const std::string algorithm : {"scan-transpose-scan", "scanrow-brlt", "serial"}) {
    StoryRequest wanted;
    wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .side = 64, .ready = "noise"}, nullptr);
    wanted.algorithm = algorithm;
    ASSERT_EQ(wanted.samples.extent.width, 64);
    StepsState steps;
    steps.show(make_story(wanted));
    StepsGridCache cache;
    Network network;
    std::mt19937 random(7);
    std::vector<double> times;
    for (int i = 0; i < 60; ++i) {
      const std::size_t count = steps.player()->count(), at = steps.player()->position();
      const auto begin = std::chrono::steady_clock::now();
      steps.player()->go_to(i % 3 == 0 ? random() % (count + 1) : std::min(at + 1, count));
      Recording drawn;
      lay_grids(cache, steps, {0, 0, 1168, 902}, 16);
      paint_grids(drawn, steps, cache, ColourMap::cividis, 0.5);
      times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::sort(times.begin(), times.end());
    RecordProperty("median_ms_" + algorithm, fmt::format("{:.2f}", times[times.size() / 2]));
    RecordProperty("worst_ms_" + algorithm, fmt::format("{:.2f}", times.back()));
    fmt::print("{}: median {:.2f} ms, worst {:.2f} ms\n", algorithm, times[times.size() / 2], times.back());
    EXPECT_LE(times[times.size() * 9 / 10], k_frame_ms) << algorithm;
  }
}

/// Every number on the cells of a panel, read from what is drawn: zeros too, in a hole that was cleared.
TEST(StepsZeros, StandWhereTheyWereWritten) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .ready = "bilgic"};
  step_algorithm(settings, "scan-transpose-scan");
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  for (std::size_t beat = 0; beat < story.beat_count(); ++beat) {
    steps.player()->go_to(beat + 1);
    for (std::uint32_t at = story.beats[beat].first; at < story.beats[beat].end; ++at)
      for (const Write& write : story.trace.writes_of(story.trace.steps[at])) {
        const CellAt cell{write.buffer, write.index};
        ASSERT_TRUE(steps.holds_value(cell));
        // what was there before is a value only if a step wrote it, a zero as well as any other
        bool written = false;
        for (std::uint32_t step = 0; step < story.beats[beat].first && !written; ++step)
          for (const Write& one : story.trace.writes_of(story.trace.steps[step]))
            written |= one.buffer == write.buffer && one.index == write.index;
        EXPECT_EQ(steps.held_value(cell), written) << story.trace.steps[at].label << " " << write.index;
      }
  }
}

}  // namespace
}  // namespace satscope::app
