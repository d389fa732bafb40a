// SPDX-License-Identifier: Apache-2.0
// A view shows what a step writes, or says that it does not and where it is seen: read from what is drawn.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/caption/caption.h"
#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/views/look_back/view.h"
#include "app/workspaces/steps/views/tree_network/network.h"
#include "app/workspaces/steps/views/tree_network/tree.h"
#include "kernels/registry.h"
#include "kernels/trace/narration.h"
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
    const bool published = words.ends_with(" A") || words.ends_with(" P");
    if (face == Face::text && is(ink.colour, published ? palette.panel : palette.on_mark)) lit.insert(std::string(words));
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

/// "Not in this view: temp[3] ← 7 and 2 more writes."
struct LeftOut {
  std::string one;  ///< the write that is named; empty: none is left out
  int count = 0;
};
LeftOut left_out(const std::string& words) {
  static const std::regex k_sentence(R"(Not in this view: (.*?)(?: and (\d+) more writes?)?\. Grids shows)");
  std::smatch found;
  if (!std::regex_search(words, found, k_sentence)) return {};
  return {found[1], 1 + (found[2].matched ? std::stoi(found[2]) : 0)};
}

class Views : public testing::TestWithParam<std::string> {};
std::vector<std::string> traced_ids() { return ids_of(traced_algorithms()); }
INSTANTIATE_TEST_SUITE_P(Steps, Views, testing::ValuesIn(traced_ids()), NamedById());

/// Sums of different pixels of this picture differ, so a number in a node shows which write it is. The writes of a step are
/// those in the nodes that are lit, in any of the networks, and those that the view says it leaves out: no fewer and no more.
TEST_P(Views, ShowEachWriteOfEachStepOrNameIt) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::typed, .typed = "201 34 97 5\n58 173 12 240\n7 149 83 226"};
  step_algorithm(settings, GetParam());
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  constexpr Area k_area{0, 0, 16000, 4000};  // all of a network has room, with its numbers
  Network network;
  int shown = 0, named = 0;
  for (std::size_t story_step = 0; story_step < story.step_count(); ++story_step) {
    steps.player()->go_to(story_step + 1);
    const Step& first = story.first_step(story.steps[story_step]);
    if (!story.together) steps.first_block = first.block;
    lay_network(network, steps);
    std::map<std::string, int> writes;  // by number
    std::set<std::string> names;        // "temp[3] ← 7"
    for (std::uint32_t at = story.steps[story_step].first; at < story.steps[story_step].end; ++at) {
      if (story.trace.steps[at].block != network.block) continue;
      for (const Write& write : story.trace.writes_of(story.trace.steps[at])) {
        const std::string number = ungrouped(satscope::number(write.after, story.trace.buffers[write.buffer].type), 5);
        ++writes[number];
        names.insert(name_of(story.trace, {write.buffer, write.index}) + " \u2190 " + number);
      }
    }
    for (const bool tree : {false, true}) {
      const std::string where =
          fmt::format("{} of {}, step {}: {}", tree ? "tree" : "network", GetParam(), story_step + 1, first.label);
      std::set<std::string> lit;
      std::optional<LeftOut> said;
      const std::size_t row = network.rows.empty() ? 0 : network.row;
      for (std::size_t one = 0; one < std::max<std::size_t>(1, network.rows.size()); ++one) {
        network.row = one;
        Witness witness;
        tree ? paint_tree(witness, steps, network, k_area, 1) : paint_network(witness, steps, network, k_area, 1);
        lit.insert(witness.lit.begin(), witness.lit.end());
        const LeftOut here = left_out(witness.all);
        EXPECT_TRUE(!said || said->count == here.count) << where << ": all networks of the block say the same";
        said = here;
      }
      network.row = row;
      int unlit = 0, zeros = 0;
      for (const auto& [number, count] : writes) {
        if (!lit.contains(number)) unlit += count;
        if (number == "0") zeros += count;  // one may be shown while others, made of other nothings, are not
      }
      EXPECT_GE(said->count, unlit) << where;
      EXPECT_LE(said->count, unlit + (lit.contains("0") ? std::max(0, zeros - 1) : 0)) << where;
      EXPECT_TRUE(said->count == 0 || names.contains(said->one)) << said->one << ", " << where;
      for (const auto& [number, count] : writes) shown += lit.contains(number) ? count : 0;
      named += said->count;
    }
    if (!steps.look_back()) continue;
    Witness witness;
    paint_look_back(witness, steps, k_area, TypeSize(witness.em));
    for (std::uint32_t at = story.steps[story_step].first; at < story.steps[story_step].end; ++at)
      for (const Write& write : story.trace.writes_of(story.trace.steps[at])) {
        const bool own = story.trace.buffers[write.buffer].space != Space::global;
        EXPECT_TRUE(witness.says_so() || (!own && witness.bars > 0)) << "look-back: " << first.label;
      }
  }
  EXPECT_GT(shown, 0) << named << " are not shown";
}

