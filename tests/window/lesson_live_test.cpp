// SPDX-License-Identifier: Apache-2.0
// A question from the class in the middle of a lesson: the lecturer shows another row, steps it, and comes back to the card as
// it was. And what only the lecturer needs, which the class does not see.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/lessons/lesson.h"
#include "app/ui/window_actions.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

constexpr Chord k_press_on = plain(k_key_page_down), k_press_back = plain(k_key_page_up), k_other_row = plain('E');

/// A card of the tree lesson before a class, from 0. own_window: the class has a window of its own.
std::unique_ptr<Stage> at_card(int card, bool own_window = false) {
  auto stage = std::make_unique<Stage>(
      own_window ? with_class("tree") : Setting{.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  for (int i = 0; i < card; ++i) stage->key(ctrl(k_key_page_down));
  stage->frames(6);
  return stage;
}

struct Seen {
  nlohmann::json source;
  int step = 0, card = 0;
  bool done = false;
  bool operator==(const Seen&) const = default;
};

Seen seen(Stage& stage) {
  stage.settle();
  stage.frames(6);  // because: a lesson looks at the window a few times a second
  const nlohmann::json state = stage.state();
  return {state.at("steps").at("source"), state.at("steps").at("step"), state.at("learn").at("card"),
          state.at("learn").at("done")};
}

/// As a person who reads, and then presses.
void press(Stage& stage, Chord chord) {
  stage.frame(1);
  stage.key(chord);
}

/// The letters left of x, or right of it.
std::u32string letters_of_part(double x, bool left) {
  std::u32string text;
  for (const DrawnLetter& letter : drawn_letters())
    if (left == (letter.area.x < x)) text += static_cast<char32_t>(letter.code);
  return text;
}

TEST(LessonLive, PageDownBringsTheCardBackAsItWasAndPageUpTheRow) {
  for (const bool own_window : {false, true})
    for (const int presses : {0, 1, 2}) {  // the question, the step before the answer, the answer
      SCOPED_TRACE(fmt::format("{} {}", own_window, presses));
      const auto stage = at_card(2, own_window);
      for (int i = 0; i < presses; ++i) press(*stage, k_press_on);
      const Seen of_card = seen(*stage);
      ASSERT_EQ(of_card.done, presses == 2);
      press(*stage, k_other_row);
      press(*stage, plain(k_key_right));
      const Seen of_row = seen(*stage);
      ASSERT_NE(of_row.source, of_card.source);
      ASSERT_EQ(of_row.step, 1) << "the arrow steps the row";
      EXPECT_EQ(of_row.card, 2);
      press(*stage, k_press_on);
      EXPECT_EQ(seen(*stage), of_card);
      press(*stage, k_press_back);
      EXPECT_EQ(seen(*stage), of_row) << "the press is taken back";
      press(*stage, k_press_back);
      EXPECT_EQ(seen(*stage), of_card) << "from the row both ways lead to the card";
      press(*stage, k_press_back);
      EXPECT_NE(seen(*stage).source, of_row.source) << "the row is not shown for ever";
      EXPECT_NE(seen(*stage), of_card);
      // because: the card before was skipped, so its answer is a press, too
      for (int i = 0; i < (presses == 0 ? 2 : 1); ++i) press(*stage, k_press_on);
      ASSERT_EQ(seen(*stage), of_card);
      press(*stage, k_press_on);  // and now the lesson goes on where it was
      EXPECT_EQ(seen(*stage).card, presses == 2 ? 3 : 2);
      EXPECT_EQ(seen(*stage).done, presses == 1);
      press(*stage, k_press_back);
      EXPECT_EQ(seen(*stage), of_card);
    }
}

TEST(LessonLive, ARowOfTheLecturersAnswersNothing) {
  const auto stage = at_card(5);  // asks for a step and an answer
  press(*stage, k_other_row);
  press(*stage, plain(k_key_end));
  EXPECT_EQ(stage->steps().at("step"), stage->steps().at("steps")) << "the end of the row, which a clicker never reaches";
  EXPECT_FALSE(seen(*stage).done);
}

// three numbers are one tile of sixteen, and three tiles where each begins one
TEST(LessonLive, ARowForLookBackBeginsATileWithEachNumber) {
  const auto stage = std::make_unique<Stage>(
      Setting{.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = "look-back", .presents = true});
  stage->key(ctrl(k_key_page_down));
  stage->settle();
  ASSERT_EQ(stage->steps().at("look_back").at("tiles").size(), 4);
  press(*stage, ctrl('R'));
  stage->frames(6);  // because: the field has the keyboard then
  stage->type("5 2 8");
  press(*stage, plain(k_key_enter));
  stage->settle();
  EXPECT_EQ(stage->steps().at("view"), "look-back");
  ASSERT_EQ(stage->steps().at("look_back").at("tiles").size(), 3);
  for (const char* own : {"own sum 5", "own sum 2", "own sum 8"})
    EXPECT_NE(letters_of_part(1280, true).find(letters_of(own)), std::u32string::npos) << own;
  EXPECT_EQ(seen(*stage).source.at("typed").get<std::string>().rfind("5 0 0 ", 0), 0U);
}

TEST(LessonLive, AnotherWorkspaceLeadsBackToo) {
  const auto stage = at_card(1);
  const Seen of_card = seen(*stage);
  press(*stage, ctrl('1'));
  ASSERT_EQ(stage->state().at("workspace"), "explore");
  stage->frames(6);
  press(*stage, k_press_on);
  EXPECT_EQ(stage->state().at("workspace"), "steps");
  EXPECT_EQ(seen(*stage), of_card);
}

TEST(LessonLive, TheLecturerAloneReadsWhereItGoesOn) {
  const auto stage = at_card(1, true);
  const double edge = stage->screen().stage().width;
  const auto says = [&](bool left) { return letters_of_part(edge, left).find(letters_of("PgDn brings the card back")); };
  EXPECT_EQ(says(false), std::u32string::npos);
  press(*stage, k_other_row);
  stage->frames(8);
  stage->shot("live-row");
  EXPECT_NE(says(false), std::u32string::npos);
  EXPECT_EQ(says(true), std::u32string::npos);
  const std::string title = find_lesson("tree")->cards[1].title;
  const auto class_reads = [&](const std::string& text) {
    return letters_of_part(edge, true).find(letters_of(text)) != std::u32string::npos;
  };
  EXPECT_TRUE(class_reads("Another row"));
  EXPECT_FALSE(class_reads(title)) << "its question is of the card's row";
  press(*stage, k_press_on);
  stage->frames(8);
  EXPECT_TRUE(class_reads(title));
  EXPECT_FALSE(class_reads("Another row"));
  EXPECT_EQ(says(false), std::u32string::npos);
  EXPECT_NE(letters_of_part(edge, false).find(letters_of("PgUp shows your row again")), std::u32string::npos);
}

// load, up-sweep and down-sweep of the four levels of 16 numbers, clear, store
TEST(LessonLive, TheLecturerTypesARowWhichIsOneTree) {
  const auto stage = at_card(1, true);
  const std::string row = "1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7";
  stage->click(stage->control("lesson:own_row"));
  stage->type(row);
  press(*stage, plain(k_key_enter));
  EXPECT_EQ(seen(*stage).source.at("typed"), row + "\n");
  EXPECT_EQ(stage->steps().at("steps"), 1 + 4 + 1 + 4 + 1);
  press(*stage, plain(k_key_right));
  EXPECT_EQ(seen(*stage).step, 1) << "keys are no longer those of the field";
  press(*stage, k_press_on);
  EXPECT_EQ(seen(*stage).step, 2) << "the card's step";
  stage->click(stage->control("lesson:own_row"));
  stage->type("x y");
  press(*stage, plain(k_key_enter));
  EXPECT_NE(letters_on_screen().find(letters_of("'x' is not a number")), std::u32string::npos);
  EXPECT_EQ(seen(*stage).step, 2);
}

TEST(LessonLive, KeysAndMessagesAreBesideTheStageOfTheClass) {
  const auto stage = at_card(1, true);
  const double edge = stage->screen().stage().width;
  const std::u32string of_class = letters_of_part(edge, true);
  stage->key(plain(k_key_f1));
  ASSERT_EQ(stage->state().at("popup"), "key_sheet");
  stage->frames(10);
  stage->shot("class-keys");
  EXPECT_EQ(letters_of_part(edge, true), of_class);
  EXPECT_NE(letters_of_part(edge, false).find(letters_of("black; again: the stage")), std::u32string::npos);
  press(*stage, plain(k_key_escape));
  EXPECT_EQ(stage->state().at("popup"), "");
  EXPECT_EQ(stage->state().at("presentation").at("on"), true);
  for (const Chord chord : {plain('S'), ctrl('O')}) {
    stage->key(chord);
    stage->frames(10);
    stage->shot(chord.ctrl ? "class-open" : "class-save");
    EXPECT_TRUE(stage->state().at("controls").contains(chord.ctrl ? "open:path" : "steps:save:go"));
    EXPECT_EQ(letters_of_part(edge, true), of_class) << chord.key;
    stage->key(plain(k_key_escape));
  }
  stage->screen().perform(WindowAction::open, {}, "/nowhere/picture.png");
  stage->settle();
  stage->frames(3);
  stage->shot("class-message");
  ASSERT_NE(stage->state().at("message"), "");
  EXPECT_EQ(letters_of_part(edge, true), of_class);
  EXPECT_NE(letters_of_part(edge, false).find(letters_of("/nowhere/picture.png")), std::u32string::npos);
  stage->click(stage->control("message:close"));
  EXPECT_EQ(stage->state().at("message"), "");
}

// because: a card asks about what is on the screen, and it must stay where it was
TEST(LessonLive, AMessageMovesAndHidesNothing) {
  struct Place {
    Setting setting;
    bool covers_keys;  // alone the live keys; before a class a part of the stage or of the notes
  };
  for (const auto& [setting, covers_keys] :
       {Place{{.box = {}, .workspace = "learn", .lesson = "tree"}, true},
        {{.box = {}, .workspace = "learn", .lesson = "four-reads"}, true},
        {{.scale = 1.5, .box = {}, .workspace = "learn", .lesson = "banks"}, true},
        {{.size = {1920, 1080}, .theme = "light", .box = {}, .workspace = "learn", .lesson = "look-back"}, true},
        {{.box = {}, .presents = true}, false},
        {with_class("tree"), false}}) {
    Stage stage(setting);
    stage.frames(6);
    const auto seen = [&] {
      std::vector<std::tuple<char32_t, double, double, std::string>> letters;
      for (const DrawnLetter& letter : drawn_letters())
        if (letter.window != "message" && letter.window != "bottom" && letter.window != "clock" && letter.window != "lesson" &&
            !letter.window.starts_with("##Foreground"))
          letters.emplace_back(letter.code, letter.area.x, letter.area.y, letter.window);
      nlohmann::json controls = stage.state().at("controls");
      controls.erase("message:close");
      controls.erase("message:act");
      controls.erase("message:text");
      return std::pair{letters, controls};
    };
    const auto before = seen();
    stage.screen().perform(WindowAction::open, {}, "/nowhere/picture.png");
    stage.until_message("/nowhere/");
    stage.frames(4);
    stage.shot(fmt::format("message-{}-{}", setting.lesson, setting.size.width));
    EXPECT_NE(letters_on_screen().find(letters_of("/nowhere/picture.png")), std::u32string::npos) << setting.lesson;
    const auto after = seen();
    EXPECT_EQ(after.second, before.second) << setting.lesson;
    if (!covers_keys) continue;
    EXPECT_EQ(after.first, before.first) << setting.lesson;
    const Area keys{0, setting.size.height - 1.9 * 16 * setting.scale - 1, 1e9, 1e9};
    EXPECT_GT(stage.control("message:close").y, keys.y) << "over the live keys alone";
  }
}

TEST(LessonLive, InOneWindowTheyAreBrief) {
  const auto stage = at_card(1);
  const auto caption = stage->state().at("controls").at("class:time").at("y").get<double>();
  const auto of_stage = [&] {
    std::u32string text;
    for (const DrawnLetter& letter : drawn_letters())
      if (letter.area.bottom() < caption) text += static_cast<char32_t>(letter.code);
    return text;
  };
  stage->key(plain(k_key_f1));
  stage->frames(5);
  stage->shot("brief-keys");
  EXPECT_NE(letters_on_screen().find(letters_of("black; again: the stage")), std::u32string::npos);
  stage->frame(21);
  stage->frames(3);
  EXPECT_EQ(stage->state().at("popup"), "") << "it goes by itself";
  stage->key(plain(k_key_f1));
  stage->key(k_press_on);
  EXPECT_EQ(stage->state().at("popup"), "") << "or by the clicker";
  EXPECT_EQ(seen(*stage).done, true) << "which goes on";
  const std::u32string now = of_stage();
  stage->screen().perform(WindowAction::open, {}, "/nowhere/picture.png");
  stage->until_message("/nowhere/picture.png");
  stage->frames(3);
  stage->shot("brief-message");
  EXPECT_NE(letters_on_screen().find(letters_of("/nowhere/picture.png")), std::u32string::npos);
  EXPECT_EQ(of_stage(), now);
  stage->frame(6);
  stage->frames(3);
  EXPECT_EQ(letters_on_screen().find(letters_of("/nowhere/picture.png")), std::u32string::npos);
  stage->key(plain(k_key_escape));
  stage->frames(3);
  EXPECT_EQ(stage->state().at("presentation").at("on"), false);
  EXPECT_NE(letters_on_screen().find(letters_of("/nowhere/picture.png")), std::u32string::npos) << "there is time for it now";
}

TEST(LessonLive, MarksOfThePenStayWithTheirCard) {
  const auto stage = at_card(1);
  const auto marks = [&] { return stage->state().at("presentation").at("marks").get<int>(); };
  stage->key(plain('U'));
  const auto draw = [&] {
    stage->screen().input().push(InputEvent::move_to(300, 300));
    stage->screen().input().push(InputEvent::press(MouseButton::left, true));
    stage->settle();
    stage->move_to({500, 320});
    stage->screen().input().push(InputEvent::press(MouseButton::left, false));
    stage->settle();
  };
  draw();
  ASSERT_EQ(marks(), 1);
  press(*stage, k_press_on);
  EXPECT_EQ(marks(), 0) << "because: the answer appears below it";
  press(*stage, k_press_on);
  ASSERT_EQ(stage->state().at("learn").at("card"), 2);
  EXPECT_EQ(marks(), 0);
  draw();
  draw();
  EXPECT_EQ(marks(), 2);
  press(*stage, k_press_back);
  press(*stage, k_press_back);
  EXPECT_EQ(marks(), 1) << "that of this question";
  for (int i = 0; i < 2; ++i) stage->key(plain(k_key_escape));  // the pen, the class
  ASSERT_EQ(stage->state().at("presentation").at("on"), false);
  stage->key(plain(k_key_f1 + 4));
  EXPECT_EQ(marks(), 1);
  stage->key(shift('U'));
  EXPECT_EQ(marks(), 0);
}

TEST(LessonLive, TheMenuFileSavesStepsAndTheLesson) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree"});
  stage.click(stage.control("menu:file"));
  const nlohmann::json controls = stage.state().at("controls");
  EXPECT_TRUE(controls.contains("menu:save-steps"));
  EXPECT_TRUE(controls.contains("menu:save-lesson-page"));
  EXPECT_TRUE(controls.contains("menu:lesson-slides"));
  stage.shot("menu-file");
  Stage list({.box = {}, .workspace = "learn"});
  list.click(list.control("menu:file"));
  EXPECT_TRUE(list.state().at("controls").contains("menu:save-lesson-page")) << "grey: no lesson is open";
  Stage explore({.box = {}, .workspace = "explore"});
  explore.click(explore.control("menu:file"));
  EXPECT_FALSE(explore.state().at("controls").contains("menu:save-lesson-page"));
}

}  // namespace
}  // namespace satscope::app
