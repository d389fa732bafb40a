// SPDX-License-Identifier: Apache-2.0
// Why four reads: how often each pixel counts after each read, against a count by the definition; and the window that shows it,
// by its keys and its pointer. With SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "app/workspaces/explore/four_reads.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

/// How often a pixel has been counted: each of the first reads adds or subtracts all pixels before its corner.
int times_of(const Box& box, int x, int y, int reads) {
  const int right = box.x + box.width, bottom = box.y + box.height;
  int times = 0;
  if (reads > 0 && x < right && y < bottom) ++times;  // D
  if (reads > 1 && x < right && y < box.y) --times;   // B
  if (reads > 2 && x < box.x && y < bottom) --times;  // C
  if (reads > 3 && x < box.x && y < box.y) ++times;   // A
  return times;
}

TEST(FourReads, PartsCountAsThePixelsDo) {
  constexpr int side = 7;
  for (const Box& box : {Box{2, 3, 4, 2}, {0, 0, 3, 3}, {0, 2, 5, 1}, {3, 0, 1, 6}, {0, 0, 7, 7}, {6, 6, 1, 1}})
    for (int reads = 0; reads <= FourReads::k_last; ++reads) {
      int seen = 0;
      for (const CountedPart& part : parts_after(box, reads))
        for (int y = part.pixels.y; y < part.pixels.y + part.pixels.height; ++y)
          for (int x = part.pixels.x; x < part.pixels.x + part.pixels.width; ++x, ++seen)
            EXPECT_EQ(part.times, times_of(box, x, y, reads)) << x << "," << y << " after " << reads;
      EXPECT_EQ(seen, (box.x + box.width) * (box.y + box.height));
      if (reads < FourReads::k_last) continue;
      for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
          const bool inside = x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
          EXPECT_EQ(times_of(box, x, y, reads), inside ? 1 : 0);
        }
    }
}

TEST(FourReads, WhatIsSaidHoldsForThatBox) {
  for (const Box& box : {Box{2, 3, 4, 2}, {0, 2, 5, 1}, {3, 0, 1, 6}, {0, 0, 7, 7}}) {
    const auto says = [&](int reads, const char* words) {
      return reported(box, reads).front().find(words) != std::string::npos;
    };
    const auto parts = parts_after(box, 3);
    EXPECT_EQ(says(2, "B is 0"), box.y == 0);
    EXPECT_EQ(says(3, "C is 0"), box.x == 0);
    EXPECT_EQ(says(3, "−1"), parts[0].times == -1 && parts[0].pixels.area() > 0);
    EXPECT_EQ(says(4, "A is 0"), parts[0].pixels.area() <= 0);
  }
}

/// Of the lesson about them: the sums are those of a row 51 102 153 204 255.
TEST(FourReads, TheCardSaysWhatIsWrongWithABox) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "four-reads"});
  stage.key(ctrl(k_key_page_down));
  const auto says = [&](const Box& box, const std::string& words) {
    const nlohmann::json members{{"box", {{"x", box.x}, {"y", box.y}, {"w", box.width}, {"h", box.height}}}};
    stage.screen().perform(Action{"change"}, {}, members.dump());
    stage.frames(10);
    stage.settle();
    const auto learn = stage.state().at("learn");
    EXPECT_EQ(learn.at("remark").get<std::string>().empty(), words.empty()) << learn;
    EXPECT_NE(letters_on_screen().find(letters_of(words)), std::u32string::npos) << words;
    EXPECT_EQ(learn.at("done"), words.empty());
  };
  EXPECT_EQ(stage.state().at("learn").at("remark"), "") << "nothing was done yet";
  says({1, 1, 1, 2}, "The sum of this box is too small");
  says({0, 0, 5, 4}, "The sum of this box is too large");
  says({1, 0, 3, 2}, "The sum is right, but the box touches the upper or");
  says({0, 0, 2, 1}, "only moves it");
  stage.shot("remark");
  says({1, 2, 3, 2}, "");
}

