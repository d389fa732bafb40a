// SPDX-License-Identifier: Apache-2.0
// What a student does on a card, alone: wrong answers and predictions, an empty field, a key that is forgotten.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <tuple>

#include "app/lessons/lesson.h"
#include "app/workspaces/learn/learn.h"
#include "app/workspaces/learn/missing.h"
#include "tests/window/drawn_text.h"
#include "tests/window/rooms.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

constexpr Chord k_to_next_card = ctrl(k_key_page_down), k_give = plain(k_key_enter);

std::unique_ptr<Stage> lesson_at(const std::string& id, int card) {
  auto stage = std::make_unique<Stage>(Setting{.box = {}, .workspace = "learn", .lesson = id});
  for (int i = 0; i < card; ++i) stage->key(k_to_next_card);
  stage->frames(25);  // because: a digit that follows another text at once was meant for that
  return stage;
}

bool screen_says(const std::string& words) { return letters_on_screen().find(letters_of(words)) != std::u32string::npos; }

/// Types into the field, which has the keyboard again soon after a reply.
void give(Stage& stage, const std::string& answer) {
  stage.frames(5);
  stage.type(answer);
  stage.key(k_give);
}

/// Clicks a place of temp, which has eight.
void click_temp(Stage& stage, int place) {
  const nlohmann::json steps = stage.steps();
  for (const auto& grid : steps.at("grids")) {
    if (grid.at("buffer") != "temp") continue;
    const double w = grid.at("w"), h = grid.at("h");
    return stage.click({grid.at("x").get<double>() + (place + 0.5) * w / 8, grid.at("y").get<double>() + h / 2});
  }
  FAIL() << "temp is not drawn";
}

// the second card of the tree writes 4 + 7 into temp[3] and 5 + 9 into temp[7]
TEST(LessonAlone, AWrongPredictionSaysWhy) {
  const auto predicted = [](const std::vector<std::pair<int, std::string>>& marks) {
    const auto stage = lesson_at("tree", 1);
    stage->key(plain('P'));
    for (const auto& [place, value] : marks) {
      click_temp(*stage, place);
      if (!value.empty()) stage->type(value);
    }
    stage->key(plain(k_key_right));
    stage->shot("predicted-" + std::to_string(marks.front().first) + marks.front().second);
    EXPECT_EQ(stage->steps().at("step"), 3);
    return letters_on_screen();
  };
  const auto says = [](const std::u32string& screen, const std::string& words) {
    return screen.find(letters_of(words)) != std::u32string::npos;
  };
  EXPECT_TRUE(says(predicted({{3, "5"}, {7, "14"}}), "temp[3]: you said 5, it is 4 + 7 = 11."));
  const std::u32string others = predicted({{2, ""}, {7, "14"}});
  EXPECT_TRUE(says(others, "temp[3] was written, too: 4 + 7 = 11."));
  EXPECT_TRUE(says(others, "No thread wrote temp[2]."));
  EXPECT_FALSE(says(predicted({{3, "11"}, {7, "14"}}), "4 + 7 = 11. No thread"));
}

TEST(LessonAlone, WhileTheFieldIsEmptyKeysMoveInTheSteps) {
  const auto stage = lesson_at("banks", 0);
  give(*stage, "75");
  ASSERT_EQ(stage->state().at("learn").at("failed"), true);
  stage->key(plain(k_key_right));
  EXPECT_EQ(stage->steps().at("step"), 2);
  stage->key(plain(k_key_left));
  EXPECT_EQ(stage->steps().at("step"), 1);
  stage->key(plain(k_key_end));
  EXPECT_EQ(stage->steps().at("step"), stage->steps().at("steps"));
  stage->key(plain(k_key_home));
  EXPECT_EQ(stage->steps().at("step"), 0);
  for (int step = 0; step < 3; ++step) stage->key(plain(k_key_right));
  stage->type("10");
  stage->key(plain(k_key_left));
  EXPECT_EQ(stage->steps().at("step"), 3) << "there they move in the text";
}

