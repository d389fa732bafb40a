// SPDX-License-Identifier: Apache-2.0
// Two at once without a window: what a run costs, the common course, the clock of both, and what a session keeps.
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "app/core/json.h"
#include "app/session/fields.h"
#include "app/workspaces/steps/compare/pair.h"
#include "app/workspaces/steps/compare/pair_words.h"
#include "app/workspaces/steps/source/source.h"
#include "kernels/registry.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

std::shared_ptr<const Story> story_for_pair(const std::string& algorithm, const std::string& ready, int passes = 0,
                                            Form form = Form::inclusive) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .ready = ready}, nullptr);
  wanted.algorithm = algorithm;
  wanted.passes = passes;
  wanted.form = form;
  return make_story(wanted);
}

class EveryRun : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(StepsPair, EveryRun, testing::ValuesIn(ids_of(traced_algorithms())), NamedById());

TEST_P(EveryRun, CostsInTheEndWhatTheRecorderCounted) {
  const auto story = story_for_pair(GetParam(), "noise");
  const std::vector<RunCost> costs = run_costs(*story);
  ASSERT_EQ(costs.size(), story->step_count() + 1);
  const RunCost& all = costs.back();
  const Counters& counted = story->trace.total;
  EXPECT_EQ(all.work, counted.additions);
  EXPECT_EQ(all.barriers, counted.barriers);
  EXPECT_EQ(all.traffic, counted.global_reads + counted.global_writes);
  EXPECT_EQ(all.shared, counted.shared_reads + counted.shared_writes);
  EXPECT_EQ(all.sectors, counted.sectors);
  EXPECT_EQ(all.conflicts, counted.bank_conflicts);
  for (const RunCostField& field : k_run_costs) {
    EXPECT_EQ(costs.front().*field.value, 0) << field.name;
    for (std::size_t i = 1; i < costs.size(); ++i) ASSERT_GE(costs[i].*field.value, costs[i - 1].*field.value) << field.name;
  }
  // an entry sums up to 64 pixels, and an addition joins two sums
  EXPECT_GE(all.depth, 6);
  EXPECT_LE(all.depth, all.work);
}

TEST(RunCosts, OfOneThreadAreAllItsAdditionsOneAfterAnother) {
  const RunCost all = run_costs(*story_for_pair("serial", "bilgic")).back();
  EXPECT_EQ(all.depth, all.work);
}

TEST(RunCosts, OfATreeOverEightNumbersAreThoseOfTheBook) {
  const RunCost all = run_costs(*story_for_pair("scan-transpose-scan", "row", 1, Form::exclusive)).back();
  EXPECT_EQ(all.work, 2 * (8 - 1)) << "up-sweep and down-sweep, Blelloch 1990";
  EXPECT_EQ(all.depth, 2 * 3) << "two additions for each of log2(8) levels";
}

std::vector<RunCost> costs_with(const std::vector<int>& work) {
  std::vector<RunCost> costs(work.size());
  for (std::size_t i = 0; i < work.size(); ++i) costs[i].work = work[i];
  return costs;
}

TEST(PairCourse, BySteps) {
  EXPECT_EQ(course_of(costs_with({0, 5, 9}), costs_with({0, 1, 2, 3}), PairLink::step),
            (std::vector<PairPlace>{{0, 0}, {1, 1}, {2, 2}, {2, 3}}));
}

TEST(PairCourse, ByWorkTheOneThatHasAddedLessGoesOn) {
  EXPECT_EQ(course_of(costs_with({0, 0, 4, 9}), costs_with({0, 0, 1, 2, 4, 5}), PairLink::work),
            (std::vector<PairPlace>{{0, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 4}, {2, 5}, {3, 5}}));
}

