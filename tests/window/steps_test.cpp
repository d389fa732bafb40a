// SPDX-License-Identifier: Apache-2.0
// The workspace Steps without its window: stories, the player with a clock of ours, flows, histories.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "app/lessons/lesson.h"
#include "app/session/fields.h"
#include "app/workspaces/steps/player.h"
#include "app/workspaces/steps/source/edit.h"
#include "app/workspaces/steps/source/examples.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/state.h"
#include "app/workspaces/steps/trace/cross_check.h"
#include "app/workspaces/steps/trace/flow.h"
#include "kernels/registry.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

std::shared_ptr<const Story> story_of(const std::string& algorithm, bool together = true, int side = 8,
                                      const std::string& ready = "noise") {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .side = side, .ready = ready}, nullptr);
  wanted.algorithm = algorithm;
  wanted.together = together;
  return make_story(wanted);
}

std::vector<std::uint64_t> table_in(const Replay& replay, const Trace& trace) {
  std::vector<std::uint64_t> numbers;
  for (const Cell& cell : replay.content(static_cast<std::size_t>(trace.table))) numbers.push_back(cell.bits);
  return numbers;
}

/// The definition: a double loop per entry.
std::vector<std::uint64_t> table_by_definition(const Samples& samples) {
  std::vector<std::uint64_t> table;
  for (int y = 0; y < samples.extent.height; ++y)
    for (int x = 0; x < samples.extent.width; ++x) {
      double sum = 0;
      for (int v = 0; v <= y; ++v)
        for (int u = 0; u <= x; ++u) sum += samples.value(u, v);
      table.push_back(static_cast<std::uint64_t>(sum));
    }
  return table;
}

class EveryAlgorithm : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Steps, EveryAlgorithm, testing::ValuesIn(ids_of(traced_algorithms())), NamedById());

TEST(Stories, HaveNumbersOfTheirOwnWhereverTheyLie) {
  StoryRequest wanted;
  wanted.samples = load_input("pattern:noise:4x3:1");
  wanted.algorithm = "serial";
  std::set<std::uint64_t> numbers;
  for (int i = 0; i < 20; ++i) {
    const auto story = make_story(wanted);
    EXPECT_NE(story->number, 0U);
    numbers.insert(story->number);
  }
  EXPECT_EQ(numbers.size(), 20U);
}

TEST_P(EveryAlgorithm, StartsPausedBeforeTheFirstStepAndStaysThere) {
  Player player(story_of(GetParam()));
  EXPECT_FALSE(player.playing());
  EXPECT_EQ(player.position(), 0U);
  EXPECT_EQ(player.current(), nullptr);
  EXPECT_FALSE(player.advance(1000));
  EXPECT_EQ(player.position(), 0U);
}

TEST_P(EveryAlgorithm, ForwardAndBackIsAFreshReplay) {
  const auto story = story_of(GetParam());
  Player player(story);
  for (const std::size_t goal : {story->step_count(), std::size_t{3}, story->step_count() / 2, std::size_t{0}}) {
    while (player.position() < goal) player.step(1);
    while (player.position() > goal) player.step(-1);
    Replay fresh(story->trace);
    fresh.go_to(story->steps_after(goal));
    for (std::size_t buffer = 0; buffer < story->trace.buffers.size(); ++buffer) {
      const auto a = player.replay().content(buffer), b = fresh.content(buffer);
      ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << "step " << goal << " buffer " << buffer;
    }
  }
}

TEST_P(EveryAlgorithm, StepsHoldEveryTracedStepOnceAndEndInTheTable) {
  const Samples samples = samples_of({.kind = StepsSource::Kind::ready, .side = 8, .ready = "noise"}, nullptr);
  for (const bool together : {true, false}) {
    const auto story = story_of(GetParam(), together);
    std::uint32_t next = 0;
    for (const StoryStep& story_step : story->steps) {
      ASSERT_EQ(story_step.first, next);
      ASSERT_GT(story_step.end, story_step.first);
      next = story_step.end;
    }
    EXPECT_EQ(next, story->trace.steps.size());
    // the accesses of the steps distinguish them: none is lost, none is there twice
    std::set<std::uint32_t> writes;
    std::size_t all = 0;
    for (const Step& step : story->trace.steps) {
      all += step.writes;
      for (std::uint32_t i = 0; i < step.writes; ++i) writes.insert(step.first_write + i);
    }
    EXPECT_EQ(all, story->trace.writes.size());
    EXPECT_EQ(writes.size(), story->trace.writes.size());
    Player player(story);
    player.go_to(story->step_count());
    EXPECT_EQ(table_in(player.replay(), story->trace), table_by_definition(samples)) << "together " << together;
    EXPECT_EQ(story->cross_check.state, CrossCheck::State::agree) << story->cross_check.text;
  }
}