// the third card of the tree asks at step 4 what step 5 writes
TEST(LessonAlone, WhatAQuestionAsksForComesAfterTheAnswer) {
  const auto stage = lesson_at("tree", 2);
  const auto step = [&] { return stage->steps().at("step").get<int>(); };
  for (const Chord& chord : {plain(k_key_end), plain('J'), plain(k_key_right), plain(k_key_page_down), plain(k_key_space)}) {
    stage->key(chord);
    stage->frames(40);
    EXPECT_LE(step(), 4) << chord.key;
  }
  EXPECT_TRUE(screen_says("Answer first"));
  stage->shot("answer-first");
  stage->key(plain(k_key_end));
  give(*stage, "0");
  EXPECT_FALSE(screen_says("Answer first"));
  stage->key(plain(k_key_right));
  stage->frames(25);
  EXPECT_EQ(step(), 5);
  EXPECT_EQ(stage->state().at("learn").at("done"), true);
}

// in a window of 1280 x 720 the second leaf of eight is there
TEST(LessonAlone, AClickOnALeafOfTheTreeMarksItsPlaceInTemp) {
  Stage stage({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = "tree"});
  stage.key(plain('P'));
  EXPECT_FALSE(screen_says("d=")) << "of the variable in the kernel";
  const auto marks = [&] { return stage.steps().at("prediction").at("marks"); };
  click_temp(stage, 1);
  const nlohmann::json of_temp = marks();
  ASSERT_EQ(of_temp.size(), 1U);
  click_temp(stage, 1);
  ASSERT_EQ(marks().size(), 0U);
  stage.click({581, 353});
  stage.shot("leaf-is-marked");
  EXPECT_EQ(marks(), of_temp);
}

TEST(LessonAlone, WhatIsToBePredictedComesAfterThePrediction) {
  const auto stage = lesson_at("tree", 1);
  const auto step = [&] { return stage->steps().at("step").get<int>(); };
  stage->key(plain(k_key_right));
  EXPECT_EQ(step(), 2);
  EXPECT_TRUE(screen_says("Predict first"));
  stage->key(plain('P'));
  stage->key(plain(k_key_right));
  EXPECT_EQ(step(), 2) << "nothing is marked";
  click_temp(*stage, 3);
  stage->frames(25);
  stage->key(plain(k_key_right));
  EXPECT_EQ(step(), 3);
  stage->frames(10);
  EXPECT_TRUE(screen_says("The left arrow goes back")) << "temp[7] was not marked";
  stage->key(plain(k_key_left));
  EXPECT_EQ(step(), 2);
}

// 4 + 7 and 5 + 9 are written
TEST(LessonAlone, RightPlacesWithAWrongNumberAreSaidToBeRight) {
  for (const auto& [last, right] : {std::pair{"15", true}, {"", false}}) {
    const auto stage = lesson_at("tree", 1);
    stage->key(plain('P'));
    click_temp(*stage, 3);
    stage->type("11");
    if (right) click_temp(*stage, 7);
    if (right) stage->type(last);
    stage->frames(25);
    stage->key(plain(k_key_right));
    stage->frames(10);
    EXPECT_EQ(screen_says("The places are right, but not each number."), right);
    EXPECT_EQ(screen_says("then click the places again"), !right);
  }
}

// the third digit is another algorithm where no lesson is open
TEST(LessonAlone, ADigitBeforeThePredictionKeepsTheAlgorithm) {
  const auto stage = lesson_at("tree", 1);
  const nlohmann::json before = stage->steps().at("algorithm");
  stage->key(plain('3'));
  stage->frames(10);
  EXPECT_EQ(stage->steps().at("algorithm"), before);
  EXPECT_TRUE(screen_says("press P first"));
}

