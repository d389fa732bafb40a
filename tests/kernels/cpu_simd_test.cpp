// SPDX-License-Identifier: Apache-2.0
// What the loops over the list do not reach: the sets of instructions that a better one hides, bands of every height, memory
// beside the table, and an end before the end.
#include "kernels/algorithms/cpu_simd.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>

#include "kernels/reference.h"
#include "kernels/registry.h"
#include "tests/kernels/pictures.h"

namespace satscope {
namespace {

using testing::Content;
using testing::draw;

/// What is wrong with the table that bands of so many rows make; empty if nothing is. It begins `beyond` numbers after a line
/// of the cache.
std::string fault_of(const Request& request, int band, bool streamed, int threads, std::size_t beyond = 4) {
  const Algorithm& algorithm = *find_algorithm("cpu-simd");
  const Extent wide{request.extent.width * request.channels, request.extent.height};
  const auto picture = draw(wide, request.types.in, Content::noise, 3);
  const Extent extent = table_extent(request.extent, request.form);
  const std::size_t bytes = extent.area() * static_cast<std::size_t>(request.channels) * size_of(request.types.out);
  constexpr std::size_t k_line = 64;
  constexpr std::byte k_poison{0xA5};
  std::vector<std::byte> memory(bytes + 4 * k_line, k_poison);
  const std::size_t before =
      2 * k_line - reinterpret_cast<std::uintptr_t>(memory.data()) % k_line + beyond * size_of(request.types.out);
  cpu_simd::sum_in_bands({picture.data(), memory.data() + before, request.types, request.channels, request.extent.width,
                          kept_part(request.extent, request.form), ceil_div(request.extent.height, band), streamed},
                         {.threads = threads});
  const auto begin = memory.begin() + static_cast<std::ptrdiff_t>(before), end = begin + static_cast<std::ptrdiff_t>(bytes);
  const auto poison = [](std::byte byte) { return byte == k_poison; };
  if (!std::all_of(memory.begin(), begin, poison) || !std::all_of(end, memory.end(), poison))
    return "it stores beside the table";
  const std::vector<std::byte> table(begin, end);
  const Comparison result = compare_with_reference(algorithm, request, picture, table);
  return result.correct ? std::string() : result.mismatches;
}

class CpuSimd : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = cpu_simd::absence(); !why.empty()) GTEST_SKIP() << why;
  }
  void TearDown() override { cpu_simd::without_best(0); }
};

TEST_F(CpuSimd, IsRightWithEverySetOfInstructions) {
  std::string name;
  int sets = 0;
  for (; !(name = cpu_simd::without_best(sets)).empty(); ++sets)
    for (const TypePair& types : k_type_pairs)
      for (const auto& form : k_forms)
        for (const Extent extent : {Extent{1, 1}, {2, 3}, {15, 9}, {33, 17}, {257, 21}})
          for (const int channels : {1, 4})
            for (const bool streamed : {false, true}) {
              if (channels == 4 && !sums_four_channels(types)) continue;
              const Request request{.extent = extent, .types = types, .form = form.value, .channels = channels};
              EXPECT_EQ(fault_of(request, 8, streamed, 2), "") << name << " " << types.id << " " << form.id << " "
                                                               << extent.width << "x" << extent.height << " of " << channels;
            }
  EXPECT_GE(sets, 1);
}

TEST_F(CpuSimd, IsRightInBandsOfEveryHeight) {
  for (const int band : {1, 2, 3, 4, 5, 8, 63, 64, 255, cpu_simd::k_most_rows})
    for (const int threads : {1, 2, 3, 7})
      for (const int height : {3 * band, 3 * band - 1})  // of equal bands, and of bands that differ by a row
        EXPECT_EQ(fault_of({.extent = {67, height}}, band, true, threads), "") << band << " rows, " << threads << " threads";
}

// rows that are streamed share lines of the cache in every way
TEST_F(CpuSimd, StreamsRowsThatBeginAnywhereInALine) {
  for (const TypePair& types : k_type_pairs)
    for (const auto& form : k_forms)
      for (int i = 0; i < 16; ++i)
        for (const int threads : {1, 3}) {
          const Request request{.extent = {257 + i, 21}, .types = types, .form = form.value};
          EXPECT_EQ(fault_of(request, 8, true, threads, static_cast<std::size_t>(i * 7 % 16)), "")
              << types.id << " " << form.id << " " << request.extent.width << " columns, " << threads << " threads";
        }
}

TEST_F(CpuSimd, KeepsATableInTheCacheForAFilter) {
  constexpr std::size_t k_small = 300 * 200 * 4, k_medium = 640 * 480 * 4, k_large = 3840 * 2160 * 4;
  EXPECT_FALSE(cpu_simd::detail::streamed("auto", k_small, false));
  EXPECT_TRUE(cpu_simd::detail::streamed("auto", k_medium, false));
  EXPECT_FALSE(cpu_simd::detail::streamed("auto", k_medium, true));
  EXPECT_TRUE(cpu_simd::detail::streamed("auto", k_large, true));
  for (const bool read_next : {false, true}) {
    EXPECT_TRUE(cpu_simd::detail::streamed("streamed", k_small, read_next));
    EXPECT_FALSE(cpu_simd::detail::streamed("cached", k_large, read_next));
  }
}

