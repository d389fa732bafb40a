// SPDX-License-Identifier: Apache-2.0
// The view of a filtered frame, read back pixel by pixel: result, original, wipe and difference as they are defined.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/render/gl/offscreen.h"
#include "app/ui/views/view_cache.h"
#include "app/ui/views/view_painter.h"

namespace satscope::app {
namespace {

constexpr Extent k_picture{9, 7};
constexpr int k_zoom = 4;
constexpr Extent k_window{k_picture.width * k_zoom, k_picture.height* k_zoom};

std::uint32_t word_of(int r, int g, int b) { return static_cast<std::uint32_t>(r | g << 8 | b << 16) | 0xFF000000U; }

class FilteredView : public testing::Test {
 protected:
  FilteredView() {
    for (int y = 0; y < k_picture.height; ++y)
      for (int x = 0; x < k_picture.width; ++x) {
        before_.push_back(word_of(x * 20, y * 30, 200 - x * 5));
        after_.push_back(word_of(100, y * 30, 190));
      }
    filtered_.ready = filtered_.colour = true;
    filtered_.picture = filtered_.texels = k_picture;
    filtered_.picture_texture = texture(before_);
    filtered_.result_texture = texture(after_);
    spec_.viewport = {0, 0, k_window.width, k_window.height};
    spec_.framebuffer = k_window;
    spec_.centre_x = k_picture.width / 2.0;
    spec_.centre_y = k_picture.height / 2.0;
    spec_.zoom = k_zoom;
    spec_.kind = ViewKind::filtered;
  }
  ~FilteredView() override {
    glDeleteTextures(2, textures_);
    glDeleteBuffers(2, buffers_);
  }
  unsigned texture(const std::vector<std::uint32_t>& words) {
    const int i = made_++;
    glGenBuffers(1, &buffers_[i]);
    glBindBuffer(GL_TEXTURE_BUFFER, buffers_[i]);
    glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(4 * words.size()), words.data(), GL_STATIC_DRAW);
    glGenTextures(1, &textures_[i]);
    glBindTexture(GL_TEXTURE_BUFFER, textures_[i]);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffers_[i]);
    return textures_[i];
  }
  /// The colour in the middle of each pixel is `expected(x, y, channel)`, 0 ... 255.
  template <class F>
  void expect(F expected) {
    stage_.bind();
    painter_.paint(filtered_, spec_);
    const auto drawn = stage_.read();
    for (int y = 0; y < k_picture.height; ++y)
      for (int x = 0; x < k_picture.width; ++x)
        for (int c = 0; c < 3; ++c) {
          const std::uint32_t word =
              drawn[static_cast<std::size_t>((y * k_zoom + k_zoom / 2) * k_window.width + x * k_zoom + k_zoom / 2)];
          EXPECT_NEAR(static_cast<int>(word >> 8 * c & 0xFFU), expected(x, y, c), 1) << x << "," << y << " channel " << c;
        }
  }
  int before(int x, int y, int c) const { return channel(before_, x, y, c); }
  int after(int x, int y, int c) const { return channel(after_, x, y, c); }
  static int channel(const std::vector<std::uint32_t>& words, int x, int y, int c) {
    return static_cast<int>(words[static_cast<std::size_t>(y * k_picture.width + x)] >> 8 * c & 0xFFU);
  }

  Offscreen stage_{k_window};
  ViewPainter painter_;
  std::vector<std::uint32_t> before_, after_;
  Filtered filtered_;
  ViewSpec spec_;
  unsigned textures_[2]{}, buffers_[2]{};
  int made_ = 0;
};

TEST_F(FilteredView, ShowsTheResult) {
  expect([this](int x, int y, int c) { return after(x, y, c); });
}
TEST_F(FilteredView, ShowsTheOriginal) {
  spec_.compared = Compared::original;
  expect([this](int x, int y, int c) { return before(x, y, c); });
}
TEST_F(FilteredView, WipesAtAColumn) {
  spec_.wipe = 4;
  expect([this](int x, int y, int c) { return x < 4 ? before(x, y, c) : after(x, y, c); });
}
TEST_F(FilteredView, ShowsTheDifferenceAmplified) {
  spec_.compared = Compared::difference;
  spec_.gain = 4;
  expect([this](int x, int y, int c) { return std::min(255, 4 * std::abs(after(x, y, c) - before(x, y, c))); });
}
TEST_F(FilteredView, ComparesBrightnessWhereOnlyThatWasFiltered) {
  spec_.compared = Compared::difference;
  filtered_.colour = false;
  expect([this](int x, int y, int c) {
    const double luma = 0.299 * before(x, y, 0) + 0.587 * before(x, y, 1) + 0.114 * before(x, y, 2);
    return std::abs(after(x, y, c) - static_cast<int>(std::lround(luma)));
  });
}
TEST_F(FilteredView, IsTheBackgroundWhileThereIsNone) {
  filtered_.ready = false;
  spec_.background = {1, 0, 0};
  expect([](int, int, int c) { return c == 0 ? 255 : 0; });
}
TEST_F(FilteredView, IsPaintedAgainOnlyWhenSomethingChanged) {
  ViewCache cache{Painter::opengl};
  stage_.bind();
  const auto draw = [&] { return cache.draw({}, {spec_}, k_window, filtered_).count; };
  EXPECT_EQ(draw(), 1);
  EXPECT_EQ(draw(), 0);
  ++filtered_.serial;
  EXPECT_EQ(draw(), 1);
  spec_.wipe = 3;
  EXPECT_EQ(draw(), 1);
  spec_.compared = Compared::original;
  EXPECT_EQ(draw(), 1);
  EXPECT_EQ(draw(), 0);
}

}  // namespace
}  // namespace satscope::app
