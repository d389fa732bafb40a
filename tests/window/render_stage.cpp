// SPDX-License-Identifier: Apache-2.0
#include "tests/window/render_stage.h"

#include <epoxy/gl.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

#include "kernels/reference.h"

namespace satscope::app::testing {

std::shared_ptr<Samples> picture_of(Extent extent, const std::function<int(int, int)>& number) {
  auto samples = std::make_shared<Samples>();
  samples->name = "test picture";
  samples->extent = extent;
  std::vector<std::uint8_t> values;
  values.reserve(extent.area());
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) values.push_back(static_cast<std::uint8_t>(number(x, y)));
  samples->values = std::move(values);
  return samples;
}

std::shared_ptr<Samples> noise(Extent extent, unsigned seed) {
  std::mt19937 random(seed);
  return picture_of(extent, [&](int, int) { return static_cast<int>(random() & 0xff); });
}

void advance_until(Frame& frame, const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!done()) {
    ASSERT_LT(std::chrono::steady_clock::now(), end) << "nothing came; the frame says: " << frame.status().message;
    frame.advance();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void settle(Frame& frame) {
  advance_until(frame, [&] { return !frame.active(); });
}

std::vector<std::uint32_t> words_behind(unsigned texture, std::size_t count) {
  GLint buffer = 0, store = 0;
  glBindTexture(GL_TEXTURE_BUFFER, texture);
  glGetTexLevelParameteriv(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING, &store);
  glBindTexture(GL_TEXTURE_BUFFER, 0);
  buffer = store;
  std::vector<std::uint32_t> words(count, 0xdeadbeef);
  glBindBuffer(GL_TEXTURE_BUFFER, static_cast<GLuint>(buffer));
  glGetBufferSubData(GL_TEXTURE_BUFFER, 0, static_cast<GLsizeiptr>(count * sizeof(std::uint32_t)), words.data());
  glBindBuffer(GL_TEXTURE_BUFFER, 0);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  return words;
}

namespace {

std::vector<std::uint32_t> packed_words(unsigned texture, Extent texels, int pitch, Scalar type) {
  const auto words_in = [](std::size_t bytes) { return (bytes + 3) / 4; };
  const std::size_t size = size_of(type), row = static_cast<std::size_t>(texels.width) * size,
                    apart = static_cast<std::size_t>(pitch) * size, rows = static_cast<std::size_t>(texels.height);
  EXPECT_GE(apart, row);
  const std::vector<std::uint32_t> all = words_behind(texture, words_in(apart * rows));
  std::vector<std::uint32_t> packed(words_in(row * rows));
  for (std::size_t y = 0; y < rows; ++y)
    std::memcpy(reinterpret_cast<std::byte*>(packed.data()) + y * row,
                reinterpret_cast<const std::byte*>(all.data()) + y * apart, row);
  return packed;
}

}  // namespace

std::vector<std::uint32_t> words_of_table(const Shown& shown) {
  return packed_words(shown.table_texture, shown.texels, shown.table_pitch, shown.table_type);
}

std::vector<std::uint32_t> words_of_stage(const ShownStage& stage) {
  return packed_words(stage.texture, stage.texels, stage.pitch, stage.stage.type);
}

std::vector<std::uint32_t> words_of_before(const ShownStage& stage) {
  const ShownBuffer& before = stage.before;
  return packed_words(before.texture, before.texels, before.pitch, stage.stage.before.type);
}

std::vector<std::uint64_t> reference_of(const Frame& frame) {
  const Extent extent = frame.shown().picture;
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) pixels.push_back(static_cast<std::uint8_t>(frame.pixel(x, y).value()));
  return reference_table(pixels, extent);
}

void expect_shows_reference(const Frame& frame) {
  const Shown& shown = frame.shown();
  ASSERT_TRUE(shown.ready);
  ASSERT_EQ(shown.reduction, 1);
  ASSERT_EQ(shown.texels, shown.picture);
  ASSERT_EQ(shown.table_type, Scalar::u32);
  const auto [width, height] = shown.picture;
  const std::vector<std::uint64_t> reference = reference_of(frame);
  const std::vector<std::uint32_t> words = words_of_table(shown);
  int wrong = 0;
  for (int Y = 0; Y <= height; ++Y)
    for (int X = 0; X <= width; ++X) {
      const std::uint64_t expected =
          reference[static_cast<std::size_t>(Y) * static_cast<std::size_t>(width + 1) + static_cast<std::size_t>(X)];
      const std::optional<Value> reported = frame.padded(X, Y);
      if (reported != Value{expected} && ++wrong <= 5) ADD_FAILURE() << "the frame reports another P(" << X << ", " << Y << ")";
      if (X == 0 || Y == 0) continue;
      const std::uint32_t word =
          words[static_cast<std::size_t>(Y - 1) * static_cast<std::size_t>(width) + static_cast<std::size_t>(X - 1)];
      if (word != expected && ++wrong <= 5)
        ADD_FAILURE() << "the screen's buffer has " << word << " for P(" << X << ", " << Y << "), not " << expected;
    }
  EXPECT_EQ(wrong, 0);
}

void expect_colour(std::uint32_t word, Rgb colour, const std::string& where) {
  const float expected[3] = {colour.r, colour.g, colour.b};
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(std::abs(static_cast<float>(part(word, i)) - 255 * expected[i]) <= 2)
        << where << ", component " << i << ": drawn " << part(word, i) << ", expected " << 255 * expected[i];
}

}  // namespace satscope::app::testing
