// SPDX-License-Identifier: Apache-2.0
#include "kernels/simt/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace satscope {
namespace {

using namespace std::chrono_literals;

/// Calls `together` until a helper has come, since none is asked for a while after one came too late.
template <class F>
bool until_helped(std::atomic<int>& came, F&& call) {
  for (int i = 0; i < 2000 && came.load() == 0; ++i) call();
  return came.load() > 0;
}

TEST(ThreadPool, EveryShareIsDoneOnceByAnyNumberOfHelpers) {
  constexpr int k_shares = 257;
  const auto race = [&](std::vector<std::atomic<int>>& done, int threads) {
    std::atomic<int> next{0};
    together(threads, [&](int) {
      for (int share; (share = next.fetch_add(1)) < k_shares;) done[static_cast<std::size_t>(share)].fetch_add(1);
    });
  };
  std::atomic<int> wrong{0};
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        std::vector<std::atomic<int>> done(k_shares);
        race(done, 1 + round % 5);
        for (const auto& times : done) wrong += times != 1;
      }
    });
  callers.clear();
  EXPECT_EQ(wrong, 0);
}

TEST(ThreadPool, AHelperThatHasBegunIsWaitedFor) {
  std::atomic<int> came{0}, ended{0};
  const std::thread::id caller = std::this_thread::get_id();
  ASSERT_TRUE(until_helped(came, [&] {
    together(2, [&](int most) {
      if (std::this_thread::get_id() == caller) {
        for (int i = 0; i < 1000 && most > 1 && came.load() == 0; ++i) std::this_thread::sleep_for(100us);
        return;
      }
      came = 1;
      std::this_thread::sleep_for(50ms);
      ended = 1;
    });
  }));
  EXPECT_EQ(ended, 1);
}

// the only helper is in another call: this one ends without it
TEST(ThreadPool, NoThreadWaitsForOneThatHasNotBegun) {
  std::atomic<int> came{0};
  std::atomic<bool> released{false};
  const std::jthread other([&] {
    const std::thread::id self = std::this_thread::get_id();
    until_helped(came, [&] {
      together(2, [&](int most) {
        if (std::this_thread::get_id() == self) {
          for (int i = 0; i < 1000 && most > 1 && came.load() == 0; ++i) std::this_thread::sleep_for(100us);
          return;
        }
        came = 1;
        while (!released) std::this_thread::sleep_for(1ms);
      });
    });
  });
  for (int i = 0; i < 30000 && came == 0; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(came, 1);
  int done = 0;
  for (int i = 0; i < 300; ++i) {
    std::atomic<int> next{0}, own{0};
    together(2, [&](int) {
      while (next.fetch_add(1) < 10) own.fetch_add(1);
    });
    done += own;
  }
  EXPECT_EQ(done, 3000);
  released = true;
}

TEST(ThreadPool, WorkMayAskForHelpItself) {
  std::atomic<int> leaves{0};
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> outer{0};
    together(3, [&](int) {
      while (outer.fetch_add(1) < 4) {
        std::atomic<int> inner{0};
        together(3, [&](int) {
          while (inner.fetch_add(1) < 4) leaves.fetch_add(1);
        });
      }
    });
  }
  EXPECT_EQ(leaves, 1600);
}

TEST(ThreadPool, ACountIsAwaitedAwakeAndAsleep) {
  std::atomic<int> counter{0};
  const std::jthread other([&] {
    for (int i = 1; i <= 40; ++i) {
      if (i % 10 == 0) std::this_thread::sleep_for(2ms);
      announce_count(counter, i);
    }
  });
  for (int i = 1; i <= 40; ++i) {
    await_count(counter, i);
    EXPECT_GE(counter.load(), i);
  }
}

}  // namespace
}  // namespace satscope
