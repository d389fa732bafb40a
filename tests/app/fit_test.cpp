// SPDX-License-Identifier: Apache-2.0
// Which values fit a pixel type, and which place is named where one does not.
#include <gtest/gtest.h>

#include <cstring>

#include "app/sources/loaders.h"
#include "app/sources/samples.h"

namespace satscope::app {
namespace {

Samples numbers(Extent extent, std::vector<double> values) {
  return {.name = "it", .extent = extent, .values = std::move(values), .colours = {}};
}

std::string refused(const Samples& samples, Scalar type) {
  try {
    pixels_as(samples, type);
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

template <class T>
std::vector<T> as(const Samples& samples) {
  const std::vector<std::byte> raw = pixels_as(samples, scalar_of<T>);
  std::vector<T> list(raw.size() / sizeof(T));
  std::memcpy(list.data(), raw.data(), raw.size());
  return list;
}

TEST(Fit, WhatFitsIsKept) {
  const Samples s = numbers({3, 1}, {0, 7, 255});
  EXPECT_EQ(as<std::uint8_t>(s), (std::vector<std::uint8_t>{0, 7, 255}));
  EXPECT_EQ(as<float>(s), (std::vector<float>{0, 7, 255}));
  EXPECT_EQ(as<float>(numbers({2, 1}, {-3.5, 0.1})), (std::vector<float>{-3.5F, 0.1F}));
  EXPECT_EQ(as<std::uint64_t>(numbers({1, 1}, {1e18})), std::vector<std::uint64_t>{1000000000000000000U});
  const Samples wide{.name = "it", .extent = {2, 1}, .values = std::vector<std::uint16_t>{255, 3}, .colours = {}};
  EXPECT_EQ(as<std::uint8_t>(wide), (std::vector<std::uint8_t>{255, 3}));
  EXPECT_EQ(as<float>(wide), (std::vector<float>{255, 3}));
}

TEST(Fit, TheFirstPlaceThatDoesNotFitIsNamed) {
  EXPECT_NE(refused(numbers({2, 2}, {1, 2, -1, -5}), Scalar::u8).find("-1 at x = 0, y = 1"), std::string::npos);
  EXPECT_NE(refused(numbers({2, 2}, {1, 3.5, 2, 3}), Scalar::u8).find("3.5 at x = 1, y = 0"), std::string::npos);
  EXPECT_NE(refused(numbers({3, 2}, {0, 0, 0, 0, 0, 300}), Scalar::u8).find("300 at x = 2, y = 1"), std::string::npos);
  EXPECT_NE(refused(numbers({1, 1}, {256}), Scalar::u8).find("from 0 to 255"), std::string::npos);
  EXPECT_NE(refused(numbers({1, 1}, {4294967296.0}), Scalar::u32), "");
  EXPECT_NE(refused(numbers({1, 1}, {18446744073709551616.0}), Scalar::u64), "");
  EXPECT_NE(refused(numbers({1, 1}, {1e300}), Scalar::f32).find("32-bit floats"), std::string::npos);
  const Samples wide{.name = "it", .extent = {2, 1}, .values = std::vector<std::uint16_t>{255, 256}, .colours = {}};
  EXPECT_NE(refused(wide, Scalar::u8).find("256 at x = 1, y = 0"), std::string::npos);
}

TEST(Fit, FourChannelsAreTheSameNumbersInEveryType) {
  const Samples picture{.name = "it",
                        .extent = {2, 1},
                        .values = std::vector<std::uint8_t>{9, 9},
                        .colours = {0xff030201U, 0x00fa00c8U}};  // R in the lowest byte
  const std::vector<int> expected{1, 2, 3, 255, 200, 0, 250, 0};
  const auto as_four = [&]<class T>(T, Scalar type) {
    const std::vector<std::byte> raw = four_channels_as(picture, type);
    std::vector<T> list(raw.size() / sizeof(T));
    std::memcpy(list.data(), raw.data(), raw.size());
    EXPECT_EQ(std::vector<int>(list.begin(), list.end()), expected) << id_of(type);
  };
  as_four(std::uint8_t{}, Scalar::u8);
  as_four(std::int32_t{}, Scalar::s32);
  as_four(std::uint32_t{}, Scalar::u32);
  as_four(std::uint64_t{}, Scalar::u64);
  as_four(float{}, Scalar::f32);
  as_four(double{}, Scalar::f64);
  const Samples grey{.name = "it", .extent = {1, 1}, .values = std::vector<std::uint8_t>{7}, .colours = {}};
  EXPECT_EQ(four_channels_as(grey, Scalar::u8),
            (std::vector<std::byte>{std::byte{7}, std::byte{7}, std::byte{7}, std::byte{255}}));
  EXPECT_THROW(four_channels_as(numbers({1, 1}, {1}), Scalar::u8), InputError);
}

}  // namespace
}  // namespace satscope::app
