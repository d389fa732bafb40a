// SPDX-License-Identifier: Apache-2.0
// What a trace records of blocks that exchange messages while they run: who published what, who looked where and found what,
// under many schedules; and what becomes of kernels that break the rules of words.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
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
using testing::record;

Trace trace_of(const char* id, const Request& wanted, const TraceOptions& options = {}) {
  const Algorithm& algorithm = *find_algorithm(id);
  Request request = wanted;
  if (request.sizes.block == 0) request.sizes = algorithm.trace_sizes.front();
  return trace(algorithm, request, testing::draw(request.extent, request.types.in, Content::whole_noise, 6), options);
}

struct BlockMessage {
  int block;
  Message message;
};
/// In the order in which it happened.
std::vector<BlockMessage> block_messages_of(const Trace& trace) {
  std::vector<BlockMessage> all;
  for (const Step& step : trace.steps)
    for (const Message& message : trace.messages_of(step)) all.push_back({step.block, message});
  std::ranges::stable_sort(all, {}, [](const BlockMessage& messages) { return messages.message.moment; });
  return all;
}

struct Found {
  int nothing = 0, aggregates = 0, prefixes = 0, waits = 0;
};

/// Checks the rules of words from the trace alone: a word is published by one block, first as an aggregate or at once as a
/// prefix, and never again after that; who looks at one has a higher number than who publishes it.
Found check_messages(const Trace& trace, const std::string& what) {
  using Word = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Word, int> owner;
  std::map<Word, Known> known;
  Found found;
  const std::vector<BlockMessage> messages = block_messages_of(trace);
  EXPECT_EQ(messages.size(), trace.messages.size()) << what << ": every message belongs to a step";
  for (const BlockMessage& t : messages)
    if (t.message.kind == Message::Kind::publish) {
      const Word word{t.message.buffer, t.message.index};
      EXPECT_EQ(owner.emplace(word, t.block).first->second, t.block) << what;
      EXPECT_NE(t.message.known, Known::nothing) << what;
      EXPECT_LT(known[word], t.message.known) << what;
      known[word] = t.message.known;
    }
  for (const auto& [word, state] : known) EXPECT_EQ(state, Known::prefix) << what;
  for (const BlockMessage& t : messages) {
    if (t.message.kind == Message::Kind::publish) continue;
    const auto from = owner.find({t.message.buffer, t.message.index});
    if (from == owner.end()) {
      ADD_FAILURE() << what << ": looked at what is never published";
      continue;
    }
    EXPECT_LT(from->second, t.block) << what << ": who looks began later";
    found.waits += t.message.kind == Message::Kind::wait;
    found.nothing += t.message.known == Known::nothing;
    found.aggregates += t.message.known == Known::aggregate;
    found.prefixes += t.message.known == Known::prefix;
  }
  return found;
}

TEST(LookingBack, ByTicketFindsPrefixesOnly) {
  const Trace t = trace_of("single-pass", {.extent = {60, 40}});
  const Found found = check_messages(t, "ticket");
  EXPECT_GT(found.prefixes, 0);
  EXPECT_EQ(found.aggregates + found.nothing + found.waits, 0);
}

TEST(LookingBack, OverAggregatesIsSeenInAWindowFromItsEnd) {
  const Trace t = trace_of("single-pass", {.extent = {60, 40}}, {.schedule = parse_schedule("reversed:8")});
  const Found found = check_messages(t, "reversed:8");
  EXPECT_GT(found.aggregates, 0);
  EXPECT_GT(found.waits, 0);
  EXPECT_TRUE(t.result_matches && t.provenance_exact && t.races.empty() && t.deadlocks.empty());
}

