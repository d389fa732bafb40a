// SPDX-License-Identifier: Apache-2.0
// What a student has on paper and types line by line; and the keys that work while a field has the keyboard.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/ui/keys.h"
#include "app/workspaces/learn/learn.h"
#include "app/workspaces/learn/paper_line.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

std::unique_ptr<Stage> paper_at(const std::string& id, int card, Setting setting = {}) {
  setting.box = {};
  setting.workspace = "learn";
  setting.lesson = id;
  auto stage = std::make_unique<Stage>(setting);
  for (int i = 0; i < card; ++i) stage->key(ctrl(k_key_page_down));
  stage->frames(25);  // because: a digit that follows another text at once was meant for that
  return stage;
}

bool reads(const std::string& words) { return letters_on_screen().find(letters_of(words)) != std::u32string::npos; }

void check(Stage& stage) {
  stage.key(plain(k_key_enter));
  stage.frames(10);
}

void type_line(Stage& stage, const std::string& line) {
  stage.frames(5);
  stage.type(line);
  check(stage);
}

constexpr int k_by_yourself = 6;  // the card of the tree on which the row is 1 2 0 3 1 1 2 0

// by hand, pair by pair
TEST(LessonPaper, EachLineIsChecked) {
  const auto stage = paper_at("tree", k_by_yourself);
  for (const auto& [line, reply] : std::vector<std::pair<std::string, std::string>>{
           {"1 3 0 3 1 2 2 2", "This line is right: the first step up."},
           {"1, 3, 0, 6, 1, 2, 2, 4", "This line is right: the second step up."},
           {"13061224", "This line is right: the second step up."},
           {"1 3 0 6 1 2 2 10", "This line is right: the third step up."},
           {"1 3 0 6 1 2 2 0", "This line is right: the step that puts the 0."},
           {"1 3 0 0 1 2 2 6", "This line is right: the first step down."},
           {"1 0 0 3 1 6 2 8", "This line is right: the second step down."},
           {"0 1 3 3 6 7 8 10", "This line is right: the third step down"},
           {"1 0 0 3 1 6 2", "You typed 7 numbers; 8 are asked for."},
           {"1 0 0 3 1 6 2 8 8", "You typed 9 numbers; 8 are asked for."},
           {"10031629", "Type the 8 numbers with blanks between them."},
           {"1 0 0 3 1 6 2 9", "For the second step down, the number in place [7] is wrong."},  // 2 + 6
           {"1 3 0 6 1 2 2 3", "The number in place [7] is wrong."},  // of two lines that differ there
           {"1 3 0 3 1 2 2 4", "One number is wrong."},               // [3] of the second step up, or [7] of the first
           {"1 3 0 9 1 2 2 5", "More than one number is wrong."},     // two, for each of the four lines of the sweep up
           {"1 0 0 6 1 3 2 8", "It is nearest to the second step down: for that, the numbers in places [3] and [5] are wrong."},
           {"1 0 0 6 1 3 9 8", "in places [3], [5] and [6] are wrong."},
           {"1 3 0 10 1 2 2 16", "The sweep down begins with a 0 in the last place"},  // as if the 10 went down
           {"1 2 0 3 1 1 2 0", "This is the row itself."}}) {
    type_line(*stage, line);
    EXPECT_TRUE(reads(reply)) << line << ": " << stage->state().at("learn").at("remark");
    EXPECT_FALSE(reads("is not it")) << line;
    EXPECT_EQ(stage->state().at("learn").at("done"), false) << line;
    EXPECT_EQ(stage->state().at("learn").at("hints"), 0) << line;
  }
  stage->shot("line-on-paper");
  type_line(*stage, "6");
  EXPECT_EQ(stage->state().at("learn").at("done"), true);
}

TEST(LessonPaper, AWrongLineStaysToBeCorrected) {
  const auto stage = paper_at("tree", k_by_yourself);
  type_line(*stage, "1 0 0 3 1 6 2 9");
  EXPECT_TRUE(reads("1 0 0 3 1 6 2 9"));
  stage->shot("wrong-line-stays");
  stage->key(plain(k_key_end));
  stage->key(plain(k_key_backspace));
  stage->type("8");
  check(*stage);
  EXPECT_TRUE(reads("This line is right: the second step down."));
  stage->type("7");  // which replaces it
  check(*stage);
  EXPECT_EQ(stage->state().at("learn").at("answer"), 7);
}

