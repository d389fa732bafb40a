// SPDX-License-Identifier: Apache-2.0
// Sampling on the host: a wrong table has no times, runs rotate through their sets, and sampling stops when asked to.
#include "kernels/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/measure.h"
#include "kernels/not_supported.h"
#include "kernels/registry.h"

namespace satscope {
namespace {

LastTimes times_of(const std::vector<double>& values) {
  LastTimes times;
  for (const double value : values) times.add(value);
  return times;
}

TEST(LastTimes, QuantilesLieBetweenTheValues) {
  EXPECT_EQ(times_of({3}).p90(), 3);
  EXPECT_EQ(times_of({4, 1, 2, 3}).median(), 2.5);
  EXPECT_EQ(times_of({5, 1, 2, 3, 4}).median(), 3);
  EXPECT_DOUBLE_EQ(times_of({0, 10}).p10(), 1);
  EXPECT_EQ(times_of({1, 2, 3}).quantile(1), 3);
  EXPECT_TRUE(std::isnan(times_of({}).median()));
  for (const double time : {0.01, 0.1, 0.3, 0.7})
    for (std::size_t count = 1; count < 9; ++count) EXPECT_EQ(times_of(std::vector<double>(count, time)).p10(), time);
}

TEST(LastTimes, ForgetTheOldest) {
  LastTimes times(3);
  for (const double value : {100, 1, 2, 3}) times.add(value);
  EXPECT_EQ(times.count(), 3);
  EXPECT_EQ(times.median(), 2);
}

TEST(Stopwatch, GoRoundTheirSets) {
  std::vector<std::size_t> runs;
  Stopwatch stopwatch(nullptr, [&](std::size_t set) { runs.push_back(set); });
  for (int set = 0; set < 3; ++set) stopwatch.add_set();
  stopwatch.complete(true);
  for (int i = 0; i < 4; ++i) stopwatch.sample();
  EXPECT_EQ(runs, (std::vector<std::size_t>{0, 1, 2, 0, 1, 2, 0}));
}

// as in a browser, whose clock may stand still for a millisecond
TEST(Stopwatch, TakeTheMeanOfManyRunsWhereTheClockIsCoarse) {
  constexpr double k_shortest_ms = 5, k_run_ms = 0.5;
  std::vector<std::size_t> runs;
  const auto run = [&](std::size_t set) {
    runs.push_back(set);
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double, std::milli>(k_run_ms);
    while (std::chrono::steady_clock::now() < end) {
    }
  };
  Stopwatch stopwatch(nullptr, run, k_shortest_ms);
  for (int set = 0; set < 3; ++set) stopwatch.add_set();
  stopwatch.complete(true);
  runs.clear();
  const double ms = stopwatch.sample();
  ASSERT_FALSE(runs.empty());
  EXPECT_GE(ms, k_run_ms);
  EXPECT_GE(ms * static_cast<double>(runs.size()), k_shortest_ms);
  EXPECT_GE(stopwatch.sample_ms(), k_shortest_ms);
  for (std::size_t i = 0; i < runs.size(); ++i) EXPECT_EQ(runs[i], i % 3);
  runs.clear();
  stopwatch.pass_cache();
  EXPECT_EQ(runs.size(), 3);
}

TEST(Stopwatch, HaveOneRunInASampleOfAFineClock) { EXPECT_EQ(shortest_host_sample_ms(), 0); }

TEST(Stopwatch, PassTheCacheWithARunOnEachSet) {
  std::vector<std::size_t> runs;
  Stopwatch stopwatch(nullptr, [&](std::size_t set) { runs.push_back(set); });
  for (int set = 0; set < 3; ++set) stopwatch.add_set();
  stopwatch.complete(true);
  stopwatch.sample();
  runs.clear();
  stopwatch.pass_cache();
  EXPECT_EQ(runs, (std::vector<std::size_t>{1, 2, 0}));
}

const Algorithm& serial() { return *find_algorithm("serial"); }
constexpr Extent k_extent{33, 17};
const std::vector<std::byte> k_picture(k_extent.area(), std::byte{7});

Measured measured(const Algorithm& algorithm, const HowToMeasure& how) {
  return measure(algorithm, {.extent = k_extent}, k_picture, Machine::cpu, how);
}

TEST(Measure, ComparesFirstAndThenTakesAsManySamplesAsAreAskedFor) {
  const Measured some = measured(serial(), {.samples = 70, .threads = 1});
  EXPECT_TRUE(some.comparison.correct);
  EXPECT_EQ(some.times.count(), 70);
  EXPECT_EQ(id_of(some.stop_reason), "samples");
  EXPECT_EQ(some.sets, k_most_sets) << "of so small a picture";
  EXPECT_GT(some.times.p10(), 0);
  EXPECT_GE(measured(serial(), {.threads = 1}).times.count(), 60);
}

TEST(Measure, TakesMoreSamplesWhileTheMedianIsUnsureAndThereIsTime) {
  const std::vector<double> equal(5, 1.0), few{600, 500, 600, 400}, scattered{1, 2, 1, 2, 1, 2};
  EXPECT_EQ(why_enough(equal, 0), StopReason::precision) << "the median is sure";
  EXPECT_EQ(why_enough(equal, 10000), StopReason::precision) << "however long it took";
  EXPECT_EQ(why_enough(scattered, 0), StopReason::none);
  EXPECT_EQ(why_enough(scattered, 499), StopReason::none);
  EXPECT_EQ(why_enough(scattered, 500), StopReason::max_time) << "the time is out";
  EXPECT_EQ(why_enough(few, 0), StopReason::max_time) << "their mean is more than 500 ms, a fifth of 2500";
  EXPECT_EQ(why_enough(few, 0, {.most_ms = 10}), StopReason::max_time);
  EXPECT_EQ(why_enough(few, 0, {.most_ms = 4000}), StopReason::none) << "who gives more time gets 5 of longer ones";
  EXPECT_EQ(why_enough({}, 0), StopReason::max_time) << "of a wrong table, which is not timed";
  EXPECT_EQ(why_enough(std::vector{1.0}, 0, {.most_ms = 1}), StopReason::none) << "a second one costs nothing";
  std::vector<double> many(10000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = i % 2 == 0 ? 1 : 2;
  EXPECT_EQ(why_enough(many, 0), StopReason::samples) << "as many as are kept";
  EXPECT_EQ(why_enough(many, 0, {.most_ms = 2001}), StopReason::none) << "who gives more time gets more samples";
}

TEST(Measure, TakesFiveSamplesOfAShortRunHoweverLittleTimeIsGiven) {
  Algorithm slow = serial();
  slow.plan = [](const Request& request) {
    Plan plan = serial().plan(request);
    plan.passes.back().cpu = [right = plan.passes.back().cpu](const Memory& memory, const HostRun& how) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      right(memory, how);
    };
    return plan;
  };
  // because: warming up 4 sets takes 80 ms
  const Measured five = measured(slow, {.threads = 1, .sets = 4, .until = {.most_ms = 50}});
  EXPECT_GE(five.times.count(), 5);
}

TEST(Measure, StopsWhereItIsAsked) {
  const std::vector<double> scattered{1, 1.2, 1, 1.2, 1, 1.2};  // 1 to 1.2: +-9 %
  EXPECT_EQ(why_enough(scattered, 0, {.sure = 0.08}), StopReason::none);
  EXPECT_EQ(why_enough(scattered, 0, {.sure = 0.1}), StopReason::precision);
  EXPECT_EQ(why_enough(scattered, 8000, {.most_ms = 10000}), StopReason::none) << "after 1500 ms of planned ones";
  EXPECT_EQ(why_enough(scattered, 8600, {.most_ms = 10000}), StopReason::max_time);
  EXPECT_EQ(why_enough(scattered, 30, {.most_ms = 100}), StopReason::max_time) << "a quarter of it is left";
  const std::vector<std::string> sentences = protocol_of(Machine::cpu, {.sure = 0.003, .most_ms = 7000});
  const auto says = [&](const char* part) {
    return std::ranges::any_of(sentences, [&](const std::string& one) { return one.find(part) != one.npos; });
  };
  EXPECT_TRUE(says("at most 0.3 % of it (--precision)"));
  EXPECT_TRUE(says("about 7000 ms in all (--max-time)"));
}

TEST(Turns, TakeAllSamplesByTheLastOne) {
  for (int all = 0; all < 3000; all = all * 3 / 2 + 1) {
    int left = all;
    for (int turns = k_turns; turns > 0; --turns) {
      const int taken = samples_of_turn(left, turns);
      EXPECT_LE(taken, all / k_turns + 3) << all;
      left -= taken;
    }
    EXPECT_EQ(left, 0) << all;
  }
}

TEST(Turns, BeginWithARunOnEachSetThatIsNotCounted) {
  Algorithm counted = serial();
  int runs = 0;
  counted.plan = [&](const Request& request) {
    Plan plan = serial().plan(request);
    plan.passes.back().cpu = [&runs, right = plan.passes.back().cpu](const Memory& memory, const HostRun& how) {
      right(memory, how);
      ++runs;
    };
    return plan;
  };
  Measurement measurement(counted, {.extent = k_extent}, k_picture, Machine::cpu,
                          {.samples = 40, .threads = 1, .sets = 5, .by_turns = true});
  EXPECT_EQ(std::exchange(runs, 0), 5) << "each set is warmed up";
  for (int turns = k_turns; turns > 0; --turns) {
    measurement.take_turn(turns);
    EXPECT_EQ(std::exchange(runs, 0), 5 + 4);
  }
  EXPECT_EQ(measurement.measured().times.count(), 40);
  measurement.take_turn(1);
  EXPECT_EQ(runs, 0) << "it has all that it needs";
}

// Bilgic's table stays transposed: what turns it for us is checked with it, and not timed
TEST(Sampler, TimesNoPassThatOnlyTurnsTheTable) {
  const Algorithm& algorithm = *find_algorithm("scan-transpose-scan");
  const auto plan_of = [&](const char* last) {
    return algorithm.plan({.extent = k_extent, .params = {{"last", std::string(last)}}});
  };
  const std::size_t all = plan_of("transpose").passes.size();
  EXPECT_EQ(timed_passes(plan_of("transpose")), all);
  EXPECT_EQ(timed_passes(plan_of("scan")), all - 1);
  Plan plan = plan_of("scan");
  std::vector<int> runs(plan.passes.size(), 0);
  for (std::size_t i = 0; i < plan.passes.size(); ++i)
    plan.passes[i].cpu = [run = plan.passes[i].cpu, &count = runs[i]](const Memory& memory, const HostRun& how) {
      ++count;
      run(memory, how);
    };
  Progress progress;
  Sampler sampler(plan, Machine::cpu, 1, 1);
  const std::vector<std::byte> table = sampler.result({k_picture, 1}, progress);
  EXPECT_TRUE(compare_with_reference(algorithm, {.extent = k_extent}, k_picture, table).correct);
  sampler.settle();
  for (int i = 0; i < 3; ++i) sampler.sample(progress);
  EXPECT_EQ(runs.front(), 1 + 3);
  EXPECT_EQ(runs.back(), 1) << "for the table alone";
}

TEST(Measure, HasNoTimesOfAWrongTable) {
  Algorithm wrong = serial();
  int runs = 0;
  wrong.plan = [&](const Request& request) {
    Plan plan = serial().plan(request);
    plan.passes.back().cpu = [&](const Memory&, const HostRun&) { ++runs; };
    return plan;
  };
  const Measured none = measured(wrong, {.samples = 3});
  EXPECT_FALSE(none.comparison.correct);
  EXPECT_TRUE(none.times.empty());
  EXPECT_EQ(runs, 1);
}

TEST(Measure, StopsWhenItIsAsked) {
  std::stop_source stop;
  Algorithm stopping = serial();
  int runs = 0;
  stopping.plan = [&](const Request& request) {
    Plan plan = serial().plan(request);
    plan.passes.back().cpu = [&, right = plan.passes.back().cpu](const Memory& memory, const HostRun& how) {
      right(memory, how);
      if (++runs == k_most_sets + 3) stop.request_stop();
    };
    return plan;
  };
  const Measured some = measured(stopping, {.samples = 20, .stop = stop.get_token()});
  EXPECT_EQ(runs, k_most_sets + 3);
  EXPECT_EQ(some.times.count(), 2) << "what was cut short is no time";
  EXPECT_EQ(id_of(some.stop_reason), "stopped");
}

TEST(Sampler, RunsOnTheNewestPictureItWasGiven) {
  Progress progress;
  Sampler sampler(serial().plan({.extent = {2, 1}}), Machine::cpu, 1, 2);
  const auto last_entry = [&](std::byte pixel, std::uint64_t serial_number) {
    const std::vector<std::byte> picture(2, pixel), table = sampler.result({picture, serial_number}, progress);
    return static_cast<int>(table[4]);
  };
  EXPECT_EQ(last_entry(std::byte{3}, 1), 6);
  EXPECT_EQ(last_entry(std::byte{4}, 2), 8);
  EXPECT_FALSE(sampler.enough_sets());
  const std::vector<std::byte> picture(2, std::byte{5});
  sampler.add_set({picture, 3}, progress);
  EXPECT_TRUE(sampler.enough_sets());
  sampler.refresh({picture, 3});
  EXPECT_EQ(last_entry(std::byte{9}, 3), 10) << "the set that is next has this picture already";
}

TEST(Sampler, SetsHaveAPictureAndATableOfTheirOwnAndOneScratch) {
  Plan plan = known_algorithm("scan-transpose-scan").plan({.extent = k_extent});
  ASSERT_GT(plan.buffers.size(), 2U);
  std::vector<std::set<void*>> used(plan.buffers.size());
  for (Pass& pass : plan.passes)
    pass.cpu = [run = pass.cpu, &used](const Memory& memory, const HostRun& how) {
      for (std::size_t buffer = 0; buffer < used.size(); ++buffer) used[buffer].insert(memory.at[buffer]);
      run(memory, how);
    };
  Progress progress;
  Sampler sampler(plan, Machine::cpu, 1, 3);
  sampler.result({k_picture, 1}, progress);
  while (!sampler.enough_sets()) sampler.add_set({k_picture, 1}, progress);
  sampler.settle(true);
  for (int i = 0; i < 3; ++i) sampler.sample(progress);
  for (std::size_t buffer = 0; buffer < used.size(); ++buffer)
    EXPECT_EQ(used[buffer].size(), buffer == 0 || buffer + 1 == used.size() ? 3U : 1U) << plan.buffers[buffer].name;
}

TEST(Sampler, SaysWhatDoesNotFitIntoMemory) {
  Plan plan = serial().plan({.extent = k_extent});
  plan.buffers.insert(plan.buffers.begin() + 1, {"scratch", Scalar::u64, {1 << 30, 1 << 12}});
  EXPECT_THROW(Sampler(plan, Machine::cpu), NotSupported);
}

}  // namespace
}  // namespace satscope
