// SPDX-License-Identifier: Apache-2.0
#include "kernels/table.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "kernels/summed_area_table.h"

namespace satscope {
namespace {

static_assert(type_pair_number<std::uint16_t, std::uint32_t>() == k_type_pairs.size(), "a number, for a sentence to follow");
static_assert(type_pair_number<std::uint8_t, char>() == k_type_pairs.size());
static_assert(k_type_pairs[type_pair_number<float, float>()].id == "32f32f");

// Bilgic's picture 2 1 3 1 / 3 2 1 1 / 4 1 3 1, its tables added up by hand
const std::vector<std::uint32_t> k_inclusive{2, 3, 6, 7, 5, 8, 12, 14, 9, 13, 20, 23};
const std::vector<std::uint32_t> k_exclusive{0, 0, 0, 0, 0, 2, 3, 6, 0, 5, 8, 12};
const std::vector<std::uint32_t> k_padded{0, 0, 0, 0, 0, 0, 2, 3, 6, 7, 0, 5, 8, 12, 14, 0, 9, 13, 20, 23};

TableView view(const std::vector<std::uint32_t>& values, Form form) {
  return {.bytes = std::as_bytes(std::span(values)), .picture = {4, 3}, .form = form, .type = Scalar::u32};
}

TEST(SummedAreaTable, IsThatOfTheDefinitionInEveryFormAndType) {
  const std::array<std::uint8_t, 12> bytes{2, 1, 3, 1, 3, 2, 1, 1, 4, 1, 3, 1};
  EXPECT_EQ(summed_area_table<std::uint32_t>(bytes, 4, 3), k_inclusive);
  EXPECT_EQ(summed_area_table<std::uint32_t>(bytes, 4, 3, Form::exclusive), k_exclusive);
  EXPECT_EQ(summed_area_table<std::uint32_t>(bytes, 4, 3, Form::padded), k_padded);
  const std::vector<std::int32_t> below_zero{-1, 2, 3, -4};
  EXPECT_EQ(summed_area_table<std::int32_t>(below_zero, 2, 2), (std::vector<std::int32_t>{-1, 1, 2, 0}));
  EXPECT_EQ(summed_area_table<double>(std::vector<double>{0.5, 0.25}, 1, 2), (std::vector<double>{0.5, 0.75}));
  EXPECT_EQ(summed_area_table<std::uint64_t>(std::vector<std::uint8_t>{255}, 1, 1), (std::vector<std::uint64_t>{255}));
  EXPECT_EQ((type_pair_number<float, double>()), k_type_pairs.size()) << "no such pair";
}

TEST(SummedAreaTable, RefusesASizeThatIsNotThatOfThePicture) {
  const std::vector<std::uint8_t> bytes(12);
  for (const auto& [width, height] : {std::pair{4, 4}, {3, 3}, {0, 12}, {-4, -3}})
    EXPECT_THROW(summed_area_table<std::uint32_t>(bytes, width, height), std::invalid_argument) << width;
}

TEST(Table, EveryFormHasThePaddedTable) {
  for (int Y = 0; Y <= 3; ++Y)
    for (int X = 0; X <= 4; ++X) {
      const Value right{std::uint64_t{k_padded[static_cast<std::size_t>(Y * 5 + X)]}};
      EXPECT_EQ(view(k_padded, Form::padded).padded(X, Y), right);
      EXPECT_EQ(view(k_inclusive, Form::inclusive).padded(X, Y), right);
      if (view(k_exclusive, Form::exclusive).knows(X, Y)) {
        EXPECT_EQ(view(k_exclusive, Form::exclusive).padded(X, Y), right);
      }
    }
}

TEST(Table, ExclusiveFormDoesNotKnowTheLastRowAndColumn) {
  const TableView table = view(k_exclusive, Form::exclusive);
  EXPECT_FALSE(table.knows(4, 2));
  EXPECT_FALSE(table.knows(2, 3));
  EXPECT_TRUE(table.knows(4, 0));
  EXPECT_THROW(table.padded(4, 3), std::out_of_range);
}

TEST(Table, BoxSumIsDMinusBMinusCPlusA) {
  const BoxSum box = box_sum(view(k_inclusive, Form::inclusive), {1, 1, 2, 2});
  EXPECT_EQ(box.sum, Value{std::uint64_t{2 + 1 + 1 + 3}});
  EXPECT_DOUBLE_EQ(box.mean, 7.0 / 4);
  const std::array<Corner, 4> reads{{{'A', 1, 1, std::uint64_t{2}, 1},
                                     {'B', 3, 1, std::uint64_t{6}, -1},
                                     {'C', 1, 3, std::uint64_t{9}, -1},
                                     {'D', 3, 3, std::uint64_t{20}, 1}}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(box.reads[i].name, reads[i].name);
    EXPECT_EQ(box.reads[i].x, reads[i].x);
    EXPECT_EQ(box.reads[i].y, reads[i].y);
    EXPECT_EQ(box.reads[i].value, reads[i].value);
    EXPECT_EQ(box.reads[i].sign, reads[i].sign);
  }
}

TEST(Table, BoxSumIsRightAlthoughTheTableWrapped) {
  // three pixels of 2^31: the entries are 2^31, 2^32 = 0, 3 * 2^31 = 2^31 modulo 2^32
  const std::vector<std::uint32_t> wrapped{0x80000000U, 0, 0x80000000U};
  const TableView table{
      .bytes = std::as_bytes(std::span(wrapped)), .picture = {3, 1}, .form = Form::inclusive, .type = Scalar::u32};
  EXPECT_EQ(box_sum(table, {2, 0, 1, 1}).sum, Value{std::uint64_t{0x80000000U}});
  EXPECT_EQ(box_sum(table, {0, 0, 2, 1}).sum, Value{std::uint64_t{0}});  // 2^32 does not fit
}

TEST(Table, BoxOutsideIsRefusedWithTheRange) {
  const TableView table = view(k_inclusive, Form::inclusive);
  for (const Box box : {Box{3, 0, 2, 1}, Box{0, 2, 1, 2}, Box{-1, 0, 1, 1}, Box{0, -1, 1, 1}, Box{0, 0, 0, 1}, Box{0, 0, 1, 0},
                        Box{2147483647, 0, 2147483647, 1}})
    EXPECT_THROW(box_sum(table, box), std::out_of_range);
  EXPECT_NE(refusal(Box{3, 0, 2, 1}, {4, 3}).find("at most 4"), std::string::npos);
  EXPECT_EQ(refusal(Box{0, 0, 4, 3}, {4, 3}), "");
}

TEST(Table, OverflowBeginsWhereWhitePixelsReachTwoToThe32) {
  const TypePair& narrow = *find_type_pair("8u32u");
  EXPECT_FALSE(can_overflow(narrow, 16843009));  // 255 * 16843009 = 2^32 - 1
  EXPECT_TRUE(can_overflow(narrow, 16843010));
  EXPECT_FALSE(can_overflow(*find_type_pair("8u64u"), 1e15));
  EXPECT_FALSE(can_overflow(*find_type_pair("32f32f"), 1e15));
  // 255^2 * 283,686,952,306,183 is the last below 2^64
  EXPECT_FALSE(can_overflow(*find_type_pair("8u64u-sq"), 2.836e14));
  EXPECT_TRUE(can_overflow(*find_type_pair("8u64u-sq"), 2.837e14));
}

}  // namespace
}  // namespace satscope
