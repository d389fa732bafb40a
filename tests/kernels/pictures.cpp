// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/pictures.h"

#include <cstring>
#include <random>
#include <stdexcept>

namespace satscope::testing {
namespace {

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

}  // namespace

std::vector<std::byte> draw(Extent extent, Scalar type, Content content, unsigned seed) {
  std::mt19937 random(seed);
  if (type == Scalar::u8) {
    std::vector<std::uint8_t> values(extent.area());
    for (auto& value : values) value = content == Content::white ? 255 : static_cast<std::uint8_t>(random() >> 24);
    return bytes_of(values);
  }
  if (type == Scalar::f32) {
    std::vector<float> values(extent.area());
    for (auto& value : values) {
      const float whole = static_cast<float>(random() >> 24);
      value = content == Content::white ? 255.0F : content == Content::whole_noise ? whole : whole * 1.37F - 60.0F;
    }
    return bytes_of(values);
  }
  throw std::invalid_argument("pictures hold bytes or floats");
}

std::vector<Extent> edge_extents() {
  return {
      {1, 1},   {1, 2},   {2, 1},   {1, 97},  {97, 1},  {1, 600},   {600, 1},   {3, 5},     {15, 15},   {16, 16},   {17, 17},
      {31, 31}, {32, 32}, {33, 33}, {31, 33}, {63, 65}, {64, 64},   {127, 129}, {129, 127}, {255, 3},   {256, 2},   {257, 4},
      {3, 257}, {511, 5}, {512, 6}, {513, 7}, {7, 513}, {101, 103}, {211, 307}, {1023, 33}, {1025, 34}, {66, 1031},
  };
}

}  // namespace satscope::testing
