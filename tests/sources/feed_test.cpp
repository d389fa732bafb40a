// SPDX-License-Identifier: Apache-2.0
// The thread and its slot of one frame.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "app/sources/live/live_feed.h"
#include "app/sources/live/live_open.h"
#include "app/sources/synthetic.h"
#include "tests/sources/made_input.h"

namespace satscope::test {
namespace {

using namespace app;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

template <class F>
bool soon(F is_so, std::chrono::milliseconds within = 5s) {
  for (const auto end = Clock::now() + within; Clock::now() < end; std::this_thread::sleep_for(1ms))
    if (is_so()) return true;
  return is_so();
}

TEST(LiveFeed, HoldsTheNewestFrameAndGivesItOnce) {
  const auto device = std::make_shared<Device>();
  LiveFeed feed(DeviceOfTests::opener(device), {});
  std::uint64_t last = 0;
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(i * 2));
    const std::uint64_t before = feed.status().delivered;
    const auto frame = feed.take();
    if (!frame) continue;
    EXPECT_GE(frame->number, before) << "older than the newest";
    EXPECT_GT(frame->number, last);
    EXPECT_EQ(frame->words().front(), frame->number);
    EXPECT_TRUE(std::ranges::all_of(frame->words(), [&](std::uint32_t word) { return word == frame->number; }));
    last = frame->number;
  }
  EXPECT_GT(last, 10U);
  device->does = Device::Does::is_silent;
  std::this_thread::sleep_for(30ms);
  feed.take();
  EXPECT_FALSE(feed.take());
}

TEST(LiveFeed, CountsWhatWasNotTaken) {
  const auto device = std::make_shared<Device>();
  LiveFeed feed(DeviceOfTests::opener(device), {});
  ASSERT_TRUE(soon([&] { return feed.status().delivered >= 30; }));
  device->does = Device::Does::is_silent;
  std::this_thread::sleep_for(30ms);
  const FeedStatus status = feed.status();
  EXPECT_EQ(status.dropped, status.delivered - 1) << "all but the one that waits";
  EXPECT_EQ(status.delivered, static_cast<std::uint64_t>(device->given));
  EXPECT_EQ(status.given, static_cast<std::uint64_t>(device->given));
}

TEST(LiveFeed, WhatIsMadeToOrderIsOnlyMadeWhenAskedFor) {
  std::atomic<int> made = 0;
  OpenContext context{.blocks = [&](std::size_t bytes) {
    ++made;
    return heap_block(bytes);
  }};
  LiveFeed feed([](const OpenContext& how) { return open_live("synthetic:160x90", how); }, context);
  ASSERT_TRUE(soon([&] { return made > 0; }));
  std::this_thread::sleep_for(200ms);
  EXPECT_EQ(made, 1) << "the first frame alone is made unasked";
  int taken = 0;
  double last = -1;
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(soon([&] {
      const auto frame = feed.take();
      if (frame) {
        EXPECT_GT(frame->seconds, last);
        last = frame->seconds;
      }
      return frame.has_value();
    }));
    ++taken;
    std::this_thread::sleep_for(70ms);
  }
  EXPECT_LE(made, taken + 1);
  EXPECT_GT(last, 0.2) << "each was of the moment in which it was asked for";
  EXPECT_EQ(feed.status().dropped, 0U);
}

TEST(LiveFeed, NoCallWaits) {
  const auto device = std::make_shared<Device>();
  device->opening_hangs = true;
  {
    LiveFeed feed(DeviceOfTests::opener(device), {});
    const auto began = Clock::now();
    for (int i = 0; i < 1000; ++i) {
      feed.take();
      feed.pause(i % 2);
      feed.seek(1);
      feed.step(1);
      feed.loop(i % 2);
      feed.status();
    }
    EXPECT_LT(Clock::now() - began, 200ms);
    EXPECT_EQ(feed.status().phase, Phase::opening);
  }
  device->opening_hangs = false;
  EXPECT_TRUE(soon([] { return LiveFeed::left_behind() == 0; }));
}

