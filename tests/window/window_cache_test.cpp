// SPDX-License-Identifier: Apache-2.0
// Cached views look as painted ones do, and are painted only when something about them changed.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "app/render/gl/offscreen.h"
#include "app/ui/views/view_cache.h"
#include "app/ui/views/view_painter.h"
#include "tests/window/render_stage.h"

namespace satscope::app {
namespace {

constexpr Extent k_window{60, 40};

class Cache : public ::testing::TestWithParam<Painter> {
 protected:
  Cache() {
    auto samples = std::make_shared<Samples>();
    samples->extent = {8, 8};
    std::vector<std::uint8_t> values;
    for (int i = 0; i < 64; ++i) values.push_back(static_cast<std::uint8_t>(i * 4));
    samples->values = values;
    Wanted wanted;
    wanted.still = samples;
    wanted.machine = Machine::cpu;
    frame_.want(wanted);
    testing::advance_until(frame_, [&] { return frame_.shown().ready; });
    ViewSpec view;
    view.viewport = {3, 5, 20, 30};
    view.framebuffer = k_window;
    view.centre_x = view.centre_y = 4;
    view.zoom = 2.5;
    view.hi = frame_.shown().total;
    views_ = {view, view};
    views_[1].viewport.x = 33;
    views_[1].kind = ViewKind::table;
  }
  int draw(bool coarse = false) {
    stage_.bind();
    return cache_.draw(frame_.shown(), views_, k_window, {}, coarse).count;
  }
  /// By the shader, without a cache.
  std::vector<std::uint32_t> painted() {
    stage_.bind();
    for (const ViewSpec& view : views_) painter_.paint(frame_.shown(), view);
    return stage_.read();
  }
  static void expect_alike(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b, const char* what) {
    ASSERT_EQ(a.size(), b.size());
    int wrong = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (int shift = 0; shift < 32; shift += 8)
        wrong += std::abs(static_cast<int>(a[i] >> shift & 0xff) - static_cast<int>(b[i] >> shift & 0xff)) > 1;
    EXPECT_EQ(wrong, 0) << what;
  }

  Offscreen stage_{k_window};
  Frame frame_{DisplayPath::cpu};
  ViewPainter painter_;
  ViewCache cache_{GetParam()};
  std::vector<ViewSpec> views_;
};

TEST_P(Cache, LooksAsThePainter) {
  ASSERT_TRUE(frame_.shown().ready);
  EXPECT_EQ(cache_.painter(), GetParam());
  const auto expected = painted();
  const auto spoil = [&] {
    stage_.bind();
    for (ViewSpec view : views_) {
      view.zoom = 1;
      painter_.paint(frame_.shown(), view);
    }
    const auto spoiled = stage_.read();
    ASSERT_NE(spoiled, expected);
  };
  spoil();
  EXPECT_EQ(draw(), 2);
  expect_alike(stage_.read(), expected, "freshly painted");
  spoil();
  EXPECT_EQ(draw(), 0);
  expect_alike(stage_.read(), expected, "kept");
}

TEST_P(Cache, ShowsTheBackgroundWhileThereIsNothing) {
  const auto expected = [&] {
    stage_.bind();
    for (const ViewSpec& view : views_) painter_.paint(Shown{}, view);
    return stage_.read();
  }();
  painted();
  stage_.bind();
  EXPECT_EQ(cache_.draw({}, views_, k_window).count, 2);
  expect_alike(stage_.read(), expected, "nothing");
}

TEST_P(Cache, ViewsMayReachBeyondTheWindow) {
  views_[0].viewport = {-7, -3, 30, 33};
  views_[1].viewport = {40, 20, 50, 60};
  const auto expected = painted();
  stage_.bind();
  for (ViewSpec view : views_) painter_.paint(Shown{}, view);
  EXPECT_EQ(draw(), 2);
  expect_alike(stage_.read(), expected, "clipped");
  for (const ViewRect nothing : {ViewRect{5, 5, 0, 3}, ViewRect{5, 5, 3, 0}, ViewRect{100, 100, 9, 9}}) {
    views_[0].viewport = nothing;
    EXPECT_EQ(draw(), 1);
  }
}

TEST_P(Cache, CoarseViewsHaveEverySecondPixelAndBecomeSharpAgain) {
  const auto sharp = painted();
  EXPECT_EQ(draw(true), 2);
  const auto coarse = stage_.read();
  EXPECT_NE(coarse, sharp);
  const ViewRect& view = views_[0].viewport;
  for (int y = view.y; y + 1 < view.y + view.height; y += 2)
    for (int x = view.x; x + 1 < view.x + view.width; x += 2) {
      const auto at = [&](int dx, int dy) { return coarse[static_cast<std::size_t>((y + dy) * k_window.width + x + dx)]; };
      EXPECT_TRUE(at(0, 0) == at(1, 0) && at(0, 0) == at(0, 1) && at(0, 0) == at(1, 1)) << x << ", " << y;
    }
  EXPECT_EQ(draw(true), 0) << "it is there";
  EXPECT_EQ(draw(false), 2);
  expect_alike(stage_.read(), sharp, "sharp again");
  EXPECT_EQ(draw(true), 0) << "what is sharp stays so";
  expect_alike(stage_.read(), sharp, "still sharp");
}

TEST_P(Cache, PaintsOnlyWhatChanged) {
  EXPECT_EQ(draw(), 2);
  EXPECT_EQ(draw(), 0);
  views_[1].hi /= 2;
  EXPECT_EQ(draw(), 1);
  views_[0].zoom = views_[1].zoom = 3;
  EXPECT_EQ(draw(), 2);
  for (ViewSpec& view : views_) view.background = {1, 0, 0};
  EXPECT_EQ(draw(), 2);
  EXPECT_EQ(draw(), 0);
}

INSTANTIATE_TEST_SUITE_P(By, Cache, ::testing::Values(Painter::opengl, Painter::cpu),
                         [](const auto& it) { return std::string(id_of(it.param)); });

}  // namespace
}  // namespace satscope::app
