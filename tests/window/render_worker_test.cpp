// SPDX-License-Identifier: Apache-2.0
// The worker of which only the newest job matters, the pool of host memory, and the live source. Jobs wait for each other by
// promises, never by time.
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <future>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "app/core/newest_worker.h"
#include "app/pipeline/frame_source.h"
#include "app/pipeline/memory.h"
#include "app/sources/live/live_feed.h"

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

/// While it lives, a thread would have a stack that no address space holds: none can begin.
class NoFurtherThread {
 public:
  NoFurtherThread() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t endless = before_;
    pthread_attr_setstacksize(&endless, std::size_t{1} << 47);
    pthread_setattr_default_np(&endless);
  }
  ~NoFurtherThread() { pthread_setattr_default_np(&before_); }
  NoFurtherThread(const NoFurtherThread&) = delete;
  NoFurtherThread& operator=(const NoFurtherThread&) = delete;

 private:
  pthread_attr_t before_;
};

TEST(NewestWorker, WhereNoThreadCanBeginTheJobHasFailedAndTheNextOneMayRun) {
  Worker worker;
  {
    const NoFurtherThread none;
    EXPECT_THROW(std::thread([] {}), std::system_error) << "the control: it is no thread at all";
    worker.submit([](JobProgress&) { return 7; });
    const Worker::Outcome outcome = wait_for(worker);
    EXPECT_FALSE(outcome.result);
    EXPECT_EQ(outcome.error, k_no_thread);
  }
  worker.submit([](JobProgress&) { return 8; });
  EXPECT_EQ(wait_for(worker).result, 8);
}

TEST(NewestWorker, ALackOfMemoryIsASentenceAndTheNextJobRuns) {
  Worker worker;
  worker.submit([](JobProgress&) -> int { throw std::bad_alloc(); });
  EXPECT_NE(wait_for(worker).error.find("not enough memory"), std::string::npos);
  worker.submit([](JobProgress&) { return 8; });
  EXPECT_EQ(wait_for(worker).result, 8);
}

