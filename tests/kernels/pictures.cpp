// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/pictures.h"

#include <cstring>
#include <map>
#include <random>
#include <stdexcept>
#include <tuple>

namespace satscope::testing {
namespace {

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::vector<std::byte> drawn_now(Extent extent, Scalar type, Content content, unsigned seed) {
  std::mt19937 random(seed);
  const auto drawn = [&]<class T>(T white, auto&& noise) {
    std::vector<T> values(extent.area());
    for (T& value : values) {
      const std::uint_fast32_t number = random();
      value = content == Content::white         ? white
              : content == Content::whole_noise ? static_cast<T>(number >> 24)
                                                : noise(static_cast<std::uint32_t>(number));
    }
    return bytes_of(values);
  };
  switch (type) {
    case Scalar::u8: return drawn(std::uint8_t{255}, [](std::uint32_t n) { return static_cast<std::uint8_t>(n >> 24); });
    case Scalar::s32: return drawn(std::int32_t{255}, [](std::uint32_t n) { return static_cast<std::int32_t>(n); });
    case Scalar::u32: return drawn(std::uint32_t{255}, [](std::uint32_t n) { return n; });
    case Scalar::f32: return drawn(255.0F, [](std::uint32_t n) { return static_cast<float>(n >> 24) * 1.37F - 60.0F; });
    case Scalar::f64: return drawn(255.0, [](std::uint32_t n) { return static_cast<double>(n >> 8) * 1.37e-5 - 60.0; });
    case Scalar::u64: break;
  }
  throw std::invalid_argument("no picture has pixels of this type");
}

}  // namespace

std::vector<std::byte> draw(Extent extent, Scalar type, Content content, unsigned seed) {
  constexpr std::size_t k_kept = std::size_t{1} << 25;  // pixels: larger ones are asked for once
  if (extent.area() > k_kept) return drawn_now(extent, type, content, seed);
  // because: every algorithm is given the same, and drawing costs more than many a table
  static std::map<std::tuple<int, int, Scalar, Content, unsigned>, std::vector<std::byte>> kept;
  std::vector<std::byte>& picture = kept[{extent.width, extent.height, type, content, seed}];
  if (picture.empty()) picture = drawn_now(extent, type, content, seed);
  return picture;
}

std::vector<Extent> edge_extents() {
  return {
      {1, 1},   {1, 2},   {2, 1},   {1, 97},  {97, 1},  {1, 600},   {600, 1},   {3, 5},     {15, 15},   {16, 16},   {17, 17},
      {31, 31}, {32, 32}, {33, 33}, {31, 33}, {63, 65}, {64, 64},   {127, 129}, {129, 127}, {255, 3},   {256, 2},   {257, 4},
      {3, 257}, {511, 5}, {512, 6}, {513, 7}, {7, 513}, {101, 103}, {211, 307}, {1023, 33}, {1025, 34}, {66, 1031},
  };
}

}  // namespace satscope::testing
