// SPDX-License-Identifier: Apache-2.0
// Threads apart: each goes from barrier to barrier by itself, in many orders. Right kernels cannot tell; without a barrier the
// table goes wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "kernels/registry.h"
#include "kernels/trace/apart.h"
#include "kernels/trace/tracing.h"
#include "tests/kernels/pictures.h"
#include "tests/kernels/trace_kernels.h"

namespace satscope {
namespace {

using testing::Block;
using testing::Content;
using testing::Data;
using testing::k_lanes;

Schedule reversed() { return {.kind = Schedule::Kind::reversed}; }
Schedule random(unsigned seed) { return {.kind = Schedule::Kind::random, .seed = seed}; }

/// 1 ... 32 handed on by `body`, threads apart.
std::vector<std::uint32_t> after(void (*body)(Block&, Data), const Schedule& order) {
  Recorder recorder({.threads_apart = order});
  recorder.add_buffer({.name = "data", .space = Space::global, .type = Scalar::u32, .shape = {k_lanes, 1}});
  for (int i = 0; i < k_lanes; ++i) recorder.content(0)[static_cast<std::size_t>(i)].bits = static_cast<std::uint64_t>(i + 1);
  recorder.run_pass("test", 1, 1, k_lanes, k_lanes, [&](int bx, int by) {
    Block machine{bx, by};
    body(machine, Data{0});
  });
  std::vector<std::uint32_t> values;
  for (const Cell& cell : recorder.content(0)) values.push_back(static_cast<std::uint32_t>(cell.bits));
  return values;
}

std::vector<std::uint32_t> rotated() {
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < k_lanes; ++i) values.push_back((i + 1) % k_lanes + 1);
  return values;
}

TEST(ThreadsApart, AreHeldTogetherByBarriersAlone) {
  for (const Schedule& order : thread_orders()) {
    EXPECT_EQ(after(testing::rotate_in_warp<true>, order), rotated()) << id_of_order(order);
    EXPECT_NE(after(testing::rotate_in_warp<false>, order), rotated()) << id_of_order(order);
  }
}

TEST(ThreadsApart, RunInTheOrderAskedFor) {
  const auto order_of = [](const Schedule& order) {
    std::vector<int> seen;
    Recorder recorder({.threads_apart = order});
    recorder.run_pass("test", 1, 1, k_lanes, k_lanes, [&](int bx, int by) {
      const Block m{bx, by};
      m.each("first", [&](auto t) { seen.push_back(t.x); });
      m.sync();
      m.each("second", [&](auto t) { seen.push_back(t.x); });
    });
    return seen;
  };
  std::vector<int> forwards, backwards;
  for (int i = 0; i < 2 * k_lanes; ++i) {
    forwards.push_back(i % k_lanes);
    backwards.push_back(k_lanes - 1 - i % k_lanes);
  }
  EXPECT_EQ(order_of({}), forwards);
  EXPECT_EQ(order_of(reversed()), backwards);
  EXPECT_NE(order_of(random(1)), forwards);
  EXPECT_NE(order_of(random(1)), order_of(random(2)));
  EXPECT_EQ(order_of(random(7)), order_of(random(7)));
}

TEST(ThreadsApart, AWarpsBarrierHoldsItsWarpAlone) {
  // two warps: the second reads what the first wrote, after a barrier of the warp only
  const auto run = [](bool block) {
    Recorder recorder({.threads_apart = reversed()});
    recorder.add_buffer({.name = "data", .space = Space::global, .type = Scalar::u32, .shape = {64, 1}});
    recorder.run_pass("test", 1, 1, 64, k_lanes, [&](int bx, int by) {
      using M = Traced<64, k_lanes>;
      const M m{bx, by};
      shared<M, std::uint32_t, 64> s{"s"};
      const M::global<std::uint32_t> data{0};
      m.each("write", [&](auto t) { s[t.x] = Num<std::uint32_t>(t.x + 1); });
      if (block)
        m.sync();
      else
        m.sync_warp();
      m.each("read", [&](auto t) { data[t.x] = s[(t.x + k_lanes) % 64]; });
    });
    return recorder.content(0)[63].bits;
  };
  EXPECT_EQ(run(true), 32U);
  EXPECT_EQ(run(false), 0U) << "the last warp came first";
}

TEST(ThreadsApart, RightKernelsCannotTell) {
  std::vector<Schedule> orders{{}, reversed()};
  for (unsigned seed = 1; seed <= 20; ++seed) orders.push_back(random(seed));
  for (const Algorithm& algorithm : traced_algorithms())
    for (const Sizes& sizes : algorithm.trace_sizes)
      for (const char* types : {"8u32u", "32f32f"})
        for (const auto& form : k_forms)
          for (const Extent extent : {Extent{1, 1}, Extent{13, 1}, Extent{11, 7}, Extent{19, 21}}) {
            const bool real = sizes == algorithm.trace_sizes.back();
            if (real && (form.value != Form::padded || extent.width < 19)) continue;  // hundreds of threads: a few will do
            const Request request{.extent = extent, .types = *find_type_pair(types), .form = form.value, .sizes = sizes};
            if (!algorithm.refusal(request, Machine::cpu).empty()) continue;
            const auto picture = testing::draw(extent, request.types.in, Content::whole_noise, 4);
            const bool all = !real && extent.width == 19 && request.types.out == Scalar::u32;
            const std::size_t tried = all ? orders.size() : 3;
            for (std::size_t i = 0; i < tried; ++i) {
              const ApartTable table = run_apart(algorithm, request, picture, orders[i]);
              EXPECT_TRUE(table.wrong.empty() && table.provenance_exact && table.problem.empty())
                  << fmt::format("{} warp {} {} {} {}x{} {}: {}", algorithm.id, sizes.warp, types, form.id, extent.width,
                                 extent.height, id_of_order(orders[i]), sentence_of(table));
            }
          }
}

TEST(ThreadsApart, WithoutABarrierTheTableRacesAndIsWrongInSomeOrder) {
  for (const Algorithm& algorithm : traced_algorithms())
    for (const Sizes& sizes : algorithm.trace_sizes) {
      // so wide, or so high, that the loops over segments and tiles turn more than once
      std::set<std::uint32_t> missed;
      for (const Extent extent : {Extent{algorithm.trace_limit, 3}, Extent{3, algorithm.trace_limit}}) {
        const Request request{.extent = extent, .form = Form::padded, .sizes = sizes};
        const auto picture = testing::draw(extent, request.types.in, Content::whole_noise, 4);
        const std::set<std::uint32_t> lines = extent.width > 3 ? trace(algorithm, request, picture).barrier_lines : missed;
        missed.clear();
        for (const std::uint32_t line : lines) {
          const Trace without = trace(algorithm, request, picture, {.deleted_barriers = {line}});
          const std::string what = fmt::format("{} warp {} block {} {}x{} without the barrier of line {}", algorithm.id,
                                               sizes.warp, sizes.block, extent.width, extent.height, line);
          EXPECT_FALSE(without.races.empty()) << what;
          EXPECT_TRUE(without.result_matches) << what << ": a trace runs threads in order";
          const auto wrong = find_wrong_table(algorithm, request, picture, {line});
          if (!wrong) {
            missed.insert(line);
            continue;
          }
          EXPECT_FALSE(wrong->wrong.empty()) << what << ": " << sentence_of(*wrong);
          EXPECT_FALSE(wrong->provenance_exact) << what;
        }
      }
      for (const std::uint32_t line : missed)
        ADD_FAILURE() << fmt::format("{} warp {} block {}: without the barrier of line {} no order made a wrong table",
                                     algorithm.id, sizes.warp, sizes.block, line);
    }
}

TEST(ThreadsApart, FindNothingWrongWhileAllBarriersStand) {
  for (const Algorithm& algorithm : traced_algorithms()) {
    const Request request{.extent = {9, 6}, .sizes = algorithm.trace_sizes.front()};
    const auto picture = testing::draw(request.extent, request.types.in, Content::whole_noise, 4);
    EXPECT_FALSE(find_wrong_table(algorithm, request, picture, {})) << algorithm.id;
  }
}

TEST(ThreadsApart, NumbersThatAgreeByLuckAreToldByTheirPixels) {
  const Algorithm& algorithm = *find_algorithm("scan-transpose-scan");
  const Request request{.extent = {8, 8}, .sizes = algorithm.trace_sizes.front()};
  const std::vector<std::byte> black(64);  // whatever is added, it is 0
  const Trace whole = trace(algorithm, request, black);
  const auto misled = find_wrong_table(algorithm, request, black, {*whole.barrier_lines.begin()});
  ASSERT_TRUE(misled);
  EXPECT_TRUE(misled->wrong.empty());
  EXPECT_FALSE(misled->provenance_exact);
}

}  // namespace
}  // namespace satscope
