// SPDX-License-Identifier: Apache-2.0
// A view shows what a step writes, or says that it does not and where it is seen: read from what is drawn.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "app/core/number_text.h"
#include "app/workspaces/steps/look_back_view.h"
#include "app/workspaces/steps/network.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source.h"
#include "app/workspaces/steps/tree.h"
#include "app/workspaces/steps/what.h"
#include "kernels/registry.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

/// Remembers the numbers in nodes of this step, whether a bar is framed and all words.
class Witness final : public Drawing {
 public:
  Witness() : Drawing(palette_of("dark"), 16) {}
  void polyline(std::span<const Point>, const Ink&, double) override {}
  void curve(Point, Point, Point, Point, const Ink&, double) override {}
  void rect(const Area&, const Ink&, double) override {}
  void frame(const Area& area, const Ink& ink, double, double) override {
    bars += is(ink.colour, palette.accent) && area.height < 1.5 * em && area.width > 2 * area.height;
  }
  void circle(Point, double, const Ink&) override {}
  void ring(Point, double, const Ink&, double) override {}
  void polygon(std::span<const Point>, const Ink&) override {}
  void text(Point, std::string_view words, const Ink& ink, Face face, double, const Area*) override {
    if (face == Face::text && is(ink.colour, palette.on_mark)) lit.insert(std::string(words));
    all += std::string(words) + "\n";
  }
  void clip(const Area&) override {}
  void unclip() override {}
  double letters(Face) const override { return 14; }
  double width_of(std::string_view words, Face, double size) const override {
    return 0.5 * (size > 0 ? size : 14) * static_cast<double>(words.size());
  }

  std::set<std::string> lit;
  std::string all;
  int bars = 0;
  bool says_so() const { return all.find("Grids") != std::string::npos; }

 private:
  static bool is(Rgb a, Rgb b) { return a.r == b.r && a.g == b.g && a.b == b.b; }
};

class Views : public testing::TestWithParam<std::string> {};
std::vector<std::string> traced_ids() { return ids_of(traced_algorithms()); }
INSTANTIATE_TEST_SUITE_P(Steps, Views, testing::ValuesIn(traced_ids()), NamedById());

TEST_P(Views, ShowWhatEachStepWritesOrSayThatTheyDoNot) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .ready = "bilgic"};
  step_algorithm(settings, GetParam());
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  constexpr Area k_area{0, 0, 2000, 2400};  // all of a network has room
  Network network;
  int shown = 0, said = 0;
  for (std::size_t beat = 0; beat < story.beat_count(); ++beat) {
    steps.player()->go_to(beat + 1);
    const Step& first = story.first_step(story.beats[beat]);
    if (!story.together) steps.first_block = first.block;
    lay_network(network, steps);
    Witness witnesses[3];
    paint_network(witnesses[0], steps, network, k_area, 1);
    paint_tree(witnesses[1], steps, network, k_area, 1);
    if (steps.look_back()) paint_look_back(witnesses[2], steps, k_area);
    for (std::uint32_t at = story.beats[beat].first; at < story.beats[beat].end; ++at) {
      const Step& step = story.trace.steps[at];
      if (step.block != network.block) continue;
      for (const Write& write : story.trace.writes_of(step)) {
        const TraceBuffer& buffer = story.trace.buffers[write.buffer];
        const std::string where = fmt::format("{}, {}, {}[{}]", GetParam(), step.label, buffer.name, write.index);
        const std::string number = ungrouped(satscope::number(write.after, buffer.type), 5);
        for (int view = 0; view < 2; ++view) {
          const bool other_row = network.rows.size() > 1;  // because: one row is drawn, and the heading says which
          const bool lit = witnesses[view].lit.contains(number);
          EXPECT_TRUE(lit || witnesses[view].says_so() || other_row) << (view ? "tree: " : "network: ") << where;
          ++(lit ? shown : said);
        }
        if (!steps.look_back()) continue;
        EXPECT_TRUE(witnesses[2].bars > 0 || witnesses[2].says_so()) << "look-back: " << where;
        if (buffer.space == Space::shared) {
          EXPECT_TRUE(witnesses[2].says_so()) << "look-back: " << where;
        }
      }
    }
  }
  EXPECT_GT(shown, 0) << said << " are not shown";
}

/// 32 x 32 numbers are 2 x 4 tiles: what a block writes for itself is not in the look-back, what it tells lights a bar.
TEST(LookBackOfTiles, NamesWhatItLeavesOut) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .side = 32, .ready = "noise"};
  step_algorithm(settings, "single-pass");
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  int left_out = 0, lit = 0;
  for (std::size_t beat = 0; beat < story.beat_count(); ++beat) {
    steps.player()->go_to(beat + 1);
    ASSERT_TRUE(steps.look_back());
    Witness witness;
    paint_look_back(witness, steps, {0, 0, 1168, 902});
    const Step& step = story.first_step(story.beats[beat]);
    const auto writes = story.trace.writes_of(step);
    const bool own = std::ranges::any_of(
        writes, [&](const Write& write) { return story.trace.buffers[write.buffer].space != Space::global; });
    EXPECT_TRUE(!own || witness.says_so()) << step.label;
    left_out += own;
    lit += witness.bars > 0;
  }
  EXPECT_GT(left_out, 0);
  EXPECT_GT(lit, 0) << "a bar is framed while its words are told";
}

/// 2 1 3 1 0 0 0 0 becomes 0 2 3 6 and is stored: the tree has it below its leaves.
TEST(TreeOfASweep, ShowsTheStore) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .ready = "bilgic"};
  step_algorithm(settings, "scan-transpose-scan");
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  const auto store = std::ranges::find(story.beats, "store", [&](const Beat& beat) { return story.first_step(beat).label; });
  ASSERT_NE(store, story.beats.end());
  steps.player()->go_to(static_cast<std::size_t>(store - story.beats.begin()) + 1);
  Network network;
  lay_network(network, steps);
  Witness tree;
  paint_tree(tree, steps, network, {0, 0, 1168, 902}, 1);
  EXPECT_EQ(tree.lit, (std::set<std::string>{"0", "2", "3", "6"}));
  EXPECT_FALSE(tree.says_so());
}

}  // namespace
}  // namespace satscope::app
