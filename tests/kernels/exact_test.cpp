// SPDX-License-Identifier: Apache-2.0
// What a table's sums are worth: limits by hand, checks on tables that were made wrong here, true sums by arithmetic.
#include "kernels/exact.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace satscope {
namespace {

const TypePair& type(std::string_view id) { return *find_type_pair(id); }

template <class T>
std::span<const std::byte> bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

template <class T>
TableView inclusive(const std::vector<T>& values, Extent picture, Scalar scalar) {
  return {.bytes = bytes(values), .picture = picture, .form = Form::inclusive, .type = scalar};
}

TEST(Exact, PixelsThatSurelyFit) {
  // (2^32 - 1) / 255 = 16,843,009; (2^31 - 1) / 255 = 8,421,504.5; 2^24 / 255 = 65,793.003
  EXPECT_EQ(exact_pixels(type("8u32u"), 255), 16843009);
  EXPECT_EQ(exact_pixels(type("8u32s"), 255), 8421504);
  EXPECT_EQ(exact_pixels(type("8u32f"), 255), 65793);
  EXPECT_EQ(exact_pixels(type("32s32s"), 1 << 30), 1);
  EXPECT_EQ(exact_pixels(type("32s32s"), 0x1p31), 0);
  EXPECT_EQ(exact_pixels(type("32u32u"), 1), 4294967295.0);
  EXPECT_EQ(exact_pixels(type("32f32f"), 1), 0) << "fractions round";
  EXPECT_EQ(exact_pixels(type("8u32u"), 0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(largest_addend(type("8u64u-sq")), 65025);
  EXPECT_EQ(largest_addend(type("32u32u")), 4294967295.0);
}

TEST(Exact, BoxesOfIntegersCountThemselvesAndOfFloatsFromTheCorner) {
  EXPECT_TRUE(surely_exact(type("8u32u"), 255, {90000, 90000, 1, 16843009}));
  EXPECT_FALSE(surely_exact(type("8u32u"), 255, {0, 0, 4105, 4104}));
  EXPECT_TRUE(surely_exact(type("8u32f"), 255, {0, 0, 65793, 1}));
  EXPECT_FALSE(surely_exact(type("8u32f"), 255, {65793, 0, 1, 1})) << "its entries are over 65,794 pixels";
  EXPECT_TRUE(surely_exact(type("8u64u"), 255, {0, 0, 100000, 100000}));
}

TEST(Exact, ReasonsNameTheLimitAndTheBox) {
  EXPECT_EQ(why_inexact(type("8u32u"), 16843009, "16,843,009"),
            "8u32u holds sums below 2^32, which a box of more than 16,843,009 pixels can reach");
  EXPECT_NE(why_inexact(type("8u32s"), 8421504, "8421504").find("2^31"), std::string::npos);
  EXPECT_NE(why_inexact(type("8u32f"), 65793, "65793").find("2^24"), std::string::npos);
  EXPECT_NE(why_inexact(type("32f32f"), 0, "0").find("any box"), std::string::npos);
  EXPECT_NE(why_inexact(type("32u32u"), 1, "1").find("two pixels"), std::string::npos);
  EXPECT_NE(why_inexact(type("32s32s"), 0, "0").find("a single pixel"), std::string::npos);
}

TEST(Exact, TrueSumsAreBeyondTheTable) {
  const std::vector<std::uint32_t> most(6, 0xFFFFFFFFU);
  const PixelRows rows = rows_of(bytes(most), {3, 2}, Scalar::u32);
  EXPECT_EQ(true_sum(type("32u32u"), rows, {0, 0, 3, 2}).value, Value{std::uint64_t{6} * 0xFFFFFFFFU});
  EXPECT_EQ(true_sum(type("32u32u"), rows, {1, 1, 2, 1}).value, Value{std::uint64_t{2} * 0xFFFFFFFFU});
  const std::vector<std::int32_t> least(4, std::numeric_limits<std::int32_t>::min());
  const TrueSum signed_sum = true_sum(type("32s32s"), rows_of(bytes(least), {2, 2}, Scalar::s32), {0, 0, 2, 2});
  EXPECT_EQ(signed_sum.value, Value{std::int64_t{-8589934592}});
  EXPECT_EQ(signed_sum.error_of(Value{std::int64_t{0}}), 8589934592.0);
  EXPECT_EQ(signed_sum.mean({0, 0, 2, 2}), -2147483648.0);
  const std::vector<float> huge(2, std::numeric_limits<float>::max());
  const TrueSum large = true_sum(type("32f32f"), rows_of(bytes(huge), {2, 1}, Scalar::f32), {0, 0, 2, 1});
  EXPECT_EQ(large.value, Value{2.0 * std::numeric_limits<float>::max()});
  EXPECT_TRUE(std::isnan(large.error_of(Value{std::nan("")})));
  const std::vector<std::uint8_t> white(3, 255);
  EXPECT_EQ(true_sum(type("8u64u-sq"), rows_of(bytes(white), {3, 1}, Scalar::u8), {1, 0, 2, 1}).value,
            Value{std::uint64_t{2 * 65025}});
}

TEST(Exact, AChannelIsReadByItself) {
  const std::vector<std::uint8_t> colours{1, 2, 3, 255, 4, 5, 6, 255};  // two pixels
  EXPECT_EQ(true_sum(type("8u32u"), rows_of(bytes(colours), {1, 2}, Scalar::u8, 4, 2), {0, 0, 1, 2}).value,
            Value{std::uint64_t{9}});
}

TEST(Exact, ChecksEveryEntryOfEveryForm) {
  // Bilgic's picture and its tables, added up by hand
  const std::vector<std::uint8_t> picture{2, 1, 3, 1, 3, 2, 1, 1, 4, 1, 3, 1};
  const PixelRows rows = rows_of(bytes(picture), {4, 3}, Scalar::u8);
  const std::vector<std::vector<std::uint32_t>> tables{{2, 3, 6, 7, 5, 8, 12, 14, 9, 13, 20, 23},
                                                       {0, 0, 0, 0, 0, 2, 3, 6, 0, 5, 8, 12},
                                                       {0, 0, 0, 0, 0, 0, 2, 3, 6, 7, 0, 5, 8, 12, 14, 0, 9, 13, 20, 23}};
  for (const auto& form : k_forms) {
    std::vector<std::uint32_t> table = tables[static_cast<std::size_t>(form.value)];
    TableView view = inclusive(table, {4, 3}, Scalar::u32);
    view.form = form.value;
    view.bytes = bytes(table);
    const TableCheck right = check_table(type("8u32u"), rows, view, 0);
    EXPECT_TRUE(right.exact()) << form.id;
    EXPECT_EQ(right.entries, table.size());
    EXPECT_EQ(right.largest, 4);
    // each entry in turn: a patch would miss most of them
    for (std::size_t i = 0; i < table.size(); ++i) {
      ++table[i];
      const TableCheck wrong = check_table(type("8u32u"), rows, view, 0);
      EXPECT_EQ(wrong.wrong, 1U) << form.id << " " << i;
      EXPECT_FALSE(wrong.exact());
      const auto width = static_cast<std::size_t>(view.extent().width);
      EXPECT_EQ(static_cast<std::size_t>(wrong.first_wrong.y) * width + static_cast<std::size_t>(wrong.first_wrong.x), i);
      EXPECT_EQ(wrong.first_wrong.computed, Value{std::uint64_t{table[i]}});
      EXPECT_EQ(wrong.first_wrong.truth, Value{std::uint64_t{table[i] - 1}});
      --table[i];
    }
  }
}

TEST(Exact, AWrongEntryFarFromTheRestIsSeen) {
  const Extent extent{100, 70};
  const std::vector<std::uint8_t> ones(extent.area(), 1);
  const PixelRows rows = rows_of(bytes(ones), extent, Scalar::u8);
  std::vector<std::uint32_t> table;
  for (std::uint32_t Y = 1; Y <= 70; ++Y)
    for (std::uint32_t X = 1; X <= 100; ++X) table.push_back(X * Y);
  EXPECT_TRUE(check_table(type("8u32u"), rows, inclusive(table, extent, Scalar::u32), 0).exact());
  for (const std::size_t at :
       {std::size_t{99}, std::size_t{35 * 100 + 50}, std::size_t{69 * 100}, std::size_t{69 * 100 + 99}}) {
    table[at] += 1U << 31;
    EXPECT_EQ(check_table(type("8u32u"), rows, inclusive(table, extent, Scalar::u32), 0).wrong, 1U) << at;
    table[at] -= 1U << 31;
  }
}

TEST(Exact, EntriesBeyondTheTypeAreRightModuloAndNotExact) {
  const std::vector<std::uint32_t> picture(3, 0x80000000U);
  const std::vector<std::uint32_t> table{0x80000000U, 0, 0x80000000U};
  const TableCheck check =
      check_table(type("32u32u"), rows_of(bytes(picture), {3, 1}, Scalar::u32), inclusive(table, {3, 1}, Scalar::u32), 0);
  EXPECT_TRUE(check.correct());
  EXPECT_FALSE(check.exact());
  EXPECT_EQ(check.beyond, 2U);
  EXPECT_EQ(check.first_beyond.x, 1);
  EXPECT_EQ(check.first_beyond.truth, Value{std::uint64_t{1} << 32});
  EXPECT_EQ(check.largest, 2147483648.0);
}

TEST(Exact, FloatsAreOffByWhatTheyRound) {
  // 2^24 + 1 has no float
  const std::vector<float> picture{0x1p24F, 1}, table{0x1p24F, 0x1p24F};
  const auto check = [&](const std::vector<float>& of, const std::vector<float>& entries, double depth) {
    return check_table(type("32f32f"), rows_of(bytes(of), {2, 1}, Scalar::f32), inclusive(entries, {2, 1}, Scalar::f32), depth);
  };
  const TableCheck rounded = check(picture, table, 2);
  EXPECT_TRUE(rounded.correct());
  EXPECT_FALSE(rounded.exact());
  EXPECT_EQ(rounded.max_error, 1);
  EXPECT_EQ(rounded.worst.x, 1);
  EXPECT_EQ(check(picture, table, 0.5).wrong, 1U) << "more than so few roundings explain";
  EXPECT_EQ(check(picture, {0x1p24F, std::nanf("")}, 2).wrong, 1U);
  const std::vector<float> huge(2, std::numeric_limits<float>::max());
  const TableCheck overflowed = check(huge, {huge[0], INFINITY}, 2);
  EXPECT_EQ(overflowed.not_finite, 1U);
  EXPECT_EQ(overflowed.wrong, 1U);
  EXPECT_EQ(overflowed.max_error, 0) << "of those that are finite";
  EXPECT_TRUE(check({1, 2}, {1, 3}, 2).exact());
}

}  // namespace
}  // namespace satscope
