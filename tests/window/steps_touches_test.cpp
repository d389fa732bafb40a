// SPDX-License-Identifier: Apache-2.0
// What a step touched, against a walk through its accesses.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/state.h"

namespace satscope::app {
namespace {

using Lines = std::set<std::pair<unsigned, std::uint32_t>>;

/// At every place of the story, the state's word for each cell; last back at the start, where nothing was touched. Returns how
/// often a place was written again within a step.
std::size_t expect_touches(const std::shared_ptr<const Story>& story) {
  const Trace& trace = story->trace;
  StepsState steps;
  steps.show(story);
  std::size_t again = 0;
  std::vector<std::size_t> positions(story->step_count() + 2);
  for (std::size_t i = 1; i <= story->step_count(); ++i) positions[i] = i;
  for (const std::size_t position : positions) {
    steps.player()->go_to(position);
    std::map<std::pair<std::uint32_t, std::uint32_t>, CellUse> wanted;
    Lines lines;
    const StoryStep none, &story_step = position == 0 ? none : story->steps[position - 1];
    for (std::uint32_t at = story_step.first; at < story_step.end; ++at) {
      for (const Read& read : trace.reads_of(trace.steps[at])) {
        wanted[{read.buffer, read.index}].read = true;
        lines.insert({read.file, read.line});
      }
      for (const Write& write : trace.writes_of(trace.steps[at])) {
        CellUse& use = wanted[{write.buffer, write.index}];
        if (use.written)
          ++again;
        else
          use.before = write.before;
        use.written = true;
        lines.insert({write.file, write.line});
      }
    }
    const Touches& touches = steps.touches();
    EXPECT_EQ(touches.cells.size(), wanted.size()) << "position " << position;
    EXPECT_EQ(Lines(touches.lines.begin(), touches.lines.end()), lines) << "position " << position;
    EXPECT_EQ(touches.lines.size(), lines.size()) << "position " << position;
    for (std::uint32_t buffer = 0; buffer < trace.buffers.size(); ++buffer)
      for (std::uint32_t index = 0; index < trace.buffers[buffer].shape.area(); ++index) {
        const CellUse* use = steps.touch({buffer, index});
        const auto found = wanted.find({buffer, index});
        EXPECT_EQ(use != nullptr, found != wanted.end()) << trace.buffers[buffer].name << " " << index << " at " << position;
        if (!use || found == wanted.end()) continue;
        EXPECT_EQ(use->read, found->second.read);
        EXPECT_EQ(use->written, found->second.written);
        EXPECT_EQ(use->before, found->second.before);
      }
  }
  return again;
}

std::shared_ptr<const Story> touching_story(int side, const std::string& filter, const std::string& algorithm) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .side = side, .ready = "noise"}, nullptr);
  wanted.algorithm = algorithm;
  wanted.filter = filter;
  return make_story(wanted);
}

TEST(Touches, OfEachStepAreThoseOfItsAccesses) {
  const auto story = touching_story(8, "", "scan-transpose-scan");
  EXPECT_TRUE(story->large_steps.empty());
  expect_touches(story);
}

TEST(Touches, RememberWhatWasThereBeforeTheFirstWrite) {
  std::size_t again = 0;
  for (const char* algorithm : {"brlt-scanrow", "scanrow-column", "single-pass"})
    again += expect_touches(touching_story(8, "", algorithm));
  EXPECT_GT(again, 0U) << "a place that a step writes twice";
}

TEST(Touches, OfALargeStepComeWithTheStory) {
  const auto story = touching_story(32, "box-naive", "scan-transpose-scan");
  EXPECT_TRUE(story->large_steps.contains(0)) << "the only step of this filter";
  expect_touches(story);
}

}  // namespace
}  // namespace satscope::app
