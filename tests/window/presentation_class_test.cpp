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
constexpr Chord k_presents = plain(k_key_f1 + 4);

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

TEST(PresentationTime, StartsAgainOnTheFirstCardAndGoesOnOnAnother) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  const auto after = [&](double seconds) {
    stage.frame(seconds);
    stage.frames(3);
  };
  after(23);
  ASSERT_TRUE(says("0:2")) << "a rehearsal";
  stage.key(k_ends);
  after(100);
  stage.key(k_presents);
  after(3);
  EXPECT_TRUE(says("0:0")) << "on the first card";
  stage.key(ctrl(k_key_page_down));
  stage.key(k_ends);
  after(60 + 30);
  stage.key(k_presents);
  after(3);
  EXPECT_TRUE(says("1:3")) << "on the second";
  stage.key(k_ends);
  stage.screen().perform(WindowAction::start_lesson, {.shift = true}, "banks");
  stage.key(ctrl(k_key_page_down));
  stage.key(ctrl(k_key_page_down));
  stage.key(k_presents);
  after(3);
  EXPECT_TRUE(says("0:0")) << "another lesson, on its third card";
}

// the class has no window of its own, and the keys are over its caption
TEST(PresentationTime, TheKeysSayThatAClickStartsItAgain) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  stage.key(plain(k_key_f1));
  stage.frames(3);
  stage.shot("keys-with-the-time");
  EXPECT_TRUE(says("on the time: it starts again"));
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

Setting before_a_class(const std::string& lesson) {
  return {.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = lesson, .presents = true};
}

TEST(PresentationType, TheLastRowReadsWhatAStepDidAndAllNumbers) {
  Stage stage(before_a_class("tree"));
  stage.key(k_goes_on);
  EXPECT_GE(size_of("Thread0:3+1=4,storedattemp[1]."), 28);
  for (const std::string& fault : faults_of(drawn_letters(), {})) ADD_FAILURE() << fault;
  stage.shot("class-type-tree");
  for (const char* id : {"tree", "banks", "look-back"}) {
    const std::size_t cards = find_lesson(id)->cards.size();
    Stage lesson(before_a_class(id));
    for (std::size_t card = 0; card < cards; ++card, lesson.key(ctrl(k_key_page_down))) {
      std::string labels;
      for (const DrawnLetter& letter : drawn_letters()) {
        EXPECT_GE(letter.size, 19.5) << id << " card " << card + 1 << ": " << static_cast<char>(letter.code);
        if (letter.window == "class card" && letter.size < 28) labels += static_cast<char>(letter.code);
      }
      const bool last = card + 1 == cards;
      EXPECT_EQ(labels, fmt::format("{}of{}{}", card + 1, cards, last ? ",theend" : "")) << id;
    }
  }
}

TEST(PresentationType, TheLastRowReadsWhatABlockDid) {
  Stage stage(before_a_class("look-back"));
  for (int card = 1; card < 3; ++card) stage.key(ctrl(k_key_page_down));
  EXPECT_GE(size_of("Block3publishestheaggregate7."), 28);
}

TEST(PresentationType, TheLastCardOfBanksShowsWhereEachNumberLies) {
  Stage stage(before_a_class("banks"));
  for (int card = 1; card < 8; ++card) stage.key(ctrl(k_key_page_down));
  for (const char* text : {"[13]", "6turn4", "[16]6", "[19]pad"}) EXPECT_GE(size_of(text), 19.5) << text;
}

// struck numbers and notes are smaller, but not what the card asks for
TEST(PresentationType, TheTreeBesideTheBoxesIsReadFromTheLastRow) {
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}}) {
    Setting setting = before_a_class("tree");
    setting.size = size;
    Stage stage(setting);
    for (int card = 0; card < 6; ++card, stage.key(ctrl(k_key_page_down))) {
      if (card == 3) continue;  // the trees alone
      const double caption = stage.state().at("controls").at("class:time").at("y");
      std::string large;
      for (const DrawnLetter& letter : drawn_letters())
        if (letter.code >= U'0' && letter.code <= U'9' && letter.area.x > size.width / 2.0 && letter.area.y < caption &&
            letter.size >= 28.0 * size.height / 720)
          large += static_cast<char>(letter.code);
      std::ranges::sort(large);
      // the leaves; with sums above them; on the way down what each place holds
      const char* const held[]{"31704163", "317041634759", "3170416347591114", "", "0011453746", "00110411163746"};
      std::string expected = held[card];
      std::ranges::sort(expected);
      EXPECT_EQ(large, expected) << card + 1 << " at " << size.height;
      stage.shot(fmt::format("class-tree-beside-{}-{}", size.height, card + 1));
    }
  }
}