TEST(LessonPaper, ADigitOutsideOfTheFieldBeginsANewAnswer) {
  const auto stage = paper_at("tree", k_by_yourself);
  type_line(*stage, "1 0 0 3 1 6 2 9");
  stage->click({400, 500});  // takes the keyboard from the field
  stage->frames(30);
  stage->press(plain('1'));
  stage->type("1");
  stage->type("3");
  check(*stage);
  EXPECT_EQ(stage->state().at("learn").at("answer"), 13);
}

TEST(LessonPaper, ALineOfALessonIsWhole) {
  const std::string card = "# A\n@lesson 1\n\n## B\n@ask Which?\n@answer\n@until learn.answer == 6\n@solve answer 6\n";
  EXPECT_EQ(parse_lesson(card + "@line 1 -2.5 3: the first\n", "good").cards[0].act->lines.at(0).numbers,
            (std::vector<double>{1, -2.5, 3}));
  for (const auto& [line, fault] : std::vector<std::pair<std::string, std::string>>{
           {"@line 1 2 3\n", "write '@line 1 3 0 3: the first step up'"},
           {"@line 1 b 3: the first\n", "write '@line 1 3 0 3: the first step up'"},
           {"@line 1: the first\n", "write '@line 1 3 0 3: the first step up'"},
           {"@line 1 2 3: the first\n@line 1 2: the second\n", "as many numbers as the line before"}}) {
    std::string said;
    try {
      parse_lesson(card + line, "bad");
    } catch (const LessonError& error) {
      said = error.what();
    }
    EXPECT_NE(said.find(fault), said.npos) << line << said;
  }
}

TEST(LessonPaper, AnAnswerIsNoLine) {
  const std::vector<PaperLine> lines{{{1, 3, 0}, "the first"}};
  EXPECT_FALSE(reply_to_line(lines, "6"));
  EXPECT_FALSE(reply_to_line(lines, "the first one"));
  EXPECT_FALSE(reply_to_line({}, "1 3 0"));
  EXPECT_TRUE(reply_to_line(lines, "[1] 3 0")->right);
  EXPECT_FALSE(reply_to_line(lines, "1 3 −2")->right);
}

// what a field does with a key itself stays its own
TEST(LessonPaper, ATextFieldLeavesOtherKeysWithControl) {
  for (const char letter : {'A', 'C', 'V', 'X', 'Z', 'Y'}) EXPECT_FALSE(passes_text_field(ctrl(letter))) << letter;
  for (const int key : {k_key_left, k_key_right, k_key_up, k_key_down, k_key_home, k_key_end, k_key_backspace, k_key_delete}) {
    EXPECT_FALSE(passes_text_field(ctrl(key))) << key;
    EXPECT_FALSE(passes_text_field(ctrl_shift(key))) << key;
  }
  EXPECT_FALSE(passes_text_field(ctrl_shift('Z')));
  EXPECT_FALSE(passes_text_field(plain('5')));
  EXPECT_FALSE(passes_text_field({.key = 'L', .alt = true}));
  for (const Chord& chord : {ctrl('5'), ctrl('B'), ctrl('H'), ctrl('W'), ctrl(k_key_enter), ctrl_shift('L'),
                             Chord{.key = 'L', .ctrl = true, .alt = true}})
    EXPECT_TRUE(passes_text_field(chord)) << to_text(chord);
}

TEST(LessonPaper, ShortcutsWorkWhileTheFieldHasTheKeyboard) {
  const auto stage = paper_at("tree", 2);
  stage->type("12");
  ASSERT_TRUE(reads("12"));
  stage->key(ctrl('3'));
  EXPECT_EQ(stage->state().at("workspace"), "playground");
  stage->key(ctrl('2'));
  EXPECT_EQ(stage->state().at("workspace"), "steps");
  stage->frames(5);
  const nlohmann::json before = stage->steps();
  stage->key(ctrl('Z'));  // in the text
  EXPECT_EQ(stage->steps().at("step"), before.at("step"));
  stage->key(ctrl('A'));
  stage->type("4");
  EXPECT_EQ(stage->steps().at("algorithm"), before.at("algorithm")) << "the digit is text";
  check(*stage);
  EXPECT_EQ(stage->state().at("learn").at("answer"), 4);
  stage->key(ctrl('H'));
  EXPECT_EQ(stage->state().at("learn").at("hints"), 1);
  stage->key({.key = 'L', .ctrl = true, .alt = true});
  stage->frames(3);
  EXPECT_EQ(stage->state().at("popup"), "slides");
  stage->key(ctrl('3'));
  EXPECT_EQ(stage->state().at("workspace"), "steps") << "a dialog comes first";
}

