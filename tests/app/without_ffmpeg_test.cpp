// SPDX-License-Identifier: Apache-2.0
// A program that was built with FFmpeg, where FFmpeg's libraries cannot be loaded: what lies in their place is a line of text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/sources/live/video_encoder.h"
#include "tests/app/broken_libraries.h"
#include "tests/app/made_files.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

class WithoutFfmpegsLibraries : public testing::Test {
 protected:
  void SetUp() override {
    if (!app::media_support().why_not.empty()) GTEST_SKIP() << app::media_support().why_not;
    for (int version = 50; version < 100; ++version) broken_.add(fmt::format("libavcodec.so.{}", version));
  }
  BrokenLibraries broken_;
  Folder files_;
};

TEST_F(WithoutFfmpegsLibraries, PicturesAndTheSyntheticCameraWork) {
  const Outcome table = run({"sat", "pattern:noise:20x10", "-o", files_.file("a.npy")});
  EXPECT_EQ(table.code, 0) << table.err;
  const Outcome frames = run({"filter", "synthetic:32x32", "--frames", "2", "-o", files_.file("out.mp4")});
  EXPECT_EQ(frames.code, 0) << frames.err;
  EXPECT_EQ(files_.names(), (std::vector<std::string>{"a.npy", "out-000001.png", "out-000002.png"}));
  EXPECT_NE(frames.err.find("because FFmpeg cannot be loaded"), std::string::npos) << frames.err;
}

TEST_F(WithoutFfmpegsLibraries, WhatNeedsItIsRefusedWithTheReason) {
  const std::string video = files_.write("a.mp4", bytes({0, 0, 0, 24, 102, 116, 121, 112}));
  for (const std::string& input : {std::string("screen"), video}) {
    const Outcome outcome = run({"filter", input, "--frames", "1", "-o", files_.file("out.png")});
    EXPECT_EQ(outcome.code, 1) << input;
    EXPECT_NE(outcome.err.find(fmt::format("'{}' is not supported: FFmpeg cannot be loaded (", input)), std::string::npos)
        << outcome.err;
  }
}

TEST_F(WithoutFfmpegsLibraries, TheDoctorSaysSo) {
  const nlohmann::json said = run_json({"doctor", "--json"});
  int found = 0;
  for (const auto& check : said.at("checks")) {
    const std::string id = check.at("id");
    if (id != "ffmpeg" && id != "screen") continue;
    ++found;
    EXPECT_FALSE(check.at("works").get<bool>()) << id;
    EXPECT_NE(check.at("detail").get<std::string>().find("FFmpeg"), std::string::npos) << check;
    EXPECT_NE(check.at("cure").get<std::string>().find("that satscope was built with"), std::string::npos) << check;
  }
  EXPECT_EQ(found, 2);
}

}  // namespace
}  // namespace satscope::test