// a tick beside the old number would say the answer before it is seen
TEST(PresentationType, APredictionIsJudgedOnceTheNumbersHaveArrived) {
  Setting setting = before_a_class("tree");
  setting.moves = true;
  Stage stage(setting);
  stage.press(k_goes_on);
  int moving = 0;  // frames of a twentieth of a second
  bool judged = false;
  for (int i = 0; i < 400 && !judged; ++i) {
    stage.frame();
    const nlohmann::json state = stage.screen().state();
    if (state.at("steps").at("step") != 2) continue;
    judged = state.at("controls").contains("steps:judged:1");
    moving += judged ? 0 : 1;
  }
  EXPECT_GT(moving, 3);
  EXPECT_TRUE(judged);
}

// at this size its last number has no room on the line of the others
TEST(PresentationType, NoLineEndsWithinASum) {
  Stage stage(before_a_class("banks"));
  stage.key(k_goes_on);
  stage.settle();
  const std::vector<DrawnLetter> letters = drawn_letters();
  const std::u32string sum = U"75=2\u00D732+11.";
  const auto same = [](const DrawnLetter& letter, char32_t c) { return letter.code == c; };
  const auto at = std::search(letters.begin(), letters.end(), sum.begin(), sum.end(), same);
  ASSERT_NE(at, letters.end());
  EXPECT_EQ(at->line, (at + static_cast<std::ptrdiff_t>(sum.size()) - 1)->line);
}

TEST(PresentationWindow, ItsKeyGivesBackTheWindowAsItWas) {
  for (const bool alone_before : {false, true}) {
    Stage stage({.box = {}, .workspace = "learn", .lesson = "tree"});
    if (alone_before) stage.key(k_presents);
    const auto seen = [&] {
      const nlohmann::json of = stage.state().at("presentation");
      return std::pair<bool, bool>{of.at("on"), of.at("audience")};
    };
    stage.key(ctrl(k_key_f1 + 4));
    EXPECT_EQ(seen(), std::pair(true, true));
    stage.key(ctrl(k_key_f1 + 4));
    EXPECT_EQ(seen(), std::pair(alone_before, false));
  }
}

TEST(PresentationWindow, TheClassStaysAtTheEndOfALesson) {
  for (const bool own_window : {false, true}) {
    Stage stage(own_window ? with_class("tree") : Setting{.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
    for (std::size_t card = 0; card < find_lesson("tree")->cards.size() + 2; ++card) stage.key(ctrl(k_key_page_down));
    EXPECT_EQ(stage.state().at("learn").at("card"), find_lesson("tree")->cards.size() - 1) << own_window;
    EXPECT_TRUE(says("8 of 8")) << own_window;
  }
}

TEST(PresentationWindow, AnotherWorkspaceIsNoRow) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  stage.key(ctrl('5'));
  stage.frames(10);
  ASSERT_EQ(stage.state().at("workspace"), "learn");
  stage.shot("list-before-a-class");
  EXPECT_FALSE(says("Another row"));
}

TEST(PresentationRow, EscapeAndAnotherLessonEmptyItsField) {
  Stage stage(with_class("tree"));
  const auto type_row = [&](const std::string& row) {
    stage.frame(1);
    stage.key(ctrl('R'));
    stage.type(row);
  };
  type_row("8 8 9 9");
  ASSERT_TRUE(says("8 8 9 9"));
  stage.key(k_ends);
  stage.frames(3);
  EXPECT_FALSE(says("8 8 9 9")) << "it was cancelled";
  type_row("8 8 9 x");
  stage.key(plain(k_key_enter));
  stage.frames(3);
  EXPECT_TRUE(says("8 8 9 x")) << "to be mended";
  stage.key(k_ends);
  stage.frames(3);
  EXPECT_FALSE(says("8 8 9 x")) << "it was refused, then cancelled";
  type_row("8 8 9 x");
  stage.key(plain(k_key_enter));
  stage.frames(3);
  stage.key(ctrl(k_key_page_down));
  stage.frames(3);
  EXPECT_FALSE(says("8 8 9 x")) << "on the next card";
  type_row("8 8 9 7");
  stage.key(plain(k_key_enter));
  stage.frames(3);
  EXPECT_TRUE(says("8 8 9 7"));
  stage.screen().perform(WindowAction::start_lesson, {.shift = true}, "banks");
  stage.settle();
  stage.frames(3);
  EXPECT_FALSE(says("8 8 9 7")) << "in another lesson";
  EXPECT_TRUE(says("your own row")) << "the field is empty";
}

// a tile has 16 places, and a trace 64
TEST(PresentationRow, OfLookBackHasFourTiles) {
  for (const char* row : {"1 2 3 4", "1 2 3 4 5"}) {
    Stage stage({.box = {}, .workspace = "learn", .lesson = "look-back", .presents = true});
    for (int card = 0; card < 2; ++card) stage.key(ctrl(k_key_page_down));
    stage.frame(1);
    stage.key(ctrl('R'));
    stage.type(row);
    stage.key(plain(k_key_enter));
    stage.settle();
    stage.frames(3);
    EXPECT_EQ(says("at most 4 numbers: each begins a tile"), row == std::string("1 2 3 4 5")) << row;
  }
}

// as long as the row of the card, so its steps are the same
TEST(PresentationRow, BeginsBeforeItsFirstStep) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  for (int card = 0; card < 2; ++card) stage.key(ctrl(k_key_page_down));
  const nlohmann::json of_card = stage.steps().at("step");
  ASSERT_EQ(of_card, 3);
  stage.frame(1);
  stage.key(ctrl('R'));
  stage.type("2 7 1 8 2 8 1 8");
  stage.key(plain(k_key_enter));
  EXPECT_EQ(stage.steps().at("step"), 0);
  stage.frame(1);
  stage.key(k_goes_on);
  EXPECT_EQ(stage.steps().at("step"), of_card) << "the card is as it was";
}