TEST(LessonAlone, AReadThatIsAskedForComesAfterTheAnswer) {
  const auto stage = lesson_at("four-reads", 4);
  const auto reads = [&] { return stage->state().at("explore").at("reads").get<int>(); };
  for (const Chord& chord : {plain(k_key_right), plain('A'), plain(k_key_space)}) {
    stage->key(chord);
    stage->frames(250);
    EXPECT_EQ(reads(), 2) << chord.key;
  }
  give(*stage, "-1");
  for (int frame = 0; frame < 100; ++frame) stage->frame(0.1);
  EXPECT_EQ(reads(), 3) << "the read that was asked about, by itself";
}

TEST(LessonAlone, AReplyLeavesTheFieldWhereItIs) {
  int asked = 0;
  for (const char* id : {"tree", "banks", "look-back"}) {
    const Lesson& lesson = *find_lesson(id);
    const auto stage = lesson_at(id, 0);
    const auto field = [&] { return stage->state().at("controls").at("lesson:answer").at("y").get<double>(); };
    for (std::size_t card = 0; card < lesson.cards.size(); ++card, stage->key(k_to_next_card)) {
      const std::optional<Act>& act = lesson.cards[card].act;
      if (!act || !act->answers) continue;
      std::vector<std::string> answers{"1234"};  // the next hint
      for (const LessonAction& wrong : act->wrong)
        if (!wrong.why.empty()) answers.push_back(wrong.text);
      stage->frames(25);
      stage->click(stage->control("lesson:answer"));
      const double before = field();
      for (const std::string& answer : answers) {
        give(*stage, answer);
        ASSERT_EQ(stage->state().at("learn").at("failed"), true) << id << card;
        EXPECT_TRUE(screen_says(answer + " is ")) << id << card << answer;
        EXPECT_NEAR(field(), before, 1) << id << card << " after " << answer;
        ++asked;
        if (answer == answers.back()) stage->shot(std::string("reply-") + id + std::to_string(card));
      }
    }
  }
  EXPECT_GT(asked, 25);
}

TEST(LessonAlone, OfAWordSaysThatANumberIsAskedFor) {
  const auto stage = lesson_at("tree", 2);
  give(*stage, "banana");
  EXPECT_TRUE(screen_says("The answer is a number"));
  EXPECT_EQ(stage->state().at("learn").at("hints"), 0);
  give(*stage, "1234");
  EXPECT_FALSE(screen_says("The answer is a number"));
  const auto word = lesson_at("registers", 6);  // which asks for a word
  give(*word, "banana");
  EXPECT_EQ(word->state().at("learn").at("failed"), true);
  EXPECT_FALSE(screen_says("The answer is a number"));
}

TEST(LessonAlone, AClickBeforeThePredictionLeavesThePictureAsItIs) {
  const auto stage = lesson_at("tree", 1);
  const nlohmann::json before = stage->steps().at("grids");
  click_temp(*stage, 3);
  EXPECT_EQ(stage->steps().at("grids"), before);
  EXPECT_EQ(stage->state().at("learn").at("remark"), "Press P first. Then a click marks a place.");
}

TEST(LessonAlone, APredictionEndsWithItsCard) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("predicts-" + std::to_string(::getpid()) + ".md");
  std::ofstream(file) << "# Two cards\n@lesson 1\n\n## First\nText.\n@show {\"workspace\": \"steps\"}\n\n## Second\nText.\n";
  const auto stage = lesson_at(file.string(), 0);
  stage->key(plain('P'));
  ASSERT_EQ(stage->steps().at("prediction").at("on"), true);
  stage->key(k_to_next_card);
  ASSERT_EQ(stage->state().at("learn").at("card"), 1);
  EXPECT_EQ(stage->steps().at("prediction").at("on"), false);
  stage->key(ctrl('W'));
  std::filesystem::remove(file);
}

TEST(LessonAlone, NoTipOpensWhereOneHasJustClicked) {
  const auto stage = lesson_at("tree", 0);
  const Point next = stage->control("lesson:next");
  stage->click(next);
  ASSERT_EQ(stage->state().at("learn").at("card"), 1);
  stage->frames(30);  // longer than a glossary word wants the pointer to rest
  ASSERT_TRUE(screen_says("Skip")) << "which is below the pointer now";
  EXPECT_FALSE(screen_says("Leaves this card undone"));
  stage->move_to({next.x + 8, next.y});
  EXPECT_TRUE(screen_says("Leaves this card undone"));
}

