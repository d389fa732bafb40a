// SPDX-License-Identifier: Apache-2.0
// The result as a camera of other programs, in the whole window off-screen: devices of the test's own record what they get.
#include <chrono>
#include <cstdlib>
#include <functional>
#include <set>
#include <thread>

#include "app/sources/samples.h"
#include "tests/app/made_files.h"
#include "tests/sources/made_outputs.h"
#include "tests/window/playground_stage.h"

namespace satscope::app {
namespace {

void until(Stage& stage, const std::function<bool()>& done) {
  for (int i = 0; i < 20000 && !done(); ++i) {
    stage.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(done());
}

// the photo of the window beside what a program reads from the camera
TEST(PlaygroundCamera, TheResultIsACameraOfOtherPrograms) {
  const test::Folder folder;
  ::setenv("XDG_PICTURES_DIR", folder.path().c_str(), 1);
  test::MadeDevices devices;
  devices.frames_before_gone = 1'000'000;
  Stage stage(chain_over("box r=3", "pattern:scene:95x64"));
  stage.use(devices);
  const auto camera = [&] { return stage.state()["playground"]["camera"].get<std::string>(); };
  const auto message = [&] { return stage.state()["message"].get<std::string>(); };
  const auto shows_the_result = [&] {
    stage.key({.key = 'E', .ctrl = true});
    stage.settle();
    const Samples photo = load_input(folder.file("satscope-result-1.png"));
    std::filesystem::remove(folder.file("satscope-result-1.png"));
    const std::size_t before = devices.count();
    until(stage, [&] { return devices.count() >= before + 3; });  // what comes then was given after the photo
    const std::lock_guard lock(devices.mutex);
    test::expect_yuyv(devices.frames.back(), {96, 64}, 192,
                      [&](int x, int y) { return photo.colours.at(static_cast<std::size_t>(y * 95 + std::min(x, 94))); });
  };
  EXPECT_EQ(camera(), "");
  stage.click(stage.control("camera"));
  EXPECT_EQ(camera(), "/dev/video7, 96x64, yuyv422");
  EXPECT_EQ(message(), "other programs see the result as the camera /dev/video7, 96x64, yuyv422");
  shows_the_result();
  stage.click(stage.control("message:close"));
  stage.shot("playground-camera");
  stage.key({.key = ']'});
  stage.settle();
  shows_the_result();
  stage.key({.key = function_key(9), .shift = true});
  EXPECT_EQ(camera(), "");
  EXPECT_EQ(devices.open_descriptors, 0);
  // it is pulled out in the middle
  stage.click(stage.control("camera"));
  ASSERT_NE(camera(), "");
  {
    const std::lock_guard lock(devices.mutex);
    devices.frames_before_gone = devices.frames.size();
  }
  until(stage, [&] { return camera().empty(); });
  EXPECT_EQ(message(), "/dev/video7 is gone: it was removed");
  EXPECT_EQ(devices.open_descriptors, 0);
  devices.here = false;
  stage.click(stage.control("camera"));
  EXPECT_NE(message().find("sudo modprobe v4l2loopback"), std::string::npos) << message();
  EXPECT_EQ(camera(), "");
  stage.shot("playground-no-camera");
  devices.here = true;
  devices.frames_before_gone = 1'000'000;
  stage.click(stage.control("camera"));
  ASSERT_NE(camera(), "");
  stage.key({.key = '1', .ctrl = true});
  EXPECT_NE(message().find("Playground was left"), std::string::npos) << message();
  EXPECT_EQ(camera(), "");
  ::unsetenv("XDG_PICTURES_DIR");
}

TEST(PlaygroundCamera, TheCameraGoesOnWhileTheWindowIsMinimised) {
  test::MadeDevices devices;
  devices.frames_before_gone = 1'000'000;
  Setting setting = chain_over("box r=3", "pattern:scene:96x64");
  setting.live = true;
  Stage stage(setting);
  stage.use(devices);
  stage.click(stage.control("camera"));
  std::set<std::vector<std::uint8_t>> seen;
  for (int i = 0; i < 20000 && seen.size() < 4; ++i) {
    stage.screen().step(1e6 + 0.01 * i, false);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const std::lock_guard lock(devices.mutex);
    if (i > 100 && !devices.frames.empty()) seen.insert(devices.frames.back());
    devices.frames.clear();
  }
  EXPECT_EQ(seen.size(), 4U);
}

}  // namespace
}  // namespace satscope::app
