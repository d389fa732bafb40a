// SPDX-License-Identifier: Apache-2.0
// How blocks of one launch communicate: the order of tiles, status words, and launches in a row, some of which are broken off.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <thread>
#include <vector>

#include "kernels/algorithms/tile_order.h"
#include "kernels/engine.h"
#include "kernels/reference.h"
#include "kernels/registry.h"
#include "kernels/simt/tile_status.h"
#include "tests/kernels/all_sizes.h"
#include "tests/kernels/pictures.h"

namespace satscope {
namespace {

using testing::Content;
using testing::draw;

const Algorithm& single_pass() { return *find_algorithm("single-pass"); }

// ---------------------------------------------------------------- order

std::vector<Extent> grids_of_tiles() {
  std::vector<Extent> grids{{1, 1}, {547, 1}, {1, 547}, {64, 64}, {157, 200}, {313, 7}, {40, 999}};
  for (int across = 1; across <= 9; ++across)
    for (int down = 1; down <= 9; ++down) grids.push_back({across, down});
  return grids;
}

TEST(TileOrder, TakesEveryTileOnceAndNeighboursLeftAndAboveBefore) {
  const std::vector<Extent> grids = grids_of_tiles();
  for (const auto& [across, down] : grids) {
    std::vector<int> number(static_cast<std::size_t>(across) * static_cast<std::size_t>(down), -1);
    int diagonal = 0;
    for (int n = 0; n < across * down; ++n) {
      const auto [j, i] = tile_by_diagonals(n, across, down);
      ASSERT_TRUE(j >= 0 && j < across && i >= 0 && i < down) << n << " of " << across << "x" << down;
      ASSERT_EQ(number[at(j, i, across)], -1) << n << " of " << across << "x" << down;
      number[at(j, i, across)] = n;
      ASSERT_GE(i + j, diagonal);
      diagonal = i + j;
    }
  }
}

TEST(TileOrder, WithGroupsSideBySideKeepsThemTogetherAndNeighboursBefore) {
  for (const auto& [across, down] : grids_of_tiles())
    for (const int side : {0, 1, 2, 4}) {
      const int whole = ceil_div(across, 1 << side) << side;
      std::vector<int> number(static_cast<std::size_t>(whole) * static_cast<std::size_t>(down), -1);
      for (int n = 0; n < whole * down; ++n) {
        const auto [j, i] = tile_by_diagonals(n, across, down, side);
        ASSERT_TRUE(j >= 0 && j < whole && i >= 0 && i < down) << n << " of " << across << "x" << down;
        ASSERT_EQ(number[at(j, i, whole)], -1) << n << " of " << across << "x" << down;
        number[at(j, i, whole)] = n;
        if (j % (1 << side) > 0) {
          ASSERT_EQ(number[at(j - 1, i, whole)], n - 1);
        } else if (j > 0) {
          ASSERT_GE(number[at(j - 1, i, whole)], 0) << "left of " << j << ", " << i;
        }
        if (i > 0) {
          ASSERT_GE(number[at(j, i - 1, whole)], 0) << "above " << j << ", " << i;
        }
      }
    }
}

// ---------------------------------------------------------------- words

template <class T>
void check_words(std::initializer_list<T> values) {
  for (const T value : values)
    for (const Known known : {Known::aggregate, Known::prefix})
      for (const std::uint32_t launch : {0U, 1U, 77U, k_launches - 1}) {
        const TileStatus<T> word = pack(value, known, launch);
        const Seen<T> seen = unpack(word, launch);
        EXPECT_EQ(seen.known, known);
        EXPECT_EQ(std::memcmp(&seen.value, &value, sizeof value), 0) << value;
        for (const std::uint32_t other : {launch + 1, launch ^ 4U, launch + k_launches})
          EXPECT_EQ(unpack(word, other).known, Known::nothing) << "of another launch";
      }
}

TEST(Words, BringBackWhatWasPutInForTheirLaunchOnly) {
  check_words<std::uint32_t>({0U, 1U, 0xFFFFFFFFU});
  check_words<float>({0.0F, -1.5F, 1e30F});
  check_words<std::uint64_t>({0U, 1U, 0xFFFFFFFF00000000U, ~std::uint64_t{0}});
  check_words<double>({0.0, -1.5, 1e300});
}

TEST(Words, OfTwoHalvesCountOnceBothSayTheSame) {
  const TileStatus<double> aggregate = pack(1.0, Known::aggregate, 5), prefix = pack(2.0, Known::prefix, 5);
  TileStatus<double> torn = aggregate;
  torn.half[0] = prefix.half[0];
  EXPECT_EQ(unpack(torn, 5).known, Known::nothing);
  torn.half[1] = prefix.half[1];
  EXPECT_EQ(unpack(torn, 5).value, 2.0);
}

TEST(Words, AreNothingInFreshAndInPoisonedMemory) {
  for (const int byte : {0x00, 0xA5}) {
    TileStatus<std::uint32_t> word;
    std::memset(&word, byte, sizeof word);
    for (std::uint32_t launch = 0; launch < 100'000; ++launch) ASSERT_EQ(unpack(word, launch).known, Known::nothing);
    ASSERT_EQ(unpack(word, k_launches - 1).known, Known::nothing);
  }
}

TEST(Words, ArePartOfWhatAPlanNeeds) {
  const Plan plan = single_pass().plan({.extent = {1000, 700}});
  std::size_t sum = 0, words = 0;
  for (const Buffer& buffer : plan.buffers) {
    if (buffer.words) ++words;
    // rows of 1000 numbers begin at multiples of 128 bytes
    sum += buffer.words ? sizeof(TileStatusHeader) + buffer.shape.area() * 8 : 1024 * 700 * size_of(buffer.type);
  }
  EXPECT_EQ(words, 2U);
  EXPECT_EQ(plan.bytes(), sum);
}

// ---------------------------------------------------------------- launches

std::vector<std::byte> table_of(const Engine& engine) {
  std::vector<std::byte> table(engine.plan().buffers.back().packed_bytes());
  engine.read(engine.plan().table(), table);
  return table;
}

/// Whether two tables of non-negative 32-bit floats differ by no more than two runs may.
bool near(const Request& request, std::span<const std::byte> a, std::span<const std::byte> b) {
  const double share = 2 * single_pass().float_depth(request) * 0x1p-24;
  for (std::size_t at = 0; at < a.size(); at += sizeof(float)) {
    float one, other;
    std::memcpy(&one, &a[at], sizeof one);
    std::memcpy(&other, &b[at], sizeof other);
    if (!(std::abs(one - other) <= share * std::max(one, other))) return false;
  }
  return true;
}

/// Every launch over a picture in turn, so that what an earlier one left would be seen. The first table of a picture is
/// compared with the reference, all later ones with the first.
void check_launches(Machine machine, int threads, const Request& request, int launches) {
  std::vector<std::vector<std::byte>> pictures, tables;
  Engine engine(single_pass().plan(request), machine, threads);
  const std::size_t bytes = engine.plan().buffers.back().packed_bytes();
  const Extent numbers{request.extent.width * request.channels, request.extent.height};
  const PinnedMemory memory(bytes);  // because: plain memory takes longer than the launch
  const std::span<std::byte> table(static_cast<std::byte*>(memory.get()), bytes);
  for (int launch = 0; launch < launches; ++launch) {
    const auto which = static_cast<std::size_t>(launch % 3);
    if (pictures.size() <= which)
      pictures.push_back(draw(numbers, request.types.in, Content::whole_noise, static_cast<unsigned>(which)));
    engine.write(engine.plan().picture(), pictures[which]);
    engine.poison();
    engine.run();
    engine.read(engine.plan().table(), table);
    const std::string where =
        fmt::format("{} {}x{} launch {}", request.types.id, request.extent.width, request.extent.height, launch);
    if (tables.size() <= which) {
      const Comparison result = compare_with_reference(single_pass(), request, pictures[which], table);
      ASSERT_TRUE(result.correct) << where << "\n" << result.mismatches;
      tables.emplace_back(table.begin(), table.end());
      continue;
    }
    const bool rounded = request.types.out == Scalar::f32 && 255.0 * static_cast<double>(request.extent.area()) >= 0x1p24;
    ASSERT_TRUE(rounded ? near(request, tables[which], table) : std::memcmp(tables[which].data(), table.data(), bytes) == 0)
        << where << " differs from the first";
  }
}

std::vector<Extent> odd_extents() {
  return {{1, 1},     {7, 3},     {127, 129}, {128, 128}, {129, 127}, {130, 1},  {1, 1000},
          {1000, 1},  {333, 777}, {641, 479}, {512, 512}, {513, 511}, {1021, 9}, {9, 1021},
          {257, 256}, {640, 360}, {516, 64},  {1023, 65}, {900, 900}, {71, 1300}};
}

TEST(SinglePass, GivesTheSameLaunchAfterLaunch) {
  for (const Extent extent : odd_extents())
    for (const char* types : {"8u32u", "8u64u", "32f32f", "64f64f"})
      check_launches(Machine::cpu, 4, {.extent = extent, .types = *find_type_pair(types)}, extent.area() > 100'000 ? 6 : 20);
}

// more tiles than run at once: they start in groups, of which the last ones have tiles beyond the picture
std::vector<Extent> extents_in_groups() {
  return {{8200, 2300}, {8208, 2300}, {2048, 8600}, {2160, 8192}, {4096, 4304}, {130, 140'000}};
}

// as many columns, but four sums of a row; the last one without rows that begin at multiples of sixteen bytes
std::vector<Extent> extents_of_colour() { return {{1, 1}, {640, 360}, {700, 531}, {32, 1000}, {1000, 7}, {333, 257}}; }

TEST(SinglePass, GivesTheSameForFourChannels) {
  for (const Extent extent : extents_of_colour())
    for (const char* types : {"8u32u", "8u64u", "32f32f"})
      check_launches(Machine::cpu, 4, {.extent = extent, .types = *find_type_pair(types), .channels = 4}, 4);
}

std::int64_t blocks(Extent extent, const char* types, int channels = 1, const char* tile = "auto") {
  return single_pass()
      .plan({.extent = extent, .types = *find_type_pair(types), .params = {{"tile", std::string(tile)}}, .channels = channels})
      .passes[0]
      .blocks;
}

// of bytes: 128 x 128, or 256 x 128; groups of sixteen, or of fewer where those would be more than an eighth beyond the picture
TEST(SinglePass, StartsTilesInGroupsThatFewOfAreBeyondThePicture) {
  EXPECT_EQ(blocks({4096, 4096}, "8u32u", 1, "medium"), 32 * 32) << "all run at once: no groups";
  EXPECT_EQ(blocks({10'000, 16'000}, "8u32u", 1, "medium"), 5 * 16 * 125) << "79 tiles across";
  EXPECT_EQ(blocks({10'000, 16'000}, "8u32u", 1, "large"), 5 * 8 * 125) << "40 across";
  EXPECT_EQ(blocks({8200, 2300}, "8u64u"), 9 * 8 * 18) << "65 across";
  EXPECT_EQ(blocks({2160, 8192}, "8u32u", 1, "medium"), 9 * 2 * 64) << "17 across";
  EXPECT_EQ(blocks({2160, 8192}, "8u32u", 1, "large"), 5 * 2 * 64) << "9 across";
  EXPECT_EQ(blocks({130, 140'000}, "8u32u", 1, "medium"), 2 * 1094) << "2 across";
  EXPECT_EQ(blocks({10'000, 16'000}, "32f32f"), 79 * 250) << "only bytes gain";
  EXPECT_EQ(blocks({2500, 16'000}, "8u32u", 4, "medium"), 40 * 250) << "of one channel";
}

TEST(SinglePass, TakesSmallTilesWhereThereAreFewAndLargeOnesWhereThereAreMany) {
  EXPECT_EQ(blocks({854, 480}, "8u32u"), 7 * 8) << "small: 128 x 64";
  EXPECT_EQ(blocks({1920, 1080}, "8u32u"), 15 * 9) << "medium: 128 x 128";
  EXPECT_EQ(blocks({8192, 8192}, "8u32u"), 32 * 64) << "large: 256 x 128";
  EXPECT_EQ(blocks({1920, 1080}, "32f32f"), 15 * 34) << "small: 128 x 32";
  EXPECT_EQ(blocks({3840, 2160}, "32f32f"), 30 * 68) << "small still";
  EXPECT_EQ(blocks({4096, 4096}, "32f32f"), 32 * 64) << "medium: 128 x 64";
  EXPECT_EQ(blocks({8192, 8192}, "32f32f"), 64 * 128) << "numbers have no large ones";
  EXPECT_EQ(blocks({1920, 1080}, "8u32u", 4), 30 * 17) << "medium: 64 pixels x 64";
  EXPECT_EQ(blocks({3840, 2160}, "8u32u", 4), 60 * 17) << "large: 64 pixels x 128";
  EXPECT_EQ(blocks({1920, 1080}, "32f32f", 4), 60 * 17) << "medium: 32 pixels x 64";
  EXPECT_EQ(blocks({854, 480}, "8u64u"), 7 * 4) << "sums of 8 bytes have medium ones";
}

TEST(SinglePass, SaysWhichTilesThereAre) {
  const auto refusal = [](const char* types, int channels, const char* tile) {
    return single_pass().refusal(
        {.extent = {64, 64}, .types = *find_type_pair(types), .params = {{"tile", std::string(tile)}}, .channels = channels},
        Machine::gpu);
  };
  EXPECT_NE(refusal("32f32f", 1, "large").find("bytes"), std::string::npos);
  EXPECT_NE(refusal("8u64u", 1, "large").find("4 bytes"), std::string::npos);
  EXPECT_NE(refusal("8u32u", 4, "small").find("one channel"), std::string::npos);
  for (const char* tile : {"auto", "medium"}) EXPECT_EQ(refusal("64f64f", 1, tile), "");
  EXPECT_EQ(refusal("8u32u", 4, "large"), "");
  EXPECT_EQ(refusal("32f32f", 1, "small"), "");
}

TEST(SinglePass, GivesTheSameWhereTilesStartInGroups) {
  for (const Extent extent : extents_in_groups()) {
    check_launches(Machine::cpu, 4, {.extent = extent}, 2);
    if (testing::k_sanitized && !testing::all_sizes()) break;  // because: each takes a quarter of a minute
  }
}

TEST(SinglePass, ABrokenOffLaunchDoesNotHoldUpTheNext) {
  const Request request{.extent = {1500, 1100}};
  Engine engine(single_pass().plan(request), Machine::cpu, 4);
  const std::int64_t blocks = engine.plan().passes[0].blocks;
  ASSERT_GT(blocks, 50);
  std::int64_t broken = 0;
  for (int round = 0; round < 40; ++round) {
    const auto picture = draw(request.extent, Scalar::u8, Content::noise, static_cast<unsigned>(round % 4));
    engine.write(engine.plan().picture(), picture);
    engine.poison();
    Progress progress;
    {
      const std::jthread watcher([&] {
        while (progress.blocks_done < round % 20 * 3 && progress.blocks_done < blocks) std::this_thread::yield();
        progress.cancelled = true;
      });
      engine.run(Engine::k_all_passes, &progress);
      if (progress.blocks_done == 0) progress.blocks_done = blocks;  // so that the watcher ends where it never saw a block
    }
    if (progress.blocks_done < blocks) ++broken;
    engine.run();
    const Comparison result = compare_with_reference(single_pass(), request, picture, table_of(engine));
    ASSERT_TRUE(result.correct) << "round " << round << "\n" << result.mismatches;
  }
  EXPECT_GT(broken, 0) << "no launch was broken off";
}

TEST(SinglePass, ManyThreadsOnFewProcessorsComeToTheirEnd) {
  check_launches(Machine::cpu, 64, {.extent = {900, 700}}, 10);
  check_launches(Machine::cpu, 64, {.extent = {4000, 9}, .types = *find_type_pair("64f64f")}, 5);
}

TEST(GpuSinglePass, AThousandLaunchesGiveTheSame) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const char* types : {"8u32u", "32f32f"})
    check_launches(Machine::gpu, 0, {.extent = {4096, 4096}, .types = *find_type_pair(types)}, 1000);
}

TEST(GpuSinglePass, GivesTheSameAtOddSizes) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Extent extent : odd_extents())
    for (const char* types : {"8u32u", "8u64u", "32f32f", "8u64u-sq", "64f64f"})
      check_launches(Machine::gpu, 0, {.extent = extent, .types = *find_type_pair(types)}, 200);
}

TEST(GpuSinglePass, GivesTheSameForFourChannels) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Extent extent : extents_of_colour())
    for (const char* types : {"8u32u", "8u64u", "32f32f"})
      check_launches(Machine::gpu, 0, {.extent = extent, .types = *find_type_pair(types), .channels = 4}, 200);
}

TEST(GpuSinglePass, GivesTheSameWhereTilesStartInGroups) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Extent extent : extents_in_groups())
    for (const char* types : {"8u32u", "8u64u"})
      check_launches(Machine::gpu, 0, {.extent = extent, .types = *find_type_pair(types)}, 50);
}

TEST(GpuSinglePass, IsWithinTheBoundAtLargeSizes) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Extent extent : {Extent{4096, 4096}, Extent{3840, 2160}})
    for (const char* types : {"8u32f", "32f32f", "64f64f"})
      check_launches(Machine::gpu, 0, {.extent = extent, .types = *find_type_pair(types)}, 10);
}

// a graph repeats its launches as they were recorded: what distinguishes them must be the device's own
TEST(GpuSinglePass, IsRightWhenAGraphRepeatsIt) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  const Request request{.extent = {1920, 1080}};
  Engine engine(single_pass().plan(request), Machine::gpu);
  const Stream& stream = engine.stream();
  engine.write(0, draw(request.extent, Scalar::u8, Content::noise, 0));
  const Graph graph(stream, [&] {
    for (int i = 0; i < 3; ++i) engine.enqueue_on(stream);
  });
  for (unsigned round = 0; round < 100; ++round) {
    const auto picture = draw(request.extent, Scalar::u8, Content::noise, round % 5);
    engine.write(0, picture);
    engine.poison();
    graph.launch(stream);
    stream.wait();
    const Comparison result = compare_with_reference(single_pass(), request, picture, table_of(engine));
    ASSERT_TRUE(result.correct) << "round " << round << "\n" << result.mismatches;
  }
}

}  // namespace
}  // namespace satscope
