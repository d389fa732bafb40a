// SPDX-License-Identifier: Apache-2.0
// The reference itself is proven by the double loop of the definition.
#include "kernels/reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/registry.h"
#include "tests/kernels/pictures.h"

namespace satscope {
namespace {

using testing::Content;

TEST(Reference, EqualsTheDefinitionUpTo64) {
  for (const Extent extent :
       {Extent{1, 1}, Extent{1, 64}, Extent{64, 1}, Extent{2, 3}, Extent{7, 5}, Extent{31, 64}, Extent{64, 64}}) {
    const std::vector<std::byte> raw = testing::draw(extent, Scalar::u8, Content::noise, 3);
    const std::span picture(reinterpret_cast<const std::uint8_t*>(raw.data()), raw.size());
    const std::vector<std::uint64_t> table = reference_table(picture, extent);
    for (int Y = 0; Y <= extent.height; ++Y)
      for (int X = 0; X <= extent.width; ++X) {
        std::uint64_t sum = 0;
        for (int y = 0; y < Y; ++y)
          for (int x = 0; x < X; ++x) sum += picture[static_cast<std::size_t>(y * extent.width + x)];
        ASSERT_EQ(table[static_cast<std::size_t>(Y * (extent.width + 1) + X)], sum) << "P(" << X << ", " << Y << ")";
      }
  }
}

TEST(Reference, OfSquaresEqualsTheDefinition) {
  const Extent extent{9, 14};
  const std::vector<std::byte> raw = testing::draw(extent, Scalar::u8, Content::noise, 3);
  const std::span picture(reinterpret_cast<const std::uint8_t*>(raw.data()), raw.size());
  const std::vector<std::uint64_t> table = reference_table_of_squares(picture, extent);
  for (int Y = 0; Y <= extent.height; ++Y)
    for (int X = 0; X <= extent.width; ++X) {
      std::uint64_t sum = 0;
      for (int y = 0; y < Y; ++y)
        for (int x = 0; x < X; ++x) {
          const std::uint64_t pixel = picture[static_cast<std::size_t>(y * extent.width + x)];
          sum += pixel * pixel;
        }
      ASSERT_EQ(table[static_cast<std::size_t>(Y * (extent.width + 1) + X)], sum) << "P(" << X << ", " << Y << ")";
    }
}

TEST(Reference, ReproducesBilgicsExample) {
  const std::vector<std::uint8_t> picture{2, 1, 3, 1, 3, 2, 1, 1, 4, 1, 3, 1};
  const std::vector<std::uint64_t> table = reference_table(picture, {4, 3});
  const std::vector<std::uint64_t> exclusive{0, 0, 0, 0, 0, 2, 3, 6, 0, 5, 8, 12};  // as the paper prints it
  for (std::size_t y = 0; y < 3; ++y)
    for (std::size_t x = 0; x < 4; ++x) EXPECT_EQ(table[y * 5 + x], exclusive[y * 4 + x]);
}

class Judge : public ::testing::Test {
 protected:
  template <class T>
  Comparison judge(const TypePair& types, const std::vector<T>& table) const {
    const Request request{.extent = {2, 2}, .types = types, .form = Form::inclusive};
    const std::vector<std::uint8_t> whole{1, 2, 3, 4};
    const std::vector<float> real{1, 2, 3, 4};
    const auto picture = types.in == Scalar::u8 ? std::as_bytes(std::span(whole)) : std::as_bytes(std::span(real));
    return compare_with_reference(*find_algorithm("serial"), request, picture, std::as_bytes(std::span(table)));
  }
};

TEST_F(Judge, AcceptsTheRightTable) {
  EXPECT_TRUE(judge(*find_type_pair("8u32u"), std::vector<std::uint32_t>{1, 3, 4, 10}).correct);
  EXPECT_TRUE(judge(*find_type_pair("32f32f"), std::vector<float>{1, 3, 4, 10}).correct);
}

TEST_F(Judge, NamesTheFirstWrongEntry) {
  const Comparison result = judge(*find_type_pair("8u32u"), std::vector<std::uint32_t>{1, 3, 5, 10});
  EXPECT_FALSE(result.correct);
  EXPECT_EQ(result.max_error, 1);
  EXPECT_EQ(result.mismatches, "(0, 1) is 5, should be 4\n");
}

TEST_F(Judge, RejectsNotANumberAndLargeErrors) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Comparison result = judge(*find_type_pair("32f32f"), std::vector<float>{1, nan, 4, 10});
  EXPECT_FALSE(result.correct);
  EXPECT_TRUE(std::isnan(result.max_error)) << "and what comes behind it hides nothing";
  EXPECT_FALSE(judge(*find_type_pair("32f32f"), std::vector<float>{1, 3, 4, 10.001F}).correct);
}

TEST_F(Judge, RejectsATableOfAnotherSize) {
  EXPECT_THROW(judge(*find_type_pair("8u32u"), std::vector<std::uint32_t>{1, 3, 4}), std::invalid_argument);
}

}  // namespace
}  // namespace satscope
