// SPDX-License-Identifier: Apache-2.0
// Devices that are not there, for what writes to a virtual camera; and the numbers of YUYV by the standard's printed factors.
#pragma once
#include <gtest/gtest.h>
#include <linux/videodev2.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "app/sources/live/camera_list.h"

namespace satscope::test {

using app::CameraBus;

/// video4 is a webcam, video6 in use; video7 is a virtual camera.
struct MadeDevices : CameraBus {
  std::vector<std::uint32_t> takes{V4L2_PIX_FMT_YUYV, V4L2_PIX_FMT_RGB24};
  Extent own_size;            ///< no area: what it is asked for
  std::uint32_t padding = 0;  ///< bytes behind each row
  std::size_t frames_before_gone = 1000;
  bool here = true;
  mutable std::mutex mutex;
  mutable std::vector<std::uint32_t> asked_for;
  mutable std::vector<Extent> sizes;
  mutable std::vector<std::vector<std::uint8_t>> frames;
  mutable int open_descriptors = 0;

  std::vector<std::string> devices() const override {
    std::vector<std::string> all{"/dev/video4", "/dev/video6"};
    if (here) all.emplace_back("/dev/video7");
    return all;
  }
  int open(const std::string& device) const override {
    const int number = device.back() - '0';
    if (number == 6 || (number == 7 && !here) || (number != 4 && number != 7)) {
      errno = number == 6 ? EBUSY : ENOENT;
      return -1;
    }
    ++open_descriptors;
    return number;
  }
  void close(int) const override { --open_descriptors; }
  int control(int descriptor, unsigned long request, void* value) const override {
    if (request == VIDIOC_QUERYCAP) {
      auto& able = *static_cast<v4l2_capability*>(value);
      able.capabilities = V4L2_CAP_DEVICE_CAPS;
      able.device_caps = V4L2_CAP_READWRITE | V4L2_CAP_STREAMING;
      able.device_caps |= descriptor == 7 ? V4L2_CAP_VIDEO_OUTPUT : V4L2_CAP_VIDEO_CAPTURE;
      return 0;
    }
    auto& format = *static_cast<v4l2_format*>(value);
    if (request != VIDIOC_S_FMT || format.type != V4L2_BUF_TYPE_VIDEO_OUTPUT) {
      errno = EINVAL;
      return -1;
    }
    v4l2_pix_format& pixels = format.fmt.pix;
    asked_for.push_back(pixels.pixelformat);
    sizes.push_back({static_cast<int>(pixels.width), static_cast<int>(pixels.height)});
    if (!std::ranges::count(takes, pixels.pixelformat)) pixels.pixelformat = takes.empty() ? V4L2_PIX_FMT_H264 : takes.front();
    if (own_size.area()) {
      pixels.width = static_cast<std::uint32_t>(own_size.width);
      pixels.height = static_cast<std::uint32_t>(own_size.height);
    }
    const std::uint32_t row = pixels.pixelformat == V4L2_PIX_FMT_YUYV ? (pixels.width + 1) / 2 * 4 : 3 * pixels.width;
    pixels.bytesperline = row + padding;
    pixels.sizeimage = pixels.bytesperline * pixels.height;
    return 0;
  }
  std::int64_t write(int, std::span<const std::byte> bytes) const override {
    const std::lock_guard lock(mutex);
    if (frames.size() >= frames_before_gone) {
      errno = ENODEV;
      return -1;
    }
    const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    frames.emplace_back(first, first + bytes.size());
    return static_cast<std::int64_t>(bytes.size());
  }
  std::size_t count() const {
    const std::lock_guard lock(mutex);
    return frames.size();
  }
};

inline std::uint32_t word(int r, int g, int b) {
  return static_cast<std::uint32_t>(r) | static_cast<std::uint32_t>(g) << 8 | static_cast<std::uint32_t>(b) << 16 | 0xFF000000U;
}

/// Every pixel of another colour.
inline std::vector<std::uint32_t> every_colour(Extent extent) {
  std::vector<std::uint32_t> words;
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x)
      words.push_back(word((x * 61 + y * 7) % 256, (x * 23 + y * 91) % 256, (x * 151 + y) % 256));
  return words;
}

inline std::array<double, 3> rgb_of(std::uint32_t one) {
  return {one % 256 / 255.0, (one >> 8) % 256 / 255.0, (one >> 16) % 256 / 255.0};
}
/// ITU-R BT.601 as it is printed in tables, for R, G, B from 0 to 1.
inline double y_of(const std::array<double, 3>& c) { return 16 + 65.481 * c[0] + 128.553 * c[1] + 24.966 * c[2]; }
inline double u_of(const std::array<double, 3>& c) { return 128 - 37.797 * c[0] - 74.203 * c[1] + 112 * c[2]; }
inline double v_of(const std::array<double, 3>& c) { return 128 + 112 * c[0] - 93.786 * c[1] - 18.214 * c[2]; }

/// frame: rows of `stride` bytes of YUYV. seen: the word at a place of the frame.
template <class Seen>
void expect_yuyv(const std::vector<std::uint8_t>& frame, Extent extent, std::size_t stride, const Seen& seen) {
  ASSERT_EQ(frame.size(), stride * static_cast<std::size_t>(extent.height));
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; x += 2) {
      const std::uint8_t* const four = frame.data() + static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(2 * x);
      const auto a = rgb_of(seen(x, y)), b = rgb_of(seen(std::min(x + 1, extent.width - 1), y));
      const std::array<double, 3> both{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
      ASSERT_NEAR(four[0], y_of(a), 0.51) << x << ", " << y;
      ASSERT_NEAR(four[1], u_of(both), 0.51) << x << ", " << y;
      ASSERT_NEAR(four[2], y_of(b), 0.51) << x << ", " << y;
      ASSERT_NEAR(four[3], v_of(both), 0.51) << x << ", " << y;
    }
}

}  // namespace satscope::test
