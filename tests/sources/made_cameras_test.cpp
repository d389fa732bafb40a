// SPDX-License-Identifier: Apache-2.0
// Frames of cameras that are not there (made_cameras.h), by Video4Linux alone and as users open them.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>
#include <tuple>
#include <vector>

#include "app/sources/live/camera_input.h"
#include "app/sources/live/live_feed.h"
#include "app/sources/live/live_open.h"
#include "tests/sources/made_cameras.h"

namespace satscope::test {
namespace {

using namespace app;
using Clock = std::chrono::steady_clock;

std::array<int, 3> rgb_of(std::uint32_t word) {
  return {static_cast<int>(word & 255), static_cast<int>(word >> 8 & 255), static_cast<int>(word >> 16 & 255)};
}

/// Every pixel is the nearest grey of its number.
void expect_greys(const SourceFrame& frame, int bits) {
  ASSERT_EQ(frame.extent, (Extent{64, 16}));
  const double white = std::ldexp(1, bits) - 1;
  for (std::uint32_t y = 0; y < 16; ++y)
    for (std::uint32_t x = 0; x < 64; ++x) {
      const auto grey = static_cast<std::uint32_t>(std::lround(grey_number(x, y, bits) * 255 / white));
      ASSERT_EQ(frame.words()[y * 64 + x], 0xFF000000U | grey * 0x010101U) << x << ", " << y;
    }
}

Reading first_of(Opened& opened) {
  return opened.input ? opened.input->next() : Reading{.answer = Answer::broken, .why = opened.why};
}

TEST(MadeCameras, DeepGreyIsScaledToTheNearest) {
  struct Row {
    const char *device, *format;
    int bits;
  };
  for (const Row& row : {Row{"/dev/video80", "gray10le", 10},
                         {"/dev/video81", "gray12le", 12},
                         {"/dev/video82", "gray16le", 16},
                         {"/dev/video86", "gray", 8}}) {
    for (const bool alone : {true, false}) {
      SCOPED_TRACE(std::string(row.device) + (alone ? " by Video4Linux alone" : ""));
      Opened opened = alone ? open_camera_by_v4l2(row.device, {}) : open_live(std::string("camera:") + row.device, {});
      const Reading reading = first_of(opened);
      ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
      expect_greys(reading.frame, row.bits);
      const Description said = opened.input->describe();
      EXPECT_EQ(said.delivered.format, row.format);
      EXPECT_EQ(said.delivered.extent, (Extent{64, 16}));
      EXPECT_TRUE(said.mirrored && said.leaves_mark);
      if (alone) {
        EXPECT_EQ(said.delivered.rate, 200);
        EXPECT_EQ(said.notes.size(), row.bits > 8 ? 1U : 0U);
      }
      opened.input.reset();
      EXPECT_EQ(made_cameras_in_use(), 0);
    }
  }
}

/// The first frame for which this is so.
template <class Is>
std::optional<SourceFrame> frame_that(LiveFeed& feed, const Is& is) {
  for (int i = 0; i < 2000; ++i) {
    std::optional<SourceFrame> frame = feed.take();
    if (frame && is(*frame)) return frame;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return {};
}

// 10 bits, from 0 to 1023, mirrored as a camera is; black and white as they are set while it runs
TEST(MadeCameras, TheRangeOfDeepGreyChangesWhileItRuns) {
  for (const bool alone : {true, false}) {
    SCOPED_TRACE(alone);
    LiveFeed feed(
        [alone](const OpenContext& context) {
          return alone ? open_camera_by_v4l2("/dev/video80", context) : open_live("camera:/dev/video80", context);
        },
        {});
    for (const auto& [range, black, white] :
         std::vector<std::tuple<std::optional<GreyRange>, double, double>>{{std::nullopt, 0, 1023},
                                                                           {GreyRange{false, 100, 600}, 100, 600},
                                                                           {GreyRange{false, 700, 800}, 700, 800},
                                                                           {GreyRange{}, 0, 1023}}) {
      SCOPED_TRACE(white);
      feed.range(range);
      const GreyRange shown = range && range->automatic ? GreyRange{false, 0, 1023} : range.value_or(GreyRange{});
      const auto frame = frame_that(feed, [&](const SourceFrame& one) { return one.greys && one.greys->shown == shown; });
      ASSERT_TRUE(frame);
      EXPECT_EQ(frame->greys->ends, (GreyRange{false, 0, 1023}));
      for (std::uint32_t y = 0; y < 16; ++y)
        for (std::uint32_t x = 0; x < 64; ++x) {
          const double part = std::clamp((grey_number(x, y, 10) - black) / (white - black), 0.0, 1.0);
          ASSERT_EQ(frame->words()[y * 64 + 63 - x] & 255, static_cast<std::uint32_t>(std::floor(255 * part + 0.5)))
              << x << ", " << y;
        }
    }
  }
}

TEST(MadeCameras, BuffersGoRoundAndTimesGrow) {
  Opened opened = open_camera_by_v4l2("/dev/video80", {});
  ASSERT_TRUE(opened.input) << opened.why;
  double before = -1;
  for (int i = 0; i < 20; ++i) {
    const Reading reading = opened.input->next();
    ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
    EXPECT_GT(reading.frame.seconds, before);
    EXPECT_LT(reading.frame.capture_ms, 500);
    before = reading.frame.seconds;
  }
}

// BT.601 and BT.709 by their definition: R = Y + 2(1-Kr)V, B = Y + 2(1-Kb)U, Y = Kr R + Kg G + Kb B
TEST(MadeCameras, YuvIsReadByTheMatrixAndRangeOfTheCamera) {
  struct Row {
    const char* device;
    double kr, kb;
    bool full;
  };
  for (const Row& row : {Row{"/dev/video83", 0.299, 0.114, false}, {"/dev/video84", 0.2126, 0.0722, true}})
    for (const bool alone : {true, false}) {
      Opened opened = alone ? open_camera_by_v4l2(row.device, {}) : open_live(std::string("camera:") + row.device, {});
      const Reading reading = first_of(opened);
      ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
      for (std::size_t i = 0; i < reading.frame.words().size(); ++i) {
        const auto& yuv = k_yuv_parts[i % 64 / 16];
        const double y = row.full ? yuv[0] : (yuv[0] - 16) * 255 / 219.0, scale = row.full ? 1 : 255 / 224.0;
        const double u = (yuv[1] - 128) * scale, v = (yuv[2] - 128) * scale;
        const double r = y + 2 * (1 - row.kr) * v, b = y + 2 * (1 - row.kb) * u;
        const double g = (y - row.kr * r - row.kb * b) / (1 - row.kr - row.kb);
        const std::array<double, 3> expected{r, g, b};
        for (std::size_t c = 0; c < 3; ++c)
          ASSERT_NEAR(rgb_of(reading.frame.words()[i])[c], std::clamp(expected[c], 0.0, 255.0), alone ? 0.51 : 3)
              << row.device << " pixel " << i << " channel " << c << (alone ? "" : ", as users open it");
      }
    }
  EXPECT_EQ(made_cameras_in_use(), 0);
}

TEST(MadeCameras, MotionJpegHasNoTablesOfItsOwn) {
  for (const bool alone : {true, false}) {
    Opened opened = alone ? open_camera_by_v4l2("/dev/video85", {}) : open_live("camera:/dev/video85", {});
    const Reading reading = first_of(opened);
    ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
    ASSERT_EQ(reading.frame.extent, (Extent{64, 16}));
    EXPECT_EQ(opened.input->describe().delivered.format, "mjpeg");
    for (std::size_t i = 0; i < reading.frame.words().size(); ++i)
      for (std::size_t c = 0; c < 3 && i % 16 >= 2 && i % 16 < 14; ++c)  // beside an edge, colours of half the width are mixed
        ASSERT_NEAR(rgb_of(reading.frame.words()[i])[c], k_rgb_parts[i % 64 / 16][c], 3) << i << " " << c;
  }
}

TEST(MadeCameras, DamagedFramesAreLeftOutAndCounted) {
  for (const char* device : {"/dev/video89", "/dev/video90"}) {
    Opened opened = open_camera_by_v4l2(device, {});
    const Reading reading = first_of(opened);
    ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
    EXPECT_EQ(reading.skipped, 2U) << device;
  }
}

TEST(MadeCameras, OneThatVanishesSaysSo) {
  Opened opened = open_live("camera:/dev/video87", {});
  ASSERT_TRUE(opened.input) << opened.why;
  const auto began = Clock::now();
  Reading reading{.answer = Answer::frame};
  for (unsigned i = 0; i < k_frames_before_it_vanishes; ++i)
    ASSERT_EQ((reading = opened.input->next()).answer, Answer::frame) << reading.why;
  reading = opened.input->next();
  EXPECT_EQ(reading.answer, Answer::broken);
  EXPECT_EQ(reading.why, "/dev/video87 stopped: it is no longer connected");
  EXPECT_LT(Clock::now() - began, std::chrono::seconds(2));
  opened.input.reset();
  EXPECT_EQ(made_cameras_in_use(), 0);
}

TEST(MadeCameras, OneWithoutFramesIsGivenUp) {
  Opened opened = open_camera_by_v4l2("/dev/video88", {});
  ASSERT_TRUE(opened.input) << opened.why;
  const auto began = Clock::now();
  const Reading reading = opened.input->next();
  EXPECT_EQ(reading.answer, Answer::broken);
  EXPECT_EQ(reading.why, "/dev/video88 gives no frames");
  EXPECT_LT(Clock::now() - began, std::chrono::seconds(8));
}

TEST(MadeCameras, WaitingEndsWhenItIsStopped) {
  std::stop_source stop;
  Opened opened = open_camera_by_v4l2("/dev/video88", {.stop = stop.get_token()});
  ASSERT_TRUE(opened.input) << opened.why;
  const auto began = Clock::now();
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop.request_stop();
  });
  EXPECT_EQ(opened.input->next().answer, Answer::end);
  EXPECT_LT(Clock::now() - began, std::chrono::seconds(2));
}

TEST(MadeCameras, RefusalsAreSentences) {
  EXPECT_EQ(open_camera_by_v4l2("/dev/video91", {}).why, "/dev/video91 is used by another program");
  EXPECT_EQ(open_live("camera:/dev/video91", {}).why, "/dev/video91 is used by another program");
  const Opened other = open_camera_by_v4l2("/dev/video92", {});
  EXPECT_EQ(other.answer, Answer::not_mine);
  EXPECT_EQ(other.why, "/dev/video92 sends BA81");
  EXPECT_EQ(made_cameras_in_use(), 0);
}

TEST(MadeCameras, AFormatThatFFmpegLacksCanBeAskedFor) {
  Opened opened = open_live("camera:/dev/video80", {.wanted = {.extent = {640, 480}, .rate = 30, .format = "gray10le"}});
  const Reading reading = first_of(opened);
  ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
  expect_greys(reading.frame, 10);
}

}  // namespace
}  // namespace satscope::test
