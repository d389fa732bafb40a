// SPDX-License-Identifier: Apache-2.0
// Threads apart: each goes from barrier to barrier by itself, in many orders. Right kernels give the same table; without a
// barrier the table goes wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>

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

/// Every thread copies four neighbours and hands one of them on: its own, or the next thread's.
enum class Waits { not_at_all, for_its_own, and_meets_the_others, meets_them_too_early };
void hand_on_copies(Block& m, Data data, Waits waits, int whose) {
  shared<Block, std::uint32_t, 4 * k_lanes> s{"s"};
  const Block::global<const std::uint32_t> from{data.buffer + 1};
  m.each("copy", [&](auto t) { m.copy4(from, 4 * t.x, s, 4 * t.x, true); });
  if (waits == Waits::meets_them_too_early) m.sync();
  if (waits != Waits::not_at_all) m.copied();
  if (waits == Waits::and_meets_the_others) m.sync();
  m.each("hand on", [&](auto t) { data[t.x] = s[4 * ((t.x + whose) % k_lanes)]; });
}

TEST(ThreadsApart, CopiesArriveWhereTheirThreadWaitsForThem) {
  const auto run = [](Waits waits, int whose, std::optional<Schedule> apart) {
    Recorder recorder({.threads_apart = apart});
    recorder.add_buffer({.name = "data", .space = Space::global, .type = Scalar::u32, .shape = {k_lanes, 1}});
    recorder.add_buffer({.name = "from", .space = Space::global, .type = Scalar::u32, .shape = {4 * k_lanes, 1}});
    for (std::size_t i = 0; i < 4 * k_lanes; ++i) recorder.content(1)[i].bits = i + 1;
    recorder.run_pass("test", 1, 1, k_lanes, k_lanes, [&](int bx, int by) {
      Block machine{bx, by};
      hand_on_copies(machine, Data{0}, waits, whose);
    });
    bool right = true;
    for (std::size_t i = 0; i < k_lanes; ++i)
      right &= recorder.content(0)[i].bits == 4 * ((i + static_cast<std::size_t>(whose)) % k_lanes) + 1;
    return std::pair(right, recorder.take().races.empty());
  };
  const std::pair all_well{true, true}, a_race{true, false};  // a trace shows copies written at once
  EXPECT_EQ(run(Waits::not_at_all, 0, {}), a_race);
  EXPECT_EQ(run(Waits::for_its_own, 0, {}), all_well);
  EXPECT_EQ(run(Waits::for_its_own, 1, {}), a_race);
  EXPECT_EQ(run(Waits::meets_them_too_early, 1, {}), a_race);
  EXPECT_EQ(run(Waits::and_meets_the_others, 1, {}), all_well);
  for (const Schedule& order : thread_orders()) {
    EXPECT_FALSE(run(Waits::not_at_all, 0, order).first) << id_of_order(order);
    EXPECT_TRUE(run(Waits::for_its_own, 0, order).first) << id_of_order(order);
    EXPECT_FALSE(run(Waits::for_its_own, 1, order).first) << id_of_order(order);
    EXPECT_TRUE(run(Waits::and_meets_the_others, 1, order).first) << id_of_order(order);
  }
}

