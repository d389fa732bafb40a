// SPDX-License-Identifier: Apache-2.0
// What cameras say of themselves, by a bus of the test's own; and words about those that are not there.
#include <gtest/gtest.h>
#include <linux/videodev2.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "app/sources/live/camera_list.h"
#include "app/sources/live/live_open.h"

namespace satscope::test {
namespace {

using namespace app;

/// video0: a usual camera; video1: its other half, which takes no pictures; video2: in use; video3: a driver that never ends.
struct MadeBus : CameraBus {
  mutable int open_descriptors = 0;

  std::vector<std::string> devices() const override { return {"/dev/video0", "/dev/video1", "/dev/video2", "/dev/video3"}; }
  int open(const std::string& device) const override {
    if (device == "/dev/video2") {
      errno = EBUSY;
      return -1;
    }
    ++open_descriptors;
    return device.back() - '0';
  }
  void close(int) const override { --open_descriptors; }
  int control(int device, unsigned long request, void* value) const override {
    switch (request) {
      case VIDIOC_QUERYCAP: {
        auto& able = *static_cast<v4l2_capability*>(value);
        std::memcpy(able.card, "A made camera", 14);
        if (device == 3) std::memset(able.card, 'x', sizeof able.card);  // without an end
        able.capabilities = V4L2_CAP_DEVICE_CAPS | V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        able.device_caps =
            device == 1 ? V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING : V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
      }
      case VIDIOC_ENUM_FMT: {
        auto& format = *static_cast<v4l2_fmtdesc*>(value);
        const std::uint32_t formats[] = {V4L2_PIX_FMT_MJPEG, V4L2_PIX_FMT_YUYV, v4l2_fourcc('?', '?', '?', '?')};
        if (device != 3 && format.index >= 3) return -1;
        format.pixelformat = formats[format.index % 3];
        return 0;
      }
      case VIDIOC_ENUM_FRAMESIZES: {
        auto& size = *static_cast<v4l2_frmsizeenum*>(value);
        if (size.pixel_format == V4L2_PIX_FMT_YUYV) {
          if (size.index) return -1;
          size.type = V4L2_FRMSIZE_TYPE_STEPWISE;
          size.stepwise = {
              .min_width = 16, .max_width = 800, .step_width = 2, .min_height = 16, .max_height = 600, .step_height = 2};
          return 0;
        }
        if (device != 3 && size.index >= 2) return -1;
        size.type = V4L2_FRMSIZE_TYPE_DISCRETE;
        size.discrete = size.index % 2 ? v4l2_frmsize_discrete{1920, 1080} : v4l2_frmsize_discrete{640, 480};
        return 0;
      }
      case VIDIOC_ENUM_FRAMEINTERVALS: {
        auto& interval = *static_cast<v4l2_frmivalenum*>(value);
        if (interval.index >= 2) return -1;
        interval.type = V4L2_FRMIVAL_TYPE_DISCRETE;
        interval.discrete = interval.index ? v4l2_fract{1, 15} : v4l2_fract{1001, 30000};
        return 0;
      }
      case VIDIOC_G_FMT: {
        auto& pixels = static_cast<v4l2_format*>(value)->fmt.pix;
        pixels = set_to;
        return 0;
      }
      default: return -1;
    }
  }
  v4l2_pix_format set_to{};  ///< what it is set to
};

TEST(Cameras, TheFirstIsThatWhichTakesPictures) {
  EXPECT_EQ(capture_devices(MadeBus()), (std::vector<std::string>{"/dev/video0", "/dev/video2", "/dev/video3"}));
  EXPECT_FALSE(takes_pictures("/dev/video1", MadeBus()));
  EXPECT_TRUE(takes_pictures("/dev/video2", MadeBus())) << "it is in use: opening says so";
}

// the table of "Colorspaces" in the documentation of Video4Linux, by hand
TEST(Cameras, SayHowTheirNumbersBecomeColours) {
  using Matrix = CameraColours::Matrix;
  struct Row {
    std::uint32_t space, coding, range;
    Matrix matrix;
    bool full;
  };
  for (const Row& row : {Row{V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_DEFAULT, Matrix::bt601, false},
                         {V4L2_COLORSPACE_REC709, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_DEFAULT, Matrix::bt709, false},
                         {V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_709, V4L2_QUANTIZATION_FULL_RANGE, Matrix::bt709, true},
                         {V4L2_COLORSPACE_REC709, V4L2_YCBCR_ENC_601, V4L2_QUANTIZATION_LIM_RANGE, Matrix::bt601, false},
                         {V4L2_COLORSPACE_BT2020, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_DEFAULT, Matrix::bt2020, false},
                         {V4L2_COLORSPACE_JPEG, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_DEFAULT, Matrix::bt601, true}}) {
    MadeBus bus;
    bus.set_to.pixelformat = V4L2_PIX_FMT_YUYV;
    bus.set_to.priv = V4L2_PIX_FMT_PRIV_MAGIC;
    bus.set_to.colorspace = row.space;
    bus.set_to.ycbcr_enc = row.coding;
    bus.set_to.quantization = row.range;
    const auto colours = camera_colours("/dev/video0", bus);
    ASSERT_TRUE(colours);
    EXPECT_EQ(colours->matrix, row.matrix) << row.space << " " << row.coding;
    EXPECT_EQ(colours->full_range, row.full) << row.space << " " << row.range;
    EXPECT_EQ(bus.open_descriptors, 0);
  }
  EXPECT_FALSE(camera_colours("/dev/video2", MadeBus()));
}

TEST(Cameras, AreListedWithWhatTheyCanDo) {
  const MadeBus bus;
  const std::vector<Camera> cameras = list_cameras(bus);
  ASSERT_EQ(cameras.size(), 3U) << "video1 takes no pictures";
  EXPECT_EQ(cameras[0].device, "/dev/video0");
  EXPECT_EQ(cameras[0].name, "A made camera");
  EXPECT_EQ(cameras[0].why, "");
  const auto has = [&](int width, int height, double rate, const std::string& format) {
    return std::ranges::count_if(cameras[0].modes, [&](const Mode& mode) {
      return mode.extent == Extent{width, height} && std::abs(mode.rate - rate) < 0.01 && mode.format == format;
    });
  };
  EXPECT_EQ(has(640, 480, 29.97, "mjpeg"), 1);
  EXPECT_EQ(has(1920, 1080, 15, "mjpeg"), 1);
  EXPECT_EQ(has(640, 480, 15, "yuyv422"), 1) << "a usual size inside the range";
  EXPECT_EQ(has(800, 600, 29.97, "yuyv422"), 1);
  EXPECT_EQ(cameras[0].modes.size(), 4U + 6U);
  EXPECT_EQ(cameras[1].device, "/dev/video2");
  EXPECT_EQ(cameras[1].why, "/dev/video2 is used by another program");
  EXPECT_EQ(cameras[2].name, std::string(32, 'x'));
  EXPECT_LT(cameras[2].modes.size(), 100U) << "what a driver repeats without end is listed once";
  EXPECT_EQ(bus.open_descriptors, 0);
}

TEST(Cameras, RefusalsAreSentences) {
  EXPECT_EQ(camera_refusal("/dev/video7", ENOENT), "no camera is connected as /dev/video7");
  EXPECT_NE(camera_refusal("/dev/video7", EACCES).find("'video'"), std::string::npos);
  EXPECT_NE(camera_refusal("/dev/video7", EIO).find("/dev/video7 cannot be opened: "), std::string::npos);
}

TEST(Cameras, AMissingOneIsSaidToBeMissing) {
  const auto began = std::chrono::steady_clock::now();
  const Opened opened = open_live("camera:/dev/video97", {});
  EXPECT_EQ(opened.answer, Answer::broken);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
  EXPECT_EQ(opened.why, "no camera is connected as /dev/video97");
}

TEST(Cameras, ModesSayTheirNumbers) {
  EXPECT_EQ((Mode{{1280, 720}, 29.97, "mjpeg"}).text(), "1280x720, 29.97 a second, mjpeg");
  EXPECT_EQ((Mode{{1280, 720}, 0, ""}).text(), "1280x720");
}

}  // namespace
}  // namespace satscope::test