/// 32 x 32 numbers are 2 x 4 tiles: every number that a block writes is lit beside them, or Grids is named; what it says
/// lights a bar too.
TEST(LookBackOfTiles, LightsWhatABlockWritesOrNamesGrids) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .side = 32, .ready = "noise"};
  step_algorithm(settings, "single-pass");
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  int all = 0, part = 0, bars = 0;
  for (std::size_t story_step = 0; story_step < story.step_count(); ++story_step) {
    steps.player()->go_to(story_step + 1);
    ASSERT_TRUE(steps.look_back());
    const Step& step = story.first_step(story.steps[story_step]);
    steps.first_block = step.block;
    for (const Area& area : {Area{0, 0, 1168, 902}, Area{0, 0, 650, 540}}) {
      Witness witness;
      paint_look_back(witness, steps, area, TypeSize(witness.em));
      std::map<CellAt, std::string,
               decltype([](CellAt a, CellAt b) { return std::pair(a.buffer, a.index) < std::pair(b.buffer, b.index); })>
          last;  // by place: its number after the step
      for (const Write& write : story.trace.writes_of(step))
        last[{write.buffer, write.index}] = ungrouped(satscope::number(write.after, story.trace.buffers[write.buffer].type), 5);
      std::size_t lit = 0;
      for (const auto& [at, number] : last)
        lit += witness.lit.contains(number) || witness.lit.contains(number + " A") || witness.lit.contains(number + " P");
      const bool own = std::ranges::any_of(
          last, [&](const auto& one) { return story.trace.buffers[one.first.buffer].space != Space::global; });
      EXPECT_TRUE(lit == last.size() || witness.says_so() || (!own && witness.bars > 0))
          << step.label << ": " << lit << " of " << last.size();
      EXPECT_TRUE(last.empty() || lit > 0) << step.label << ": at least what one thread writes";
      ++(witness.says_so() ? part : all);
      bars += witness.bars > 0;
    }
  }
  EXPECT_GT(all, part);
  EXPECT_GT(part, 0) << "not all of a tile has room";
  EXPECT_GT(bars, 0) << "a bar is framed while its words are explained";
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
  const auto store =
      std::ranges::find(story.steps, "store", [&](const StoryStep& story_step) { return story.first_step(story_step).label; });
  ASSERT_NE(store, story.steps.end());
  steps.player()->go_to(static_cast<std::size_t>(store - story.steps.begin()) + 1);
  Network network;
  lay_network(network, steps);
  Witness tree;
  paint_tree(tree, steps, network, {0, 0, 1168, 902}, 1);
  EXPECT_EQ(tree.lit, (std::set<std::string>{"0", "2", "3", "6"}));
  EXPECT_FALSE(tree.says_so());
}