TEST(LiveFeed, EndsWithinABoundEvenWhereADriverHangs) {
  const auto device = std::make_shared<Device>();
  const auto began = Clock::now();
  {
    LiveFeed feed(DeviceOfTests::opener(device), {});
    ASSERT_TRUE(soon([&] { return feed.status().delivered > 2; }));
    device->does = Device::Does::hangs;
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_LT(Clock::now() - began, 1s);
  EXPECT_EQ(LiveFeed::left_behind(), 1);
  device->does = Device::Does::gives;
  EXPECT_TRUE(soon([] { return LiveFeed::left_behind() == 0; })) << "it ends by itself when the driver lets go";
  EXPECT_EQ(device->closed, 1);
}

TEST(LiveFeed, AnOrderlyDeviceIsClosedWhenTheFeedIsGone) {
  const auto device = std::make_shared<Device>();
  for (int i = 1; i <= 20; ++i) {
    {
      LiveFeed feed(DeviceOfTests::opener(device), {});
      if (i % 2) soon([&] { return feed.status().delivered > 0; });
    }
    EXPECT_EQ(device->closed + device->opening_fails, i);
  }
  EXPECT_EQ(LiveFeed::left_behind(), 0);
}

TEST(LiveFeed, SaysWhyItFailed) {
  const auto device = std::make_shared<Device>();
  device->opening_fails = true;
  LiveFeed missing(DeviceOfTests::opener(device), {});
  ASSERT_TRUE(soon([&] { return missing.status().phase == Phase::failed; }));
  EXPECT_EQ(missing.status().why, "it is not there");

  const auto other = std::make_shared<Device>();
  LiveFeed feed(DeviceOfTests::opener(other), {});
  ASSERT_TRUE(soon([&] { return feed.status().delivered > 3; }));
  other->does = Device::Does::breaks;
  ASSERT_TRUE(soon([&] { return feed.status().phase == Phase::failed; }));
  EXPECT_EQ(feed.status().why, "it was pulled out");
  EXPECT_TRUE(feed.take()) << "the last good frame";
}

TEST(LiveFeed, APausedDeviceShowsNothingNewAndThenTheNewest) {
  const auto device = std::make_shared<Device>();
  LiveFeed feed(DeviceOfTests::opener(device), {});
  ASSERT_TRUE(soon([&] { return feed.status().delivered > 3; }));
  feed.pause(true);
  std::this_thread::sleep_for(50ms);
  feed.take();
  std::this_thread::sleep_for(100ms);
  EXPECT_FALSE(feed.take());
  const int given = device->given;
  feed.pause(false);
  ASSERT_TRUE(soon([&] { return static_cast<bool>(feed.take()); }));
  EXPECT_GT(device->given, given) << "none of those that came while it was paused";
}

TEST(LiveFeed, BlocksComeFromWhoLendsThem) {
  const auto device = std::make_shared<Device>();
  std::atomic<int> lent = 0, returned = 0;
  std::atomic<bool> slow = false;
  OpenContext context;
  context.blocks = [&](std::size_t bytes) {
    ++lent;
    return PixelBlock(new std::byte[bytes], [&](std::byte* block) {
      if (slow) std::this_thread::sleep_for(20ms);
      ++returned;
      delete[] block;
    });
  };
  {
    LiveFeed feed(DeviceOfTests::opener(device), context);
    ASSERT_TRUE(soon([&] { return feed.status().delivered > 10; }));
    EXPECT_LE(lent - returned, 3) << "a slot of one, one that is being made, one that is handed over";
    slow = true;
  }
  EXPECT_EQ(lent, returned) << "also the frame that was being read when the feed ended";
}

TEST(LiveFeed, TheSyntheticCameraShowsTheMomentOfItsStamp) {
  LiveFeed feed([](const OpenContext& context) { return open_live("synthetic:64x48", context); }, {});
  for (int i = 0; i < 5; ++i) {
    std::optional<SourceFrame> frame;
    ASSERT_TRUE(soon([&] { return (frame = feed.take()).has_value(); }));
    std::vector<std::uint32_t> expected(frame->extent.area());
    draw_synthetic(expected, frame->extent, frame->seconds);
    EXPECT_TRUE(std::ranges::equal(frame->words(), expected));
    std::this_thread::sleep_for(30ms);
  }
  EXPECT_TRUE(soon([&] {
    feed.take();
    return feed.status().delivered > 30;
  })) << "one after the other, as they are asked for";
  feed.pause(true);
  std::this_thread::sleep_for(50ms);
  feed.take();
  const double stood = feed.status().seconds;
  std::this_thread::sleep_for(300ms);
  feed.pause(false);
  std::optional<SourceFrame> frame;
  ASSERT_TRUE(soon([&] { return (frame = feed.take()).has_value(); }));
  EXPECT_LT(frame->seconds, stood + 0.15) << "its clock stands still meanwhile";
}

}  // namespace
}  // namespace satscope::test
