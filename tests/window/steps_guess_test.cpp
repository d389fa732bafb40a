// SPDX-License-Identifier: Apache-2.0
// Guess the algorithm without a window: nothing that is drawn of a nameless story names it, and guesses are judged.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/ui/drawing/page.h"
#include "app/workspaces/steps/caption/caption.h"
#include "app/workspaces/steps/caption/step_words.h"
#include "app/workspaces/steps/export/page.h"
#include "app/workspaces/steps/guess/guess.h"
#include "app/workspaces/steps/source/source.h"
#include "kernels/registry.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

std::shared_ptr<const Story> story_to_guess(const std::string& algorithm, bool nameless) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .ready = "noise"}, nullptr);
  wanted.algorithm = algorithm;
  wanted.nameless = nameless;
  return make_story(wanted);
}

class EveryGuess : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(StepsGuess, EveryGuess, testing::ValuesIn(ids_of(traced_algorithms())), NamedById());

TEST_P(EveryGuess, IsDescribedWithoutItsNames) {
  const auto named = story_to_guess(GetParam(), false), nameless = story_to_guess(GetParam(), true);
  ASSERT_EQ(nameless->step_count(), named->step_count());
  ASSERT_EQ(nameless->phases.size(), named->phases.size());
  EXPECT_TRUE(nameless->trace.result_matches);
  std::set<std::string> names{named->algorithm_title, GetParam()};
  for (const Step& step : named->trace.steps) names.insert(step.label);
  for (const TracePass& pass : named->trace.passes) names.insert(pass.name);
  Player player(nameless);
  for (std::size_t i = 0; i <= player.count(); i += 1 + player.count() / 60) {
    player.go_to(i);
    std::vector<std::string> said = heading_texts(player);
    said.push_back(narration_of(player, 0));
    said.push_back(nameless->title());
    for (const StoryPhase& story_phase : nameless->phases) said.push_back(story_phase.name);
    if (const StoryStep* story_step = player.current()) {
      const StepCaption caption = caption_of(*nameless, *story_step, focus_in(nameless->trace, *story_step, 0, {}, {}));
      EXPECT_EQ(caption.idea + caption.watch, "");
      // a sentence may use the words of a label ("copy"), but no sentence begins with one
    }
    for (const std::string& text : said)
      for (const std::string& name : names)
        EXPECT_FALSE(text == name || text.find("·  " + name) != text.npos || text.find(": " + name) != text.npos)
            << text << " names " << name;
  }
}

/// The texts of an SVG document.
std::vector<std::string> texts_of(const std::string& svg) {
  constexpr std::string_view end = "</text>";
  std::vector<std::string> texts;
  for (std::size_t at = svg.find(end); at != svg.npos; at = svg.find(end, at + 1)) {
    const std::size_t begin = svg.rfind('>', at) + 1;
    texts.push_back(svg.substr(begin, at - begin));
  }
  return texts;
}

TEST_P(EveryGuess, IsDrawnWithoutItsNamesInEveryView) {
  const auto named = story_to_guess(GetParam(), false), nameless = story_to_guess(GetParam(), true);
  std::set<std::string> names{named->algorithm_title, GetParam()};
  for (const Step& step : named->trace.steps) names.insert(step.label);
  for (const TracePass& pass : named->trace.passes) names.insert(pass.name);
  for (const TraceBuffer& buffer : named->trace.buffers) names.erase(buffer.name);  // what memory is called is no secret
  const SvgPage paper({1280, 720});
  const auto described_by = [&](const std::shared_ptr<const Story>& story) {
    std::set<std::string> caption;
    for (const StepViewKind& view : step_views()) {
      if (view.of_frame()) continue;
      StepsPage page(story, {.view = &view});
      for (const std::size_t position : {std::size_t{1}, story->step_count() / 2, story->step_count()})
        for (const std::string& text : texts_of(paper.document(palette_of("light"), 1, "", "", [&](Drawing& drawing) {
               page.paint(drawing, {0, 0, 1280, 720}, position);
             })))
          for (const std::string& name : names)
            if (text == name || text.find("·  " + name) != text.npos || text.find(": " + name + "  ·") != text.npos ||
                text.starts_with(named->algorithm_title))
              caption.insert(text + " names " + name);
    }
    return caption;
  };
  EXPECT_FALSE(described_by(named).empty()) << "else this test is blind";
  for (const std::string& leak : described_by(nameless)) ADD_FAILURE() << leak;
}

TEST(Guesses, AreOfAlgorithmsThatAnExampleOrALessonShowsUnlessAllAreWanted) {
  const auto serial = story_to_guess("serial", false);
  const auto few = guessable(*serial, false), all = guessable(*serial);
  EXPECT_LT(few.size(), all.size());
  for (const char* met : {"serial", "recursive-doubling", "scan-transpose-scan", "brlt-scanrow", "single-pass"})
    EXPECT_TRUE(std::ranges::count(few, met) == 1) << met;
  for (const char* other : {"rows-n", "column-difference", "tiles-2r1w"}) {
    EXPECT_EQ(std::ranges::count(few, other), 0) << other;
    EXPECT_EQ(std::ranges::count(all, other), 1) << other;
  }
  std::mt19937 random(5);
  Guess guess;
  for (int i = 0; i < 50; ++i) EXPECT_EQ(std::ranges::count(few, guess.begin(*serial, random, false).value()), 1);
}

TEST(Guesses, AreJudgedAndSayWhatDiffers) {
  std::mt19937 random(3);
  const auto serial = story_to_guess("serial", false);
  Guess guess;
  EXPECT_FALSE(guess.on());
  std::set<std::string> picked;
  for (int i = 0; i < 200; ++i) picked.insert(guess.begin(*serial, random).value());
  EXPECT_FALSE(picked.contains("serial")) << "what one has just seen is not asked for";
  EXPECT_EQ(picked.size() + 1, guessable(*serial).size()) << "all others are";
  const std::string right = guess.algorithm();
  const auto story = story_to_guess(right, true);
  EXPECT_TRUE(guess.hides(right));
  guess.guess(*story, "serial");
  EXPECT_EQ(guess.wrong(), (std::vector<std::string>{"serial"}));
  EXPECT_TRUE(guess.answer().starts_with("Not ")) << guess.answer();
  EXPECT_TRUE(guess.hides(right));
  guess.guess(*story, right);
  EXPECT_TRUE(guess.solved());
  EXPECT_FALSE(guess.hides(right));
  EXPECT_EQ(guess.answer(), "Right, at try 2.");
  guess.begin(*story, random);
  EXPECT_NE(guess.algorithm(), right);
  EXPECT_TRUE(guess.wrong().empty());
  guess.guess(*story_to_guess(guess.algorithm(), true), guess.algorithm());
  EXPECT_EQ(guess.answer(), "Right, at the first try.");
}

}  // namespace
}  // namespace satscope::app