TEST(StepsSegments, SayWhatIsCutOrFilledUp) {
  StoryRequest wanted;
  wanted.algorithm = "scan-transpose-scan";
  const auto said = [&](int numbers, std::size_t size) {
    std::string row;
    for (int i = 0; i < numbers; ++i) row += "1 ";
    wanted.samples = samples_of({.kind = StepsSource::Kind::typed, .typed = row}, nullptr);
    wanted.size = size;
    return segments_text(*make_story(wanted));
  };
  EXPECT_EQ(said(16, 0), "A row of 16 is cut into 2 trees of 8; later passes join them.");
  EXPECT_EQ(said(16, 1), "");
  EXPECT_EQ(said(17, 1), "A row of 17 is cut into 2 trees of 16; later passes join them.");
  EXPECT_EQ(said(16, 2), "A row of 16 is filled up with zeros to a tree of 512.");
  EXPECT_EQ(said(16, 4), "") << "one tree of 16 on a real warp";
  wanted.algorithm = "serial";
  EXPECT_EQ(said(16, 0), "");
}

/// Turns beyond the first in which 32 banks serve all levels of a tree of n, by the definition of a bank. Up, a thread reads
/// its left place, and reads and writes the right one; down it also writes the left one, and reads the right one twice.
int extra_turns(int n, bool down) {
  int extra = 0;
  for (int offset = 1; offset < n; offset *= 2) {
    const int pairs = n / 2 / offset;
    for (const int place : {offset - 1, 2 * offset - 1}) {
      for (int first = 0; first < pairs; first += 32) {  // a warp at a time
        std::map<int, int> of_bank;
        for (int t = first; t < std::min(pairs, first + 32); ++t) ++of_bank[(2 * offset * t + place) % 32];
        int most = 0;
        for (const auto& [bank, words] : of_bank) most = std::max(most, words);
        const bool right = place == 2 * offset - 1;
        extra += (most - 1) * (down ? (right ? 3 : 2) : (right ? 2 : 1));
      }
    }
  }
  return extra;
}

TEST(StepsSegments, ARowIsOneTreeOnARealWarp) {
  StoryRequest wanted;
  wanted.algorithm = "scan-transpose-scan";
  wanted.passes = 1;
  wanted.form = Form::exclusive;
  wanted.params = {{"padding", false}};
  for (const int n : {8, 16, 32, 64}) {
    std::string row;
    for (int i = 0; i < n; ++i) row += "1 ";
    wanted.samples = samples_of({.kind = StepsSource::Kind::typed, .typed = row}, nullptr);
    for (wanted.size = 3; wanted.size < 6 && make_story(wanted)->sizes.segment < n;) ++wanted.size;
    const auto story = make_story(wanted);
    EXPECT_EQ(story->sizes.segment, n);
    EXPECT_EQ(story->banks, 32);
    EXPECT_EQ(story->trace.passes.front().counters.additions, 2 * (n - 1));
    EXPECT_EQ(story->trace.passes.front().counters.bank_conflicts, extra_turns(n, false) + extra_turns(n, true)) << n;
  }
  EXPECT_GT(extra_turns(64, false), 0);
}

TEST(StepsCaption, IsWhatTheCommandNarrates) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .ready = "bilgic"}, nullptr);
  wanted.algorithm = "scan-transpose-scan";
  const auto story = make_story(wanted);
  for (std::uint32_t at = 0; at < story->trace.steps.size(); ++at) {
    const StoryStep step{.first = at, .end = at + 1};
    const auto caption = caption_of(*story, step, focus_in(story->trace, step, story->trace.steps[at].block, {}, {}));
    if (caption.this_step.empty()) continue;
    std::string said = caption.this_step.substr(0, caption.this_step.find('.'));
    said = said.substr(said.find("hread "));  // behind "Block 2, t" or "T"
    EXPECT_NE(narrate(story->trace, at).find(said), std::string::npos) << said << "\n" << narrate(story->trace, at);
  }
}

}  // namespace
}  // namespace satscope::app
