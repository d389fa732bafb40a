// SPDX-License-Identifier: Apache-2.0
// From colour to one number per pixel and back to a picture that can be shown, on both machines.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernels/engine.h"
#include "kernels/filters/luma_pass.h"

namespace satscope {
namespace {

// around a block of 256 threads, and awkward
constexpr Extent k_extents[]{{1, 1}, {1, 97}, {255, 1}, {16, 16}, {257, 1}, {101, 53}};

/// What the pass makes of `from`; what it does not write has a pattern of its own.
template <class To, class From>
std::vector<To> run(const Pass& pass, Machine machine, Extent extent, const std::vector<From>& from, Scalar in, Scalar out) {
  Plan plan{.buffers = {{"from", in, extent}, {"to", out, extent}}, .passes = {pass}};
  Engine engine(plan, machine, 2);
  engine.poison();
  engine.write(0, std::as_bytes(std::span(from)));
  engine.run();
  return read_buffer<To>(engine, 1);
}

class LumaPasses : public ::testing::TestWithParam<Machine> {
 protected:
  void SetUp() override {
    if (GetParam() == Machine::gpu && !gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  }
  std::mt19937 random_{3};
};

TEST_P(LumaPasses, TakeTheLumaOfEveryWord) {
  for (const Extent extent : k_extents) {
    std::vector<std::uint32_t> words(extent.area());
    for (auto& word : words) word = static_cast<std::uint32_t>(random_());
    const auto bytes = run<std::uint8_t>(luma_pass(extent, Scalar::u8), GetParam(), extent, words, Scalar::u32, Scalar::u8);
    const auto floats = run<float>(luma_pass(extent, Scalar::f32), GetParam(), extent, words, Scalar::u32, Scalar::f32);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const double exact = 0.299 * (words[i] & 0xff) + 0.587 * (words[i] >> 8 & 0xff) + 0.114 * (words[i] >> 16 & 0xff);
      ASSERT_LE(std::fabs(bytes[i] - exact), 0.5 + 1e-9) << extent.width << "x" << extent.height << ", " << i;
      ASSERT_EQ(floats[i], bytes[i]);
    }
  }
}

TEST_P(LumaPasses, TakeTheLumaOfEveryColour) {
  constexpr Extent extent{4096, 4096};
  std::vector<std::uint32_t> words(extent.area());
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i * 2654435761U);
  const auto bytes = run<std::uint8_t>(luma_pass(extent), GetParam(), extent, words, Scalar::u32, Scalar::u8);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t r = words[i] & 0xff, g = words[i] >> 8 & 0xff, b = words[i] >> 16 & 0xff;
    wrong += bytes[i] != (299 * r + 587 * g + 114 * b + 500) / 1000;
  }
  EXPECT_EQ(wrong, 0U);
}

TEST_P(LumaPasses, ShowBytesAsOpaqueGreyWords) {
  for (const Extent extent : k_extents) {
    std::vector<std::uint8_t> greys(extent.area());
    for (std::size_t i = 0; i < greys.size(); ++i) greys[i] = static_cast<std::uint8_t>(i < 256 ? i : random_() >> 24);
    const auto words = run<std::uint32_t>(grey_pass(extent), GetParam(), extent, greys, Scalar::u8, Scalar::u32);
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (const int shift : {0, 8, 16})
        ASSERT_EQ(words[i] >> shift & 0xff, greys[i]) << extent.width << "x" << extent.height << ", " << i << ", " << shift;
      ASSERT_EQ(words[i] >> 24, 255U);
    }
    EXPECT_EQ(run<std::uint8_t>(luma_pass(extent), GetParam(), extent, words, Scalar::u32, Scalar::u8), greys)
        << "a grey keeps its value";
  }
}

INSTANTIATE_TEST_SUITE_P(On, LumaPasses, ::testing::Values(Machine::gpu, Machine::cpu),
                         [](const auto& machine) { return std::string(id_of(machine.param)); });

}  // namespace
}  // namespace satscope
