// SPDX-License-Identifier: Apache-2.0
// The floor on the host: its moves store what they should, wherever a part begins, and the fastest of all ways is the floor.
#include "kernels/floor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/emulated.h"
#include "kernels/host_moves.h"
#include "kernels/measure.h"
#include "kernels/registry.h"

namespace satscope {
namespace {

/// Everything between begin and end is moved, and nothing beside it.
template <class In, class T>
void check_widening() {
  std::vector<In> from(300);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<In>(i % 251);
  for (std::size_t begin = 0; begin < 40; ++begin)
    for (const std::size_t length : {0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 129, 255}) {
      std::vector<T> to(300, T(99));
      widen_streamed(from.data(), to.data(), begin, begin + length);
      for (std::size_t i = 0; i < to.size(); ++i)
        ASSERT_EQ(to[i], i >= begin && i < begin + length ? T(i % 251) : T(99)) << begin << " " << length << " at " << i;
    }
}

TEST(HostMoves, WidenWhatTheyAreGivenAndNothingElse) {
  check_widening<std::uint8_t, std::uint32_t>();
  check_widening<std::uint8_t, float>();
  check_widening<std::uint8_t, std::uint64_t>();
  check_widening<float, float>();
  check_widening<double, double>();
}

TEST(HostMoves, CopyWhatTheyAreGivenAndNothingElse) {
  std::vector<std::byte> from(400);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i % 251);
  for (std::size_t shift = 0; shift < 17; ++shift)  // of what is read, against what is stored
    for (std::size_t begin = 0; begin < 70; ++begin)
      for (const std::size_t length : {0, 1, 15, 16, 63, 64, 65, 130, 255}) {
        std::vector<std::byte> to(400, std::byte{0xEE});
        copy_streamed(from.data() + shift, to.data(), begin, begin + length);
        for (std::size_t i = 0; i < to.size(); ++i)
          ASSERT_EQ(to[i], i >= begin && i < begin + length ? from[i + shift] : std::byte{0xEE})
              << shift << " " << begin << " " << length << " at " << i;
      }
}

TEST(FloorOfTheHost, IsTheFastestOfAllWaysAlsoPastTheCache) {
  for (const int threads : {1, 2}) {
    const Floor floor = measure_floor({.extent = {33, 17}}, Machine::cpu, threads);
    EXPECT_EQ(floor.tried.size(), 4U * static_cast<std::size_t>(threads)) << "each way with all threads, and with one";
    const auto past = std::ranges::count_if(
        floor.tried, [](const FloorTry& one) { return one.method.find("past the cache") != std::string::npos; });
    EXPECT_EQ(static_cast<std::size_t>(past), floor.tried.size() / 2);
    for (const FloorTry& one : floor.tried) {
      EXPECT_GT(one.milliseconds, 0) << one.method;
      EXPECT_GE(one.milliseconds, floor.milliseconds) << one.method;
    }
    EXPECT_EQ(std::ranges::count(floor.tried, floor.method, &FloorTry::method), 1) << floor.method;
  }
}

// what was slow at first takes no part, and what takes part is counted by its turns alone
TEST(FloorOfTheHost, IsMeasuredAgainWithEachTurn) {
  HostFloor floor({.extent = {160, 120}}, 1);
  const Floor first = floor.floor();
  for (int left = k_turns; left > 0; --left) floor.take_turn(left);
  const Floor last = floor.floor();
  ASSERT_EQ(last.tried.size(), first.tried.size());
  int again = 0;
  for (std::size_t i = 0; i < last.tried.size(); ++i) {
    EXPECT_EQ(last.tried[i].method, first.tried[i].method);
    EXPECT_GE(last.tried[i].milliseconds, last.milliseconds);
    const bool measured_again = last.tried[i].milliseconds != first.tried[i].milliseconds;
    again += measured_again;
    if (measured_again) {
      EXPECT_LE(first.tried[i].milliseconds, 1.25 * first.milliseconds) << first.tried[i].method;
    }
  }
  EXPECT_GE(again, 1);
}

// `serial` is a loop on every machine, and these two are written for a CPU; all else is a kernel of many threads
TEST(Emulated, AreTheKernelsOfManyThreadsOnTheCpu) {
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_FALSE(emulated(algorithm, Machine::gpu)) << algorithm.id;
    const bool library = algorithm.id == "npp" || algorithm.id == "cub";  // these never run on a CPU
    const bool for_cpu =
        algorithm.id == "serial" || algorithm.id == "cpu-rows" || algorithm.id == "cpu-simd" || algorithm.id == "opencv";
    EXPECT_EQ(emulated(algorithm, Machine::cpu), !for_cpu && !library) << algorithm.id;
  }
}

}  // namespace
}  // namespace satscope
