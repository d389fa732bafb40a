// SPDX-License-Identifier: Apache-2.0
// What a virtual camera is asked, and the bytes that it gets, by a device of the test's own.
#include "app/sources/live/virtual_camera.h"

#include <gtest/gtest.h>
#include <linux/videodev2.h>

#include <chrono>
#include <thread>

#include "app/core/files/atomic_file.h"
#include "tests/sources/made_outputs.h"

namespace satscope::test {
namespace {

using namespace app;

std::string refusal_of(const std::string& device, const CameraBus& bus) {
  try {
    const VirtualCamera camera(device, {8, 6}, bus);
    return {};
  } catch (const WriteError& error) {
    return error.what();
  }
}

TEST(VirtualCamera, TheFirstDeviceThatTakesPicturesGetsThemAsYuyv) {
  const MadeDevices bus;
  EXPECT_EQ(virtual_cameras(bus), std::vector<std::string>{"/dev/video7"});
  const std::vector<std::uint32_t> words = every_colour({8, 6});
  {
    VirtualCamera camera("", {8, 6}, bus);
    EXPECT_EQ(camera.describe(), "/dev/video7, 8x6, yuyv422");
    camera.write({8, 6}, words);
  }
  EXPECT_EQ(bus.asked_for, std::vector<std::uint32_t>{V4L2_PIX_FMT_YUYV});
  ASSERT_EQ(bus.frames.size(), 1U);
  expect_yuyv(bus.frames[0], {8, 6}, 16, [&](int x, int y) { return words[static_cast<std::size_t>(y * 8 + x)]; });
  EXPECT_EQ(bus.open_descriptors, 0);
}

TEST(VirtualCamera, BlackWhiteAndTheColoursHaveTheNumbersOfTheStandard) {
  const MadeDevices bus;
  struct Row {
    std::uint32_t colour;
    std::array<std::uint8_t, 3> yuv;
  };
  for (const Row& row : {Row{word(0, 0, 0), {16, 128, 128}},
                         {word(255, 255, 255), {235, 128, 128}},
                         {word(255, 0, 0), {81, 90, 240}},
                         {word(0, 255, 0), {145, 54, 34}},
                         {word(0, 0, 255), {41, 240, 110}}}) {
    VirtualCamera camera("/dev/video7", {2, 2}, bus);
    camera.write({2, 2}, std::vector<std::uint32_t>(4, row.colour));
    EXPECT_EQ(bus.frames.back(), (std::vector<std::uint8_t>{row.yuv[0], row.yuv[1], row.yuv[0], row.yuv[2], row.yuv[0],
                                                            row.yuv[1], row.yuv[0], row.yuv[2]}));
  }
}

TEST(VirtualCamera, OddSidesGrowByAPixelAndRowsMayBePadded) {
  for (const std::uint32_t padding : {0U, 10U}) {
    MadeDevices bus;
    bus.padding = padding;
    const Extent odd{7, 5};
    const std::vector<std::uint32_t> words = every_colour(odd);
    VirtualCamera camera("", odd, bus);
    camera.write(odd, words);
    EXPECT_EQ(bus.sizes.front(), (Extent{8, 6}));
    expect_yuyv(bus.frames.at(0), {8, 6}, 16 + padding,
                [&](int x, int y) { return words[static_cast<std::size_t>(std::min(y, 4) * 7 + std::min(x, 6))]; });
  }
  // a device that insists on odd sides
  MadeDevices bus;
  bus.own_size = {7, 5};
  const std::vector<std::uint32_t> words = every_colour({7, 5});
  VirtualCamera camera("", {7, 5}, bus);
  camera.write({7, 5}, words);
  expect_yuyv(bus.frames.at(0), {7, 5}, 16, [&](int x, int y) { return words[static_cast<std::size_t>(y * 7 + x)]; });
}

TEST(VirtualCamera, OneFormatAloneIsFoundAndOthersAreRefused) {
  MadeDevices bus;
  bus.takes = {V4L2_PIX_FMT_RGB24};
  const std::vector<std::uint32_t> words = every_colour({8, 6});
  {
    VirtualCamera camera("", {8, 6}, bus);
    EXPECT_EQ(camera.describe(), "/dev/video7, 8x6, rgb24");
    camera.write({8, 6}, words);
  }
  std::vector<std::uint8_t> expected;
  for (const std::uint32_t one : words)
    for (const int shift : {0, 8, 16}) expected.push_back(static_cast<std::uint8_t>(one >> shift));
  EXPECT_EQ(bus.frames.at(0), expected);
  bus.takes = {V4L2_PIX_FMT_YUYV};
  EXPECT_EQ(VirtualCamera("", {8, 6}, bus).describe(), "/dev/video7, 8x6, yuyv422");
  bus.takes = {};
  EXPECT_EQ(refusal_of("", bus), "/dev/video7 takes neither YUYV nor RGB24");
  EXPECT_EQ(bus.open_descriptors, 0);
}

TEST(VirtualCamera, APictureOfAnotherSizeIsFittedIn) {
  const MadeDevices bus;
  VirtualCamera camera("", {8, 8}, bus);
  const std::uint32_t black = word(0, 0, 0);
  // half as wide as high: four columns in the middle, each pixel twice as large
  const std::vector<std::uint32_t> high = every_colour({2, 4});
  camera.write({2, 4}, high);
  expect_yuyv(bus.frames.at(0), {8, 8}, 16,
              [&](int x, int y) { return x < 2 || x >= 6 ? black : high[static_cast<std::size_t>(y / 2 * 2 + (x - 2) / 2)]; });
  // a larger one: every fourth pixel of every fourth row, the third of each four
  const std::vector<std::uint32_t> large = every_colour({32, 16});
  camera.write({32, 16}, large);
  expect_yuyv(bus.frames.at(1), {8, 8}, 16, [&](int x, int y) {
    return y < 2 || y >= 6 ? black : large[static_cast<std::size_t>(((y - 2) * 4 + 2) * 32 + x * 4 + 2)];
  });
  EXPECT_EQ(bus.sizes.size(), 1U) << "a program that reads the camera sees one size";
}

TEST(VirtualCamera, WhatCannotBeWrittenSaysWhatToDo) {
  MadeDevices bus;
  EXPECT_NE(refusal_of("/dev/video4", bus).find("/dev/video4 is no virtual camera"), std::string::npos);
  EXPECT_EQ(refusal_of("/dev/video6", bus), "/dev/video6 is used by another program");
  bus.here = false;
  for (const char* device : {"", "/dev/video7"})
    for (const char* part : {"sudo apt install v4l2loopback-dkms", "sudo modprobe v4l2loopback"})
      EXPECT_NE(refusal_of(device, bus).find(part), std::string::npos) << refusal_of(device, bus);
  EXPECT_EQ(bus.open_descriptors, 0);
}

template <class Done>
bool comes_soon(const Done& done) {
  for (int i = 0; i < 2000 && !done(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return done();
}

TEST(VirtualCameraFeed, TheNewestPictureComesAgainUntilTheEnd) {
  const MadeDevices bus;
  const std::vector<std::uint32_t> first = every_colour({8, 6});
  std::vector<std::uint32_t> second(48, word(255, 0, 0));
  {
    VirtualCameraFeed feed("", {8, 6}, bus);
    feed.give({8, 6}, first);
    ASSERT_TRUE(comes_soon([&] { return bus.count() >= 3; })) << "no other one was given";
    EXPECT_EQ(feed.status().camera, "/dev/video7, 8x6, yuyv422");
    feed.give({8, 6}, second);
    ASSERT_TRUE(comes_soon([&] {
      const std::lock_guard lock(bus.mutex);
      return bus.frames.back()[0] == 81;
    }));
    EXPECT_EQ(feed.status().trouble, "");
  }
  expect_yuyv(bus.frames[2], {8, 6}, 16, [&](int x, int y) { return first[static_cast<std::size_t>(y * 8 + x)]; });
  EXPECT_EQ(bus.open_descriptors, 0);
}

TEST(VirtualCameraFeed, ADeviceThatVanishesIsASentence) {
  MadeDevices bus;
  bus.frames_before_gone = 2;
  VirtualCameraFeed feed("", {8, 6}, bus);
  feed.give({8, 6}, every_colour({8, 6}));
  ASSERT_TRUE(comes_soon([&] { return !feed.status().trouble.empty(); }));
  EXPECT_EQ(feed.status().trouble, "/dev/video7 is gone: it was removed");
  EXPECT_EQ(feed.status().frames, 2U);
  EXPECT_EQ(bus.open_descriptors, 0);
  feed.give({8, 6}, every_colour({8, 6}));  // it is not taken
}

TEST(VirtualCameraFeed, WhereThereIsNoneItSaysSo) {
  MadeDevices bus;
  bus.here = false;
  const VirtualCameraFeed feed("", {8, 6}, bus);
  ASSERT_TRUE(comes_soon([&] { return !feed.status().trouble.empty(); }));
  EXPECT_EQ(feed.status().trouble, no_virtual_camera());
  EXPECT_EQ(feed.status().camera, "");
}

}  // namespace
}  // namespace satscope::test
