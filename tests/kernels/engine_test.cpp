// SPDX-License-Identifier: Apache-2.0
// The times of single passes, and what one sees between two of them.
#include <gtest/gtest.h>

#include <chrono>

#include "kernels/engine.h"
#include "kernels/registry.h"
#include "tests/kernels/pictures.h"

namespace satscope {
namespace {

using testing::Content;
using testing::draw;

constexpr Extent k_extent{1033, 517};  // more than one segment in both directions

std::vector<std::byte> bytes_of(const Engine& engine, int buffer) {
  std::vector<std::byte> bytes(engine.plan().buffers[static_cast<std::size_t>(buffer)].packed_bytes());
  engine.read(buffer, bytes);
  return bytes;
}

void prepare(Engine& engine) {
  const Plan& plan = engine.plan();
  engine.write(plan.picture(), draw(k_extent, plan.buffers[0].type, Content::noise, 3));
  engine.poison();
}

/// Each pass has a time, the times make up the whole, and between two passes one sees what those before have made.
void check_passes(Machine machine, const Algorithm& algorithm) {
  const Plan plan = algorithm.plan({.extent = k_extent});
  for (std::size_t after = 0; after <= plan.passes.size(); ++after) {
    SCOPED_TRACE(algorithm.id + " after " + std::to_string(after) + " passes");
    Engine engine(plan, machine, 2), fresh(plan, machine, 2);
    prepare(engine);
    prepare(fresh);
    std::vector<std::vector<std::byte>> seen;
    std::vector<std::size_t> calls;
    engine.run_timed(Engine::k_all_passes, nullptr, [&](std::size_t done) {
      calls.push_back(done);
      for (int i = 0; done == after && i <= plan.table(); ++i) seen.push_back(bytes_of(engine, i));
    });
    ASSERT_EQ(calls.size(), plan.passes.size() + 1) << "before the first pass and after each";
    for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i], i);
    engine.wait();
    const std::vector<double> passes = engine.pass_milliseconds();
    ASSERT_EQ(passes.size(), plan.passes.size());
    double sum = 0;
    for (const double ms : passes) {
      EXPECT_GT(ms, 0);
      EXPECT_LT(ms, 60'000);
      sum += ms;
    }
    EXPECT_NEAR(engine.milliseconds(), sum, 1e-9);
    fresh.run(after);
    fresh.wait();
    for (int i = 0; i <= plan.table(); ++i) {
      if (plan.buffers[static_cast<std::size_t>(i)].words) continue;  // each launch marks them as its own
      const bool same = seen.at(static_cast<std::size_t>(i)) == bytes_of(fresh, i);
      EXPECT_TRUE(same) << "buffer " << plan.buffers[static_cast<std::size_t>(i)].name;
    }
    fresh.run();
    fresh.wait();
    EXPECT_TRUE(bytes_of(engine, plan.table()) == bytes_of(fresh, plan.table())) << "looking changes nothing";
    EXPECT_TRUE(fresh.pass_milliseconds().empty()) << "they were not asked for";
    EXPECT_GT(fresh.milliseconds(), 0);
  }
}

TEST(PassTimes, OnTheCpuMakeUpTheWhole) {
  for (const Algorithm& algorithm : algorithms())
    if (algorithm.refusal({.extent = k_extent}, Machine::cpu).empty()) check_passes(Machine::cpu, algorithm);
}

TEST(PassTimes, OnTheGpuMakeUpTheWhole) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Algorithm& algorithm : algorithms())
    if (algorithm.refusal({.extent = k_extent}, Machine::gpu).empty()) check_passes(Machine::gpu, algorithm);
}

TEST(PassTimes, OfAPartAreThoseOfThePart) {
  const Plan plan = find_algorithm("scan-transpose-scan")->plan({.extent = k_extent});
  Engine engine(plan, Machine::cpu, 2);
  prepare(engine);
  engine.run_timed(2);
  EXPECT_EQ(engine.pass_milliseconds().size(), 2U);
  engine.run_timed(0);
  EXPECT_TRUE(engine.pass_milliseconds().empty());
}

TEST(PassTimes, LeaveOutTheLook) {
  const Plan plan = find_algorithm("brlt-scanrow")->plan({.extent = {64, 64}});
  Engine engine(plan, Machine::cpu, 1);
  engine.write(0, draw({64, 64}, Scalar::u8, Content::noise, 3));
  const auto linger = [](std::size_t done) {
    if (done != 1) return;
    for (const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
         std::chrono::steady_clock::now() < end;) {
    }
  };
  engine.run_timed(Engine::k_all_passes, nullptr, linger);
  EXPECT_LT(engine.milliseconds(), 250);
}

TEST(PassTimes, StopWhenCancelled) {
  const Plan plan = find_algorithm("scan-transpose-scan")->plan({.extent = k_extent});
  Engine engine(plan, Machine::cpu, 2);
  prepare(engine);
  Progress progress;
  engine.run_timed(Engine::k_all_passes, &progress, [&](std::size_t done) { progress.cancelled = done == 1; });
  EXPECT_EQ(engine.pass_milliseconds().size(), 1U);
}

// what a pass gains from is taken where no number was asked for
TEST(Threads, AreThoseThatWereAskedForOrThatAPassGainsFrom) {
  std::vector<int> got;
  const auto pass = [&](std::function<int(int)> worth) {
    Pass one{.name = "counts", .blocks = 1000};
    one.cpu = [&got](const Memory&, const HostRun& how) { got.push_back(how.threads); };
    one.worth = std::move(worth);
    return one;
  };
  const Plan plan{.buffers = {{"picture", Scalar::u8, {1, 1}}, {"table", Scalar::u32, {1, 1}}},
                  .passes = {pass([](int) { return 1; }), pass([](int offered) { return offered + 5; }), pass({})}};
  const int all = host_threads();
  Engine chosen(plan, Machine::cpu), asked(plan, Machine::cpu, 3);
  chosen.run();
  EXPECT_EQ(got, (std::vector<int>{1, all, all}));
  EXPECT_EQ(chosen.threads_used(), all);
  got.clear();
  asked.run();
  EXPECT_EQ(got, (std::vector<int>{3, 3, 3}));
  EXPECT_EQ(asked.threads_used(), 3);
  got.clear();
  ASSERT_TRUE(chosen.adopt({.buffers = plan.buffers, .passes = {plan.passes[0]}}));
  chosen.run();
  EXPECT_EQ(got, std::vector<int>{1});
  EXPECT_EQ(chosen.threads_used(), 1) << "of the plan that it has now";
  EXPECT_EQ(Engine(known_algorithm("serial").plan({.extent = {64, 64}}), Machine::cpu, 2).threads_used(), 1) << "of one block";
}

}  // namespace
}  // namespace satscope