TEST_P(EveryAlgorithm, BlocksThatAreTogetherDoTheSameThing) {
  const auto story = story_of(GetParam());
  EXPECT_TRUE(story->together);
  for (const StoryStep& story_step : story->steps) {
    std::set<int> blocks;
    for (std::uint32_t at = story_step.first; at < story_step.end; ++at) {
      EXPECT_EQ(story->trace.steps[at].label, story->first_step(story_step).label);
      EXPECT_EQ(story->trace.steps[at].pass, story->first_step(story_step).pass);
      EXPECT_TRUE(blocks.insert(story->trace.steps[at].block).second);
    }
  }
  const auto apart = story_of(GetParam(), false);
  EXPECT_EQ(apart->step_count(), apart->trace.steps.size());
}

TEST_P(EveryAlgorithm, PhasesCoverAllStepsInOrder) {
  for (const bool together : {true, false}) {
    const auto story = story_of(GetParam(), together);
    std::size_t next = 0;
    int number = 0;
    for (const StoryPhase& story_phase : story->phases) {
      EXPECT_FALSE(story_phase.name.empty());
      ASSERT_EQ(story_phase.first, next);
      ASSERT_GT(story_phase.end, story_phase.first);
      for (std::size_t story_step = story_phase.first; story_step < story_phase.end; ++story_step) {
        EXPECT_EQ(story->steps[story_step].story_phase, number);
        EXPECT_EQ(story->first_step(story->steps[story_step]).pass, story_phase.pass);
      }
      next = story_phase.end;
      ++number;
    }
    EXPECT_EQ(next, story->step_count());
  }
}

TEST(StepsPhases, AreThePhasesOfBlellochsScan) {
  const auto story = story_of("scan-transpose-scan", true, 4);
  std::vector<std::string> names;
  for (const StoryPhase& story_phase : story->phases)
    if (story_phase.pass == 0) names.push_back(story_phase.name);
  EXPECT_EQ(names, (std::vector<std::string>{"load", "up-sweep", "clear, keep the sum", "down-sweep", "store"}));
  // 4 rows of 4, segments of 8: a step of pass 0 is 4 blocks doing the same
  EXPECT_EQ(story->steps[1].end - story->steps[1].first, 4U);
  EXPECT_EQ(story->first_step(story->steps[1]).label, "up-sweep d=4");
}

TEST(StepsPhases, AreTheRowsOfTheRecursion) {
  const auto story = story_of("serial", true, 4);
  ASSERT_EQ(story->phases.size(), 4U);
  EXPECT_EQ(story->phases[2].name, "recursion row 2");
}

TEST(StepsGather, KeepsBlocksApartThatWaitForOneAnother) {
  // two blocks; the first writes twice what the second reads in between
  Trace trace;
  trace.buffers.push_back({.name = "chain", .type = Scalar::u32, .shape = {2, 1}, .start = {{}, {}}});
  trace.passes.push_back({.name = "chain", .blocks = 2, .threads = 1, .counters = {}});
  trace.writes = {{0, 0, 0, 1, 0, {0, 0}, {1, 0}}, {0, 0, 0, 1, 0, {1, 0}, {2, 0}}, {0, 1, 0, 2, 0, {0, 0}, {2, 0}}};
  trace.reads = {{0, 0, 0, 2, 0, {2, 0}}};
  trace.steps = {{.label = "a", .block = 0, .first_write = 0, .writes = 1},
                 {.label = "a", .block = 0, .first_write = 1, .writes = 1},
                 {.label = "a", .block = 1, .first_read = 0, .reads = 1, .first_write = 2, .writes = 1}};
  std::vector<StoryStep> story_steps;
  EXPECT_FALSE(gather_steps(trace, true, story_steps));
  EXPECT_EQ(story_steps.size(), 3U);
  EXPECT_EQ(trace.steps[1].first_write, 1U);
  // had the second block read what the first wrote first, both could go together
  trace.reads[0].value = {1, 0};
  EXPECT_TRUE(gather_steps(trace, true, story_steps));
  EXPECT_EQ(story_steps.size(), 2U);
  EXPECT_EQ(trace.steps[1].block, 1);
}