TEST(LiveFeed, WhereNoThreadCanBeginItHasFailed) {
  const NoFurtherThread none;
  const LiveFeed feed([](const OpenContext&) { return Opened::because("it was opened"); }, {});
  EXPECT_EQ(feed.status().phase, Phase::failed);
  EXPECT_NE(feed.status().why.find("no further thread"), std::string::npos) << feed.status().why;
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

TEST(NewestWorker, SaysHowFarItIs) {
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

TEST(HostPool, FreesWhatIsNoLongerNeeded) {
  HostPool pool(std::chrono::milliseconds(100));
  { const HostBlock small = pool.take(1000), twice = pool.take(1000), large = pool.take(50000); }
  EXPECT_EQ(pool.idle_bytes(), 52000U);
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  while (std::chrono::steady_clock::now() < until) {  // one block is used all the time, as by a source that runs
    pool.take(1000);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(pool.idle_bytes(), 1000U);
}

TEST(HostPool, BlocksOutliveThePool) {
  HostBlock block;
  {
    HostPool pool;
    block = pool.take(64);
  }
  std::memset(block.get(), 3, 64);
}

/// The next frame, within a minute.
std::optional<SourceFrame> frame_from(FrameSource& source) {
  for (int tries = 0; tries < 60000; ++tries) {
    if (auto frame = source.take()) return frame;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return {};
}

TEST(FrameSource, IsOpenOnlyWhileItIsWanted) {
  FrameSource source{HostPool{}};
  EXPECT_FALSE(source.status().on);
  EXPECT_FALSE(source.take());
  source.want({.words = "synthetic:64x48"});
  const auto frame = frame_from(source);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->extent, (Extent{64, 48}));
  EXPECT_TRUE(source.moving());
  source.want({});
  EXPECT_FALSE(source.status().on);
  EXPECT_FALSE(source.moving());
  EXPECT_FALSE(source.take());
}

TEST(FrameSource, AFrameThatIsHeldIsNotDrawnOver) {
  FrameSource source{HostPool{}};
  source.want({.words = "synthetic:32x20"});
  const auto held = frame_from(source);
  ASSERT_TRUE(held);
  const std::vector<std::uint32_t> before(held->words().begin(), held->words().end());
  const auto next = frame_from(source);
  ASSERT_TRUE(next);
  EXPECT_NE(next->rgba.get(), held->rgba.get());
  EXPECT_TRUE(std::ranges::equal(held->words(), before));
}

TEST(FrameSource, AnotherSourceDropsWhatTheLastOneGave) {
  FrameSource source{HostPool{}};
  source.want({.words = "synthetic:64x48"});
  ASSERT_TRUE(frame_from(source));
  source.want({.words = "synthetic", .mode = {.extent = {33, 21}, .rate = 30, .format = {}}});
  const auto frame = frame_from(source);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->extent, (Extent{33, 21}));
  EXPECT_EQ(source.status().feed.description.delivered.rate, 30);
}

TEST(FrameSource, WhatStandsStillCanBeTurnedRound) {
  FrameSource source{HostPool{}};
  source.want({.words = "synthetic:64x48", .paused = true});
  const auto plain = frame_from(source);
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->mirrored);
  EXPECT_FALSE(source.moving());
  source.want({.words = "synthetic:64x48", .paused = true, .mirrored = true});
  EXPECT_TRUE(source.moving()) << "a frame is on its way";
  const auto turned = frame_from(source);
  ASSERT_TRUE(turned);
  EXPECT_TRUE(turned->mirrored);
  for (std::size_t y = 0; y < 48; ++y)
    for (std::size_t x = 0; x < 64; ++x) ASSERT_EQ(turned->words()[y * 64 + x], plain->words()[y * 64 + 63 - x]);
  EXPECT_FALSE(source.moving());
}

TEST(FrameSource, IsCroppedAndRotatedAlsoWhereItStandsStill) {
  FrameSource source{HostPool{}};
  source.want({.words = "synthetic:64x48", .paused = true});
  const auto plain = frame_from(source);
  ASSERT_TRUE(plain);
  const SourceTransform turned{{10, 4, 20, 30}, k_rotated_right};
  for (const bool mirrored : {false, true, false}) {
    source.want({.words = "synthetic:64x48", .paused = true, .mirrored = mirrored, .transform = turned});
    const auto frame = frame_from(source);
    ASSERT_TRUE(frame);
    ASSERT_EQ(frame->extent, (Extent{30, 20}));
    for (std::size_t y = 0; y < 20; ++y)
      for (std::size_t x = 0; x < 30; ++x)  // column 10 + y of the source, from its row 33 up
        ASSERT_EQ(frame->words()[y * 30 + (mirrored ? 29 - x : x)], plain->words()[(33 - x) * 64 + 10 + y]) << x << ", " << y;
    EXPECT_FALSE(source.moving());
  }
  source.want({.words = "synthetic:64x48", .paused = true});
  const auto back = frame_from(source);
  ASSERT_TRUE(back);
  ASSERT_EQ(back->extent, plain->extent);
  EXPECT_TRUE(std::ranges::equal(back->words(), plain->words()));
  // one that runs
  source.want({.words = "synthetic:64x48", .transform = {.crop = {60, 40, 100, 100}, .orientation = k_flipped_down}});
  frame_from(source);  // may be on its way still
  const auto next = frame_from(source);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->extent, (Extent{4, 8})) << "as far as the source reaches";
  ASSERT_TRUE(next->source);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(next->words()[i], next->source->words()[47 * 64 + 60 + i]);
}

TEST(FrameSource, WhatCannotBeOpenedSaysSo) {
  FrameSource source{HostPool{}};
  source.want({.words = "synthetic:0x0"});
  for (int tries = 0; tries < 60000 && source.status().trouble.empty(); ++tries) {
    EXPECT_FALSE(source.take());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_NE(source.status().trouble.find("synthetic:0x0"), std::string::npos) << source.status().trouble;
  EXPECT_FALSE(source.moving());
}

TEST(FrameSource, ACameraThatIsNotThereEndsAtTheSyntheticOne) {
  FrameSource source{HostPool{}};
  source.want({.words = "camera:/dev/video-that-is-not-there"});
  ASSERT_TRUE(frame_from(source));
  EXPECT_EQ(source.status().feed.description.name, "synthetic camera");
  EXPECT_NE(source.status().trouble.find("/dev/video-that-is-not-there"), std::string::npos) << source.status().trouble;
}

}  // namespace
}  // namespace satscope::app::testing
