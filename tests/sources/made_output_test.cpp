// SPDX-License-Identifier: Apache-2.0
// satscope filter --to-camera, into a virtual camera that is not there (made_cameras.h).
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "app/sources/samples.h"
#include "tests/app/program.h"
#include "tests/sources/media.h"

namespace satscope::test {
namespace {

using namespace app;

class ToCamera : public testing::Test {
 protected:
  ToCamera() {
    ::setenv("SATSCOPE_MADE_OUTPUT", frames_.c_str(), 1);
    ::setenv("LD_PRELOAD", SATSCOPE_MADE_CAMERAS, 1);
    // because: the library comes before AddressSanitizer's, which minds
    const char* const before = std::getenv("ASAN_OPTIONS");
    ::setenv("ASAN_OPTIONS", (std::string(before ? before : "") + ":verify_asan_link_order=0").c_str(), 1);
  }
  ~ToCamera() override {
    ::unsetenv("LD_PRELOAD");
    ::unsetenv("SATSCOPE_MADE_OUTPUT");
  }
  static std::vector<std::string> filter(const std::string& input, std::vector<std::string> also) {
    also.insert(also.begin(), {"filter", input, "--machine", "cpu", "--chain", "box r=0"});
    return also;
  }
  std::size_t bytes() const { return std::filesystem::exists(frames_) ? std::filesystem::file_size(frames_) : 0; }

  Folder folder_;
  const std::string frames_ = folder_.file("frames");
};

TEST_F(ToCamera, EachFrameIsWrittenAtItsTime) {
  const auto began = std::chrono::steady_clock::now();
  for (const char* name : {"1.ppm", "2.ppm", "3.ppm"}) folder_.write(name, "P6 4 2 255\n" + std::string(24, name[0]));
  const Outcome outcome = run(filter(folder_.path().string(), {"--to-camera", "/dev/video93", "--rate", "5"}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("other programs see it as the camera /dev/video93, 4x2, rgb24"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("3 frames, /dev/video93, 4x2, rgb24"), std::string::npos) << outcome.err;
  EXPECT_EQ(read_file(frames_), std::string(24, '1') + std::string(24, '2') + std::string(24, '3'));
  EXPECT_GE(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(400));
}

TEST_F(ToCamera, APictureIsShownUntilCtrlC) {
  const std::string picture = folder_.write("one.ppm", "P6 4 2 255\n" + std::string(24, 'x'));
  Running shown(filter(picture, {"--to-camera", "/dev/video93"}));
  for (int i = 0; i < 4000 && bytes() < std::size_t{3} * 24; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  shown.send(SIGINT);
  const Outcome outcome = shown.wait();
  EXPECT_EQ(outcome.code, 130) << outcome.err;
  EXPECT_GE(bytes(), std::size_t{3} * 24);
  EXPECT_EQ(read_file(frames_), std::string(bytes(), 'x'));
}

TEST_F(ToCamera, ACameraThatVanishesEndsIt) {
  const Outcome outcome = run(filter("synthetic:16x8", {"--to-camera", "/dev/video94"}));
  EXPECT_EQ(outcome.code, k_failed);
  EXPECT_NE(outcome.err.find("/dev/video94 is gone: it was removed"), std::string::npos) << outcome.err;
  EXPECT_EQ(bytes(), std::size_t{6} * 16 * 8 * 3);
}

TEST_F(ToCamera, WhatCannotBeWrittenIsRefused) {
  expect_refused(filter("synthetic:16x8", {"--to-camera", "/dev/video83", "--frames", "2"}), k_failed,
                 {"/dev/video83 is no virtual camera"});
  expect_refused(filter("synthetic:16x8", {"--to-camera", "/dev/video97", "--frames", "2"}), k_failed,
                 {"no camera is connected as /dev/video97", "sudo modprobe v4l2loopback"});
  expect_refused(filter("synthetic:16x8", {"--to-camera", "/dev/video93", "-o", "a.mp4"}), k_usage, {"--to-camera"});
  EXPECT_EQ(bytes(), 0U);
}

}  // namespace
}  // namespace satscope::test