TEST(StepsPlayer, PlaysByTheClockAndStopsAtTheEnd) {
  Player player(story_of("serial", true, 4));  // 16 steps
  player.set_speed(4);
  player.toggle(100);
  EXPECT_TRUE(player.advance(100));
  EXPECT_EQ(player.position(), 1U);
  EXPECT_FALSE(player.advance(100.2));
  EXPECT_TRUE(player.advance(100.25));
  EXPECT_EQ(player.position(), 2U);
  EXPECT_TRUE(player.advance(101.25));  // a slow frame loses no step
  EXPECT_EQ(player.position(), 6U);
  EXPECT_TRUE(player.advance(200));
  EXPECT_EQ(player.position(), 16U);
  EXPECT_FALSE(player.playing());
  player.toggle(300);  // from the end: once more
  EXPECT_TRUE(player.playing());
  player.advance(300);
  EXPECT_EQ(player.position(), 1U);
}

TEST(StepsPlayer, FinishesInTheTimeAsked) {
  Player player(story_of("serial", true, 8));  // 64 steps
  player.go_to(24);
  player.finish_in(10);
  EXPECT_DOUBLE_EQ(player.speed(), 4);
  player.toggle(0);
  for (double now = 0; now < 9.7; now += 0.01) player.advance(now);
  EXPECT_LT(player.position(), 64U);
  for (double now = 9.7; now < 10.01; now += 0.01) player.advance(now);
  EXPECT_EQ(player.position(), 64U);
}

TEST(StepsPlayer, EveryMoveByHandPausesAndStaysInside) {
  Player player(story_of("serial", true, 4));
  player.toggle(0);
  player.step(1);
  EXPECT_FALSE(player.playing());
  player.step(-5);
  EXPECT_EQ(player.position(), 0U);
  player.go_to(1000);
  EXPECT_EQ(player.position(), 16U);
  player.step(1);
  EXPECT_EQ(player.position(), 16U);
  player.next_phase(-1);
  EXPECT_EQ(player.position(), 12U);
  player.next_phase(-1);
  EXPECT_EQ(player.position(), 8U);
  player.step(1);
  player.next_phase(-1);
  EXPECT_EQ(player.position(), 8U);
  player.next_phase(1);
  EXPECT_EQ(player.position(), 12U);
  for (int i = 0; i < 9; ++i) player.next_phase(-1);
  EXPECT_EQ(player.position(), 0U);
}

TEST(StepsPlayer, SpeedStaysBetweenItsBounds) {
  Player player(story_of("serial", true, 4));
  for (int i = 0; i < 20; ++i) player.change_speed(true);
  EXPECT_EQ(player.speed(), k_fastest);
  for (int i = 0; i < 20; ++i) player.change_speed(false);
  EXPECT_EQ(player.speed(), k_slowest);
}

TEST(StepsFlows, OfTheDownSweepAreASwapAndASum) {
  const auto story = story_of("scan-transpose-scan", true, 4);
  for (const Step& step : story->trace.steps) {
    if (step.label != "down-sweep d=2" || step.pass != 0 || step.block != 1) continue;
    // two threads: b to a as it is, and a, held in a local, added to b
    std::set<std::pair<std::uint32_t, std::uint32_t>> ways;
    for (const Flow& flow : flows_of(story->trace, step)) ways.insert({flow.from.index, flow.to.index});
    // places of elements 1, 3, 5, 7 with a hole after every 4: 1, 3, 6, 8; b of thread 0 is still 0 and sums no pixel
    EXPECT_TRUE(ways.contains({1, 3}));
    EXPECT_TRUE(ways.contains({3, 1}));
    EXPECT_TRUE(ways.contains({6, 8}) || ways.contains({8, 6}));
    for (const auto& [from, to] : ways) EXPECT_EQ(std::max(from, to) - std::min(from, to), 2U);
    return;
  }
  FAIL() << "no such step";
}

TEST(StepsFlows, OfTheRecursionComeFromPixelRowSumAndTheEntryAbove) {
  const auto story = story_of("serial", true, 4);
  const Step& step = story->trace.steps[4 + 2];                                   // row 1, column 2
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> to;  // target -> buffers
  for (const Flow& flow : flows_of(story->trace, step)) to[{flow.to.buffer, flow.to.index}].insert(flow.from.buffer);
  const std::uint32_t picture = 0, table = 1, row_sum = 2;
  EXPECT_EQ((to[{row_sum, 0}]), (std::set<std::uint32_t>{picture}));
  EXPECT_EQ((to[{table, 6}]), (std::set<std::uint32_t>{table, row_sum}));
}

