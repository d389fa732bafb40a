// SPDX-License-Identifier: Apache-2.0
// What machine Traced finds, each with the case where it must find nothing.
#include <gtest/gtest.h>

#include <set>

#include "tests/kernels/trace_kernels.h"

namespace satscope {
namespace {

using testing::Block;
using testing::Data;
using testing::k_lanes;
using testing::record;

TEST(Races, KoggeStoneInPlaceIsOne) {
  const Trace trace = record(1, 1, testing::kogge_stone_in_place);
  ASSERT_FALSE(trace.races.empty());
  EXPECT_EQ(trace.races[0].buffer, "s");
  EXPECT_EQ(trace.races[0].first.at.file, "trace_kernels.h");
  EXPECT_GT(trace.races[0].first.at.line, 0U);
  EXPECT_EQ(trace.races[0].first.label, "add d=1");
}
TEST(Races, KoggeStoneWithTwoBuffersIsNone) { EXPECT_TRUE(record(1, 1, testing::kogge_stone_double_buffered).races.empty()); }

TEST(Races, WarpCodeNeedsTheWarpsBarrier) {
  const Trace bad = record(k_lanes, 1, testing::rotate_in_warp<false>);
  ASSERT_EQ(bad.races.size(), 1U);
  EXPECT_EQ(bad.races[0].kind, "read after write");
  EXPECT_EQ(bad.races[0].first.label, "write");
  EXPECT_EQ(bad.races[0].second.label, "read");
  EXPECT_TRUE(record(k_lanes, 1, testing::rotate_in_warp<true>).races.empty());
}

TEST(Races, AWarpsBarrierDoesNotOrderTwoWarps) {
  const auto hand_over = [](auto block_barrier) {
    return record<64>(64, 1, [](auto& m, auto data) {
      using M = std::decay_t<decltype(m)>;
      shared<M, std::uint32_t, 64> s{"s"};
      m.each("write", [&](auto t) { s[t.x] = data[t.x]; });
      if (decltype(block_barrier)::value)
        m.sync();
      else
        m.sync_warp();
      m.each("read", [&](auto t) { data[t.x] = s[(t.x + 32) % 64]; });
    });
  };
  EXPECT_FALSE(hand_over(std::false_type{}).races.empty());
  EXPECT_TRUE(hand_over(std::true_type{}).races.empty());
}

TEST(Races, AWriteThatIsTooEarlyNamesAReaderThatIsNotItself) {
  const Trace lanes = record(1, 1, [](Block& m, Data data) {
    shared<Block, std::uint32_t, 1> s{"s"};
    Block::reg<std::uint32_t> seen{"seen"};
    m.each("read", 3, [&](auto t) { seen[t] = s[0]; });
    m.each("write", 1, [&](auto) { s[0] = data[0]; });
  });
  ASSERT_EQ(lanes.races.size(), 1U);
  EXPECT_EQ(lanes.races[0].kind, "write after read");
  EXPECT_EQ(lanes.races[0].first.thread, 1) << "thread 0 read first, and orders itself";
  EXPECT_EQ(lanes.races[0].second.thread, 0);

  // the barrier of the warp orders lanes 0 to 31, not thread 40
  const Trace warps = record<64>(1, 1, [](auto& m, auto data) {
    using M = std::decay_t<decltype(m)>;
    shared<M, std::uint32_t, 1> s{"s"};
    typename M::template reg<std::uint32_t> seen{"seen"};
    m.each("read", [&](auto t) {
      if (t.x < 2 || t.x == 40) seen[t] = s[0];
    });
    m.sync_warp();
    m.each("write", 1, [&](auto) { s[0] = data[0]; });
  });
  ASSERT_EQ(warps.races.size(), 1U);
  EXPECT_EQ(warps.races[0].first.thread, 40);
  EXPECT_EQ(warps.races[0].second.thread, 0);
}

TEST(Races, BlocksThatShareAnElementRace) {
  const auto write = [](int stride) {
    return record(k_lanes * 2, 2, [stride](Block& m, Data data) {
      m.each("write", 1, [&](auto) { data[m.block_x() * stride] = Num<std::uint32_t>(1); });
    });
  };
  ASSERT_EQ(write(0).races.size(), 1U);
  EXPECT_EQ(write(0).races[0].kind, "write after write");
  EXPECT_TRUE(write(1).races.empty());
}

/// Block 0 fills data[1], block 1 reads it after it has waited for a relaxed word.
Trace hand_over_between_blocks(const Schedule& schedule) {
  return record(8, 2,
                [&](Block& m, Data data) {
                  const Block::tile_status<std::uint32_t> words{0};
                  if (m.block_x() == 0)
                    m.each("fill", 1, [&](auto) {
                      data[1] = Num<std::uint32_t>(7);
                      m.publish(words, 0, Num<std::uint32_t>(1), Known::prefix, {});
                    });
                  else
                    m.each("use", 1, [&](auto) {
                      m.await(words, 0, {});
                      data[2] = data[1];
                    });
                },
                {.schedule = schedule});
}

TEST(Races, WordsDoNotOrderOtherMemory) {
  for (const char* schedule : {"ticket", "reversed:2", "random:1", "random:2", "random:3"}) {
    const Trace relaxed = hand_over_between_blocks(parse_schedule(schedule));
    ASSERT_EQ(relaxed.races.size(), 1U) << schedule;
    EXPECT_EQ(relaxed.races[0].kind, "read after write");
    EXPECT_TRUE(relaxed.deadlocks.empty());
  }
}

TEST(Schedules, EveryOrderGivesTheSameSums) {
  // each block adds its number to what the block before it published: a chain of carries
  const int blocks = 12;
  for (const std::string schedule : {"ticket", "reversed:3", "reversed:12", "random:1", "random:7", "random:99"}) {
    std::vector<std::uint32_t> sums(blocks, 0);
    const Trace trace = record(blocks, blocks,
                               [&](Block& m, Data) {
                                 const Block::tile_status<std::uint32_t> words{0};
                                 const int b = m.block_x();
                                 m.each("chain", 1, [&](auto) {
                                   Num<std::uint32_t> sum(b + 1);
                                   if (b > 0) sum += m.await(words, b - 1, {}).value;
                                   m.publish(words, b, sum, Known::prefix, {});
                                   sums[static_cast<std::size_t>(b)] = sum.value;
                                 });
                               },
                               {.schedule = parse_schedule(schedule)});
    EXPECT_TRUE(trace.deadlocks.empty()) << schedule;
    EXPECT_TRUE(trace.races.empty()) << schedule;
    for (std::uint32_t b = 0; b < blocks; ++b) EXPECT_EQ(sums[b], (b + 1) * (b + 2) / 2) << schedule;
  }
}

TEST(Schedules, BadOnesAreRefused) {
  for (const char* text : {"", "tickets", "reversed:", "reversed:0", "reversed:x", "random:-1", "random"})
    EXPECT_THROW(parse_schedule(text), std::invalid_argument) << text;
}

TEST(Deadlocks, ABlockThatAwaitsWhatIsNeverPublishedIsNamed) {
  const auto run = [&](int awaited) {
    return record(4, 2, [&, awaited](Block& m, Data) {
      const Block::tile_status<std::uint32_t> words{0};
      m.each("publish", 1, [&](auto) { m.publish(words, m.block_x(), Num<std::uint32_t>(5), Known::prefix, {}); });
      m.each("look back", 1, [&](auto) {
        if (m.block_x() == 1) m.await(words, awaited, {});
      });
    });
  };
  const Trace stuck = run(3);
  ASSERT_EQ(stuck.deadlocks.size(), 1U);
  EXPECT_EQ(stuck.deadlocks[0], "block 2 waits forever: 'look back', thread 0 awaits word 3");
  EXPECT_TRUE(run(0).deadlocks.empty());
}

TEST(Banks, AColumnOf32WordsConflicts32WaysUnlessPadded) {
  EXPECT_EQ(record(k_lanes, 1, testing::read_column<32>).total.bank_conflicts, 31);
  EXPECT_EQ(record(k_lanes, 1, testing::read_column<33>).total.bank_conflicts, 0);
}

TEST(Banks, SixteenServeHalfAWarpAtATime) {
  // CUDA's programming guide on devices of compute capability 1.x: a request of a warp is split into one for each half
  EXPECT_EQ(record(k_lanes, 1, testing::read_column<32>, {.banks = 16}).total.bank_conflicts, 2 * 15);
  EXPECT_EQ(record(k_lanes, 1, testing::read_column<1>, {.banks = 16}).total.bank_conflicts, 0)
      << "16 words of 16 banks, twice";
  EXPECT_EQ(record(k_lanes, 1, testing::read_column<16>, {.banks = 16}).total.bank_conflicts, 2 * 15);
  EXPECT_EQ(record(k_lanes, 1, testing::read_column<17>, {.banks = 16}).total.bank_conflicts, 0);
}

/// Conflicts of 32 lanes that each read four neighbours, so many numbers apart.
template <class T>
std::int64_t conflicts_of_fours(int apart, int lanes = k_lanes) {
  return record(4 * k_lanes, 1,
                [=](Block& m, Data) {
                  shared<Block, T, 64 * k_lanes> s{"s"};
                  Block::reg<T> first{"first"};
                  m.each("fours", lanes, [&](auto t) { first[t] = s.template load4<Num<T>>(t.x * apart)[0]; });
                })
      .total.bank_conflicts;
}

TEST(Banks, WideAccessesGoInPartsOfAWarp) {
  EXPECT_EQ(conflicts_of_fours<std::uint32_t>(4), 0) << "8 lanes of 16 bytes are all banks once";
  EXPECT_EQ(conflicts_of_fours<std::uint32_t>(8), 4) << "in each quarter every second four, twice round the banks";
  EXPECT_EQ(conflicts_of_fours<std::uint32_t>(32), 4 * 7) << "in each quarter all 8 lanes in the same banks";
  EXPECT_EQ(conflicts_of_fours<std::uint32_t>(32, 2), 1) << "the idle parts hide nothing";
  EXPECT_EQ(conflicts_of_fours<std::uint16_t>(4), 0) << "halves of 8 bytes";
  EXPECT_EQ(conflicts_of_fours<std::uint16_t>(64), 2 * 15);
  EXPECT_EQ(conflicts_of_fours<double>(4), 8) << "twice 16 bytes, each with another's 16 in between";
}

TEST(Banks, AllLanesReadingOneWordIsABroadcast) {
  const Trace trace = record(k_lanes, 1, [](Block& m, Data data) {
    shared<Block, std::uint32_t, 4> s{"s"};
    m.each("broadcast", [&](auto t) { data[t.x] = s[2]; });
  });
  EXPECT_EQ(trace.total.bank_conflicts, 0);
  EXPECT_EQ(trace.total.shared_accesses, 1);
}

TEST(Sectors, CountedPerWarpAlsoUnderADivergentIf) {
  const auto read = [](int stride, bool divergent) {
    return record(k_lanes * 8, 1,
                  [=](Block& m, Data data) {
                    shared<Block, std::uint32_t, k_lanes> s{"s"};
                    m.each("read", [&](auto t) {
                      if (!divergent || t.x % 2 == 0) s[t.x] = data[t.x * stride];
                    });
                  })
        .total;
  };
  EXPECT_EQ(read(1, false).sectors, 4);
  EXPECT_EQ(read(8, false).sectors, 32);
  EXPECT_EQ(read(8, true).sectors, 16);
  EXPECT_EQ(read(1, true).sectors, 4);
  EXPECT_EQ(read(8, true).global_accesses, 1);
}

TEST(Sectors, OfBothSidesOfABranchAddUp) {
  const auto read = [](int stride) {
    return record(k_lanes * 8, 1,
                  [=](Block& m, Data data) {
                    shared<Block, std::uint32_t, k_lanes> s{"s"};
                    m.each("read", [&](auto t) {
                      if (t.x % 2 == 0)
                        s[t.x] = data[t.x * stride];
                      else
                        s[t.x] = data[t.x * stride];
                    });
                  })
        .total;
  };
  EXPECT_EQ(read(8).sectors, 32);
  EXPECT_EQ(read(8).global_accesses, 2);
  EXPECT_EQ(read(1).sectors, 2 * 4) << "each side touches all four";
}

TEST(Sectors, RoundsDistinguishAccessesOfALoop) {
  // lane x takes part in rounds x % 4 ...: the n-th access of two lanes is not of the same round
  const auto read = [](auto named) {
    return record(k_lanes * 8, 1,
                  [](Block& m, Data data) {
                    m.each("read", [&](auto t) {
                      for (int j = 0; j < 8; ++j) {
                        if (decltype(named)::value) {
                          const auto round = t.round(j);
                          if (j >= t.x % 4) data[j * k_lanes + t.x].load();
                        } else if (j >= t.x % 4) {
                          data[j * k_lanes + t.x].load();
                        }
                      }
                    });
                  })
        .total;
  };
  EXPECT_EQ(read(std::true_type{}).global_accesses, 8);
  EXPECT_EQ(read(std::true_type{}).sectors, 8 * 4);
  EXPECT_GT(read(std::false_type{}).sectors, 8 * 4);  // without names the model pairs the wrong accesses
}

TEST(Provenance, FindsAPixelCountedTwiceAlthoughTheNumbersAgree) {
  Recorder recorder({});
  recorder.add_buffer({.name = "picture", .space = Space::global, .type = Scalar::u32, .shape = {2, 1}});
  recorder.add_buffer({.name = "sum", .space = Space::global, .type = Scalar::u32, .shape = {2, 1}});
  // pixel 0 is 0: adding it twice changes no number
  recorder.content(0) = {{0, recorder.provenance().pixel(0, 0)}, {9, recorder.provenance().pixel(1, 0)}};
  recorder.run_pass("sum", 1, 1, 1, 1, [](int, int) {
    Traced<1, 1> m{0, 0};
    const Traced<1, 1>::global<const std::uint32_t> picture{0};
    const Traced<1, 1>::global<std::uint32_t> sum{1};
    m.each("right", [&](auto) { sum[0] = picture[0] + picture[1]; });
    m.each("wrong", [&](auto) { sum[1] = picture[0] + picture[1] + picture[0]; });
  });
  Provenance& provenance = recorder.provenance();
  const std::vector<Cell> sums = recorder.content(1);
  EXPECT_EQ(sums[0].bits, sums[1].bits);
  EXPECT_EQ(sums[0].pixels, provenance.rectangle(0, 0, 2, 1));
  EXPECT_NE(sums[1].pixels, provenance.rectangle(0, 0, 2, 1));
  EXPECT_EQ(provenance.counts(sums[1].pixels, {2, 1}), (std::vector<std::int32_t>{2, 1}));
}

TEST(Provenance, EqualMultisetsHaveOneName) {
  Provenance p;
  const PixelSet left = p.rectangle(0, 0, 2, 3), right = p.rectangle(2, 0, 5, 3), whole = p.rectangle(0, 0, 5, 3);
  EXPECT_EQ(p.sum(left, right), whole);
  EXPECT_EQ(p.sum(right, left), whole);
  EXPECT_EQ(p.difference(whole, right), left);
  EXPECT_EQ(p.difference(whole, whole), 0U);
  EXPECT_EQ(p.rectangle(3, 3, 3, 9), 0U);
  EXPECT_EQ(p.corners(whole).size(), 4U);
}

TEST(Recorder, NamesWhoLeavesABuffer) {
  const auto outside = [] { record(4, 1, [](Block& m, Data data) { m.each("read", [&](auto t) { data[t.x].load(); }); }); };
  try {
    outside();
    FAIL() << "thread 4 reads element 4 of 4";
  } catch (const std::out_of_range& error) {
    EXPECT_NE(std::string(error.what()).find("'read', thread 4 accesses data[4]"), std::string::npos) << error.what();
  }
}

TEST(Recorder, KnowsTheLineOfEachAccess) {
  std::uint32_t first = 0;
  const Trace trace = record(4, 1, [&](Block& m, Data data) {
    m.each("two lines", 1, [&](auto) {
      first = __LINE__ + 1;
      data[0] = Num<std::uint32_t>(3);
      data[1] = data[0];
    });
  });
  ASSERT_EQ(trace.steps.size(), 1U);
  const auto writes = trace.writes_of(trace.steps[0]);
  ASSERT_EQ(writes.size(), 2U);
  EXPECT_EQ(writes[0].line, first);
  EXPECT_EQ(writes[1].line, first + 1);
  EXPECT_EQ(trace.reads_of(trace.steps[0])[0].line, first + 1);
  EXPECT_EQ(trace.steps[0].phase(), "two");
}

}  // namespace
}  // namespace satscope
