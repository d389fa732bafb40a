// SPDX-License-Identifier: Apache-2.0
// Cached views look as painted ones do, and are painted only when something about them changed.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "app/render/offscreen.h"
#include "app/ui/view_cache.h"
#include "app/ui/view_painter.h"

namespace satscope::app {
namespace {

constexpr Extent k_window{60, 40};

class Cache : public testing::Test {
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
    for (int i = 0; i < 100000 && !frame_.shown().ready; ++i) frame_.advance();
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
  int draw() {
    stage_.bind();
    return cache_.draw(frame_.shown(), views_, k_window).count;
  }

  Offscreen stage_{k_window};
  Frame frame_{DisplayPath::cpu};
  ViewPainter painter_;
  ViewCache cache_{Painter::opengl};
  std::vector<ViewSpec> views_;
};

TEST_F(Cache, LooksAsThePainter) {
  ASSERT_TRUE(frame_.shown().ready);
  const auto paint = [this](double zoom) {
    stage_.bind();
    for (ViewSpec view : views_) {
      view.zoom = zoom;
      painter_.paint(frame_.shown(), view);
    }
    return stage_.read();
  };
  const auto painted = paint(views_[0].zoom);
  ASSERT_NE(paint(1), painted);
  EXPECT_EQ(draw(), 2);
  EXPECT_EQ(stage_.read(), painted) << "freshly painted";
  ASSERT_NE(paint(1), painted);
  EXPECT_EQ(draw(), 0);
  EXPECT_EQ(stage_.read(), painted) << "kept";
}

TEST_F(Cache, PaintsOnlyWhatChanged) {
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

}  // namespace
}  // namespace satscope::app
