// SPDX-License-Identifier: Apache-2.0
// Small races of algorithms on the CPU, in which a planted one makes a wrong table, at once or later, is slow, is refused, or
// does not fit into memory; and one on the GPU, beside a bench.
#include "app/workspaces/race/algorithm_race.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <stdexcept>
#include <thread>

#include "kernels/adopted.h"
#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/measure.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

RacePixels noise(Extent extent, unsigned seed) {
  RacePixels picture{extent, Scalar::u8, {}};
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < extent.area(); ++i) picture.bytes.push_back(static_cast<std::byte>(random() >> 8));
  return picture;
}

/// By the definition.
std::uint64_t sum_up_to(const RacePixels& picture, int x, int y) {
  std::uint64_t sum = 0;
  for (int j = 0; j <= y; ++j)
    for (int i = 0; i <= x; ++i)
      sum += static_cast<std::uint64_t>(picture.bytes[static_cast<std::size_t>(j * picture.extent.width + i)]);
  return sum;
}

template <class Done>
void wait_for(const Done& done) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!done()) {
    ASSERT_LT(std::chrono::steady_clock::now(), until) << "the race does not come to an end";
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

bool all_have(const Standings& standings, std::size_t count, int runs) {
  return standings.entrants.size() == count && std::ranges::all_of(standings.entrants, [&](const Standing& one) {
           return one.runs >= runs || !one.sentence.empty();
         });
}

constexpr Extent k_largest{5003, 3371};  // that races here

/// The first of the list that takes all pictures of these tests and whose usual table is the inclusive one, or at least can be:
/// a base for planted ones.
const Algorithm& honest() {
  const Request request{.extent = k_largest};
  for (const Algorithm& one : algorithms())
    if (one.natural_form == Form::inclusive && one.refusal(request, Machine::cpu).empty()) return one;
  throw std::logic_error("no algorithm makes an inclusive table of a large picture");
}

using After = std::function<void(std::uint32_t* table)>;
/// An algorithm that does something more after its last pass.
Algorithm planted(const std::string& id, const After& after) {
  Algorithm algorithm = honest();
  algorithm.id = id;
  algorithm.plan = [after](const Request& request) {
    Plan plan = honest().plan(request);
    auto& last = plan.passes.back().cpu;
    last = [right = last, table = static_cast<std::size_t>(plan.table()), after](const Memory& memory, const HostRun& how) {
      right(memory, how);
      after(static_cast<std::uint32_t*>(memory.at[table]));
    };
    return plan;
  };
  return algorithm;
}

AlgorithmRaceRequest request_for(std::vector<RaceEntrant> entrants) {
  return {.entrants = std::move(entrants), .budget_ms = 8, .frame_ms = 16};
}

TEST(AlgorithmRace, TimesAllOfTheListAndComparesEachTable) {
  std::vector<RaceEntrant> entrants;
  for (const Algorithm& one : algorithms())
    if (entrants.size() < k_most_entrants) entrants.push_back({one.id, {}});
  AlgorithmRace race(algorithms(), 1);
  EXPECT_FALSE(race.wants_picture());
  race.run(request_for(entrants));
  EXPECT_TRUE(race.wants_picture());
  race.give([] { return noise({97, 61}, 1); });
  // where the machine is busy, sets of buffers come one by one
  const auto past_cache = [](const Standing& one) { return !one.timed() || one.past_cache || one.copies == 64; };
  ASSERT_NO_FATAL_FAILURE(wait_for([&] {
    const auto results = race.results();
    return all_have(*results, entrants.size(), 5) && results->floor && std::ranges::all_of(results->entrants, past_cache);
  }));
  const Standings standings = *race.results();
  EXPECT_EQ(standings.extent, (Extent{97, 61}));
  for (const Standing& one : standings.entrants) {
    if (one.state == Standing::State::refused) {
      EXPECT_NE(one.sentence.find("not supported"), std::string::npos) << one.sentence;
      continue;
    }
    EXPECT_TRUE(one.timed()) << one.name << ": " << one.sentence;
    EXPECT_EQ(one.max_error, 0) << one.name;
    EXPECT_GE(one.checks, 1);
    EXPECT_GT(one.p10_ms, 0);
    EXPECT_LE(one.p10_ms, one.median_ms);
    EXPECT_LE(one.median_ms, one.p90_ms);
    EXPECT_LE(one.runs, 60);
    const double entries = one.form == Form::padded ? 98. * 62 : 97. * 61;
    EXPECT_EQ(one.bytes, 97. * 61 + 4 * entries) << one.name;
    EXPECT_EQ(one.form, find_algorithm(one.entrant.algorithm)->natural_form) << "as a bench asks";
  }
  EXPECT_EQ(race.results()->floor->method.empty(), false);
}

// each entrant may name its machine; where there is no GPU, who wants it says so and the others race
TEST(AlgorithmRace, LetsACpuAndAGpuRaceEachOther) {
  AlgorithmRace race(algorithms(), 1);
  race.run(request_for({{"serial", {}}, {"single-pass", {}, Machine::cpu}, {"single-pass", {}, Machine::gpu}}));
  race.give([] { return noise({97, 61}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return all_have(*race.results(), 3, 5) && race.results()->floor; }));
  const Standings standings = *race.results();
  const Standing &host = standings.entrants[1], &gpu = standings.entrants[2];
  EXPECT_TRUE(host.timed() && host.emulated) << host.sentence;
  EXPECT_EQ(host.name, "Single pass, on the CPU");
  EXPECT_TRUE(percent_of_floor(standings, host));
  EXPECT_FALSE(percent_of_floor(standings, gpu)) << "the floor is that of the CPU";
  EXPECT_FALSE(gpu.emulated);
  if (gpu_status().usable) {
    EXPECT_TRUE(gpu.timed()) << gpu.sentence;
    EXPECT_TRUE(speedup(standings, gpu, 0)) << "both are code for their machine";
  } else {
    EXPECT_EQ(gpu.state, Standing::State::refused);
    EXPECT_EQ(gpu.sentence, gpu_status().reason);
  }
}

TEST(AlgorithmRace, CrossesOutATableThatIsWrong) {
  std::vector<Algorithm> list{honest(), planted("planted", [](std::uint32_t* table) { table[3 * 97 + 5] += 4; })};
  AlgorithmRace race(list, 1);
  race.run(request_for({{list[0].id, {}}, {"planted", {}}}));
  race.give([] { return noise({97, 61}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return all_have(*race.results(), 2, 3); }));
  const Standings standings = *race.results();
  const std::uint64_t right = sum_up_to(noise({97, 61}, 1), 5, 3);
  EXPECT_EQ(standings.entrants[1].state, Standing::State::wrong);
  EXPECT_EQ(standings.entrants[1].sentence, fmt::format("(5, 3) is {}, should be {}", right + 4, right));
  EXPECT_EQ(standings.entrants[1].max_error, 4);
  EXPECT_EQ(standings.entrants[1].runs, 0) << "what is wrong has no times";
  EXPECT_TRUE(standings.entrants[0].timed());
  EXPECT_EQ(headline_of(standings).find("planted"), std::string::npos);
  EXPECT_EQ(order_of(standings, RaceColumn::median, false, 0).back(), 1U);
}

TEST(AlgorithmRace, NoticesATableThatBecomesWrongLater) {
  std::vector<Algorithm> list{honest()};
  const auto count = std::make_shared<int>(0);
  list.push_back(planted("tired", [count](std::uint32_t* table) {
    if (++*count > 200) table[0] ^= 1;
  }));
  AlgorithmRace race(list, 1);
  race.run(request_for({{list[0].id, {}}, {"tired", {}}}));
  race.give([] { return noise({97, 61}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] {
    const auto results = race.results();
    return results->entrants.size() == 2 && results->entrants[1].state == Standing::State::wrong;
  }));
  EXPECT_GE(race.results()->entrants[1].checks, 2);
  EXPECT_EQ(race.results()->entrants[1].runs, 0) << "its earlier times count no more";
}

TEST(AlgorithmRace, SaysWhoCannotRunAndRacesOn) {
  std::vector<Algorithm> list{honest(), honest(), honest()};
  list[1].id = "never";
  list[1].refusal = [](const Request&, Machine) { return std::string("it never runs: not supported"); };
  list[2].id = "huge";
  list[2].plan = [](const Request& request) {
    Plan plan = honest().plan(request);
    plan.buffers.insert(plan.buffers.begin() + 1, {"scratch", Scalar::u64, {1 << 30, 1 << 12}});
    return plan;
  };
  AlgorithmRace race(list, 1);
  race.run(request_for({{list[0].id, {}}, {"never", {}}, {"huge", {}}, {"missing", {}}}));
  race.give([] { return noise({97, 61}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return all_have(*race.results(), 4, 3); }));
  const Standings standings = *race.results();
  EXPECT_EQ(standings.entrants[1].state, Standing::State::refused);
  EXPECT_EQ(standings.entrants[1].sentence, "it never runs: not supported");
  EXPECT_EQ(standings.entrants[2].state, Standing::State::refused);
  EXPECT_NE(standings.entrants[2].sentence.find("needs 35184.37 GB"), std::string::npos) << standings.entrants[2].sentence;
  EXPECT_EQ(standings.entrants[3].sentence, no_such(algorithms(), "algorithm", "missing"));
  EXPECT_TRUE(standings.entrants[0].timed());
}

TEST(AlgorithmRace, GivesASlowOneItsTurnsMoreRarely) {
  std::vector<Algorithm> list{
      honest(), planted("slow", [](std::uint32_t*) { std::this_thread::sleep_for(std::chrono::milliseconds(10)); })};
  AlgorithmRace race(list, 1);
  AlgorithmRaceRequest asked = request_for({{list[0].id, {}}, {"slow", {}}});
  asked.budget_ms = 2;
  race.run(asked);
  race.give([] { return noise({401, 307}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return all_have(*race.results(), 2, 2) && race.results()->entrants[0].runs == 60; }));
  const Standings standings = *race.results();
  EXPECT_GT(standings.entrants[0].runs, 3 * standings.entrants[1].runs);
  EXPECT_GE(standings.entrants[1].median_ms, 10) << "its time is its time";
  EXPECT_GE(standings.entrants[1].seconds_between, 2 * 0.010 * 8) << "two share an eighth of the time";
  EXPECT_NE(details_of(standings, 1, 0).find("it has a turn only every"), std::string::npos);
}

/// A file of the user's that runs in a process of its own, as far as a race can see.
const Algorithm& adopted_as(const std::string& id, const std::function<void(Extent)>& during) {
  Algorithm algorithm = planted(id, {});
  algorithm.plan = [during](const Request& request) {
    Plan plan = honest().plan(request);
    auto& last = plan.passes.back().cpu;
    last = [right = last, during, extent = request.extent](const Memory& memory, const HostRun& how) {
      right(memory, how);
      during(extent);
    };
    return plan;
  };
  return adopt(std::move(algorithm), [](const Request&, std::span<const std::byte>, const TraceOptions&) { return Trace{}; });
}

// a millisecond for each 64 pixels: 4.8 s for the whole
TEST(AlgorithmRace, AFileThatWouldTakeTooLongIsNotRunOnTheWholePicture) {
  std::atomic<std::size_t> largest{0};
  const Algorithm& file = adopted_as("slow.cu", [&](Extent extent) {
    largest = std::max(largest.load(), extent.area());
    std::this_thread::sleep_for(std::chrono::milliseconds(extent.area() / 64));
  });
  AlgorithmRace race(algorithms(), 1);
  race.run(request_for({{honest().id, {}}, {file.id, {}}}));
  race.give([] { return noise({640, 480}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return all_have(*race.results(), 2, 2); }));
  const Standing slow = race.results()->entrants[1];
  EXPECT_EQ(slow.state, Standing::State::refused);
  EXPECT_LT(largest, 640 * 480 / 4);
  EXPECT_NE(slow.sentence.find("a run takes about"), std::string::npos) << slow.sentence;
  EXPECT_TRUE(race.results()->entrants[0].timed());
  int width = 0, height = 0;
  ASSERT_EQ(std::sscanf(slow.sentence.c_str() + slow.sentence.rfind(' '), "%dx%d", &width, &height), 2) << slow.sentence;
  EXPECT_LE(width * height, 2000 * 64) << "no picture that takes more than two seconds";
}

TEST(AlgorithmRace, TheFirstRunOfAFileIsATime) {
  std::atomic<int> runs{0};
  std::atomic<bool> go_on{false};
  const Algorithm& file = adopted_as("once.cu", [&](Extent) {
    while (runs > 0 && !go_on) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++runs;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  AlgorithmRace race(algorithms(), 1);
  race.run(request_for({{honest().id, {}}, {file.id, {}}}));
  race.give([] { return noise({40, 30}, 1); });
  wait_for([&] { return race.results()->entrants.size() == 2 && race.results()->entrants[1].timed(); });
  const Standings standings = *race.results();
  go_on = true;
  ASSERT_EQ(standings.entrants.size(), 2U);
  EXPECT_EQ(standings.entrants[1].runs, 1);
  EXPECT_GE(standings.entrants[1].median_ms, 20);
}

TEST(AlgorithmRace, AFileThatFailsIsWrongAndTheOthersRaceOn) {
  const Algorithm& file = adopted_as("bounds.cu", [](Extent) { throw std::runtime_error("bounds.cu:8: index 9 is beyond"); });
  AlgorithmRace race(algorithms(), 1);
  race.run(request_for({{honest().id, {}}, {file.id, {}}}));
  race.give([] { return noise({40, 30}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return all_have(*race.results(), 2, 2); }));
  const Standings standings = *race.results();
  EXPECT_EQ(standings.problem, "");
  EXPECT_TRUE(standings.entrants[0].timed());
  EXPECT_EQ(standings.entrants[1].state, Standing::State::wrong);
  EXPECT_EQ(standings.entrants[1].sentence, "bounds.cu:8: index 9 is beyond");
}

TEST(AlgorithmRace, StopsAtOnceKeepsWhatItFoundAndGoesOn) {
  const std::vector<RaceEntrant> entrants{{honest().id, {}}, {honest().id, {}}};
  AlgorithmRace race(algorithms(), 1);
  race.run(request_for(entrants));
  race.give([] { return noise({640, 480}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return all_have(*race.results(), 2, 2); }));
  const auto before = std::chrono::steady_clock::now();
  race.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::milliseconds(50)) << "no call waits for the thread";
  EXPECT_FALSE(race.running());
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return race.resting(); }));
  const int runs = race.results()->entrants[0].runs;
  EXPECT_GE(runs, 2);
  race.run(request_for(entrants));
  EXPECT_TRUE(race.wants_picture()) << "it let go of the old one";
  race.give([] { return noise({640, 480}, 2); });
  const std::uint64_t serial = race.serial();
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return race.serial() > serial + 2; }));
  EXPECT_GE(race.results()->entrants[0].runs, std::min(60, runs));
  // another size begins anew
  race.give([] { return noise({1, 1}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return race.results()->extent == Extent{1, 1} && all_have(*race.results(), 2, 1); }));
  // and a third entrant leaves the others their times
  const int kept = race.results()->entrants[0].runs;
  std::vector<RaceEntrant> more = entrants;
  more.push_back({honest().id, {}});
  race.run(request_for(more));
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return all_have(*race.results(), 3, 1); }));
  EXPECT_GE(race.results()->entrants[0].runs, kept);
}