TEST(StepsHistory, OfACellIsItsWritesNewestFirst) {
  const auto story = story_of("scan-transpose-scan", true, 4);
  // element 3 of the first block's shared memory: loaded, summed twice on the way up, handed on on the way down
  std::uint32_t temp = 0;
  while (story->trace.buffers[temp].space != Space::shared) ++temp;
  std::vector<std::string> labels;
  const auto events = history_of(*story, {temp, 3}, story->step_count());
  for (const CellEvent& event : events) labels.push_back(story->trace.steps[event.step].label);
  EXPECT_EQ(labels, (std::vector<std::string>{"down-sweep d=4", "down-sweep d=2", "down-sweep d=1", "up-sweep d=2",
                                              "up-sweep d=4", "load"}));
  for (std::size_t i = 0; i + 1 < events.size(); ++i) EXPECT_EQ(events[i].write.before, events[i + 1].write.after);
  EXPECT_FALSE(events.back().adds);
  EXPECT_TRUE(events[0].adds);   // down: left half and what came from above
  EXPECT_FALSE(events[2].adds);  // handed down as it was
  EXPECT_TRUE(events[3].adds);
  EXPECT_EQ(history_of(*story, {temp, 3}, 2).size(), 2U);  // only what has been done
}

TEST(StepsPixels, OfATableEntryAreItsRectangle) {
  const auto story = story_of("brlt-scanrow", true, 8);
  Player player(story);
  player.go_to(story->step_count());
  const Pixels pixels =
      pixels_of(story->trace, player.replay().content(static_cast<std::size_t>(story->trace.table))[8 * 2 + 4]);
  EXPECT_TRUE(pixels.rectangle);
  EXPECT_EQ(pixels.bounds, (Box{0, 0, 5, 3}));
  EXPECT_EQ(pixels.count, 15);
  EXPECT_EQ(to_text(pixels), "sum of rows 0 to 2, columns 0 to 4");
}

TEST(Stories, SayOfAPassWithoutATableHowManyValuesAreRight) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::typed, .typed = "3 1 7 0 4 1 6 3\n"}, nullptr);
  wanted.algorithm = "scan-transpose-scan";
  wanted.form = Form::exclusive;
  EXPECT_FALSE(make_story(wanted)->pass_check);
  wanted.passes = 1;
  const auto story = make_story(wanted);
  ASSERT_TRUE(story->pass_check);
  EXPECT_EQ(story->pass_check->all, 8U);
  EXPECT_EQ(story->pass_check->right, 8U);
  EXPECT_EQ(story->trace.result_matches, true) << "the passes that are not shown go on to the table";
  // each pass of a table whose columns are scanned after its rows
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .ready = "bilgic"}, nullptr);
  for (wanted.passes = 1; wanted.passes < static_cast<int>(story->passes.size()); ++wanted.passes) {
    const auto cut = make_story(wanted);
    ASSERT_TRUE(cut->pass_check) << wanted.passes;
    EXPECT_GE(cut->pass_check->all, 12U) << wanted.passes;
    EXPECT_EQ(cut->pass_check->right, cut->pass_check->all) << wanted.passes;
  }
  // a number that is not the sum of its pixels is found
  Trace spoilt = story->trace;
  for (Write& write : spoilt.writes)
    if (spoilt.buffers[write.buffer].name == story->pass_check->buffer && write.index == 3) write.after.bits += 1;
  EXPECT_EQ(check_last_pass(spoilt, false).right, 7U);
  // sums of squares
  wanted.type = "8u64u-sq";
  wanted.passes = 1;
  const auto squares = make_story(wanted);
  ASSERT_TRUE(squares->pass_check);
  EXPECT_EQ(squares->pass_check->right, squares->pass_check->all);
}

TEST(StepsLevels, OldSessionsShowAllAndEssentialOnesWhatTheyName) {
  StepsSettings all;
  take_level(all, StepsLevel::full);
  EXPECT_EQ(read_part<StepsSettings>(nlohmann::json::parse(R"({"algorithm": "serial"})")), all);
  const auto essential = read_part<StepsSettings>(nlohmann::json::parse(R"({"level": "essential", "code": true})"));
  EXPECT_EQ(essential.level, StepsLevel::essential);
  EXPECT_TRUE(essential.code);
  EXPECT_FALSE(essential.panel || essential.counters);
  EXPECT_EQ(read_part<StepsSettings>(written(essential)), essential);
  EXPECT_THROW(read_part<StepsSettings>(nlohmann::json::parse(R"({"level": "some"})")), std::runtime_error);
}

