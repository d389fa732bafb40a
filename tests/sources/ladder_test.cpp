// SPDX-License-Identifier: Apache-2.0
// remembered -> default -> any -> synthetic: each rung in time, each with a sentence.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/sources/live/live_ladder.h"
#include "app/sources/live/live_open.h"
#include "tests/sources/made_input.h"

namespace satscope::test {
namespace {

using namespace app;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Outcome = RungReport::Outcome;

struct Stage {
  std::vector<std::shared_ptr<Device>> devices;
  std::vector<std::string> connected;
  std::unique_ptr<LiveLadder> ladder;

  /// Devices, the synthetic camera last.
  explicit Stage(std::size_t count, std::chrono::milliseconds limit = LiveLadder::k_limit) : limit_(limit) {
    for (std::size_t i = 0; i < count; ++i) devices.push_back(std::make_shared<Device>());
  }
  ~Stage() {
    for (const auto& device : devices) {
      device->opening_hangs = false;
      device->does = Device::Does::ends;
    }
    ladder.reset();
    for (int i = 0; i < 2000 && LiveFeed::left_behind(); ++i) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(LiveFeed::left_behind(), 0);
  }
  void climb() {
    ladder = std::make_unique<LiveLadder>(
        [this] {
          std::vector<Rung> rungs;
          for (std::size_t i = 0; i < devices.size(); ++i)
            rungs.push_back({"camera " + std::to_string(i), DeviceOfTests::opener(devices[i])});
          rungs.push_back(
              {"the synthetic camera", [](const OpenContext& context) { return open_synthetic("synthetic:32x32", context); }});
          return rungs;
        },
        OpenContext{}, [this] { return connected; }, limit_);
  }
  /// This thread ran, or a thread of ours wanted to and other programs had the cores: it may hold a lock meanwhile. The rest of
  /// the time this thread waits for something.
  static double busy_seconds() {
    double busy = 0, ran = 0, wanted = 0;  // nanoseconds
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task"))
      if (std::ifstream(task.path() / "schedstat") >> ran >> wanted) busy += wanted;
    if (std::ifstream("/proc/thread-self/schedstat") >> ran) busy += ran;
    return busy / 1e9;
  }
  /// Asks like a window until this rung gives a frame; seconds it took.
  double until_rung(std::size_t rung, double most = 10) {
    const auto began = Clock::now();
    double longest = 0;
    while (true) {
      const auto asked = Clock::now();
      const double busy = busy_seconds();
      const auto frame = ladder->take();
      const double took = std::chrono::duration<double>(Clock::now() - asked).count();
      longest = std::max(longest, took - std::max(0.0, busy_seconds() - busy));  // less than 0 where a thread has ended
      const double passed = std::chrono::duration<double>(Clock::now() - began).count();
      if ((frame && ladder->rung() == rung) || passed > most) {
        EXPECT_LT(longest, 0.1) << "the window waited";
        return passed;
      }
      std::this_thread::sleep_for(5ms);
    }
  }

 private:
  std::chrono::milliseconds limit_;
};

TEST(LiveLadder, TheFirstThatGivesIsUsed) {
  Stage stage(3);
  stage.climb();
  EXPECT_LT(stage.until_rung(0), 1);
  ASSERT_EQ(stage.ladder->reports().size(), 1U);
  EXPECT_EQ(stage.ladder->reports()[0].outcome, Outcome::gives);
  EXPECT_EQ(stage.devices[1]->opened, 0) << "cameras are opened only when they are needed";
}

TEST(LiveLadder, EveryRungThatFailsHasASentence) {
  Stage stage(3);
  for (const auto& device : stage.devices) device->opening_fails = true;
  stage.climb();
  EXPECT_LT(stage.until_rung(3), 2);
  const auto& reports = stage.ladder->reports();
  ASSERT_EQ(reports.size(), 4U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(reports[i].outcome, Outcome::failed);
    EXPECT_NE(reports[i].sentence.find("camera " + std::to_string(i) + " cannot be used: it is not there; trying"),
              std::string::npos)
        << reports[i].sentence;
  }
  EXPECT_EQ(reports[3].outcome, Outcome::gives);
}

TEST(LiveLadder, OneThatHangsCostsTwoSeconds) {
  Stage stage(2);
  stage.devices[0]->opening_hangs = true;
  stage.climb();
  const double passed = stage.until_rung(1);
  EXPECT_GT(passed, 1.5);
  EXPECT_LT(passed, 2.5);
  EXPECT_NE(stage.ladder->reports()[0].sentence.find("no frame came for 2.0 s"), std::string::npos)
      << stage.ladder->reports()[0].sentence;
}

TEST(LiveLadder, OneThatOpensButGivesNothingToo) {
  Stage stage(1);
  stage.devices[0]->does = Device::Does::is_silent;
  stage.climb();
  EXPECT_LT(stage.until_rung(1), 2.6);
}

TEST(LiveLadder, OneThatStopsGivingIsLeftWithinTwoSeconds) {
  for (const Device::Does stops : {Device::Does::hangs, Device::Does::is_silent, Device::Does::breaks, Device::Does::ends}) {
    Stage stage(2);
    stage.climb();
    stage.until_rung(0);
    stage.devices[0]->does = stops;
    EXPECT_LT(stage.until_rung(1), 2.5);
    EXPECT_NE(stage.ladder->reports()[0].sentence.find("camera 0 stopped: "), std::string::npos)
        << stage.ladder->reports()[0].sentence;
  }
}

TEST(LiveLadder, APausedDeviceMayBeSilent) {
  Stage stage(1, 200ms);
  stage.climb();
  stage.until_rung(0);
  stage.ladder->feed().pause(true);
  for (int i = 0; i < 100; ++i, std::this_thread::sleep_for(5ms)) stage.ladder->take();
  EXPECT_EQ(stage.ladder->rung(), 0U);
}

TEST(LiveLadder, ADeviceThatComesIsTriedAgain) {
  Stage stage(1);
  stage.devices[0]->opening_fails = true;
  stage.climb();
  stage.until_rung(1);
  stage.devices[0]->opening_fails = false;
  EXPECT_EQ(stage.until_rung(0, 1.5) > 1.4, true) << "nothing new is connected, so nothing is opened";
  stage.connected = {"/dev/video0"};
  EXPECT_LT(stage.until_rung(0), 2);
  EXPECT_EQ(stage.ladder->reports().size(), 1U);
}

TEST(LiveLadder, WithoutACameraTheSyntheticOneIsThereInTime) {
  LiveLadder ladder = camera_ladder("/dev/video97", {});
  const auto began = Clock::now();
  std::optional<SourceFrame> frame;
  while (!frame && Clock::now() - began < 9s) {
    frame = ladder.take();
    std::this_thread::sleep_for(2ms);
  }
  ASSERT_TRUE(frame);
  EXPECT_EQ(ladder.reports()[0].outcome, Outcome::failed);
  EXPECT_NE(ladder.reports()[0].sentence.find("/dev/video97"), std::string::npos) << ladder.reports()[0].sentence;
  // because: it may be the one that was just named
  EXPECT_EQ(ladder.reports()[0].sentence.find("last time"), std::string::npos) << ladder.reports()[0].sentence;
}

}  // namespace
}  // namespace satscope::test
