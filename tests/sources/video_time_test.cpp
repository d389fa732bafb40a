// SPDX-License-Identifier: Apache-2.0
// Time: stamps, seeking to the very frame, steps back, loops, and the pace of a feed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "app/sources/live/live_feed.h"
#include "tests/sources/media.h"

namespace satscope::test {
namespace {

using namespace app;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) { return std::chrono::duration<double>(Clock::now() - began).count(); }

class VideoTime : public testing::Test {
 protected:
  void SetUp() override { SATSCOPE_NEEDS_FFMPEG(); }

  std::string clip(const std::string& name, const std::string& codec, double seconds = 2, int rate = 25) const {
    return make_video(folder_.file(name),
                      fmt::format("-f lavfi -i testsrc2=size=96x64:rate={}:duration={} {}", rate, seconds, codec));
  }
  LiveFeed feed_of(const std::string& file) {
    return LiveFeed([file](const OpenContext& context) { return open_live(file, context); }, {});
  }
  Folder folder_;
};

/// The frame that is on the screen; -1 if it is none of them.
int which(const std::vector<Picture>& all, const SourceFrame& frame) {
  const auto words = frame.words();
  const Picture picture{frame.extent, {words.begin(), words.end()}};
  for (std::size_t i = 0; i < all.size(); ++i)
    if (difference(all[i], picture) == 0) return static_cast<int>(i);
  return -1;
}

TEST_F(VideoTime, StampsAreThoseOfTheFile) {
  // a variable rate: 10 frames a second, then 4, then 20
  const auto file = make_video(folder_.file("a.mkv"),
                               "-f lavfi -i testsrc2=size=64x48:rate=20:duration=2 "
                               "-vf \"select='lt(n,10)*not(mod(n,2))+gte(n,10)*lt(n,30)*not(mod(n,5))+gte(n,30)'\" "
                               "-fps_mode vfr -c:v libx264 -bf 2");
  std::vector<double> stamps, expected;
  for (int n = 0; n < 40; ++n)
    if (n < 10 ? n % 2 == 0 : n < 30 ? n % 5 == 0 : true) expected.push_back(n / 20.0);
  Reading last;
  read_all(*open_or_fail(file), &last, &stamps);
  EXPECT_EQ(last.answer, Answer::end) << last.why;
  ASSERT_EQ(stamps.size(), expected.size());
  for (std::size_t i = 0; i < stamps.size(); ++i) EXPECT_NEAR(stamps[i], expected[i], 0.0015) << i;
}

TEST_F(VideoTime, SeekLandsOnTheRightFrame) {
  for (const auto& [name, codec] : {std::pair{"a.mp4", "-c:v libx264 -bf 3 -g 25"},
                                    {"b.mkv", "-c:v libx264 -g 1000"},
                                    {"c.ts", "-c:v mpeg2video -g 12 -bf 2"},
                                    {"d.avi", "-c:v mpeg4"},
                                    {"e.webm", "-c:v libvpx -b:v 1M"}}) {
    SCOPED_TRACE(name);
    const auto file = clip(name, codec);
    const auto all = decode_by_tool(file, {96, 64});
    ASSERT_EQ(all.size(), 50U);
    const auto input = open_or_fail(file);
    ASSERT_TRUE(input);
    for (const int wanted : {30, 3, 49, 0, 24, 25, 26, 10, 11, 12, 48}) {
      // the middle of the frame's time, and its very beginning
      for (const double within : {0.5, 0.01}) {
        ASSERT_TRUE(input->seek((wanted + within) / 25));
        const Reading reading = input->next();
        ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
        EXPECT_EQ(which(all, reading.frame), wanted) << within;
        const Reading after = input->next();
        if (wanted < 49) {
          EXPECT_EQ(which(all, after.frame), wanted + 1);
        }
      }
    }
    ASSERT_TRUE(input->seek(1e9)) << "behind the end is the last frame";
    EXPECT_EQ(which(all, input->next().frame), 49);
    ASSERT_TRUE(input->seek(-1));
    EXPECT_EQ(which(all, input->next().frame), 0);
    EXPECT_EQ(read_all(*input).size(), 49U) << "and everything behind it follows";
    ASSERT_TRUE(input->seek(1.0)) << "also after the end";
    EXPECT_EQ(which(all, input->next().frame), 25);
  }
}

TEST_F(VideoTime, AStepBackIsTheFrameBefore) {
  const auto file = clip("a.mp4", "-c:v libx264 -bf 3 -g 25");
  const auto all = decode_by_tool(file, {96, 64});
  const auto input = open_or_fail(file);
  ASSERT_TRUE(input->seek(30.5 / 25));
  EXPECT_EQ(which(all, input->next().frame), 30);
  for (int wanted = 29; wanted > 20; --wanted) {
    ASSERT_TRUE(input->step(-1));
    ASSERT_EQ(which(all, input->next().frame), wanted);
  }
  ASSERT_TRUE(input->step(-3));
  EXPECT_EQ(which(all, input->next().frame), 18);
}

TEST_F(VideoTime, LateFramesAreSkippedAndCounted) {
  const auto input = open_or_fail(clip("a.mp4", "-c:v libx264"));
  const Reading reading = input->next(1.01);
  ASSERT_EQ(reading.answer, Answer::frame);
  EXPECT_NEAR(reading.frame.seconds, 1.0, 1e-6);
  EXPECT_EQ(reading.skipped, 25U);
}

TEST_F(VideoTime, AFeedKeepsThePace) {
  const auto file = clip("a.mp4", "-c:v libx264");
  LiveFeed feed = feed_of(file);
  Clock::time_point first;
  int frames = 0;
  double worst = 0;
  const auto began = Clock::now();
  while (feed.status().phase != Phase::ended && seconds_since(began) < 10) {
    if (const auto frame = feed.take()) {
      if (frames++ == 0)
        first = Clock::now() - std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(frame->seconds));
      worst = std::max(worst, std::abs(seconds_since(first) - frame->seconds));
    }
    std::this_thread::sleep_for(1ms);
  }
  const FeedStatus status = feed.status();
  EXPECT_EQ(status.phase, Phase::ended) << status.why;
  EXPECT_EQ(status.delivered + status.dropped, 50U + status.dropped);
  EXPECT_GT(frames, 25);
  EXPECT_NEAR(seconds_since(first), 2, 0.4);
  EXPECT_LT(worst, 0.3) << "a frame came that much too early or late";
}

