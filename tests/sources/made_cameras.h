// SPDX-License-Identifier: Apache-2.0
// Cameras that are not there: a shared library that answers the calls of Video4Linux on their device files. A program that is
// linked to it before the C library, or started with it in LD_PRELOAD, sees them.
#pragma once
#include <linux/videodev2.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace satscope::test {

struct MadeCamera {
  enum class Fault : std::uint8_t {
    none,
    vanishes,  ///< after k_frames_before_it_vanishes
    silent,    ///< never has a frame
    damaged,   ///< of the first two frames one has a mark and one is too short
    busy,
  };
  std::string_view device;
  std::uint32_t fourcc;
  std::uint32_t width = 64, height = 16;
  Fault fault = Fault::none;
  std::uint32_t padding = 0;  ///< bytes behind each row
  std::uint32_t coding = V4L2_YCBCR_ENC_DEFAULT, range = V4L2_QUANTIZATION_DEFAULT;
  bool output = false;  ///< frames are written to it, and appended to the file that SATSCOPE_MADE_OUTPUT names
};
inline constexpr unsigned k_frames_before_it_vanishes = 6;
inline constexpr std::array k_made_cameras{
    MadeCamera{"/dev/video80", V4L2_PIX_FMT_Y10},
    MadeCamera{"/dev/video81", V4L2_PIX_FMT_Y12, 64, 16, MadeCamera::Fault::none, 32},
    MadeCamera{"/dev/video82", V4L2_PIX_FMT_Y16},
    MadeCamera{"/dev/video83", V4L2_PIX_FMT_YUYV},
    MadeCamera{.device = "/dev/video84",
               .fourcc = V4L2_PIX_FMT_YUYV,
               .coding = V4L2_YCBCR_ENC_709,
               .range = V4L2_QUANTIZATION_FULL_RANGE},
    MadeCamera{"/dev/video85", V4L2_PIX_FMT_MJPEG},
    MadeCamera{"/dev/video86", V4L2_PIX_FMT_GREY},
    MadeCamera{"/dev/video87", V4L2_PIX_FMT_Y10, 64, 16, MadeCamera::Fault::vanishes},
    MadeCamera{"/dev/video88", V4L2_PIX_FMT_Y10, 64, 16, MadeCamera::Fault::silent},
    MadeCamera{"/dev/video89", V4L2_PIX_FMT_Y10, 64, 16, MadeCamera::Fault::damaged},
    MadeCamera{"/dev/video90", V4L2_PIX_FMT_MJPEG, 64, 16, MadeCamera::Fault::damaged},
    MadeCamera{"/dev/video91", V4L2_PIX_FMT_Y10, 64, 16, MadeCamera::Fault::busy},
    MadeCamera{"/dev/video92", V4L2_PIX_FMT_SBGGR8},
    MadeCamera{.device = "/dev/video93", .fourcc = V4L2_PIX_FMT_RGB24, .output = true},
    MadeCamera{.device = "/dev/video94", .fourcc = V4L2_PIX_FMT_RGB24, .fault = MadeCamera::Fault::vanishes, .output = true},
};

/// The grey that such a camera sends at (x, y): from black to white in the first row, and more numbers below.
constexpr std::uint32_t grey_number(std::uint32_t x, std::uint32_t y, int bits) {
  const std::uint32_t white = (1U << static_cast<unsigned>(bits)) - 1;
  return y == 0 ? x * white / 63 : (x * 2654435761U + y * 40503U) >> 7 & white;
}
/// Y, U, V of the four parts of a picture in colour, from left to right, 16 pixels wide each.
inline constexpr std::array<std::array<std::uint8_t, 3>, 4> k_yuv_parts{
    {{81, 90, 240}, {145, 54, 34}, {41, 240, 110}, {126, 128, 128}}};
/// R, G, B of those of MJPEG.
inline constexpr std::array<std::array<std::uint8_t, 3>, 4> k_rgb_parts{
    {{200, 40, 30}, {20, 180, 60}, {30, 50, 220}, {128, 128, 128}}};

/// Device files that are open, plus streams that were started and not stopped.
int made_cameras_in_use();

}  // namespace satscope::test
