// SPDX-License-Identifier: Apache-2.0
// The way of a block through a look-back, and what each of its steps touches: against the messages and accesses of the trace.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/views/look_back/course.h"
#include "app/workspaces/steps/views/look_back/step.h"
#include "app/workspaces/steps/views/look_back/view.h"
#include "kernels/trace/narration.h"
#include "tests/window/grid_recording.h"
#include "tests/window/look_back_tiles.h"

namespace satscope::app {
namespace {

TEST(LookBackCourse, EndsEachStageWhereTheTraceDoes) {
  for (const char* order : {"random:1", "ticket", "reversed:8"}) {
    StepsState steps;
    make_tiles(steps, order);
    const Story& story = steps.player()->story();
    const LookBack& look_back = *steps.look_back();
    for (int block = 0; block < 8; ++block) {
      // each step is a story step here, so after the step of this number the player is at one more
      std::map<std::pair<std::uint32_t, Known>, std::size_t> published;
      std::map<std::uint32_t, std::size_t> looked;
      std::size_t first_message = 0, last = 0;
      for (std::size_t at = 0; at < story.trace.steps.size(); ++at) {
        if (story.trace.steps[at].block != block) continue;
        last = at + 1;
        for (const Message& message : story.trace.messages_of(story.trace.steps[at])) {
          const std::size_t moment = message.moment + 1;
          if (first_message == 0 || moment < first_message) first_message = moment;
          if (message.kind == Message::Kind::publish)
            published[{message.buffer, message.known}] = std::max(published[{message.buffer, message.known}], moment);
          else
            looked[message.buffer] = std::max(looked[message.buffer], moment);
        }
      }
      const std::vector<CourseStage> course = course_of(story, look_back, block);
      const std::string where = fmt::format("{} block {}", order, block);
      ASSERT_FALSE(course.empty()) << where;
      EXPECT_EQ(course.front().kind, CourseStage::Kind::own_sums) << where;
      EXPECT_LT(course.front().last, first_message) << where;
      EXPECT_EQ(course.back().last, last) << where;
      std::size_t before = 0, publishes = 0, looks = 0;
      for (const CourseStage& stage : course) {
        EXPECT_GT(stage.last, before) << where;
        before = stage.last;
        if (stage.kind != CourseStage::Kind::messages) continue;
        const std::uint32_t buffer = look_back.words[static_cast<std::size_t>(stage.words)].buffer;
        if (stage.publishes != Known::nothing) {
          EXPECT_EQ(stage.last, (published[{buffer, stage.publishes}])) << where;
        }
        if (stage.looks) {
          EXPECT_EQ(stage.last, looked[buffer]) << where;
        }
        publishes += stage.publishes != Known::nothing;
        looks += stage.looks;
      }
      EXPECT_EQ(publishes, published.size()) << where;
      EXPECT_EQ(looks, looked.size()) << where;
      for (std::size_t at = 0; at < story.trace.steps.size(); ++at) {
        if (story.trace.steps[at].block != block) continue;
        const std::size_t stage = stage_at(course, at + 1);
        ASSERT_LT(stage, course.size()) << where;
        EXPECT_TRUE(at + 1 <= course[stage].last && (stage == 0 || at + 1 > course[stage - 1].last)) << where;
      }
    }
  }
}

std::string course_text(const StepsState& steps, int block) {
  std::string text;
  for (const CourseStage& stage : course_of(steps.player()->story(), *steps.look_back(), block))
    text += (text.empty() ? "" : " > ") + stage.name(*steps.look_back(), false);
  return text;
}

/// In the order of tickets every block finds prefixes, above it already at its first look: the first tile looks at no other,
/// the last one publishes nothing. In another order, some blocks look twice.
TEST(LookBackCourse, IsNamedByWhatTheBlockDoes) {
  StepsState steps;
  make_tiles(steps, "ticket");
  const std::string end = " > finish its part of the table";
  EXPECT_EQ(course_text(steps, 0), "sum its own tile > publish row words P > publish column words P" + end);
  EXPECT_EQ(course_text(steps, 2),
            "sum its own tile > publish row words P > look up > publish column words A > add, publish column words P" + end);
  EXPECT_EQ(course_text(steps, 3),
            "sum its own tile > look up > look left > publish column words A > add, publish column words P" + end);
  EXPECT_EQ(course_text(steps, 7), "sum its own tile > look up > look left" + end);
  StepsState apart;
  make_tiles(apart, "random:1");
  EXPECT_EQ(course_text(apart, 3),
            "sum its own tile > look left > publish column words A > look up, add, publish column words P" + end);
}

TEST(LookBackCourse, SaysWhyAStepNeedsNoOtherBlock) {
  StepsState steps;
  make_tiles(steps, "ticket");
  const Story& story = steps.player()->story();
  const LookBack& look_back = *steps.look_back();
  const auto why = [&](int block, std::string_view label) {
    for (std::size_t at = 0; at < story.trace.steps.size(); ++at)
      if (story.trace.steps[at].block == block && story.trace.steps[at].label == label)
        return why_here(story, look_back, block, at + 1).front();
    return std::string();
  };
  const auto caption_at = [&](int block, std::string_view label) {
    for (std::size_t at = 0; at < story.trace.steps.size(); ++at)
      if (story.trace.steps[at].block == block && story.trace.steps[at].label == label) return at + 1;
    return std::size_t{0};
  };
  EXPECT_EQ(why(2, "load"), fmt::format("Block 3 sums its own tile: it needs no other block for that. It publishes nothing in "
                                        "this step; in step {} it publishes 8 row words as prefixes.",
                                        caption_at(2, "publish rows")));
  EXPECT_EQ(why(0, "left, share"),
            fmt::format("Block 1 has no tile to its left. It goes on with its own sums: it needs no other block for that. It "
                        "publishes nothing in this step; in step {} it publishes 16 column words as prefixes.",
                        caption_at(0, "publish columns")));
  EXPECT_EQ(
      why(3, "left, share"),
      fmt::format("Block 4 goes on with what it has found: it needs no other block for that. It publishes nothing in this "
                  "step; in step {} it publishes 16 column words as aggregates.",
                  caption_at(3, "publish columns")));
  EXPECT_EQ(why(7, "walk and store"),
            "Block 8 has all that it needs of others and finishes its part of the table. It publishes nothing any more.");
}

/// Every place that the step touches lies in a part that is shown, and a part begins and ends at such a place.
TEST(LookBackStep, HasAllThatTheBlockTouchesAndNoMore) {
  StepsState steps;
  make_tiles(steps, "random:1");
  const Story& story = steps.player()->story();
  for (std::size_t position = 1; position <= story.step_count(); ++position) {
    steps.player()->go_to(position);
    const Step& step = story.first_step(*steps.player()->current());
    steps.first_block = step.block;
    const std::uint32_t thread = steps.caption()->focus.thread;
    for (const StepPart part : {StepPart::all, StepPart::warp, StepPart::thread}) {
      std::map<std::uint32_t, std::set<std::uint32_t>> places, written;
      const auto add = [&](const auto& access, bool writes) {
        if (part == StepPart::warp && access.thread / 4 != thread / 4) return;
        if (part == StepPart::thread && access.thread != thread) return;
        places[access.buffer].insert(access.index);
        if (writes) written[access.buffer].insert(access.index);
      };
      for (const Read& read : story.trace.reads_of(step)) add(read, false);
      for (const Write& write : story.trace.writes_of(step)) add(write, true);
      const BlockStep shown = block_step(steps, step.block, part);
      std::map<std::uint32_t, std::set<std::uint32_t>> missing = places;
      for (const StepPanel& panel : shown.panels) {
        const std::set<std::uint32_t>&touched = places[panel.buffer.buffer], &stored = written[panel.buffer.buffer];
        bool left = false, right = false, top = false, bottom = false, stores = false;
        for (int row = 0; row < panel.rows; ++row)
          for (int column = 0; column < panel.columns; ++column) {
            const std::uint32_t place = panel.at(column, row).index;
            if (!touched.contains(place)) continue;
            EXPECT_EQ(missing[panel.buffer.buffer].erase(place), 1U) << step.label << ", twice in " << panel.title;
            stores |= stored.contains(place);
            left |= column == 0;
            right |= column == panel.columns - 1;
            top |= row == 0;
            bottom |= row == panel.rows - 1;
          }
        EXPECT_EQ(panel.written, stores) << step.label << ", " << panel.title;
        EXPECT_TRUE(left && right && top && bottom) << step.label << ", " << panel.title;
      }
      for (const auto& [buffer, rest] : missing)
        EXPECT_TRUE(rest.empty()) << step.label << ", " << story.trace.buffers[buffer].name;
    }
  }
}

/// What others have published is read, also where the block publishes its own in the same step; and it is theirs by name.
TEST(LookBackStep, ShowsTheWordsOfOthersAsReadAndWhoseTheyAre) {
  int looks = 0, both = 0, named = 0;
  for (const char* order : {"random:1", "ticket", "reversed:8"}) {
    StepsState steps;
    make_tiles(steps, order);
    const Story& story = steps.player()->story();
    for (std::size_t position = 1; position <= story.step_count(); ++position) {
      steps.player()->go_to(position);
      const Step& step = story.first_step(*steps.player()->current());
      std::map<std::uint32_t, std::set<std::uint32_t>> found;
      std::set<std::uint32_t> caption;
      for (const Message& message : story.trace.messages_of(step)) {
        if (message.kind == Message::Kind::publish) caption.insert(message.buffer);
        if (message.kind == Message::Kind::look && message.known != Known::nothing) found[message.buffer].insert(message.index);
      }
      const BlockStep shown = block_step(steps, step.block, StepPart::all);
      for (const auto& [buffer, places] : found) {
        std::set<std::uint32_t> missing = places;
        for (const StepPanel& panel : shown.panels) {
          if (panel.buffer.buffer != buffer || panel.written) continue;
          for (int row = 0; row < panel.rows; ++row)
            for (int column = 0; column < panel.columns; ++column) missing.erase(panel.at(column, row).index);
          for (std::size_t row = 0; row < panel.row_names.size(); ++row, ++named)
            for (const BlockMessage& one : steps.look_back()->messages)
              if (one.message.kind == Message::Kind::publish && one.message.buffer == buffer &&
                  one.message.index == panel.at(0, static_cast<int>(row)).index) {
                EXPECT_EQ(panel.row_names[row], fmt::format("block {}", one.block + 1)) << order << " " << position;
              }
        }
        EXPECT_TRUE(missing.empty()) << step.label << ", step " << position << " of " << order
                                     << ", reads words that are under \"writes\"";
        ++looks;
        both += caption.contains(buffer);
      }
    }
  }
  EXPECT_GT(looks, 8);
  EXPECT_GT(both, 0) << "a step that looks and publishes in one buffer";
  EXPECT_GT(named, 0);
}

/// Sums of bytes lie in pairs, those of columns 0 and 2 in one word; those of other types in the order of the columns.
TEST(LookBackStep, NamesTheColumnsThatRegistersSum) {
  for (const auto& [type, order] : {std::pair{"8u32u", "0213"}, {"32f32f", "0123"}}) {
    StepsSettings settings;
    settings.source = {.kind = StepsSource::Kind::ready, .side = 32, .ready = "noise"};
    step_algorithm(settings, "single-pass");
    settings.type = type;
    StepsState steps;
    steps.want(settings, nullptr);
    while (!steps.player()) steps.advance(0);
    std::string found;
    int panels = 0;
    for (std::size_t position = 1; position <= steps.player()->story().step_count(); ++position) {
      steps.player()->go_to(position);
      const Step& step = steps.player()->story().first_step(*steps.player()->current());
      if (step.label != "down, sum columns") continue;
      for (const StepPanel& panel : block_step(steps, step.block, StepPart::all).panels) {
        if (!panel.written) continue;
        found.clear();
        for (const std::string& name : panel.row_names) found += name.substr(name.size() - 1);
        EXPECT_EQ(found, order) << type << ", step " << position;
        ++panels;
      }
    }
    EXPECT_EQ(panels, 8) << "one of each block";
  }
}

/// A block at the edge hands on zeros, and says why; one in the middle never does.
TEST(LookBackStep, SaysWhyABlockHandsOnZeros) {
  StepsState steps;
  make_tiles(steps, "ticket");
  const Story& story = steps.player()->story();
  std::map<int, std::set<std::string>> whys;
  for (std::size_t position = 1; position <= story.step_count(); ++position) {
    steps.player()->go_to(position);
    const Step& step = story.first_step(*steps.player()->current());
    const std::string why = block_step(steps, step.block, StepPart::all).no_pixel;
    if (why.empty()) continue;
    whys[step.block].insert(why);
    for (const Write& write : story.trace.writes_of(step))
      EXPECT_EQ(write.after.pixels, 0U) << step.label << " of block " << step.block + 1 << " hands on pixels";
  }
  EXPECT_EQ(whys[0], std::set<std::string>{"no tile lies to its left or above it"});
  EXPECT_EQ(whys[2], std::set<std::string>{"no tile lies to its left"});
  EXPECT_FALSE(whys.contains(3)) << *whys[3].begin();
}

/// Of each word by what it is worth, as the last message about it says.
TEST(LookBackStep, MarksWordsByWhatTheyAreWorth) {
  StepsState steps;
  make_tiles(steps, "reversed:8");
  const Story& story = steps.player()->story();
  std::map<char, int> marks;
  for (std::size_t position = 1; position <= story.step_count(); position += 3) {
    steps.player()->go_to(position);
    for (const WordBuffer& words : steps.look_back()->words) {
      std::map<std::uint32_t, Known> known;
      for (std::size_t at = 0; at < story.trace.steps.size(); ++at)
        for (const Message& m : story.trace.messages_of(story.trace.steps[at]))
          if (m.kind == Message::Kind::publish && m.buffer == words.buffer && m.moment < position)
            known[m.index] = std::max(known[m.index], m.known);
      for (std::uint32_t i = 0; i < story.trace.buffers[words.buffer].shape.area(); ++i) {
        const std::string text = step_cell_text(steps, {words.buffer, i});
        const char mark = text.empty() ? '-' : text.back();
        EXPECT_EQ(mark, known[i] == Known::prefix ? 'P' : known[i] == Known::aggregate ? 'A' : '-') << text;
        ++marks[mark];
      }
    }
  }
  for (const char mark : {'P', 'A', '-'}) EXPECT_GT(marks[mark], 0) << mark;
}

/// The step ends after the wait, so the wait is past; that nothing was found there goes without saying.
TEST(LookBackStep, SaysOnceForWhatAThreadWaited) {
  StepsState steps;
  make_tiles(steps, "random:1");
  const Trace& trace = steps.player()->story().trace;
  int waits = 0;
  for (const Step& step : trace.steps)
    for (const Message& message : trace.messages_of(step)) {
      if (message.kind != Message::Kind::wait) continue;
      ASSERT_TRUE(std::ranges::any_of(trace.writes_of(step), [&](const Write& w) { return w.thread == message.thread; }));
      const std::string text = describe_thread(trace, step, message.thread),
                        where = place_text(trace, message.buffer, message.index);
      EXPECT_NE(text.find("waited for " + where), text.npos) << text;
      EXPECT_EQ(text.find("found nothing at " + where), text.npos) << text;
      EXPECT_EQ(text.find("waits for"), text.npos) << text;
      ++waits;
    }
  EXPECT_GT(waits, 0);
}

/// One stage is lit, that of the step: it publishes if and only if the block does so in the step.
TEST(LookBackInset, LightsTheStageOfTheStepAndNoOther) {
  StepsState steps;
  make_tiles(steps, "ticket");
  const Story& story = steps.player()->story();
  std::size_t between = 0, here = 0;
  for (std::size_t at = 0; at < story.trace.steps.size(); ++at) {
    steps.player()->go_to(at + 1);
    GridRecording drawn;
    paint_look_back(drawn, steps, {0, 0, 1900, 1000}, TypeSize(drawn.em));
    ASSERT_EQ(drawn.chips.size(), 1U) << at;
    const std::string& lit = drawn.chips.front().second;
    EXPECT_TRUE(lit.starts_with("now: ")) << lit;
    EXPECT_NE(lit.find(fmt::format("step {}", at + 1)), lit.npos) << at << " " << lit;
    const auto messages = story.trace.messages_of(story.trace.steps[at]);
    const bool now = std::ranges::any_of(messages, [](const Message& one) { return one.kind == Message::Kind::publish; });
    EXPECT_EQ(lit.find("publish") != lit.npos, now) << at << " " << lit;
    between += lit.starts_with("now: goes on");
    here += now;
  }
  EXPECT_GT(between, 8U);
  EXPECT_GT(here, 8U);
}

}  // namespace
}  // namespace satscope::app