// sixteen places of up to five digits
TEST(PresentationRow, LongNumbersAreRead) {
  for (const Extent size : {Extent{1280, 720}, {1024, 768}, {1920, 1080}}) {
    Setting setting = before_a_class("tree");
    setting.size = size;
    Stage stage(setting);
    stage.frame(1);
    stage.key(ctrl('R'));
    stage.type("901 812 723 634 545 456 367 278 189 190 291 392");
    stage.key(plain(k_key_enter));
    stage.settle();
    for (int step = 0; step < 4; ++step) stage.key(plain(k_key_right));
    EXPECT_EQ(stage.steps().at("step"), 4);
    stage.shot(fmt::format("class-long-numbers-{}", size.width));
    for (const char* sum : {"901", "1713", "723", "3070", "189", "379", "1062"}) EXPECT_TRUE(says(sum)) << sum << size.width;
  }
}

// its view shows the accesses of one step, and the first step has none
TEST(PresentationRow, OfBanksIsShownInTheStepOfTheCard) {
  Stage stage(before_a_class("banks"));
  stage.key(ctrl(k_key_page_down));
  ASSERT_EQ(stage.steps().at("step"), 2);
  stage.frame(1);
  stage.key(ctrl('R'));
  stage.type("2 7 1 8 2 8 1 8");
  stage.key(plain(k_key_enter));
  stage.settle();
  EXPECT_EQ(stage.steps().at("step"), 2);
  stage.shot("class-own-row-of-banks");
  for (const char* place : {"[0]", "[2]", "[4]", "[6]"}) EXPECT_TRUE(says(place)) << place;
}

TEST(PresentationBanks, EachInstructionIsSeenBeforeTheAnswer) {
  Stage stage(before_a_class("banks"));
  for (const int card : {2, 4}) {
    while (stage.state().at("learn").at("card") != card) stage.key(ctrl(k_key_page_down));
    const auto press = [&](Chord chord, int instruction, bool done) {
      stage.frame(1);
      stage.key(chord);
      EXPECT_EQ(stage.steps().at("bank_instruction"), instruction) << card;
      EXPECT_EQ(stage.state().at("learn").at("done"), done) << card;
    };
    press(k_goes_on, 2, false);
    press(k_goes_on, 3, false);
    press(k_goes_back, 2, false);
    press(k_goes_on, 3, false);
    press(k_goes_on, 3, true);
  }
}

TEST(PresentationBanks, TheAnswerIsDrawn) {
  Stage stage(before_a_class("banks"));
  for (int card = 0; card < 3; ++card) stage.key(ctrl(k_key_page_down));
  EXPECT_FALSE(says("[4]pad"));
  stage.key(k_goes_on);
  stage.shot("class-banks-4");
  EXPECT_EQ(stage.state().at("learn").at("done"), true);
  EXPECT_TRUE(says("[4]pad")) << "one free place after every 4 numbers";
}