class PairRooms : public testing::Test {
 protected:
  PairRooms() {
    settings.algorithm = "serial";
    pair.algorithm = "scan-transpose-scan";
    pair.on = true;
  }
  /// Until both stories are there.
  void settle() {
    for (int i = 0; i < 5000; ++i) {
      first.want(settings, nullptr);
      first.advance(now);
      model.advance(first, settings, pair, nullptr, now);
      if (!first.building() && !model.second.building() && model.clock()) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    model.advance(first, settings, pair, nullptr, now);
    ASSERT_NE(model.clock(), nullptr);
  }
  PairPlace at() { return {first.player()->position(), model.second.player()->position()}; }

  StepsSettings settings;
  StepsPair pair;
  StepsState first;
  StepsPairModel model;
  double now = 1;
};

TEST_F(PairRooms, OneClockMovesBoth) {
  settle();
  EXPECT_EQ(model.verdict(), "Both make the same table.");
  model.clock()->step(1);
  EXPECT_EQ(at(), (PairPlace{1, 1}));
  model.clock()->go_to(model.clock()->count());
  EXPECT_EQ(at(), (PairPlace{first.player()->count(), model.second.player()->count()}));
  model.clock()->toggle(now);  // from the end: anew
  settings.speed = 2;
  model.advance(first, settings, pair, nullptr, now);
  EXPECT_EQ(at(), (PairPlace{1, 1}));
  now += 1;
  model.advance(first, settings, pair, nullptr, now);
  EXPECT_EQ(at(), (PairPlace{3, 3}));
}

TEST_F(PairRooms, WhoGoesElsewhereInOneTakesTheOtherAlong) {
  settle();
  model.second.player()->go_to(7);
  model.advance(first, settings, pair, nullptr, now);
  EXPECT_EQ(at(), (PairPlace{7, 7}));
  first.player()->go_to(2);
  model.advance(first, settings, pair, nullptr, now);
  EXPECT_EQ(at(), (PairPlace{2, 2}));
}

TEST_F(PairRooms, AThousandJumpsOfEitherKindEndAsAFreshReplay) {
  settle();
  std::mt19937 random(7);
  for (int i = 0; i < 1000; ++i) {
    if (i % 100 == 50) {
      pair.link = pair.link == PairLink::step ? PairLink::work : PairLink::step;
      model.advance(first, settings, pair, nullptr, now);
    }
    model.clock()->go_to(random() % (model.clock()->count() + 1));
    const PairPlace place = model.course()[model.clock()->position()];
    ASSERT_EQ(at(), place);
  }
  for (const StepsState* state : {&std::as_const(first), &std::as_const(model.second)}) {
    const Player& player = *state->player();
    Replay fresh(player.story().trace);
    fresh.go_to(player.story().steps_after(player.position()));
    for (std::size_t buffer = 0; buffer < player.story().trace.buffers.size(); ++buffer)
      ASSERT_TRUE(std::ranges::equal(fresh.content(buffer), player.replay().content(buffer)));
  }
}

TEST_F(PairRooms, AnotherSecondKeepsThePlaceOfTheFirst) {
  settle();
  model.clock()->go_to(5);
  pair.algorithm = "brlt-scanrow";
  settle();
  EXPECT_EQ(at().first, 5U);
  EXPECT_EQ(model.second.player()->story().algorithm_id, "brlt-scanrow");
}

TEST(PairNames, SayWhatDiffersWhereBothAreOne) {
  StepsSettings first;
  first.algorithm = "scan-transpose-scan";
  StepsPair pair;
  turn_pair(pair, first, true);
  EXPECT_NE(pair.algorithm, first.algorithm) << "a rival is found";
  pair.algorithm = first.algorithm;
  pair.params["padding"] = false;
  const auto [a, b] = pair_names(first, second_of(first, pair));
  EXPECT_TRUE(a.ends_with(", padding=true")) << a;
  EXPECT_TRUE(b.ends_with(", padding=false")) << b;
  EXPECT_EQ(pair_differences(first, second_of(first, pair)), std::pair(std::string("padding"), std::string("no padding")));
  first.algorithm = "serial";
  EXPECT_EQ(pair_differences(first, second_of(first, pair)), pair_names(first, second_of(first, pair)));
}

TEST(PairSession, ComesBackAsItWas) {
  StepsPair pair;
  pair.on = true;
  pair.algorithm = "scan-transpose-scan";
  pair.params = {{"padding", false}};
  pair.link = PairLink::work;
  pair.at = 12;
  EXPECT_EQ(read_part<StepsPair>(nlohmann::json::parse(written(pair).dump())), pair);
  EXPECT_EQ(read_part<StepsPair>(nullptr), StepsPair{});
  for (const char* broken : {R"({"on": true, "algorithm": "none"})", R"({"link": "time"})", R"({"at": -1})", R"([1])",
                             R"({"on": true, "algorithm": "scan-transpose-scan", "params": {"padding": 3}})"})
    EXPECT_THROW(read_part<StepsPair>(nlohmann::json::parse(broken)), std::runtime_error) << broken;
}

}  // namespace
}  // namespace satscope::app