// two bands are asked for, but 16 bits hold the sums of 256 white rows, so three are made
TEST_F(CpuSimd, HoldsTheSumsOfAWhiteBand) {
  const Extent extent{40, 3 * cpu_simd::k_most_rows};
  const std::vector<std::byte> white(extent.area(), std::byte{255});
  // because: columns are always summed for floats, but for whole numbers only where a second thread comes
  std::vector<float> table(extent.area());
  cpu_simd::sum_in_bands(
      {white.data(), table.data(), *find_type_pair("8u32f"), 1, extent.width, kept_part(extent, Form::inclusive), 2, false},
      {.threads = 2});
  EXPECT_EQ(table.back(), 255.0F * static_cast<float>(extent.area()));
}

TEST_F(CpuSimd, EndsWhereItIsCancelled) {
  Progress progress;
  progress.cancelled = true;
  const std::vector<std::byte> picture(64 * 64);
  std::vector<std::uint32_t> table(picture.size(), 7);
  cpu_simd::sum_in_bands(
      {picture.data(), table.data(), *find_type_pair("8u32u"), 1, 64, kept_part({64, 64}, Form::inclusive), 8, false, 8},
      {.threads = 4, .progress = &progress});
  EXPECT_EQ(progress.blocks_done, 0);
  EXPECT_EQ(table.front(), 7U) << "nothing was begun";
}

// who waits for a band must not wait for one that a cancelled thread has taken and left
TEST_F(CpuSimd, EndsWhereItIsCancelledOnTheWay) {
  const Extent extent{64, 4000};
  const std::vector<std::byte> picture(extent.area(), std::byte{1});
  std::vector<std::uint32_t> table(extent.area());
  int broken = 0;
  for (int round = 0; round < 300; ++round) {
    Progress progress;
    std::atomic<bool> watches{false};
    const std::jthread watcher([&](const std::stop_token& ended) {
      watches = true;
      while (progress.blocks_done < round && !ended.stop_requested()) std::this_thread::yield();
      progress.cancelled = true;
    });
    while (!watches) std::this_thread::yield();  // because: a thread takes longer to begin than the bands take
    cpu_simd::sum_in_bands({picture.data(), table.data(), *find_type_pair("8u32u"), 1, extent.width,
                            kept_part(extent, Form::inclusive), 500, false, 500},
                           {.threads = 16, .progress = &progress});
    broken += progress.blocks_done < 500;
  }
  EXPECT_GT(broken, 0) << "none was broken off";
}

TEST_F(CpuSimd, SaysHowManyBandsThereAre) {
  for (const Extent extent : {Extent{1, 1}, {7, 1}, {640, 480}, {641, 479}, {3, 5000}})
    for (const auto& form : k_forms)
      for (const int threads : {1, 2, 3, 7, 16}) {
        const Plan plan = find_algorithm("cpu-simd")->plan({.extent = extent, .form = form.value});
        Engine engine(plan, Machine::cpu, threads);
        engine.write(0, draw(extent, Scalar::u8, Content::noise, 1));
        Progress progress;
        engine.run(Engine::k_all_passes, &progress);
        EXPECT_EQ(progress.blocks_done, plan.passes.front().blocks)
            << extent.width << "x" << extent.height << " " << form.id << ", " << threads << " threads";
      }
}

TEST(CpuSimdBands, AreAsManyForEachThreadWhereRowsSuffice) {
  for (const int rows : {1, 7, 8, 63, 64, 480, 719, 1080, 2161, 16000})
    for (const std::size_t bytes_of_row : {1U, 640U, 1920U, 15360U, 40000U})
      for (const int threads : {1, 2, 3, 8, 16}) {
        const int bands = cpu_simd::detail::bands_of(rows, bytes_of_row, threads);
        const std::string where = fmt::format("{} rows of {} bytes, {} threads", rows, bytes_of_row, threads);
        ASSERT_GE(bands, 1) << where;
        EXPECT_TRUE(bands == 1 || rows / bands >= 8) << where << ": a band has too few rows to be worth handing on";
        EXPECT_LE(ceil_div(rows, bands), cpu_simd::k_most_rows) << where;
        if (rows >= 64 * threads) {
          EXPECT_GE(bands, 8 * threads) << where << ": who is done first has nothing left to take";
        }
        if (rows / 8 > bands) {
          EXPECT_EQ(bands % threads, 0) << where << ": one thread has a band more than another";
          EXPECT_LE(static_cast<std::size_t>(ceil_div(rows, bands)) * bytes_of_row, std::size_t{1} << 18)
              << where << ": a band is beyond a small cache of a core";
        }
      }
}