TEST(StepsHistory, GoesBackOverMoreThanAHundredChangesOfSettings) {
  StepsSettings settings;
  std::set<Barrier> barriers;
  StepsHistory history;
  history.start(edit_of(settings, barriers));
  for (int i = 1; i <= 150; ++i) {
    settings.source.x = i;
    settings.algorithm = i % 2 == 0 ? "serial" : "brlt-scanrow";
    barriers = {{"serial.h", static_cast<std::uint32_t>(i)}};
    history.note(edit_of(settings, barriers), false);
  }
  settings.speed = 8;  // how fast one looks is nothing to undo
  history.note(edit_of(settings, barriers), false);
  for (int i = 149; i >= 1; --i) {
    apply_edit(StepsEdit(history.undo()), settings, barriers);
    ASSERT_EQ(settings.source.x, i);
    ASSERT_EQ(settings.algorithm, i % 2 == 0 ? "serial" : "brlt-scanrow");
    ASSERT_EQ(barriers, (std::set<Barrier>{{"serial.h", static_cast<std::uint32_t>(i)}}));
  }
  apply_edit(StepsEdit(history.undo()), settings, barriers);
  EXPECT_EQ(settings.algorithm, StepsSettings{}.algorithm);
  EXPECT_TRUE(barriers.empty());
  EXPECT_FALSE(history.can_undo());
  EXPECT_EQ(settings.speed, 8);
  EXPECT_EQ(history.redo().source.x, 1);
}

TEST(StepsSources, AreWhatTheySay) {
  const Samples bilgic = samples_of({.kind = StepsSource::Kind::ready, .ready = "bilgic"}, nullptr);
  EXPECT_EQ(bilgic.extent, (Extent{4, 3}));
  EXPECT_EQ(bilgic.value(0, 2), 4);
  for (const ReadyTable& table : ready_tables())
    EXPECT_NO_THROW(samples_of({.kind = StepsSource::Kind::ready, .side = 16, .ready = std::string(table.id)}, nullptr));
  const Samples typed = samples_of({.kind = StepsSource::Kind::typed, .typed = "1 2\n3 4\n5 6"}, nullptr);
  EXPECT_EQ(typed.extent, (Extent{2, 3}));
  EXPECT_THROW(samples_of({.kind = StepsSource::Kind::typed, .typed = " \n"}, nullptr), InputError);
  EXPECT_THROW(samples_of({.kind = StepsSource::Kind::typed, .typed = "1 2\n3"}, nullptr), InputError);
  EXPECT_THROW(samples_of({.kind = StepsSource::Kind::patch}, nullptr), InputError);
  EXPECT_EQ(patch_around(0, 0, 8, {100, 50}), (Box{0, 0, 8, 8}));
  EXPECT_EQ(patch_around(99, 25, 8, {100, 50}), (Box{92, 21, 8, 8}));
  EXPECT_EQ(patch_around(2, 2, 8, {5, 50}), (Box{0, 0, 5, 8}));
  EXPECT_EQ(patch_around(8, 0, 8, {16, 1}), (Box{0, 0, 16, 1})) << "no more numbers than 8 x 8";
  EXPECT_EQ(patch_around(50, 0, 16, {100, 1}), (Box{42, 0, 16, 1}));
}

TEST(StepsState, ShowsTheStoryThatWasWantedLast) {
  StepsState state;
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .side = 16, .ready = "noise"};
  const auto want = [&](const char* algorithm) {
    settings.algorithm = algorithm;
    state.want(settings, nullptr);
  };
  const auto wait = [&] {
    while (state.building()) {
      state.advance(0);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  for (const char* algorithm : {"scan-transpose-scan", "brlt-scanrow", "serial"}) want(algorithm);
  wait();
  ASSERT_TRUE(state.player());
  EXPECT_EQ(state.player()->story().algorithm_id, "serial");
  EXPECT_EQ(state.problem, "");
  want("nothing");
  wait();
  EXPECT_NE(state.problem, "");
  EXPECT_EQ(state.player()->story().algorithm_id, "serial");
}

}  // namespace
}  // namespace satscope::app
