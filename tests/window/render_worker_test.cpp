// SPDX-License-Identifier: Apache-2.0
// The worker of which only the newest job matters, the pool of host memory, and the live source. Jobs wait for each other by
// promises, never by time.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <future>
#include <memory>
#include <thread>

#include "app/frame_live.h"
#include "app/frame_pool.h"
#include "app/frame_worker.h"

namespace satscope::app::testing {
namespace {

using Worker = NewestWorker<int>;

Worker::Outcome wait_for(Worker& worker) {
  for (;;) {
    if (auto outcome = worker.take()) return *outcome;
    std::this_thread::yield();
  }
}

TEST(NewestWorker, GivesTheResultOnce) {
  Worker worker;
  EXPECT_FALSE(worker.busy());
  worker.submit([](JobProgress&) { return 7; });
  EXPECT_TRUE(worker.busy());
  EXPECT_EQ(wait_for(worker).result, 7);
  EXPECT_FALSE(worker.take());
  EXPECT_FALSE(worker.busy());
}

TEST(NewestWorker, AThrownSentenceIsTheOutcome) {
  Worker worker;
  worker.submit([](JobProgress&) -> int { throw std::runtime_error("it does not fit"); });
  const Worker::Outcome outcome = wait_for(worker);
  EXPECT_FALSE(outcome.result);
  EXPECT_EQ(outcome.error, "it does not fit");
}

TEST(NewestWorker, ANewJobCancelsTheRunningAndReplacesTheWaiting) {
  Worker worker;
  std::promise<void> first_runs, third_runs, third_may_end;
  std::shared_future<void> go = third_may_end.get_future().share();
  std::promise<void> first_may_end;
  std::shared_future<void> first_go = first_may_end.get_future().share();
  std::atomic<bool> first_cancelled{false}, second_ran{false};
  worker.submit([&, first_go](JobProgress& progress) {
    first_runs.set_value();
    first_go.wait();
    first_cancelled = progress.cancelled();
    return 1;
  });
  first_runs.get_future().wait();
  worker.submit([&](JobProgress&) {
    second_ran = true;
    return 2;
  });
  worker.submit([&, go](JobProgress&) {
    third_runs.set_value();
    go.wait();
    return 3;
  });
  first_may_end.set_value();
  third_runs.get_future().wait();
  EXPECT_TRUE(first_cancelled);
  EXPECT_FALSE(second_ran);
  EXPECT_FALSE(worker.take()) << "the result of a cancelled job was kept";
  third_may_end.set_value();
  EXPECT_EQ(wait_for(worker).result, 3);
}

TEST(NewestWorker, CancelDropsEverything) {
  Worker worker;
  std::promise<void> runs;
  worker.submit([&](JobProgress& progress) {
    runs.set_value();
    while (!progress.cancelled()) std::this_thread::yield();
    return 1;
  });
  runs.get_future().wait();
  worker.cancel();
  EXPECT_FALSE(worker.busy());
  worker.submit([](JobProgress&) { return 2; });
  EXPECT_EQ(wait_for(worker).result, 2);
}

TEST(NewestWorker, TellsHowFarItIs) {
  Worker worker;
  std::promise<void> half_way;
  worker.submit([&](JobProgress& progress) {
    progress.blocks_in_all = 10;
    progress.progress.blocks_done = 5;
    half_way.set_value();
    while (!progress.cancelled()) std::this_thread::yield();
    return 1;
  });
  half_way.get_future().wait();
  EXPECT_DOUBLE_EQ(worker.fraction(), 0.5);
}

TEST(NewestWorker, CanEndWhileAJobRuns) {
  std::promise<void> runs;
  Worker worker;
  worker.submit([&](JobProgress& progress) {
    runs.set_value();
    while (!progress.cancelled()) std::this_thread::yield();
    return 1;
  });
  runs.get_future().wait();
}

TEST(HostPool, UsesABlockAgainOnlyWhenItsLastOwnerIsGone) {
  HostPool pool;
  HostBlock first = pool.take(1000);
  std::memset(first.get(), 1, 1000);
  const HostBlock second = pool.take(1000);
  EXPECT_NE(first.get(), second.get());
  HostBlock owner = first;
  const std::byte* place = first.get();
  first.reset();
  EXPECT_NE(pool.take(1000).get(), place);
  owner.reset();
  EXPECT_EQ(pool.take(1000).get() == place || pool.take(1000).get() == place, true);
}

TEST(HostPool, BlocksOutliveThePool) {
  HostBlock block;
  {
    HostPool pool;
    block = pool.take(64);
  }
  std::memset(block.get(), 3, 64);
}

TEST(LiveSource, KeepsOnlyTheNewestAndGivesItOnce) {
  LiveSource source{HostPool{}};
  EXPECT_FALSE(source.take());
  source.run({32, 20});
  std::optional<LiveFrame> frame;
  while (!(frame = source.take())) std::this_thread::yield();
  EXPECT_EQ(frame->extent, (Extent{32, 20}));
  const std::vector<std::byte> before(frame->rgba.get(), frame->rgba.get() + 32 * 20 * 4);
  std::optional<LiveFrame> next;
  while (!(next = source.take())) std::this_thread::yield();
  EXPECT_NE(next->rgba.get(), frame->rgba.get()) << "a frame that is held is not drawn over";
  EXPECT_EQ(std::memcmp(frame->rgba.get(), before.data(), before.size()), 0);
  source.stop();
  EXPECT_FALSE(source.take());
  source.run({16, 9});
  while (!(frame = source.take())) std::this_thread::yield();
  EXPECT_EQ(frame->extent, (Extent{16, 9}));
}

TEST(LiveSource, AnotherExtentDropsWhatWasDrawn) {
  for (int i = 0; i < 20; ++i) {
    LiveSource source{HostPool{}};
    source.run({640, 360});
    std::this_thread::sleep_for(std::chrono::microseconds(100 * i));  // to meet it while it draws, now and then
    source.run({16, 9});
    std::optional<LiveFrame> frame;
    while (!(frame = source.take())) std::this_thread::yield();
    ASSERT_EQ(frame->extent, (Extent{16, 9}));
  }
}

}  // namespace
}  // namespace satscope::app::testing