// the number is a function of what was measured: these are such times of three machines
TEST(CpuSimdThreads, AreTheFewestThatAreNearlyAsFastAsTheBest) {
  using cpu_simd::fewest_nearly_best;
  EXPECT_EQ(fewest_nearly_best({}), 1);
  const std::vector<cpu_simd::ThreadsTried> one_core_fills_the_memory{{1, 0.222}, {2, 0.240}},
      eight_help{{1, 1.20}, {2, 0.62}, {4, 0.35}, {8, 0.211}, {16, 0.205}}, all_help{{1, 1.2}, {2, 0.6}, {4, 0.3}, {6, 0.2}},
      more_get_into_the_way{{1, 1.20}, {2, 0.62}, {4, 0.35}, {8, 0.60}, {16, 0.90}}, beside_other_work{{1, 0.30}, {2, 4.2}},
      faster_for_a_while{{1, 0.200}, {2, 0.172}}, more_than_a_fifth{{1, 0.303}, {2, 0.250}},
      twice_as_fast{{1, 0.30}, {2, 0.15}};
  EXPECT_EQ(fewest_nearly_best(one_core_fills_the_memory), 1);
  EXPECT_EQ(fewest_nearly_best(eight_help), 8) << "sixteen are faster by a trifle";
  EXPECT_EQ(fewest_nearly_best(all_help), 6);
  EXPECT_EQ(fewest_nearly_best(more_get_into_the_way), 4);
  EXPECT_EQ(fewest_nearly_best(beside_other_work), 1);
  EXPECT_EQ(fewest_nearly_best(faster_for_a_while), 1);
  EXPECT_EQ(fewest_nearly_best(more_than_a_fifth), 2);
  EXPECT_EQ(fewest_nearly_best(twice_as_fast), 2);
}

TEST(CpuSimdThreads, AreTriedByDoublingUpToAll) {
  using Numbers = std::vector<int>;
  EXPECT_EQ(cpu_simd::threads_to_try(1), Numbers{1});
  EXPECT_EQ(cpu_simd::threads_to_try(2), (Numbers{1, 2}));
  EXPECT_EQ(cpu_simd::threads_to_try(6), (Numbers{1, 2, 4, 6}));
  EXPECT_EQ(cpu_simd::threads_to_try(16), (Numbers{1, 2, 4, 8, 16}));
}

TEST(CpuSimdThreads, AreMeasuredOnNoMoreThanTheTableHas) {
  const auto bytes = [](Extent extent) { return find_algorithm("cpu-simd")->plan({.extent = extent}).bytes(); };
  EXPECT_EQ(cpu_simd::measured_for(bytes({320, 240})), 0U) << "it is done before a second thread is awake";
  std::size_t before = 0;
  for (const Extent extent : {Extent{640, 480}, {1280, 720}, {1920, 1080}, {3840, 2160}}) {
    const std::size_t measured = cpu_simd::measured_for(bytes(extent));
    EXPECT_LE(measured, bytes(extent));
    EXPECT_GT(measured, before) << "each has its own";
    before = measured;
  }
  EXPECT_EQ(cpu_simd::measured_for(bytes({8192, 8192})), before);
}

TEST_F(CpuSimd, TakesTheThreadsThatItSays) {
  const auto engine = [](Extent extent, int threads) {
    return Engine(find_algorithm("cpu-simd")->plan({.extent = extent}), Machine::cpu, threads);
  };
  EXPECT_EQ(engine({320, 240}, 0).threads_used(), 1) << "too small for a second one";
  EXPECT_EQ(engine({320, 240}, 3).threads_used(), 3) << "who asks for a number gets it";
  const int chosen = engine({1920, 1080}, 0).threads_used();
  EXPECT_GE(chosen, 1);
  EXPECT_LE(chosen, host_threads());
  for (int again = 0; again < 20; ++again) ASSERT_EQ(engine({1920, 1080 + again}, 0).threads_used(), chosen) << "measured once";
}

TEST_F(CpuSimd, RoundsFloatsAlikeFromRunToRun) {
  const Extent extent{1366, 768};
  const Request request{.extent = extent, .types = *find_type_pair("32f32f")};
  const auto picture = draw(extent, Scalar::f32, Content::noise, 5);
  std::vector<std::byte> first;
  for (int run = 0; run < 10; ++run) {
    Engine engine(find_algorithm("cpu-simd")->plan(request), Machine::cpu);
    engine.write(0, picture);
    engine.run();
    std::vector<std::byte> table(engine.plan().buffers.back().packed_bytes());
    engine.read(engine.plan().table(), table);
    if (run == 0) first = table;
    ASSERT_EQ(table == first, true) << "run " << run;
  }
}

}  // namespace
}  // namespace satscope