TEST(PresentationHeading, NamesWhatIsSeen) {
  Stage stage(before_a_class("banks"));
  stage.key(ctrl(k_key_page_down));
  stage.key(k_goes_on);
  EXPECT_TRUE(says("Up-sweep, step 1 of 3"));
  EXPECT_FALSE(says("Thread 0:")) << "the view shows what all lanes read at once";
  for (const char* id : {"tree", "banks"}) {
    Stage summary(before_a_class(id));
    for (int card = 1; card < 8; ++card) summary.key(ctrl(k_key_page_down));
    summary.shot(fmt::format("class-summary-{}", id));
    for (const char* step : {"Store", "Thread 0:", "Up-sweep,", "Down-sweep,"}) EXPECT_FALSE(says(step)) << step << id;
  }
}

TEST(PresentationList, SaysNothingOfAClass) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree"});
  stage.key(k_presents);
  for (std::size_t card = 1; card < find_lesson("tree")->cards.size(); ++card) stage.key(ctrl(k_key_page_down));
  stage.key(k_ends);
  stage.key(ctrl('5'));
  stage.frames(5);
  stage.shot("list-after-a-class");
  EXPECT_FALSE(says("of 8 done"));
  stage.screen().perform(WindowAction::start_lesson, {.shift = true}, "banks");
  stage.settle();
  EXPECT_FALSE(stage.remembered().lessons.contains("tree"));
}

TEST(PresentationList, StaysWhereItIsWhenItsTipIsClosed) {
  Stage stage({.box = {}, .workspace = "learn", .greets = true});
  ASSERT_EQ(stage.state().at("guide"), true);
  stage.shot("list-with-its-tip");
  const nlohmann::json before = stage.state().at("controls").at("lesson:start:four-reads");
  stage.key(k_ends);
  EXPECT_EQ(stage.state().at("guide"), false);
  EXPECT_EQ(stage.state().at("controls").at("lesson:start:four-reads"), before);
}

/// What is drawn within a control, letter after letter.
std::string drawn_in(const Stage& stage, const std::string& control) {
  const nlohmann::json at = stage.state().at("controls").at(control);
  const Area area{at.at("x"), at.at("y"), at.at("w"), at.at("h")};
  std::string all;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.code < 128 && area.contains(letter.area.middle())) all += static_cast<char>(letter.code);
  return all;
}

// the row 3 1 7 0 4 1 6 3 lies in four banks: all of its eight places are seen, as on the stage
TEST(LessonThumbnails, ShowTheBanksAsTheStageDoes) {
  const char* const places[] = {"[0]", "[1]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]"};
  for (const Extent size : {Extent{1280, 720}, {1600, 700}, {1920, 1080}}) {
    Stage stage({.size = size, .box = {}, .workspace = "learn", .lesson = "banks", .presents = true});
    stage.key(ctrl(k_key_page_down));
    for (const char* place : places) ASSERT_TRUE(says(place)) << place;
    stage.shot(fmt::format("banks-stage-{}", size.width));
    stage.key(ctrl('L'));
    stage.frame(2);
    stage.frames(12);
    EXPECT_FALSE(says("0:0")) << "the time would lie over a card";
    stage.shot(fmt::format("banks-cards-{}", size.width));
    for (int card = 2; card <= 5; ++card)
      for (const char* place : places)
        EXPECT_NE(drawn_in(stage, fmt::format("lesson:go:{}", card)).find(place), std::string::npos)
            << place << " of card " << card << ", " << size.width;
  }
  Stage pair(before_a_class("banks"));
  pair.key(ctrl('L'));
  pair.frames(12);
  for (const char* words : {"A:nopadding", "B:padding", "[13]", "[16]", "4turns"})
    EXPECT_NE(drawn_in(pair, "lesson:go:8").find(words), std::string::npos) << words;
  Stage lecturer(with_class("banks"));
  lecturer.key(ctrl(k_key_page_down));
  lecturer.frames(3);
  lecturer.shot("banks-next");
  for (const char* place : places)
    EXPECT_NE(drawn_in(lecturer, "lesson:next picture").find(place), std::string::npos) << place << " of the next card";
}

}  // namespace
}  // namespace satscope::app
