// SPDX-License-Identifier: Apache-2.0
// Barriers that are taken out of a story: races, and where they show.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/lessons/lesson.h"
#include "app/session/fields.h"
#include "app/workspaces/steps/source/edit.h"
#include "app/workspaces/steps/source/examples.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/state.h"
#include "kernels/registry.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

TEST(StepsBarriers, ADeletedOneIsARace) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .side = 4, .ready = "noise"}, nullptr);
  wanted.algorithm = "scan-transpose-scan";
  const auto whole = make_story(wanted);
  EXPECT_TRUE(whole->trace.races.empty());
  wanted.deleted_barriers = whole->trace.barriers;
  EXPECT_FALSE(make_story(wanted)->trace.races.empty());
}

/// Seven of eight are 0, also of those that fill up a tile of 16 x 8.
bool nearly_zero(const Samples& samples) {
  std::size_t others = 0;
  for (int y = 0; y < samples.extent.height; ++y)
    for (int x = 0; x < samples.extent.width; ++x) others += samples.value(x, y) != 0;
  return 8 * others <=
         static_cast<std::size_t>(samples.extent.width) * static_cast<std::size_t>(std::max(8, samples.extent.height));
}

/// Takes each barrier out by itself that the story's passes come by. Returns how many.
int expect_harm(const StoryRequest& wanted, const std::string& what) {
  const auto whole = make_story(wanted);
  int checked = 0;
  for (const Barrier& barrier : whole->trace.barriers) {
    // because: of a row or two the tiles of all other warps hold zeros, whatever they read too early
    if (barrier.file == "register_tile.h" && wanted.samples.extent.area() < 16) continue;
    ++checked;
    StoryRequest without = wanted;
    without.deleted_barriers = {barrier};
    const auto story = make_story(without);
    const bool waits_here = !story->trace.races.empty();
    EXPECT_TRUE(waits_here) << what << " without " << barrier.text();
    if (!waits_here) continue;
    // because: where nearly all numbers are 0, so are the words, whichever block reads them too early
    if (wanted.algorithm == "single-pass" && nearly_zero(wanted.samples) &&
        (!story->failing_run || story->failing_run->table.wrong.empty())) {
      --checked;
      continue;
    }
    EXPECT_TRUE(story->failing_run) << what << " without " << barrier.text();
    if (!story->failing_run) continue;
    EXPECT_FALSE(story->failing_run->table.wrong.empty()) << what << " without " << barrier.text();
    EXPECT_GT(story->first_wrong, 0U) << what << " without " << barrier.text();
    EXPECT_TRUE(!story->pass_check || story->pass_check->right < story->pass_check->all) << what;
  }
  return checked;
}

TEST(StepsBarriers, OfEveryExampleDoHarmWhereTheyAreMissing) {
  int checked = 0;
  for (const StepsExample& example : steps_examples()) {
    StepsSettings settings;
    apply_example(settings, example);
    checked += expect_harm(story_request(settings, samples_of(settings.source, nullptr), {}), std::string(example.id));
  }
  EXPECT_GT(checked, 10);
}

TEST(StepsBarriers, OfEveryLessonDoHarmWhereTheyAreMissing) {
  std::set<std::string> seen;
  int checked = 0;
  for (const Lesson& lesson : lessons())
    for (const Card& card : lesson.cards) {
      if (!card.show || !card.show->contains("steps")) continue;
      StepsSettings settings = read_part<StepsSettings>(card.show->at("steps"));
      settings.view = first_step_view();
      if (settings.source.kind == StepsSource::Kind::patch || !settings.filter.empty()) continue;
      if (!find_algorithm(settings.algorithm)->traced() || !seen.insert(written(settings).dump()).second) continue;
      checked += expect_harm(story_request(settings, samples_of(settings.source, nullptr), {}), lesson.id + ": " + card.title);
    }
  EXPECT_GT(checked, 10);
  EXPECT_GT(seen.size(), 10U);
}

TEST(StepsBarriers, TheWrongTableStandsBesideTheRightOne) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .ready = "bilgic"}, nullptr);
  wanted.algorithm = "scan-transpose-scan";
  const auto whole = make_story(wanted);
  EXPECT_FALSE(whole->failing_run);
  const std::vector<std::uint64_t> table{2, 3, 6, 7, 5, 8, 12, 14, 9, 13, 20, 23};  // added up by hand
  for (const Barrier& barrier : whole->trace.barriers) {
    wanted.deleted_barriers = {barrier};
    const auto story = make_story(wanted);
    EXPECT_EQ(story->trace.result_matches,
              !story->failing_run || story->failing_run->table.judged.buffer >= 0 || story->failing_run->table.wrong.empty())
        << "the run that fails is shown";
    if (!story->failing_run) continue;                           // so small a picture needs not every barrier
    if (story->failing_run->table.judged.buffer >= 0) continue;  // of a table that comes out right all the same
    const FailingRun& failing_run = *story->failing_run;
    ASSERT_EQ(failing_run.right.size(), table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
      EXPECT_EQ(failing_run.right[i].bits, table[i]);
      const bool wrong = std::count(failing_run.table.wrong.begin(), failing_run.table.wrong.end(), i) > 0;
      EXPECT_EQ(failing_run.table.cells[i].bits != table[i], wrong) << barrier.text() << " " << i;
    }
    EXPECT_NE(sentence_of(failing_run.table).find("of 12 entries"), std::string::npos) << sentence_of(failing_run.table);
  }
  wanted.deleted_barriers = whole->trace.barriers;
  EXPECT_TRUE(make_story(wanted)->failing_run);
}

}  // namespace
}  // namespace satscope::app