TEST_F(VideoTime, AFeedPausesSeeksStepsAndLoops) {
  const auto file = clip("a.mp4", "-c:v libx264 -g 25");
  const auto all = decode_by_tool(file, {96, 64});
  LiveFeed feed = feed_of(file);
  const auto next = [&]() -> int {
    for (const auto began = Clock::now(); seconds_since(began) < 5; std::this_thread::sleep_for(1ms))
      if (const auto frame = feed.take()) return which(all, *frame);
    return -2;
  };
  feed.pause(true);
  while (next() < 0) {
  }
  std::this_thread::sleep_for(100ms);
  feed.take();
  std::this_thread::sleep_for(200ms);
  EXPECT_FALSE(feed.take()) << "it stands still";
  feed.seek(1.02);
  EXPECT_EQ(next(), 25) << "but shows where one seeks to";
  feed.step(1);
  EXPECT_EQ(next(), 26);
  feed.step(1);
  EXPECT_EQ(next(), 27);
  feed.step(-1);
  EXPECT_EQ(next(), 26);
  feed.step(-1);
  EXPECT_EQ(next(), 25);
  EXPECT_TRUE(feed.status().paused);

  // also where it was stopped in full run, with the next frame already read
  feed.seek(0.4);
  feed.pause(false);
  for (int i = 0; i < 5; ++i) next();
  feed.pause(true);
  std::this_thread::sleep_for(150ms);
  feed.take();
  const int stood = static_cast<int>(feed.status().seconds * 25 + 0.5);
  feed.step(-1);
  EXPECT_EQ(next(), stood - 1);
  feed.step(3);
  EXPECT_EQ(next(), stood + 2) << "three forward";

  feed.loop(true);
  feed.seek(1.9);
  feed.pause(false);
  bool went_round = false;
  int before = 0;
  for (const auto began = Clock::now(); seconds_since(began) < 3 && !went_round;) {
    const int now = next();
    ASSERT_GE(now, 0);
    went_round = now < before;
    before = now;
  }
  EXPECT_TRUE(went_round);
  EXPECT_EQ(feed.status().phase, Phase::running);
}

TEST_F(VideoTime, OneFrameGoesRoundWithoutHaste) {
  LiveFeed feed = feed_of(clip("a.mp4", "-c:v mpeg4", 0.04));
  feed.loop(true);
  ASSERT_TRUE(gives_frames(feed));
  std::this_thread::sleep_for(500ms);
  const FeedStatus status = feed.status();
  EXPECT_EQ(status.phase, Phase::running) << status.why;
  EXPECT_GT(status.delivered, 3U);
  EXPECT_LE(status.delivered, 51U);
}

TEST_F(VideoTime, AfterTheEndOneCanGoBack) {
  LiveFeed feed = feed_of(clip("a.mp4", "-c:v mpeg4", 0.2));
  const auto wait_for_end = [&] {
    for (const auto began = Clock::now(); seconds_since(began) < 5 && feed.status().phase != Phase::ended;)
      std::this_thread::sleep_for(1ms);
    return feed.status().phase == Phase::ended;
  };
  ASSERT_TRUE(wait_for_end());
  const std::uint64_t delivered = feed.status().delivered;
  EXPECT_EQ(delivered, 5U);
  feed.seek(0);
  std::this_thread::sleep_for(50ms);
  ASSERT_TRUE(wait_for_end());
  EXPECT_EQ(feed.status().delivered, 2 * delivered);
}

}  // namespace
}  // namespace satscope::test