TEST(LessonAlone, AQuestionIsNotAnsweredByThePicture) {
  const auto stage = lesson_at("banks", 3);
  EXPECT_FALSE(screen_says("Padding would"));
  EXPECT_FALSE(screen_says("in 1 turn")) << "as with padding";
  give(*stage, "2");
  EXPECT_TRUE(screen_says("0, 3, 6 and 9")) << "four banks, but places 1 free of 3";
  give(*stage, "reorder");
  EXPECT_TRUE(screen_says("Even places first"));
  give(*stage, "4");
  EXPECT_EQ(stage->state().at("learn").at("done"), true) << "0, 2, 5 and 7 are 0, 2, 1 and 3 modulo 4";
}

TEST(LessonAlone, WrongAnswersAreSortedByTheirCards) {
  LessonProgress progress;
  for (const auto& [card, answer] : {std::pair{1, "5"}, {6, "13"}, {4, "2"}, {4, "3"}})
    progress.wrong.push_back({.card = card, .answer = answer, .when = 0});
  std::vector<std::string> texts;
  for (const WrongAnswer& one : newest_wrong(progress, 3)) texts.push_back(wrong_text(one));
  ASSERT_EQ(texts.size(), 3U) << "the oldest is left out";
  EXPECT_TRUE(texts[0].starts_with("card 5: 2, ")) << texts[0];
  EXPECT_TRUE(texts[1].starts_with("card 5: 3, ")) << texts[1];
  EXPECT_TRUE(texts[2].starts_with("card 7: 13, ")) << texts[2];
}

TEST(LessonAlone, ASecondClickOnFinishStartsNoLesson) {
  Stage stage({.box = {}, .workspace = "learn"});
  const Point start = stage.control("lesson:start:banks");
  const auto lesson = [&] { return stage.state().at("learn").at("lesson"); };
  const auto click = [&] {
    for (const bool down : {true, false}) {
      stage.screen().input().push(InputEvent::move_to(start.x, start.y));
      stage.screen().input().push(InputEvent::press(MouseButton::left, down));
      for (int i = 0; i < 5; ++i) stage.frame(0.01);
    }
  };
  stage.click(stage.control("lesson:start:tree"));
  ASSERT_EQ(lesson(), "tree");
  stage.settle();  // its card shows Steps now
  stage.press(ctrl('W'));
  stage.press(ctrl('5'));  // the list of lessons, as after Finish
  for (int i = 0; i < 10; ++i) stage.frame(0.01);
  ASSERT_TRUE(lesson().is_null());
  ASSERT_EQ(stage.control("lesson:start:banks").y, start.y);
  click();
  stage.settle();
  EXPECT_TRUE(lesson().is_null()) << "within a fifth of a second";
  stage.frame(0.5);
  click();
  stage.settle();
  EXPECT_EQ(lesson(), "banks");
}

TEST(LessonAlone, TheTextOfACardBeginsBelowItsTitle) {
  const auto stage = lesson_at("tree", 2);
  double title = 0, text = 1e9, size = 0;
  for (const DrawnLetter& letter : drawn_letters()) {
    if (letter.window == "lesson heading" && letter.line + letter.size > title) title = letter.line + letter.size;
    if (letter.window == "lesson" && letter.line < text) text = letter.line, size = letter.size;
  }
  stage->shot("card-heading");
  EXPECT_GT(text, title);
  EXPECT_LT(text - title, size) << "less than an empty line";
}

