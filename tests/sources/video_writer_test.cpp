// SPDX-License-Identifier: Apache-2.0
// Written videos, read by the `ffmpeg` tool.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>

#include "app/sources/live/video_encoder.h"
#include "app/sources/live/video_writer.h"
#include "app/sources/synthetic.h"
#include "tests/sources/media.h"

namespace satscope::test {
namespace {

using namespace app;

Picture moment(Extent extent, int n) {
  Picture picture{extent, std::vector<std::uint32_t>(extent.area())};
  draw_synthetic(picture.rgba, extent, n / 5.0);
  return picture;
}

double mean_difference(const Picture& a, const Picture& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i)
    for (int shift = 0; shift < 24; shift += 8)
      sum += std::abs(static_cast<int>(a.rgba[i] >> shift & 0xFF) - static_cast<int>(b.rgba[i] >> shift & 0xFF));
  return sum / (3.0 * static_cast<double>(a.rgba.size()));
}

class VideoWriting : public testing::Test {
 protected:
  void SetUp() override { SATSCOPE_NEEDS_FFMPEG(); }
  Folder folder_;
};

TEST_F(VideoWriting, WhatIsWrittenIsWhatOthersRead) {
  for (const char* name : {"a.mp4", "a.mkv", "a.mov", "A.MP4"})
    for (const Extent extent : {Extent{192, 108}, Extent{193, 107}, Extent{16, 16}, Extent{2, 2}}) {
      SCOPED_TRACE(fmt::format("{} {}x{}", name, extent.width, extent.height));
      const std::string file = folder_.file(name);
      const auto writer = open_video_writer(file, {extent, 25});
      SCOPED_TRACE(writer->describe());
      EXPECT_FALSE(std::filesystem::exists(file)) << "not before it is finished";
      for (int n = 0; n < 20; ++n) writer->write(moment(extent, n).rgba, n / 25.0);
      writer->finish();
      ASSERT_TRUE(std::filesystem::exists(file));
      // most players need even sides, and colour for four pixels at once
      const std::string shape =
          shell_output(fmt::format("ffprobe -v error -show_entries stream=pix_fmt,width,height -of csv=p=0 '{}'", file));
      const Extent even{(extent.width + 1) / 2 * 2, (extent.height + 1) / 2 * 2};
      EXPECT_EQ(shape.substr(0, shape.find('\n')), fmt::format("{},{},yuv420p", even.width, even.height));
      EXPECT_EQ(writer->describe().find("instead of") != std::string::npos, even != extent) << writer->describe();
      const auto read =
          decode_by_tool(file, extent, fmt::format("crop={}:{}:0:0:exact=1,", extent.width, extent.height), "bt709");
      ASSERT_EQ(read.size(), 20U);
      for (int n = 0; n < 20; ++n)
        EXPECT_LT(mean_difference(read[static_cast<std::size_t>(n)], moment(extent, n)), extent.area() > 1000 ? 6 : 40) << n;
      std::vector<double> stamps;
      Reading last;
      read_all(*open_or_fail(file), &last, &stamps);
      EXPECT_EQ(last.answer, Answer::end) << last.why;
      ASSERT_EQ(stamps.size(), 20U);
      for (int n = 0; n < 20; ++n) EXPECT_NEAR(stamps[static_cast<std::size_t>(n)], n / 25.0, 0.002);
      std::filesystem::remove(file);
    }
}

TEST_F(VideoWriting, StampsDecideHowLongAFrameIsShown) {
  const std::string file = folder_.file("a.mp4");
  const auto writer = open_video_writer(file, {{64, 48}, 30});
  const std::vector<double> wanted{0, 0.1, 0.15, 0.9, 0.9, 2};  // one stamp twice: it moves by a tick
  for (std::size_t n = 0; n < wanted.size(); ++n) writer->write(moment({64, 48}, static_cast<int>(n)).rgba, wanted[n]);
  writer->finish();
  std::vector<double> stamps;
  read_all(*open_or_fail(file), nullptr, &stamps);
  ASSERT_EQ(stamps.size(), wanted.size());
  for (std::size_t n = 0; n < wanted.size(); ++n) EXPECT_NEAR(stamps[n], wanted[n], 0.002);
}

TEST_F(VideoWriting, WithoutAnEndOrWithoutAFrameNothingRemains) {
  {
    const auto writer = open_video_writer(folder_.file("a.mp4"), {{64, 48}, 30});
    writer->write(moment({64, 48}, 0).rgba, 0);
  }
  {
    const auto writer = open_video_writer(folder_.file("b.mkv"), {{64, 48}, 30});
    writer->finish();
  }
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(VideoWriting, AKilledProcessLeavesWhatStoodThereBefore) {
  const std::string file = folder_.write("a.mp4", "before");
  const pid_t child = ::fork();
  if (child == 0) {
    const auto writer = open_video_writer(file, {{64, 48}, 30});
    for (int n = 0; n < 5; ++n) writer->write(moment({64, 48}, n).rgba, n / 30.0);
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(read_file(file), "before");
}

TEST_F(VideoWriting, NumberedPictures) {
  const Extent extent{33, 21};
  const auto writer = open_video_writer(folder_.file("out.png"), {extent, 30});
  for (int n = 0; n < 3; ++n) writer->write(moment(extent, n).rgba, n / 30.0);
  writer->finish();
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"out-000001.png", "out-000002.png", "out-000003.png"}));
  for (int n = 0; n < 3; ++n) {
    const auto read = decode_by_tool(folder_.file(fmt::format("out-{:06}.png", n + 1)), extent);
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(difference(read[0], moment(extent, n)), 0);
  }
}

TEST_F(VideoWriting, BadPlacesAreRefusedAtOnce) {
  for (const std::string& name :
       {folder_.file("no/such/folder/a.mp4"), folder_.file("a.txt"), folder_.file("no/such/a.png"), folder_.file("")})
    EXPECT_THROW(open_video_writer(name, {{16, 16}, 30}), WriteError) << name;
}

TEST_F(VideoWriting, TheSystemSaysWhatItHas) {
  const MediaSupport support = media_support();
  EXPECT_EQ(support.why_not, "");
  EXPECT_FALSE(support.version.empty());
  EXPECT_EQ(support.encoder, "H.264");
}

}  // namespace
}  // namespace satscope::test