TEST(LessonPaper, ControlsSayWhatTheyAre) {
  const auto reads_of = paper_at("four-reads", 3);
  reads_of->key(plain('Y'));
  reads_of->frames(3);
  EXPECT_TRUE(reads("Play takes 12 s")) << "four reads of 3 s";
  reads_of->shot("play-takes");
  const auto tree = paper_at("tree", 3);
  EXPECT_TRUE(reads("[0] = place 0 in shared memory"));
  tree->shot("tree-places");
}

// the question is asked before block 1 has begun; the answer is a step of block 1
TEST(LessonPaper, TheBlockOfTheAnswerIsMarked) {
  const auto stage = paper_at("look-back", 5);
  EXPECT_FALSE(reads("Block 1, step")) << "it would be the answer";
  type_line(*stage, "1");
  for (int frame = 0; frame < 100; ++frame) stage->frame(0.1);
  EXPECT_TRUE(reads("Block 1 publishes the prefix 30 of its first row."));
  EXPECT_TRUE(reads("Block 1, step")) << "whose block is framed";
  stage->shot("answer-is-marked");
}

// what a reply speaks of must be read again: the last words of the text
TEST(LessonPaper, AReplyLeavesTheWholeTextInSight) {
  int asked = 0;
  for (const char* id : {"four-reads", "workers", "tree", "banks", "barriers", "registers", "look-back"}) {
    const Lesson& lesson = *find_lesson(id);
    const auto stage = paper_at(id, 0, {.size = {1280, 720}});
    for (std::size_t card = 0; card < lesson.cards.size(); ++card, stage->key(ctrl(k_key_page_down))) {
      const std::optional<Act>& act = lesson.cards[card].act;
      if (!act || !act->answers) continue;
      stage->frames(25);
      stage->click(stage->control("lesson:answer"));
      for (const LessonAction& wrong : act->wrong) {
        if (wrong.why.empty()) continue;
        type_line(*stage, wrong.text);
        std::u32string text;
        for (const DrawnLetter& letter : drawn_letters())
          if (letter.window == "lesson" && letter.code != U' ') text += letter.code;
        std::string whole = lesson.cards[card].text;
        const std::size_t item = whole.rfind("\n- ");  // whose dash is a dot
        std::ranges::replace(whole, '\n', ' ');
        const std::u32string all = letters_of(whole.substr(0, item)),
                             end = letters_of(item == whole.npos ? whole : whole.substr(item + 3));
        const std::size_t most = std::min<std::size_t>(end.size(), 12);
        EXPECT_NE(text.find(end.substr(end.size() - most)), text.npos) << id << ", card " << card + 1 << ", " << wrong.text;
        EXPECT_NE(text.find(all.substr(0, most)), text.npos) << id << ", card " << card + 1 << ", " << wrong.text;
        ++asked;
      }
    }
  }
  EXPECT_GT(asked, 40);
}

// in the list no card is open, and its lessons have numbers
TEST(LessonKeysOfTheList, ADigitChoosesNoAlgorithm) {
  Stage stage({.box = {}, .workspace = "learn"});
  const nlohmann::json before = stage.state().at("algorithm");
  stage.key(plain('5'));
  stage.frames(5);
  EXPECT_EQ(stage.state().at("algorithm"), before);
  EXPECT_EQ(stage.state().at("message"), "");
}

TEST(LessonPrediction, OfTheStepBeforeIsNotSentBack) {
  const auto stage = paper_at("tree", 0);
  stage->key(plain(k_key_left));
  stage->key(plain('P'));
  stage->key(plain(k_key_right));
  stage->frames(10);
  ASSERT_EQ(stage->steps().at("step"), 1) << "where the card begins";
  EXPECT_TRUE(reads("That was the step before."));
  EXPECT_FALSE(reads("The left arrow goes back"));
}

}  // namespace
}  // namespace satscope::app