/// The letters of the text and of what is asked are where they were, but for those under what is said.
void expect_in_place(const std::vector<DrawnLetter>& before, const std::vector<DrawnLetter>& after, const std::string& where) {
  const auto key = [](const DrawnLetter& one) {
    return std::tuple(one.code, std::lround(one.area.x), std::lround(one.area.y));
  };
  double said = 1e9;
  std::set<std::tuple<char32_t, long, long>> there;
  for (const DrawnLetter& one : after) {
    if (one.window == "lesson said") said = std::min(said, one.line - 2 * one.size);
    there.insert(key(one));
  }
  int seen = 0;
  for (const DrawnLetter& one : before) {
    if ((one.window != "lesson" && one.window != "lesson heading") || one.line + one.size > said) continue;
    ++seen;
    ASSERT_TRUE(there.contains(key(one))) << static_cast<char>(one.code) << " at " << one.area.y << ", " << where;
  }
  EXPECT_GT(seen, 15) << where;
}

class CardStays : public testing::TestWithParam<Room> {};
INSTANTIATE_TEST_SUITE_P(Sizes, CardStays,
                         testing::Values(Room{{1280, 720}, 1, "hd"}, Room{{1280, 720}, 1.5, "hd15"},
                                         Room{{1280, 720}, 2, "hd2"}, Room{{1920, 1080}, 1, "full"}),
                         [](const auto& of) { return std::string(of.param.name); });

TEST_P(CardStays, WhileAReplyOrAHintComes) {
  const Room& room = GetParam();
  for (const auto& [id, card] : {std::pair{"tree", 0}, {"tree", 6}, {"banks", 3}, {"look-back", 1}, {"look-back", 6}}) {
    Stage stage({.size = room.size, .scale = room.scale, .box = {}, .workspace = "learn", .lesson = id});
    for (int i = 0; i < card; ++i) stage.press(k_to_next_card);
    stage.settle();
    stage.frames(15);
    const std::string where = fmt::format("{}, card {}, {}", id, card + 1, room.name);
    const std::vector<DrawnLetter> before = drawn_letters();
    const bool answers = find_lesson(id)->cards[static_cast<std::size_t>(card)].act->answers;
    const auto field = [&] { return answers ? stage.state().at("controls").at("lesson:answer").at("y").get<double>() : 0; };
    const double at = field();
    const auto check = [&](const std::string& what) {
      expect_in_place(before, drawn_letters(), where + ", " + what);
      EXPECT_NEAR(field(), at, 1) << where << ", " << what;
      // where there is least room, its end is seen
      const auto of_reply = [](const DrawnLetter& one) { return one.window == "lesson said"; };
      EXPECT_TRUE(screen_says("Hint:") || screen_says("is not it.") || std::ranges::count_if(drawn_letters(), of_reply) > 40)
          << where << ", " << what;
      for (const std::string& fault : faults_of(drawn_letters(), {"lesson", "lesson said", "code", "history", "side"}))
        ADD_FAILURE() << fault << "; " << where << ", " << what;
      stage.shot(fmt::format("card-stays-{}-{}-{}-{}", id, card + 1, room.name, what));
    };
    if (answers) {
      give(stage, "1234");
      stage.frames(5);
      check("reply");
    }
    stage.click(stage.control("lesson:hint"));
    stage.frames(5);
    check("hint");
  }
}

// four tiles that sum to 3, 1, 7 and 2: the prefixes are 3, 4, 11 and 13
TEST(LessonAlone, ARightAnswerShowsWhatItWasAbout) {
  struct Case {
    int card;
    const char *answer, *sentence;
  };
  for (const auto& [card, answer, sentence] :
       {Case{1, "4", "publishes the prefix 4."},
        {2, "11", "publishes the prefix 11."},
        {3, "1", "Block 4 reads the prefix 11 of block 3"},
        {6, "130", "Block 6 reads the aggregate 90 of block 4 and the prefix 40 of block 2: 90 + 40 = 130."}}) {
    const auto stage = lesson_at("look-back", card);
    const int from = stage->steps().at("step");
    EXPECT_FALSE(screen_says(sentence)) << card;
    give(*stage, "77");
    stage->settle();
    EXPECT_EQ(stage->steps().at("step"), from) << card << ": nothing was answered yet";
    give(*stage, answer);
    EXPECT_EQ(stage->state().at("learn").at("done"), true) << card;
    for (int frame = 0; frame < 200 && stage->steps().at("step") == from; ++frame) stage->frame(0.1);
    stage->settle();
    EXPECT_GT(stage->steps().at("step").get<int>(), from) << card;
    EXPECT_TRUE(screen_says(sentence)) << card;
    stage->shot(fmt::format("after-the-answer-{}", card + 1));
  }
}