TEST(FourReads, ACornerHasFewerParts) {
  const std::map<int, std::string> words{{1, "the box alone"}, {2, "two parts"}, {4, "four parts"}};
  for (const Box& box : {Box{2, 3, 4, 2}, {0, 2, 5, 1}, {3, 0, 1, 6}, {0, 0, 7, 7}, {0, 0, 1, 1}}) {
    int parts = 0;  // the pixels that D sums, as the lines through the box's edges cut them
    for (const int width : {box.x, box.width})
      for (const int height : {box.y, box.height}) parts += width > 0 && height > 0;
    for (const std::string& text : reported(box, 1))
      EXPECT_NE(text.find(words.at(parts)), text.npos) << text << " of a box at " << box.x << ", " << box.y;
    const bool part_left = reported(box, 2).front().find("left of it still") != std::string::npos;
    EXPECT_EQ(part_left, box.x > 0 && box.y > 0);
  }
}

TEST(FourReads, KeysAndPointerShowItReadByRead) {
  Stage stage({.box = Box{10, 8, 20, 16}, .workspace = "explore"});
  const auto reads = [&] { return stage.state().at("explore").at("reads").get<int>(); };
  const auto open = [&] { return stage.state().at("explore").at("why").get<bool>(); };
  const Box box = stage.screen().session().edit.box;
  EXPECT_FALSE(open());
  stage.key(plain('Y'));
  EXPECT_TRUE(open());
  EXPECT_EQ(reads(), 0);
  stage.key(plain(k_key_right));
  stage.key(plain(k_key_page_down));
  EXPECT_EQ(reads(), 2);
  stage.key(plain(k_key_left));
  EXPECT_EQ(reads(), 1);
  stage.key(plain('C'));
  EXPECT_EQ(reads(), 3);
  for (int i = 0; i < 5; ++i) stage.key(plain(k_key_right));
  EXPECT_EQ(reads(), 4);
  stage.key(plain(k_key_escape));
  EXPECT_FALSE(open());
  EXPECT_EQ(stage.screen().session().edit.box, box);  // the arrows were not the box's
  stage.click(stage.control("why"));
  EXPECT_TRUE(open());
  const auto pace = [&] { return stage.state().at("explore").at("seconds").get<double>(); };
  const double usual = pace();
  stage.type("<");  // a sign comes as it is typed
  EXPECT_EQ(pace(), 2 * usual);
  for (int i = 0; i < 9; ++i) stage.type(">");
  EXPECT_EQ(pace(), FourReads::k_fastest);
  stage.type("<");
  stage.key(plain(k_key_space));  // plays all four, one after another
  EXPECT_TRUE(stage.state().at("explore").at("playing").get<bool>());
  for (int i = 0; i < 400 && reads() < 4; ++i) stage.frame(0.1);
  EXPECT_EQ(reads(), 4);
  EXPECT_FALSE(stage.state().at("explore").at("playing").get<bool>());
  stage.click(stage.control("why:close"));
  EXPECT_FALSE(open());
  stage.key(plain(k_key_right));
  EXPECT_EQ(stage.screen().session().edit.box.x, box.x + 1);
}

TEST(FourReads, TextsAreReadable) {
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}, {640, 400}})
    for (const double scale : {1.0, 1.5, 2.0})
      for (const Box& box : {Box{10, 8, 20, 16}, {3, 0, 1, 48}}) {
        if (scale > 1 && box.y == 0) continue;
        Stage stage({.size = size, .scale = scale, .theme = scale > 1 ? "light" : "dark", .box = box, .workspace = "explore"});
        stage.key(plain('Y'));
        for (int reads = 0; reads <= FourReads::k_last; ++reads, stage.key(plain(k_key_right))) {
          const std::string where =
              fmt::format("why-{}x{}-{}-{}x{}-{}", size.width, size.height, scale, box.width, box.height, reads);
          for (const std::string& fault : faults_of(drawn_letters(), {"side"})) ADD_FAILURE() << fault << "; " << where;
          stage.shot(where);
        }
      }
}

}  // namespace
}  // namespace satscope::app