TEST(LookingBack, AggregatesOfColumnsHoldWhatLiesLeftButNotWhatLiesAbove) {
  const Extent extent{32, 32};
  const Trace t = trace_of("single-pass", {.extent = extent}, {.schedule = parse_schedule("reversed:8")});
  const auto pixels = testing::draw(extent, Scalar::u8, Content::whole_noise, 6);
  constexpr std::uint32_t rows = 8;  // of a tile on the smallest machine: 4 strips of 2 rows
  int compared = 0;
  for (const Step& step : t.steps) {
    if (step.label != "publish columns") continue;
    for (const Message& message : t.messages_of(step)) {
      if (message.kind != Message::Kind::publish || message.known != Known::aggregate) continue;
      const std::uint32_t x = message.index % 32, tile = message.index / 32;
      std::uint64_t sum = 0;
      for (std::uint32_t y = tile * rows; y < (tile + 1) * rows; ++y)
        for (std::uint32_t u = 0; u <= x; ++u) sum += std::to_integer<std::uint64_t>(pixels[y * 32 + u]);
      for (const Write& write : t.writes_of(step)) {
        if (write.buffer != message.buffer || write.index != message.index) continue;
        EXPECT_EQ(to_text(number(write.after, t.buffers[write.buffer].type)), fmt::format("{}", sum))
            << x << ", tile row " << tile;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 32);
}

TEST(LookingBack, GivesTheSameTableUnderEverySchedule) {
  std::vector<std::string> schedules{"ticket", "reversed:1", "reversed:2", "reversed:3", "reversed:8", "reversed:30"};
  for (int seed = 1; seed <= 100; ++seed) schedules.push_back(fmt::format("random:{}", seed));
  int with_aggregates = 0, with_waits = 0;
  std::size_t turn = 0;
  for (const std::string& schedule : schedules) {
    const TypePair& types = k_type_pairs[turn++ % k_type_pairs.size()];
    const Form form = k_forms[turn % k_forms.size()].value;
    const Request request{.extent = {61, 37}, .types = types, .form = form};
    const Trace t = trace_of("single-pass", request, {.schedule = parse_schedule(schedule)});
    const std::string what = fmt::format("{} {} {}", schedule, types.id, id_of(form));
    EXPECT_TRUE(t.result_matches) << what;
    EXPECT_TRUE(t.provenance_exact) << what;
    EXPECT_TRUE(t.deadlocks.empty()) << what << ": " << t.deadlocks.front();
    for (const Race& race : t.races) ADD_FAILURE() << what << ": " << race.sentence();
    const Found found = check_messages(t, what);
    with_aggregates += found.aggregates > 0;
    with_waits += found.waits > 0;
  }
  EXPECT_GT(with_aggregates, 90);
  EXPECT_GT(with_waits, 90);
}

TEST(LookingBack, AddsAsItsPlanSaysForEveryKindOfTile) {
  const Algorithm& algorithm = *find_algorithm("single-pass");
  for (const Sizes& sizes : algorithm.trace_sizes)
    for (const char* types : {"8u32u", "8u64u-sq", "32f32f"})
      for (const auto& form : k_forms)
        for (const Extent extent : {Extent{1, 1}, Extent{16, 8}, Extent{33, 17}, Extent{64, 9}, Extent{7, 50}}) {
          const Request request{.extent = extent, .types = *find_type_pair(types), .form = form.value, .sizes = sizes};
          EXPECT_EQ(static_cast<double>(trace_of("single-pass", request).total.additions),
                    algorithm.traced_plan(request).passes[0].cost.additions)
              << fmt::format("{} warp {} {} {}x{}", types, sizes.warp, form.id, extent.width, extent.height);
        }
}

/// How often each place of a buffer is read and written.
std::pair<std::set<int>, std::set<int>> times_of(const Trace& trace, std::uint32_t buffer) {
  std::vector<int> reads(trace.buffers[buffer].shape.area()), writes = reads;
  for (const Read& read : trace.reads)
    if (read.buffer == buffer) ++reads[read.index];
  for (const Write& write : trace.writes)
    if (write.buffer == buffer) ++writes[write.index];
  return {{reads.begin(), reads.end()}, {writes.begin(), writes.end()}};
}

TEST(Tiles, ReadThePictureOnceOrTwiceAndWriteTheTableOnce) {
  for (const auto& [id, reads] : {std::pair{"single-pass", 1}, std::pair{"tiles-2r1w", 2}})
    for (const auto& form : k_forms) {
      const Trace t = trace_of(id, {.extent = {52, 31}, .form = form.value});
      const auto table = static_cast<std::uint32_t>(t.table);
      EXPECT_EQ(times_of(t, 0).first, std::set{reads}) << id;
      EXPECT_EQ(times_of(t, table).second, std::set{1}) << id;
      EXPECT_EQ(times_of(t, table).first, std::set{0}) << id;
    }
}

TEST(FourTogether, AreOneAccess) {
  const auto counted = [](bool together) {
    return record(4 * k_lanes, 1,
                  [=](Block& m, Data data) {
                    m.each("move", [&](auto t) {
                      if (together) {
                        data.store4(4 * t.x, data.load4<Num<std::uint32_t>>(4 * t.x));
                      } else {
                        for (int c = 0; c < 4; ++c) data[4 * t.x + c] = data[4 * t.x + c];
                      }
                    });
                  })
        .total;
  };
  const Counters one = counted(true), four = counted(false);
  EXPECT_EQ(one.global_reads, 4 * k_lanes) << "as many numbers";
  EXPECT_EQ(four.global_reads, 4 * k_lanes);
  EXPECT_EQ(one.global_accesses, 2) << "one in, one out";
  EXPECT_EQ(four.global_accesses, 8);
  EXPECT_EQ(one.sectors, 2 * 16) << "32 lanes of 16 bytes";
  EXPECT_EQ(four.sectors, 8 * 16) << "each touches all of them";
}

TEST(Packed, NumbersAreAddedAsManyTimesAsTheyHold) {
  const Trace trace = record(8, 1, [](Block& m, Data data) {
    Block::reg<vec<Pair16, 2>> pairs{"pairs"};
    m.each("pair", 1, [&](auto t) { pairs[t][0] = even_of(data.template bytes4s<1>(0)[0]); });
    m.each("add", 1, [&](auto t) {
      pairs[t][1] = pairs[t][0];
      pairs[t][1] += pairs[t][0];
    });
    m.each("sum", 1, [&](auto) { data[4] = sum_of(data.template bytes4s<1>(0)[0]); });
  });
  EXPECT_EQ(trace.total.additions, 2 + 3);
}

// ---------------------------------------------------------------- rules broken

TEST(BrokenWords, OneThatIsStoredLikeAPlainNumberRaces) {
  const auto chain = [](bool published) {
    return record(8, 2, [=](Block& m, Data data) {
      const Block::tile_status<std::uint32_t> words{0};
      if (m.block_x() == 0)
        m.each("publish", 1, [&](auto) {
          if (!published) data[0] = Num<std::uint32_t>(6);
          m.publish(words, published ? 0 : 1, Num<std::uint32_t>(7), Known::prefix, {});
        });
      else
        m.each("look", 1, [&](auto) {
          m.await(words, published ? 0 : 1, {});
          data[2] = published ? m.look(words, 0, {}).value : Num<std::uint32_t>(data[0]);
        });
    });
  };
  EXPECT_TRUE(chain(true).races.empty());
  ASSERT_EQ(chain(false).races.size(), 1U);
  EXPECT_EQ(chain(false).races[0].kind, "read after write");
}

/// Blocks that each await the one `step` further on before they publish.
Trace chain_of(int step, const char* schedule) {
  return record(12, 12,
                [=](Block& m, Data) {
                  const Block::tile_status<std::uint32_t> words{0};
                  const int b = m.block_x(), other = b + step;
                  m.each("look", 1, [&](auto) {
                    Num<std::uint32_t> sum(b);
                    if (other >= 0 && other < 12) sum += m.await(words, other, {}).value;
                    m.publish(words, b, sum, Known::prefix, {});
                  });
                },
                {.schedule = parse_schedule(schedule)});
}

TEST(BrokenWords, WhoAwaitsAHigherNumberStandsStillWhereItHasNotStarted) {
  EXPECT_TRUE(chain_of(-1, "reversed:4").deadlocks.empty());
  EXPECT_TRUE(chain_of(+1, "reversed:12").deadlocks.empty()) << "all are on the machine";
  const Trace stuck = chain_of(+1, "reversed:4");
  ASSERT_EQ(stuck.deadlocks.size(), 4U) << "each of those on the machine is named";
  EXPECT_EQ(stuck.deadlocks[0], "block 1 waits forever: 'look', thread 0 awaits word 1");
}

TEST(BrokenWords, ALaunchThatWasBrokenOffLeavesNothingToTheNext) {
  Recorder recorder({.schedule = {}});
  recorder.add_buffer({.name = "data", .space = Space::global, .type = Scalar::u32, .shape = {4, 1}});
  const auto pass = [&](bool waits) {
    recorder.run_pass("pass", 2, 1, k_lanes, k_lanes, [&](int bx, int by) {
      const Block m{bx, by};
      const Block::tile_status<std::uint32_t> words{0};
      m.each("publish", 1, [&](auto) {
        if (bx == 0) m.publish(words, 0, Num<std::uint32_t>(3), Known::prefix, {});
        if (bx == 1) m.await(words, waits ? 1 : 0, {});
      });
    });
  };
  pass(true);  // word 1 never comes
  pass(false);
  const Trace t = recorder.take();
  ASSERT_EQ(t.deadlocks.size(), 1U);
  std::vector<Known> looks;
  for (const Message& message : t.messages)
    if (message.kind == Message::Kind::look) looks.push_back(message.known);
  EXPECT_EQ(looks, std::vector{Known::prefix});
}

}  // namespace
}  // namespace satscope
