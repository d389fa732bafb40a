// SPDX-License-Identifier: Apache-2.0
#include "kernels/slices.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace satscope {
namespace {

using namespace std::chrono_literals;

void pass(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

TEST(SlicedWork, GivesWayOnceTheTimeIsUpAndGoesOnWhereItWas) {
  std::vector<int> done;
  SlicedWork work;
  {
    const SlicedWork::Slices slices(0ms);
    work.begin([&] {
      for (int i = 0; i < 3; ++i, give_way()) done.push_back(i);
    });
  }
  EXPECT_EQ(done, (std::vector<int>{0}));
  for (int turn = 1; turn <= 2; ++turn) {
    ASSERT_TRUE(work.going());
    done.push_back(10 * turn);  // between its slices others work
    const SlicedWork::Slices slices(0ms);
    work.go_on();
  }
  EXPECT_EQ(done, (std::vector<int>{0, 10, 1, 20, 2}));
  ASSERT_TRUE(work.going());
  {
    const SlicedWork::Slices slices(0ms);
    work.go_on();
  }
  EXPECT_FALSE(work.going());
}

TEST(SlicedWork, RunsToItsEndWhereTheTimeIsNotUp) {
  int done = 0;
  SlicedWork work;
  const SlicedWork::Slices slices(1h);
  work.begin([&] {
    for (; done < 3; ++done) give_way();
  });
  EXPECT_FALSE(work.going());
  EXPECT_EQ(done, 3);
}

TEST(SlicedWork, RunsToItsEndWithoutSlices) {
  int done = 0;
  SlicedWork work;
  work.begin([&] {
    for (; done < 3; ++done) give_way();
  });
  EXPECT_FALSE(work.going());
  EXPECT_EQ(done, 3);
}

TEST(SlicedWork, ThatIsDroppedEndsFirst) {
  int done = 0;
  {
    const SlicedWork::Slices slices(0ms);
    SlicedWork work;
    work.begin([&] {
      for (; done < 3; ++done) give_way();
    });
    EXPECT_EQ(done, 0);
  }
  EXPECT_EQ(done, 3);
}

TEST(SlicedWork, TwoTakeTurns) {
  std::vector<char> done;
  SlicedWork first, second;
  const SlicedWork::Slices slices(0ms);
  const auto say = [&](char name) {
    return [&done, name] {
      for (int i = 0; i < 2; ++i, give_way()) done.push_back(name);
    };
  };
  first.begin(say('a'));
  second.begin(say('b'));
  while (first.going() || second.going()) {
    if (first.going()) first.go_on();
    if (second.going()) second.go_on();
  }
  EXPECT_EQ(done, (std::vector<char>{'a', 'b', 'a', 'b'}));
}

// because: a time that is shown must be that of the work
TEST(SlicedWork, ItsClockStandsStillWhileOthersWork) {
  constexpr auto k_others = 20ms;
  WorkClock::duration took{};
  std::chrono::steady_clock::duration passed{};
  SlicedWork work;
  const SlicedWork::Slices slices(0ms);
  work.begin([&] {
    const auto began = WorkClock::now();
    const auto began_for_all = std::chrono::steady_clock::now();
    give_way();
    pass(5ms);
    took = WorkClock::now() - began;
    passed = std::chrono::steady_clock::now() - began_for_all;
  });
  pass(k_others);
  work.go_on();
  EXPECT_GE(took, 5ms);
  EXPECT_GE(passed - took, k_others);
}

TEST(SlicedWork, OtherThreadsDoNotGiveWay) {
  int done = 0;
  SlicedWork work;
  const SlicedWork::Slices slices(0ms);
  work.begin([&] {
    std::jthread([&] {
      for (; done < 3; ++done) give_way();
    }).join();
  });
  EXPECT_FALSE(work.going());
  EXPECT_EQ(done, 3);
}

}  // namespace
}  // namespace satscope