TEST(AlgorithmRaceOnGpu, TimesAreThoseOfABench) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  const Extent extent{1921, 1081};
  AlgorithmRaceRequest asked = request_for({});
  asked.machine = Machine::gpu;
  constexpr double k_quick_ms = 2;  // because: a slow one would take minutes for 60 turns
  const auto quick = [&](const Request& request, const Algorithm& one) {
    Engine engine(one.plan(request), Machine::gpu);
    double ms = 0;
    for (int run = 0; run < 2; ++run) {  // the first also loads the code
      engine.run();
      engine.wait();
      ms = engine.milliseconds();
    }
    return ms < k_quick_ms;
  };
  for (const Algorithm& one : algorithms()) {
    const Request request{.extent = extent, .form = one.natural_form};
    if (asked.entrants.size() < k_most_entrants && refusal(one, request, Machine::gpu).empty() && quick(request, one))
      asked.entrants.push_back({one.id, {}});
  }
  ASSERT_GE(asked.entrants.size(), k_fewest_entrants);
  AlgorithmRace race(algorithms());
  race.run(asked);
  race.give([extent] { return noise(extent, 1); });
  ASSERT_NO_FATAL_FAILURE(
      wait_for([&] { return all_have(*race.results(), asked.entrants.size(), 60) && race.results()->floor; }));
  race.stop();
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return race.resting(); }));
  const RacePixels picture = noise(extent, 1);
  const auto results = race.results();
  for (const Standing& one : results->entrants) {
    const Algorithm& algorithm = *find_algorithm(one.entrant.algorithm);
    ASSERT_TRUE(one.timed()) << one.name << ": " << one.sentence;
    EXPECT_EQ(one.max_error, 0) << one.name;
    EXPECT_TRUE(one.past_cache) << one.name;
    const Request request{.extent = extent, .form = algorithm.natural_form};
    const double bench = measure(algorithm, request, picture.bytes, Machine::gpu).times.median();
    EXPECT_GT(one.median_ms, 0.7 * bench) << one.name;
    EXPECT_LT(one.median_ms, 1.5 * bench) << one.name;
  }
}

TEST(AlgorithmRace, SaysThatSumsAreBeyondTheTable) {
  const auto race_of = [](Extent extent, const char* types) {
    AlgorithmRace race(algorithms(), 1);
    AlgorithmRaceRequest asked = request_for({{honest().id, {}}, {honest().id, {}}});
    asked.types = *find_type_pair(types);
    race.run(asked);
    race.give([extent] {
      RacePixels white{extent, Scalar::u8, {}};
      white.bytes.assign(white.extent.area(), std::byte{255});
      return white;
    });
    wait_for([&] { return all_have(*race.results(), 2, 1); });
    return race.results()->entrants.at(0);
  };
  const Standing above = race_of(k_largest, "8u32u");
  EXPECT_TRUE(above.timed() && above.wraps) << "255 times 16.9 million is more than 2^32";
  EXPECT_EQ(above.max_error, 0);
  constexpr Extent half{3001, 2903};  // 255 times 8.7 million is between 2^31 and 2^32
  const Standing with_sign = race_of(half, "8u32s"), without = race_of(half, "8u32u");
  EXPECT_TRUE(with_sign.timed() && with_sign.wraps);
  EXPECT_TRUE(without.timed() && !without.wraps);
}

}  // namespace
}  // namespace satscope::app
