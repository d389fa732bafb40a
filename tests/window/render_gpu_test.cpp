// SPDX-License-Identifier: Apache-2.0
// The same way where the GPU computes: copied through the host, and through buffers that CUDA and OpenGL share.
#include <gtest/gtest.h>

#include "app/render/interop.h"
#include "kernels/device.h"
#include "kernels/registry.h"
#include "tests/window/render_stage.h"

namespace satscope::app::testing {
namespace {

class OnGpu : public OnStage, public ::testing::WithParamInterface<DisplayPath> {
 protected:
  void SetUp() override {
    if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
    if (GetParam() == DisplayPath::interop)
      if (const std::string why = interop_refusal(); !why.empty()) GTEST_SKIP() << why;
    frame_.emplace(GetParam());
  }
  std::optional<Frame> frame_;
  Wanted wanted_;
};

TEST_P(OnGpu, StillsShowTheReference) {
  for (const Extent extent : {Extent{1, 1}, {1, 37}, {53, 1}, {131, 67}, {1280, 720}}) {
    wanted_.still = noise(extent, 5);
    for (const Algorithm& algorithm : algorithms()) {
      if (!algorithm.refusal({.extent = extent}, Machine::gpu).empty()) continue;
      wanted_.algorithm = algorithm.id;
      frame_->want(wanted_);
      settle(*frame_);
      SCOPED_TRACE(algorithm.id + " " + ::testing::PrintToString(std::pair{extent.width, extent.height}));
      EXPECT_EQ(frame_->status().message, "");
      EXPECT_EQ(frame_->status().machine, Machine::gpu);
      EXPECT_EQ(frame_->status().path, GetParam()) << frame_->status().path_reason;
      expect_shows_reference(*frame_);
      ASSERT_TRUE(frame_->shown().spreads);
      EXPECT_EQ(frame_->shown().spreads->table.max, frame_->shown().total);
      EXPECT_GT(frame_->status().median_ms.value_or(0), 0);
    }
  }
}

TEST_P(OnGpu, WatchedValuesOfLiveFramesBelongToThem) {
  wanted_.live.words = "synthetic:161x97";
  const Box visible{20, 10, 50, 30}, selected{5, 6, 100, 80};
  frame_->watch(visible, {selected});
  frame_->want(wanted_);
  for (std::uint64_t n = 1; n <= 10; ++n) {
    advance_until(*frame_, [&] { return frame_->shown().serial >= n; });
    const auto reference = reference_of(*frame_);
    const auto words = words_of_table(frame_->shown());
    for (std::size_t y = 0; y < 97; ++y)
      for (std::size_t x = 0; x < 161; ++x) ASSERT_EQ(words[y * 161 + x], reference[(y + 1) * 162 + x + 1]) << x << ", " << y;
    for (int Y = visible.y; Y <= visible.y + visible.height; ++Y)
      for (int X = visible.x; X <= visible.x + visible.width; ++X)
        ASSERT_EQ(frame_->padded(X, Y), (Value{reference[static_cast<std::size_t>(Y * 162 + X)]})) << X << ", " << Y;
    const std::optional<BoxSum> sum = frame_->box_sum(selected);
    ASSERT_TRUE(sum);
    EXPECT_EQ(sum->sum,
              (Value{reference[86 * 162 + 105] - reference[6 * 162 + 105] - reference[86 * 162 + 5] + reference[6 * 162 + 5]}));
    EXPECT_EQ(sum->reads[3].x, 105);
    EXPECT_EQ(frame_->shown().total, static_cast<double>(reference.back()));
  }
  wanted_.live.paused = true;
  frame_->want(wanted_);
  settle(*frame_);
  expect_shows_reference(*frame_);
}

TEST_P(OnGpu, TheWholeTableIsComparedWithTheDefinition) {
  wanted_.still = noise({200, 100}, 8);
  frame_->want(wanted_);
  settle(*frame_);
  frame_->check_agreement();
  settle(*frame_);
  EXPECT_EQ(frame_->status().agreement, FrameStatus::Agreement::agree);
  const std::string& text = frame_->status().agreement_text;
  EXPECT_EQ(text.rfind("all 20,000 entries equal the 64-bit definition", 0), 0U) << text;
  EXPECT_NE(text.find("GPU"), std::string::npos) << text;
}

TEST_P(OnGpu, TheCpuCanBeAskedForAndLeft) {
  wanted_.still = noise({80, 60}, 8);
  for (const Machine machine : {Machine::gpu, Machine::cpu, Machine::gpu}) {
    wanted_.machine = machine;
    frame_->want(wanted_);
    settle(*frame_);
    EXPECT_EQ(frame_->status().machine, machine);
    EXPECT_EQ(frame_->status().path, machine == Machine::cpu ? DisplayPath::cpu : GetParam());
    expect_shows_reference(*frame_);
  }
}

INSTANTIATE_TEST_SUITE_P(Paths, OnGpu, ::testing::Values(DisplayPath::interop, DisplayPath::copy),
                         [](const auto& path) { return std::string(id_of(path.param)); });

}  // namespace
}  // namespace satscope::app::testing