TEST(LessonAnswers, WhatIsMissingIsReadFromTheCondition) {
  const nlohmann::json state{
      {"learn", {{"answer", 5}}},
      {"box", {{"x", 1}, {"y", 0}, {"w", 2}, {"h", 1}, {"sum", 2550}}},
      {"steps",
       {{"step", 3}, {"algorithm", "serial"}, {"params", {{"padding", false}}}, {"prediction", {{"outcome", nullptr}}}}}};
  const std::vector<std::pair<const char*, const char*>> k_said{
      {"learn.answer == 5 and box.w == 2 and box.h == 2", "The box is 2x1, the task wants 2x2."},
      {"learn.answer == 5 and box.w >= 3", "The width of the box is 2, the task wants 3 or more."},
      {"box.x == 1 and box.y == 3 and learn.answer == 5", "The box begins at column 1, row 0, the task wants column 1, row 3."},
      {"learn.answer == 5 and box.sum == 612 and steps.step == 4",
       "The sum of the box is 2,550, the task wants 612; the step is 3, the task wants 4."},
      {"learn.answer == 5 and steps.algorithm != 'serial'", "The algorithm is serial, the task wants another one."},
      {"learn.answer == 5 and steps.params.padding == true", "The parameter padding is off, the task wants on."},
      {"learn.answer == 5 and steps.prediction.outcome.found == 4", "The prediction is not made, or not right yet."},
      {"learn.answer == 5 and box.w * box.h == 6",
       "The width of the box is 2, the height of the box is 1, the task wants box.w * box.h == 6."},
      {"learn.answer == 5 and race.rounds == 2", "race.rounds is none, the task wants 2."},
      {"learn.answer == 6 and box.w == 2", ""},  // the number is the student's to find
      {"learn.answer == 5 and not (box.w == 2)", "The width of the box is 2, the task wants not (box.w == 2)."},
      {"learn.answer == 5 or box.w == 3", ""}};
  for (const auto& [condition, said] : k_said) EXPECT_EQ(missing_text(Condition(condition), state), said) << condition;
  EXPECT_EQ(missing_text(Condition("learn.answer == 5 and box.w == 2 and box.h == 2"), {{"box", nullptr}}),
            "There is no box yet.");
}

TEST(LessonAnswers, ALessonWithoutRemarksSaysWhatIsMissing) {
  const std::string file = (std::filesystem::temp_directory_path() / "satscope-missing-part.md").string();
  std::ofstream(file) << "# Mine\n@lesson 1\n\n## One\nText.\n"
                         "@show {\"workspace\": \"explore\", \"input\": \"pattern:ramp:6x5\", \"box\": {\"x\": 1, \"y\": 1, "
                         "\"w\": 2, \"h\": 1}}\n"
                         "@ask Drag a box of 2x2 pixels. How many reads does its sum need?\n@answer\n"
                         "@until learn.answer == 4 and box.w == 2 and box.h == 2\n@done Yes.\n"
                         "@solve drag 3 1 4 2\n@solve answer 4\n";
  Stage stage({.box = {}, .workspace = "learn", .lesson = file});
  stage.click(stage.control("lesson:answer"));
  stage.type("5");
  stage.key(plain(k_key_enter));
  stage.frames(10);
  EXPECT_EQ(letters_on_screen().find(letters_of("the task wants")), std::u32string::npos) << "the number first";
  stage.type("4");
  stage.key(plain(k_key_enter));
  stage.frames(10);
  stage.shot("missing-part");
  EXPECT_NE(letters_on_screen().find(letters_of("4 is right. The box is 2x1, the task wants 2x2.")), std::u32string::npos);
  EXPECT_EQ(stage.state().at("learn").at("done"), false);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace satscope::app
