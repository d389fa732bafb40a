// SPDX-License-Identifier: Apache-2.0
// Where the rows of a buffer lie: by the rule itself, through an engine, and in tables of every small size, whatever lies
// between the rows of the picture.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <numeric>

#include "kernels/engine.h"
#include "kernels/filter.h"
#include "kernels/filters/luma_pass.h"
#include "kernels/host_block.h"
#include "kernels/reference.h"
#include "kernels/registry.h"
#include "tests/kernels/all_sizes.h"
#include "tests/kernels/pictures.h"

namespace satscope {
namespace {

using testing::Content;
using testing::draw;

// ---------------------------------------------------------------- the rule

/// The byte of place (x, y), counted from the start of the buffer.
std::size_t byte_of(const Buffer& buffer, int x, int y) {
  const std::int64_t pitch = buffer.rows.pitch == 0 ? buffer.shape.width : buffer.rows.pitch;
  const std::int64_t place = buffer.rows.first + y * pitch + x;
  return static_cast<std::size_t>(place) * size_of(buffer.type) * static_cast<std::size_t>(buffer.channels);
}

TEST(Rows, OfATableBeginTheirInclusivePartAtACacheLine) {
  for (const auto& form : k_forms)
    for (const auto& [type, channels] : {std::pair{Scalar::u32, 1}, {Scalar::f64, 1}, {Scalar::u32, 4}, {Scalar::u64, 4}})
      for (int width = 1; width <= 300; ++width) {
        const Extent picture{width, 3};
        Buffer table{"table", type, table_extent(picture, form.value), channels};
        table.rows = aligned_rows_of_table(width, form.value, table.place_bytes());
        const int first = form.value == Form::inclusive ? 0 : 1;
        const std::string what = fmt::format("{} {} x{} of width {}", id_of(type), id_of(form.value), channels, width);
        for (int y = 0; y < table.shape.height; ++y) ASSERT_EQ(byte_of(table, first, y) % 128, 0U) << what;
        // four places at once, from each multiple of four on, stay clear of the next row and its zero column
        const std::size_t four = table.place_bytes() * 4, fours = static_cast<std::size_t>((width + 3) / 4);
        ASSERT_LE(byte_of(table, first, 0) + fours * four, byte_of(table, 0, 1)) << what;
        ASSERT_LE(byte_of(table, first, table.shape.height - 1) + fours * four, table.bytes()) << what;
        ASSERT_LT(table.pitch_bytes(), table.row_bytes() + 2 * 128 + four) << what;
      }
}

TEST(Rows, ThatAreAlignedAnywayArePacked) {
  EXPECT_TRUE(aligned_rows(1920, 1).packed());
  EXPECT_TRUE(aligned_rows_of_table(1920, Form::inclusive, 4).packed());
  EXPECT_FALSE(aligned_rows(1921, 1).packed());
  EXPECT_FALSE(aligned_rows_of_table(1920, Form::padded, 4).packed());
}

TEST(Rows, OfTheFastAlgorithmsAreAligned) {
  for (const char* id : {"single-pass", "tiles-2r1w"})
    for (const TypePair& types : k_type_pairs)
      for (const auto& form : k_forms) {
        const Plan plan = known_algorithm(id).plan({.extent = {1367, 769}, .types = types, .form = form.value});
        const int first = form.value == Form::inclusive ? 0 : 1;
        for (int y = 0; y < 5; ++y) {
          EXPECT_EQ(byte_of(plan.buffers.front(), 0, y) % 128, 0U) << id << " " << types.id;
          EXPECT_EQ(byte_of(plan.buffers.back(), first, y) % 128, 0U) << id << " " << types.id << " " << id_of(form.value);
        }
      }
}

// ---------------------------------------------------------------- through an engine

class RowsOfAnEngine : public ::testing::TestWithParam<Machine> {
 protected:
  void SetUp() override {
    if (GetParam() == Machine::gpu && !gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  }
};

TEST_P(RowsOfAnEngine, ArePackedForTheHost) {
  Plan plan{.buffers = {{"a", Scalar::u32, {5, 4}}, {"b", Scalar::u32, {5, 4}}, {"c", Scalar::u32, {5, 4}}}};
  plan.buffers[0].rows = {.pitch = 7, .first = 3};
  plan.buffers[2].rows = {.pitch = 8};
  EXPECT_EQ(plan.buffers[0].bytes(), (3U + 4 * 7) * 4);
  EXPECT_EQ(plan.buffers[0].packed_bytes(), 80U);
  Engine engine(plan, GetParam(), 1);
  std::vector<std::uint32_t> numbers(20);
  std::iota(numbers.begin(), numbers.end(), 100U);
  engine.write(0, std::as_bytes(std::span(numbers)));
  EXPECT_EQ(read_buffer<std::uint32_t>(engine, 0), numbers);
  engine.enqueue_copy(0, 1);
  engine.enqueue_copy(1, 2);
  EXPECT_EQ(read_buffer<std::uint32_t>(engine, 1), numbers);
  EXPECT_EQ(read_buffer<std::uint32_t>(engine, 2), numbers);
  std::vector<std::byte> too_many(plan.buffers[0].bytes());
  EXPECT_THROW(engine.read(0, too_many), std::invalid_argument);
  EXPECT_EQ(engine.memory().pitches, (std::vector<int>{7, 5, 8}));
  if (GetParam() == Machine::gpu) return;
  const auto* places = static_cast<const std::uint32_t*>(engine.memory().at[0]);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 5; ++x) EXPECT_EQ(places[y * 7 + x], 100U + static_cast<std::uint32_t>(y * 5 + x));
  EXPECT_EQ(places[-3], 0U) << "what lies between rows is defined";
  EXPECT_EQ(places[6], 0U);
}

TEST_P(RowsOfAnEngine, BeginAtACacheLineInMemory) {
  constexpr Extent extent{641, 5};
  for (const auto& form : k_forms) {
    const Plan plan = known_algorithm("single-pass").plan({.extent = extent, .form = form.value});
    std::deque<Engine> engines;  // many, because memory may begin at a line by chance
    for (int i = 0; i < 8; ++i) engines.emplace_back(plan, GetParam(), 1);
    for (const Engine& engine : engines) {
      const std::size_t first = form.value == Form::inclusive ? 0 : plan.buffers.back().place_bytes();
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(engine.memory().at.front()) % 128, 0U) << id_of(form.value);
      EXPECT_EQ((reinterpret_cast<std::uintptr_t>(engine.memory().at.back()) + first) % 128, 0U) << id_of(form.value);
    }
  }
}

TEST(HostBlocks, BeginAtACacheLineOrAtAHugePage) {
  constexpr std::size_t k_page = std::size_t{2} << 20;
  std::vector<HostBlock> blocks;
  const auto begins_at = [&](std::size_t bytes) {
    const HostBlock& block = blocks.emplace_back(make_host_block(bytes));
    std::fill_n(block.get(), bytes, std::byte{1});
    return reinterpret_cast<std::uintptr_t>(block.get());
  };
  for (int i = 0; i < 8; ++i) {  // many, because memory may begin there by chance
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{100'000}})
      EXPECT_EQ(begins_at(bytes) % 128, 0U);
    for (const std::size_t bytes : {k_page / 2, k_page, k_page + 1}) EXPECT_EQ(begins_at(bytes) % k_page, 0U);
  }
}

TEST_P(RowsOfAnEngine, DecideWhetherAPlanCanBeAdopted) {
  Plan plan{.buffers = {{"a", Scalar::u32, {5, 4}}, {"b", Scalar::u32, {5, 4}}}};
  Engine engine(plan, GetParam(), 1);
  EXPECT_TRUE(engine.adopt(plan));
  plan.buffers[1].rows = {.pitch = 8};
  EXPECT_FALSE(engine.adopt(plan));
}

TEST_P(RowsOfAnEngine, AreWhatAPassSees) {
  constexpr Extent extent{13, 6};
  const Pass pass = luma_pass(extent);
  Plan plan{.buffers = {{"words", Scalar::u32, extent}, {"luma", Scalar::u8, extent}}, .passes = {pass}};
  plan.buffers[0].rows = {.pitch = 17, .first = 2};
  plan.buffers[1].rows = {.pitch = 19, .first = 5};
  Engine engine(plan, GetParam(), 1);
  std::vector<std::uint32_t> words;
  std::vector<std::uint8_t> expected;
  for (std::uint32_t i = 0; i < extent.area(); ++i) {
    words.push_back(0xff000000 | 0x010101 * i);  // grey keeps its value
    expected.push_back(static_cast<std::uint8_t>(i));
  }
  engine.write(0, std::as_bytes(std::span(words)));
  engine.run();
  EXPECT_EQ(read_buffer<std::uint8_t>(engine, 1), expected);
}

INSTANTIATE_TEST_SUITE_P(On, RowsOfAnEngine, ::testing::Values(Machine::gpu, Machine::cpu),
                         [](const auto& machine) { return std::string(id_of(machine.param)); });

// ---------------------------------------------------------------- whatever lies between them

/// All bits set, which is no number where it is a float.
void fill_between_rows(Engine& engine, std::vector<std::byte>& block) {
  const Buffer& picture = engine.plan().buffers.front();
  block.assign(picture.bytes() + 16, std::byte{0xFF});
  engine.attach(engine.plan().picture(), block.data());
}

TEST(TablesOfEverySmallSize, DoNotDependOnWhatLiesBetweenTheRowsOfThePicture) {
  for (const char* id : {"single-pass", "tiles-2r1w"}) {
    const Algorithm& algorithm = known_algorithm(id);
    std::size_t turn = 0;
    for (int width = 1; width <= 70; ++width)
      for (int height = 1; height <= 70; ++height, ++turn) {
        const auto all = testing::combinations(turn / k_type_pairs.size());
        for (std::size_t c = 0; c < all.size(); ++c) {
          // without ./test --all, a type and a form for each size, so that a width meets all of them at some height
          if (!testing::all_sizes() && c != turn % all.size()) continue;
          const Request request{.extent = {width, height}, .types = all[c].types, .form = all[c].form};
          const auto picture = draw(request.extent, request.types.in, Content::whole_noise, static_cast<unsigned>(turn));
          Engine engine(algorithm.plan(request), Machine::cpu, 1);
          std::vector<std::byte> block;
          fill_between_rows(engine, block);
          engine.write(0, picture);
          engine.poison();
          engine.run();
          std::vector<std::byte> table(engine.plan().buffers.back().packed_bytes());
          engine.read(engine.plan().table(), table);
          const Comparison result = compare_with_reference(algorithm, request, picture, table);
          ASSERT_TRUE(result.correct && result.max_error == 0)
              << id << " " << request.types.id << " " << id_of(request.form) << " " << width << "x" << height << "\n"
              << result.mismatches;
        }
      }
  }
}

TEST(TablesOfEverySmallSize, HoldTheirZerosAtTheEdgesOfTiles) {
  for (const char* id : {"single-pass", "tiles-2r1w"})
    for (const TypePair& types : k_type_pairs)
      for (const auto& form : k_forms)
        for (const int width : {127, 128, 129, 255, 257})
          for (const int height : {31, 32, 33, 63, 64, 65, 127, 128, 129}) {
            const Request request{.extent = {width, height}, .types = types, .form = form.value};
            const auto picture = draw(request.extent, types.in, Content::whole_noise, 3);
            Engine engine(known_algorithm(id).plan(request), Machine::cpu, 2);
            std::vector<std::byte> block;
            fill_between_rows(engine, block);
            engine.write(0, picture);
            engine.poison();
            engine.run();
            std::vector<std::byte> table(engine.plan().buffers.back().packed_bytes());
            engine.read(engine.plan().table(), table);
            const Comparison result = compare_with_reference(known_algorithm(id), request, picture, table);
            ASSERT_TRUE(result.correct) << id << " " << types.id << " " << id_of(form.value) << " " << width << "x" << height
                                        << "\n"
                                        << result.mismatches;
          }
}

// ---------------------------------------------------------------- of filters

TEST(RowsOfAFilter, AreThoseOfTheAlgorithmThatMakesItsTables) {
  const FilterRequest request{.extent = {33, 21}};
  for (const char* id : {"single-pass", "serial"}) {
    const Algorithm& tables = known_algorithm(id);
    const Plan alone = tables.plan({.extent = request.extent});
    const FilterPlan plan = filter_plan(known_filter("box"), request, tables);
    for (const Buffer& buffer : plan.plan.buffers) {
      if (buffer.name == "picture") {
        EXPECT_EQ(buffer.rows, alone.buffers.front().rows) << id;
      }
      if (buffer.name == "table") {
        EXPECT_EQ(buffer.rows, alone.buffers.back().rows) << id;
      }
    }
    EXPECT_TRUE(plan.plan.buffers.back().rows.packed()) << id;
  }
}

}  // namespace
}  // namespace satscope
