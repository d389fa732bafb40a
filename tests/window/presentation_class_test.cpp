// SPDX-License-Identifier: Apache-2.0
// What a lecturer did in front of a class and missed: the time from the beginning, marks of the pen below the answer, what lies
// in the hand beside the title. With SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/lessons/lesson.h"
#include "app/ui/window_actions.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

constexpr Chord k_goes_on = plain(k_key_page_down), k_goes_back = plain(k_key_page_up), k_ends = plain(k_key_escape);

bool says(const std::string& text) { return letters_on_screen().find(letters_of(text)) != std::u32string::npos; }

TEST(PresentationTime, StartsAgainWithPresentAndWithAClickOnIt) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  const auto after = [&](double seconds) {
    stage.frame(seconds);
    stage.frames(3);
  };
  after(2 * 60 + 10);
  ASSERT_TRUE(says("2:1"));
  stage.move_to(stage.control("class:time"));
  EXPECT_TRUE(says("A click starts the time again."));
  stage.click(stage.control("class:time"));
  after(60 + 5);
  EXPECT_TRUE(says("1:0")) << "since the click";
  stage.key(k_ends);
  stage.key(ctrl('5'));
  stage.click(stage.control("lesson:present:tree"));
  after(5);
  EXPECT_TRUE(says("0:0")) << "Present, for the same lesson";
}

TEST(PresentationTime, OfTheLecturersPanelStartsAgainWithAClick) {
  Stage stage(with_class("tree"));
  stage.frame(2 * 60 + 10);
  stage.frames(3);
  ASSERT_TRUE(says("2:1"));
  stage.click(stage.control("class:clock"));
  EXPECT_TRUE(says("0:0"));
}

TEST(PresentationPen, MarksOfAQuestionGoWithTheAnswerAndComeBackWithTheQuestion) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  const auto marks = [&] { return stage.state().at("presentation").at("marks"); };
  stage.key(plain('U'));
  stage.click({400, 300});
  stage.key(plain('U'));
  ASSERT_EQ(marks(), 1);
  stage.key(k_goes_on);
  ASSERT_EQ(stage.state().at("learn").at("done"), true);
  ASSERT_EQ(stage.state().at("learn").at("card"), 0);
  EXPECT_EQ(marks(), 0) << "the answer is not struck through";
  stage.key(k_goes_back);
  ASSERT_EQ(stage.state().at("learn").at("done"), false);
  EXPECT_EQ(marks(), 1);
}

/// Letters below the label of the pen, with the name of their window.
std::string below_the_label() {
  const std::vector<DrawnLetter> letters = drawn_letters();
  std::vector<const DrawnLetter*> label;
  for (const DrawnLetter& letter : letters)
    if (letter.window == "##Foreground") label.push_back(&letter);
  if (label.empty()) return "there is no label";
  const Area of{label.front()->area.x, label.front()->area.y, label.back()->area.right() - label.front()->area.x,
                label.front()->area.height};
  std::string below;
  for (const DrawnLetter& letter : letters)
    if (letter.window != "##Foreground" && letter.area.right() > of.x && letter.area.x < of.right() &&
        letter.area.bottom() > of.y && letter.area.y < of.bottom())
      below += letter.window + ": " + static_cast<char>(letter.code) + " ";
  return below;
}

TEST(PresentationPen, ItsLabelLiesOnNothing) {
  for (const Extent size : {Extent{1280, 720}, {1024, 768}, {1920, 1080}}) {
    const std::string where = fmt::format("{}x{}", size.width, size.height);
    for (const char* id : {"tree", "banks", "look-back"}) {
      const std::size_t cards = find_lesson(id)->cards.size();
      Stage stage({.size = size, .box = {}, .workspace = "learn", .lesson = id, .presents = true});
      stage.key(plain('U'));
      for (std::size_t card = 0; card < cards; ++card, stage.key(ctrl(k_key_page_down)))
        EXPECT_EQ(below_the_label(), "") << id << " card " << card + 1 << ", " << where;
    }
    for (const char* workspace : {"explore", "steps", "playground", "race", "learn", "storage"}) {
      Stage stage({.size = size, .box = Box{10, 8, 20, 16}, .workspace = workspace, .step = 5, .presents = true});
      stage.key(plain('U'));
      EXPECT_EQ(below_the_label(), "") << workspace << ", " << where;
      stage.shot(fmt::format("pen-{}-{}", workspace, where));
    }
  }
}

/// The size of the letters of this text, where it is drawn first; 0: it is not.
double size_of(const std::string& text) {
  const std::vector<DrawnLetter> letters = drawn_letters();
  const auto same = [](const DrawnLetter& letter, char c) { return letter.code == static_cast<unsigned char>(c); };
  const auto at = std::search(letters.begin(), letters.end(), text.begin(), text.end(), same);
  return at == letters.end() ? 0 : at->size;
}

TEST(PresentationType, TheLastRowReadsWhatAStepDidAndAllNumbers) {
  Stage stage({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  stage.key(k_goes_on);
  EXPECT_GE(size_of("Thread0:3+1=4,storedattemp[1]."), 28);
  for (const std::string& fault : faults_of(drawn_letters(), {})) ADD_FAILURE() << fault;
  stage.shot("class-type-tree");
  for (const char* id : {"tree", "banks", "look-back"}) {
    const std::size_t cards = find_lesson(id)->cards.size();
    Stage lesson({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = id, .presents = true});
    for (std::size_t card = 0; card < cards; ++card, lesson.key(ctrl(k_key_page_down)))
      for (const DrawnLetter& letter : drawn_letters())
        EXPECT_GE(letter.size, 19.5) << id << " card " << card + 1 << ": " << static_cast<char>(letter.code);
  }
}

}  // namespace
}  // namespace satscope::app
