// SPDX-License-Identifier: Apache-2.0
// Stills, tables and folders through the interface of live inputs.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/sources/live/live_feed.h"
#include "app/sources/live/live_open.h"
#include "app/sources/live/video_encoder.h"
#include "app/sources/samples.h"
#include "tests/app/made_files.h"

namespace satscope::test {
namespace {

using namespace app;

std::string picture_of(int value) { return make_png(2, 1, 8, 2, bytes({value, 1, 2, 3, 4, value})); }

std::unique_ptr<LiveInput> opened(const std::string& words) {
  Opened one = open_live(words, {});
  EXPECT_EQ(one.answer, Answer::frame) << one.why;
  return std::move(one.input);
}

TEST(StillInput, IsOneFrame) {
  const Folder folder;
  const auto input = opened(folder.write("a.png", picture_of(7)));
  const Reading reading = input->next();
  ASSERT_EQ(reading.answer, Answer::frame);
  EXPECT_EQ(reading.frame.extent, (Extent{2, 1}));
  EXPECT_EQ(reading.frame.words()[0], 0xFF020107U);
  EXPECT_EQ(reading.frame.words()[1], 0xFF070403U);
  EXPECT_EQ(input->next().answer, Answer::end);
  EXPECT_TRUE(input->seek(0));
  EXPECT_EQ(input->next().answer, Answer::frame);
}

TEST(StillInput, NumbersAreStretchedAndDeepGreyIsShortened) {
  const Folder folder;
  const auto numbers = opened(folder.write("a.csv", "-10, 0\n10, 1e0\n"))->next();
  ASSERT_EQ(numbers.answer, Answer::frame);
  EXPECT_EQ(numbers.frame.words()[0], 0xFF000000U);
  EXPECT_EQ(numbers.frame.words()[1], 0xFF808080U);
  EXPECT_EQ(numbers.frame.words()[2], 0xFFFFFFFFU);
  const auto huge = opened(folder.write("b.csv", "-1.7e308, 1.7e308\n"))->next();
  EXPECT_EQ(huge.frame.words()[0], 0xFF000000U);
  EXPECT_EQ(huge.frame.words()[1], 0xFFFFFFFFU);
  const auto same = opened(folder.write("c.csv", "5, 5\n"))->next();
  EXPECT_EQ(same.frame.words()[0], 0xFF000000U);
  const auto deep = opened(folder.write("d.pgm", std::string("P5 2 1 65535\n") + bytes({0x12, 0x34, 0xFF, 0xFF})))->next();
  EXPECT_EQ(deep.frame.words()[0], 0xFF121212U);
  EXPECT_EQ(deep.frame.words()[1], 0xFFFFFFFFU);
  const auto few = opened(folder.write("e.pgm", std::string("P5 3 1 15\n") + bytes({0, 5, 15})))->next();
  EXPECT_EQ(few.frame.words()[1], 0xFF555555U) << "5 of 15 is 85 of 255";
  EXPECT_EQ(few.frame.words()[2], 0xFFFFFFFFU);
  const auto ten_bits = opened(folder.write("f.pgm", "P2 2 1 1023 341 1023\n"))->next();
  EXPECT_EQ(ten_bits.frame.words()[0], 0xFF555555U);
  EXPECT_EQ(ten_bits.frame.words()[1], 0xFFFFFFFFU);
  EXPECT_EQ(opened("pattern:ramp:5x4")->next().frame.extent, (Extent{5, 4}));
}

TEST(StillInput, WhatIsBrokenOrMissingSaysSo) {
  const Folder folder;
  const std::string whole = picture_of(7);
  const Opened broken = open_live(folder.write("a.png", whole.substr(0, whole.size() - 5)), {});
  EXPECT_EQ(broken.answer, Answer::broken);
  EXPECT_NE(broken.why.find("broken PNG"), std::string::npos) << broken.why;
  EXPECT_NE(open_live(folder.file("none.png"), {}).why.find("no such file"), std::string::npos);
  EXPECT_EQ(open_live("pattern:nosuch:3x3", {}).answer, Answer::broken);
}

TEST(FolderInput, StepsThroughItsPicturesInOrder) {
  const Folder folder;
  for (const auto& [name, value] :
       {std::pair{"10.png", 10}, {"2.png", 2}, {"1.png", 1}, {"b.png", 30}, {"a007.png", 21}, {"a8.png", 22}})
    folder.write(name, picture_of(value));
  folder.write(".hidden.png", picture_of(99));
  std::filesystem::create_directory(folder.file("sub.png"));
  const auto input = opened(folder.path().string());
  const auto shown = [&] {
    const Reading reading = input->next();
    EXPECT_EQ(reading.answer, Answer::frame) << reading.why;
    return static_cast<int>(reading.frame.words()[0] & 0xFF);
  };
  std::vector<int> seen{shown()};
  EXPECT_EQ(input->next().answer, Answer::end) << "each is given once";
  for (int i = 1; i < 6; ++i) {
    ASSERT_TRUE(input->step(1));
    seen.push_back(shown());
  }
  EXPECT_EQ(seen, (std::vector<int>{1, 2, 10, 21, 22, 30}));
  EXPECT_EQ(input->describe().count, 6);
  EXPECT_EQ(input->describe().position, 5);
  EXPECT_EQ(input->describe().name, "b.png");
  input->step(1);
  EXPECT_EQ(shown(), 1) << "it goes round";
  input->step(-1);
  EXPECT_EQ(shown(), 30);
  input->step(-7);
  EXPECT_EQ(shown(), 22);
}

TEST(FolderInput, ABrokenPictureDoesNotEndIt) {
  const Folder folder;
  folder.write("1.png", picture_of(1));
  folder.write("2.png", picture_of(2).substr(0, 30));
  folder.write("3.png", picture_of(3));
  const std::string name = folder.path().string();
  LiveFeed feed([&](const OpenContext& context) { return open_live(name, context); }, {});
  const auto wait_for = [&](auto is_so) {
    for (int i = 0; i < 3000 && !is_so(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return is_so();
  };
  ASSERT_TRUE(wait_for([&] { return feed.status().delivered == 1; }));
  EXPECT_EQ(feed.take()->words()[0] & 0xFF, 1U);
  feed.step(1);
  ASSERT_TRUE(wait_for([&] { return feed.status().phase == Phase::failed; }));
  EXPECT_NE(feed.status().why.find("2.png"), std::string::npos) << feed.status().why;
  feed.step(1);
  ASSERT_TRUE(wait_for([&] { return feed.status().delivered == 2; }));
  EXPECT_EQ(feed.take()->words()[0] & 0xFF, 3U);
  EXPECT_EQ(feed.status().phase, Phase::running);
}

TEST(FolderInput, AnEmptyOneSaysSo) {
  const Folder folder;
  EXPECT_NE(open_live(folder.path().string(), {}).why.find("contains no pictures"), std::string::npos);
}

TEST(SyntheticInput, TakesItsSizeAndRefusesOthers) {
  EXPECT_EQ(opened("synthetic")->next().frame.extent, (Extent{1280, 720}));
  EXPECT_EQ(opened("synthetic:37x23")->next().frame.extent, (Extent{37, 23}));
  for (const char* words : {"synthetic:0x5", "synthetic:", "synthetic:5", "synthetic:99999x5", "synthetic:5x5+1+1"}) {
    const Opened one = open_live(words, {});
    if (std::string(words) != "synthetic:") {
      EXPECT_EQ(one.answer, Answer::broken) << words;
    }
  }
  const auto input = opened("synthetic:16x16");
  input->next();
  const Reading later = input->next(10);
  EXPECT_DOUBLE_EQ(later.frame.seconds, 10);
  EXPECT_EQ(later.skipped, 599U);
  ASSERT_TRUE(input->seek(2));
  EXPECT_DOUBLE_EQ(input->next().frame.seconds, 2);
  ASSERT_TRUE(input->step(-1));
  EXPECT_NEAR(input->next().frame.seconds, 2 - 1 / 60.0, 1e-9);
}

TEST(WithoutFfmpeg, LiveInputsSayThatTheyAreNotSupported) {
  if (media_support().why_not.empty()) GTEST_SKIP() << "this build has FFmpeg";
  const Folder folder;
  for (const std::string& words :
       {std::string("camera"), std::string("screen"), folder.write("a.mp4", bytes({0, 0, 0, 24, 102, 116, 121, 112}))})
    EXPECT_NE(open_live(words, {}).why.find("not supported"), std::string::npos) << words;
}

}  // namespace
}  // namespace satscope::test