/// One test for each, so that none takes minutes; `algorithm` is its own.
class ThreadsApartIn : public ::testing::TestWithParam<std::string> {
 protected:
  const Algorithm& algorithm = *find_algorithm(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Each, ThreadsApartIn, ::testing::ValuesIn([] {
                           std::vector<std::string> ids;
                           for (const Algorithm& algorithm : traced_algorithms()) ids.emplace_back(algorithm.id);
                           return ids;
                         }()),
                         [](const auto& id) {
                           std::string name = id.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST_P(ThreadsApartIn, ARightKernelGivesTheSameTable) {
  std::vector<Schedule> orders{{}, reversed()};
  for (unsigned seed = 1; seed <= 20; ++seed) orders.push_back(random(seed));
  for (const Sizes& sizes : algorithm.trace_sizes)
    for (const char* types : {"8u32u", "32f32f"})
      for (const auto& form : k_forms)
        for (const Extent extent : {Extent{1, 1}, Extent{13, 1}, Extent{11, 7}, Extent{19, 21}, Extent{20, 9}}) {
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

TEST_P(ThreadsApartIn, WithoutABarrierTheTableRacesAndIsWrongInSomeOrder) {
  for (const Sizes& sizes : algorithm.trace_sizes) {
    // so wide, or so high, that the loops over segments and tiles turn more than once
    std::set<Barrier> missed;
    for (const Extent extent : {Extent{algorithm.trace_limit, 3}, Extent{3, algorithm.trace_limit}}) {
      const Request request{.extent = extent, .form = Form::padded, .sizes = sizes};
      const auto picture = testing::draw(extent, request.types.in, Content::whole_noise, 4);
      const std::set<Barrier> barriers = extent.width > 3 ? trace(algorithm, request, picture).barriers : missed;
      missed.clear();
      for (const Barrier& barrier : barriers) {
        const Trace without = trace(algorithm, request, picture, {.deleted_barriers = {barrier}});
        const std::string what = fmt::format("{} warp {} block {} {}x{} without {}", algorithm.id, sizes.warp, sizes.block,
                                             extent.width, extent.height, barrier.text());
        EXPECT_FALSE(without.races.empty()) << what;
        EXPECT_TRUE(without.result_matches) << what << ": a trace runs threads in order";
        const auto wrong = find_wrong_table(algorithm, request, picture, {barrier});
        if (!wrong) {
          missed.insert(barrier);
          continue;
        }
        if (!wrong->judged.name.empty()) {  // the table hides it at this size
          missed.insert(barrier);
          continue;
        }
        EXPECT_FALSE(wrong->wrong.empty()) << what << ": " << sentence_of(*wrong);
        EXPECT_FALSE(wrong->provenance_exact) << what;
      }
    }
    for (const Barrier& barrier : missed)
      ADD_FAILURE() << fmt::format("{} warp {} block {}: without {} no order made a wrong table", algorithm.id, sizes.warp,
                                   sizes.block, barrier.text());
  }
}

TEST(ThreadsApart, FindNothingWrongWhileAllBarriersStand) {
  for (const Algorithm& algorithm : traced_algorithms()) {
    const Request request{.extent = {9, 6}, .sizes = algorithm.trace_sizes.front()};
    const auto picture = testing::draw(request.extent, request.types.in, Content::whole_noise, 4);
    EXPECT_FALSE(find_wrong_table(algorithm, request, picture, {})) << algorithm.id;
    for (int passes = 1; passes < static_cast<int>(algorithm.traced_plan(request).passes.size()); ++passes)
      EXPECT_FALSE(find_wrong_table(algorithm, request, picture, {}, passes)) << algorithm.id << ", " << passes << " passes";
  }
}

// the exclusive table of one row is all zeros, whatever the threads do
TEST(ThreadsApart, WhatATableHidesIsJudgedWhereAPassHandsItOn) {
  const Algorithm& algorithm = *find_algorithm("scan-transpose-scan");
  const std::vector<std::uint8_t> row{3, 1, 7, 0, 4, 1, 6, 3};
  const std::vector<std::uint64_t> scanned{0, 3, 4, 11, 11, 15, 16, 22};  // added up by hand
  const auto picture = std::as_bytes(std::span(row));
  const Request request{.extent = {8, 1}, .form = Form::exclusive, .sizes = algorithm.trace_sizes.front()};
  const Trace whole = trace(algorithm, request, picture);
  int compared = 0;
  for (const int passes : {0, 1})
    for (const Barrier& barrier : whole.barriers) {
      if (passes == 1 && barrier.file == "transpose.h") continue;  // of another pass
      const auto found = find_wrong_table(algorithm, request, picture, {barrier}, passes);
      ASSERT_TRUE(found) << barrier.text();
      EXPECT_FALSE(found->judged.name.empty()) << barrier.text();
      EXPECT_TRUE(passes == 0 || found->judged.passes == passes) << barrier.text();
      if (found->judged.passes != 1 || found->cells.size() != scanned.size()) continue;
      ++compared;
      for (std::size_t i = 0; i < scanned.size(); ++i)
        EXPECT_EQ(std::ranges::count(found->wrong, i), found->cells[i].bits != scanned[i] ? 1 : 0) << barrier.text() << i;
      EXPECT_NE(sentence_of(*found).find("of 8 entries of " + found->judged.name), std::string::npos) << sentence_of(*found);
    }
  EXPECT_GT(compared, 0);
}

TEST(ThreadsApart, NumbersThatAgreeByLuckDifferByTheirPixels) {
  const Algorithm& algorithm = *find_algorithm("scan-transpose-scan");
  const Request request{.extent = {8, 8}, .sizes = algorithm.trace_sizes.front()};
  const std::vector<std::byte> black(64);  // whatever is added, it is 0
  const Trace whole = trace(algorithm, request, black);
  const auto misled = find_wrong_table(algorithm, request, black, {*whole.barriers.begin()});
  ASSERT_TRUE(misled);
  EXPECT_TRUE(misled->wrong.empty());
  EXPECT_FALSE(misled->provenance_exact);
}

}  // namespace
}  // namespace satscope
