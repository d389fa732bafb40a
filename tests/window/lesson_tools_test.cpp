// SPDX-License-Identifier: Apache-2.0
// What a lecturer and a student need around a lesson: a row of one's own without a second window, keys and news beside what the
// class reads, the dialog for slides, and the way from a wrong answer back to its card.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

#include "app/lessons/lesson.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/steps/keys.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

constexpr Chord k_tools_on = plain(k_key_page_down), k_tools_back = plain(k_key_page_up), k_tools_escape = plain(k_key_escape);
constexpr Chord k_tools_present = plain(k_key_f1 + 4);

std::unique_ptr<Stage> tree_before_a_class(int card, Extent size = {1280, 720}, const std::string& theme = "dark") {
  auto stage = std::make_unique<Stage>(
      Setting{.size = size, .theme = theme, .box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  for (int i = 0; i < card; ++i) stage->key(ctrl(k_key_page_down));
  stage->frames(6);
  return stage;
}

void press_slowly(Stage& stage, Chord chord) {
  stage.frame(1);
  stage.key(chord);
  stage.frames(6);
}

bool is_on_screen(const std::string& text) { return letters_on_screen().find(letters_of(text)) != std::u32string::npos; }
nlohmann::json typed_row(Stage& stage) { return stage.steps().at("source").at("typed"); }

TEST(LessonTools, ALecturerWithOneWindowTypesARow) {
  const auto stage = tree_before_a_class(1);
  const Card& card = find_lesson("tree")->cards[1];
  const nlohmann::json of_card = typed_row(*stage);
  press_slowly(*stage, ctrl('R'));
  ASSERT_TRUE(stage->state().at("controls").contains("lesson:own_row"));
  EXPECT_TRUE(is_on_screen(card.act->class_ask)) << "the question stays";
  stage->type("2 7 1 8");
  stage->shot("own-row-typed");
  press_slowly(*stage, plain(k_key_enter));
  EXPECT_EQ(typed_row(*stage), "2 7 1 8\n");
  EXPECT_FALSE(stage->state().at("controls").contains("lesson:own_row"));
  EXPECT_TRUE(is_on_screen("Another row"));
  EXPECT_TRUE(is_on_screen("PgDn brings the card back"));
  stage->shot("own-row");
  press_slowly(*stage, plain(k_key_right));
  EXPECT_EQ(stage->steps().at("step"), 1) << "keys step the row";
  press_slowly(*stage, k_tools_on);
  EXPECT_EQ(typed_row(*stage), of_card);
  EXPECT_TRUE(is_on_screen(card.title));
  press_slowly(*stage, k_tools_back);
  EXPECT_EQ(typed_row(*stage), "2 7 1 8\n");
  press_slowly(*stage, k_tools_on);
  press_slowly(*stage, ctrl('R'));
  stage->type("9");
  press_slowly(*stage, k_tools_escape);
  EXPECT_EQ(typed_row(*stage), of_card);
  EXPECT_FALSE(stage->state().at("controls").contains("lesson:own_row"));
  EXPECT_EQ(stage->state().at("presentation").at("on"), true) << "Esc left the field alone";
  EXPECT_TRUE(is_on_screen(card.title));
}

TEST(LessonTools, TheRowOfALecturerKeepsItsOwnMarks) {
  const auto stage = tree_before_a_class(1);
  const auto marks = [&] { return stage->state().at("presentation").at("marks"); };
  press_slowly(*stage, plain('U'));
  stage->click({400, 300});
  EXPECT_EQ(marks(), 1) << "of the card";
  press_slowly(*stage, ctrl('R'));
  stage->type("2 7 1 8");
  press_slowly(*stage, plain(k_key_enter));
  EXPECT_EQ(marks(), 0) << "of the row";
  stage->click({400, 200});
  stage->click({500, 200});
  stage->shot("marks-of-own-row");
  press_slowly(*stage, k_tools_on);
  EXPECT_EQ(marks(), 1) << "those of the row are put away";
  press_slowly(*stage, k_tools_back);
  EXPECT_EQ(marks(), 2);
}

TEST(LessonTools, TheListSaysAtWhichCardTheOpenLessonIs) {
  Stage stage({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = "tree"});
  stage.key(ctrl('L'));
  stage.click(stage.control("lesson:go:3"));
  stage.screen().perform(WindowAction::workspace, ctrl('5'));
  stage.settle();
  stage.shot("lessons-open");
  EXPECT_TRUE(is_on_screen("0 of 8 done, at card 3")) << "as the panel beside it";
}

TEST(LessonTools, ACardOfAnotherWorkspaceHasNoRow) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "four-reads", .presents = true});
  press_slowly(stage, ctrl('R'));
  EXPECT_FALSE(stage.state().at("controls").contains("lesson:own_row"));
  EXPECT_TRUE(is_on_screen("a card that shows Steps"));
}

TEST(LessonTools, ControlASelectsAllOfTheRow) {
  for (const bool own_window : {false, true}) {
    Stage stage(own_window ? with_class("tree") : Setting{.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
    press_slowly(stage, ctrl('R'));
    stage.type("1 2 3 4");
    stage.key(ctrl('A'));
    stage.type("5 6");
    press_slowly(stage, plain(k_key_enter));
    EXPECT_EQ(typed_row(stage), "5 6\n") << own_window;
  }
}

/// The letters of the stage above y, with their places.
std::vector<std::tuple<char32_t, double, double, double>> drawn_above(double y) {
  std::vector<std::tuple<char32_t, double, double, double>> all;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.window != "Keys" && letter.window != "class time" && letter.area.bottom() < y)
      all.emplace_back(letter.code, letter.area.x, letter.area.y, letter.size);
  return all;
}

// 20 pixels of 720 are read from the last row, and as large a part of any other window
TEST(LessonTools, KeysLieOverTheCaptionAndMoveNothing) {
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}, {1024, 768}}) {
    const auto stage = tree_before_a_class(5, size, size.width == 1920 ? "light" : "dark");
    const auto whole = drawn_above(1e9);
    stage->key(plain(k_key_f1));
    stage->frames(6);
    stage->shot(fmt::format("class-keys-{}", size.width));
    double top = 1e9;
    std::u32string keys;
    for (const DrawnLetter& letter : drawn_letters()) {
      if (letter.window != "Keys") continue;
      keys += letter.code;
      top = std::min(top, letter.area.y);
      EXPECT_GE(letter.size, 20.0 * std::min(size.height / 720.0, size.width / 960.0)) << size.width;
    }
    for (const char* text : {"black; again: the stage", "few colours, for a weak projector", "your own row", "Ctrl+L", "Esc"})
      EXPECT_NE(keys.find(letters_of(text)), keys.npos) << text << " at " << size.width;
    for (const char* text : {"Skip", "zoom", "undo"}) EXPECT_EQ(keys.find(letters_of(text)), keys.npos) << text;
    EXPECT_GT(top, 0.44 * size.height) << "the tree is above it";
    const auto seen = drawn_above(top - 40);
    EXPECT_GT(seen.size(), 60U) << "the tree, and what is in its nodes";
    stage->key(plain(k_key_f1));
    stage->frames(3);
    EXPECT_EQ(drawn_above(top - 40), seen) << "it was as it is without the keys";
    EXPECT_EQ(drawn_above(1e9), whole) << "it comes back as it was";
  }
  Stage explore({.box = {}, .workspace = "learn", .lesson = "four-reads", .presents = true});
  explore.key(plain(k_key_f1));
  explore.frames(6);
  EXPECT_TRUE(is_on_screen("a lens at the pointer"));
  EXPECT_FALSE(is_on_screen("your own row")) << "this card has none";
}

TEST(LessonTools, TheKeySheetHasEachGroupOnce) {
  for (const WorkspaceKind& kind : workspaces()) {
    Stage stage({.box = {}, .workspace = std::string(kind.id)});
    stage.type("?");
    stage.frames(4);
    const std::u32string all = letters_on_screen(), group = letters_of("Before a class");
    const std::size_t first = all.find(group);
    ASSERT_NE(first, all.npos) << kind.id;
    EXPECT_EQ(all.find(group, first + 1), all.npos) << kind.id;
  }
}

// by hand: at 1920x1080 the eight cards of this lesson are two rows of four, so below card 3 is card 7
TEST(LessonTools, KeysChooseAmongAllCards) {
  const auto stage = tree_before_a_class(1, {1920, 1080});
  const nlohmann::json step = stage->steps().at("step");
  const auto chosen = [&] {
    const nlohmann::json controls = stage->state().at("controls");
    for (int card = 1; card <= 8; ++card)
      if (controls.at(fmt::format("lesson:go:{}", card)) == controls.at("lesson:chosen")) return card;
    return 0;
  };
  stage->key(ctrl('L'));
  stage->settle();
  stage->frames(10);
  EXPECT_EQ(chosen(), 2) << "the card that is shown";
  for (const char* text : {"Arrows, Home, End", "choose", "Enter", "go there", "Esc", "back"})
    EXPECT_TRUE(is_on_screen(text)) << text;
  for (const auto& [key, card] : {std::pair{k_key_right, 3},
                                  {k_key_down, 7},
                                  {k_key_down, 7},
                                  {k_key_end, 8},
                                  {k_key_right, 8},
                                  {k_key_up, 4},
                                  {k_key_home, 1},
                                  {k_key_left, 1},
                                  {k_key_right, 2},
                                  {k_key_down, 6}}) {
    stage->key(plain(key));
    EXPECT_EQ(chosen(), card) << key;
  }
  stage->shot("all-cards");
  // the headline of the picture of card 6
  const nlohmann::json tile = stage->state().at("controls").at("lesson:chosen");
  double least = 1e9;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.area.x > tile.at("x") && letter.area.y > tile.at("y") &&
        letter.area.bottom() < tile.at("y").get<double>() + 130 && letter.area.right() < tile.at("x").get<double>() + 200)
      least = std::min(least, letter.size);
  EXPECT_GE(least, 12) << "pixels of the smallest letters there";
  EXPECT_EQ(stage->steps().at("step"), step) << "nothing is stepped below it";
  stage->key(k_tools_escape);
  EXPECT_FALSE(stage->state().at("controls").contains("lesson:chosen"));
  EXPECT_EQ(stage->state().at("learn").at("card"), 1);
  EXPECT_EQ(stage->state().at("presentation").at("on"), true) << "Esc closes one thing";
  for (const Chord& chord : {ctrl('L'), plain(k_key_end), plain(k_key_enter)}) press_slowly(*stage, chord);
  EXPECT_FALSE(stage->state().at("controls").contains("lesson:chosen"));
  EXPECT_EQ(stage->state().at("learn").at("card"), 7);
}

// the key line, the notice about digits and a prediction, by the mouse alone
TEST(LessonTools, APredictionIsBegunByAClickAndKeptByClose) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree"});
  const auto predicts = [&] { return stage.steps().at("prediction").at("on").get<bool>(); };
  const auto message = [&] { return stage.state().at("message").get<std::string>(); };
  ASSERT_FALSE(predicts());
  stage.key(plain('7'));
  stage.frames(4);
  ASSERT_NE(message().find("press P first"), std::string::npos) << message();
  stage.click(stage.control("message:close"));
  EXPECT_EQ(message(), "");
  stage.click(stage.control("key:P"));
  EXPECT_TRUE(predicts());
  stage.screen().perform(WindowAction::open, {}, "/nowhere/picture.png");
  stage.until_message("/nowhere/");
  stage.click(stage.control("message:close"));
  EXPECT_EQ(message(), "");
  EXPECT_TRUE(predicts()) << "Close closes the message alone";
  stage.click(stage.control("key:P"));
  EXPECT_FALSE(predicts());
  stage.key(plain('7'));
  stage.frames(4);
  stage.key(plain('P'));
  stage.frames(4);
  EXPECT_EQ(message(), "") << "it was done";
  EXPECT_TRUE(predicts());
}

TEST(LessonTools, ABadRowIsSaidAndKept) {
  for (const bool own_window : {false, true}) {
    Stage stage(own_window ? with_class("tree") : Setting{.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
    const nlohmann::json before = typed_row(stage);
    press_slowly(stage, ctrl('R'));
    stage.type("1 2 x");
    press_slowly(stage, plain(k_key_enter));
    stage.shot(fmt::format("bad-row-{}", own_window));
    EXPECT_TRUE(is_on_screen("'x' is not a number; a row is numbers with blanks or commas between them, such as 3 1 7 0."));
    EXPECT_TRUE(is_on_screen("1 2 x")) << "it is kept";
    EXPECT_EQ(typed_row(stage), before);
    stage.key(plain(k_key_end));
    stage.key(plain(k_key_backspace));
    stage.type("3, 4");
    stage.frames(3);
    EXPECT_FALSE(is_on_screen("is not a number")) << "it is mended";
    press_slowly(stage, plain(k_key_enter));
    EXPECT_EQ(typed_row(stage), "1 2 3 4\n") << own_window;
  }
}

TEST(LessonTools, AnotherRowHasTheRoomOfTheCardsWords) {
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}}) {
    const auto stage = tree_before_a_class(5, size);
    const auto end = [] {  // of the stage: the top of the caption
      double top = 1e9;
      for (const DrawnLetter& letter : drawn_letters())
        if (letter.window == "class card") top = std::min(top, letter.area.y);
      return top;
    };
    const double before = end();
    EXPECT_LT(before, 0.8 * size.height) << "the card's words need some";
    press_slowly(*stage, ctrl('R'));
    stage->type("2 7 1 8");
    press_slowly(*stage, plain(k_key_enter));
    stage->frames(6);
    stage->shot(fmt::format("own-row-{}", size.width));
    EXPECT_GT(end(), 0.9 * size.height) << size.width;
    press_slowly(*stage, k_tools_on);
    stage->frames(6);
    EXPECT_EQ(end(), before) << "the card is as it was";
  }
}

TEST(LessonTools, NewsAreBesideTheTitleOrOverTheStage) {
  const auto stage = tree_before_a_class(0);  // whose title is the longest
  stage->screen().perform(WindowAction::open, {}, "/nowhere/" + std::string(120, 'x') + ".png");
  stage->until_message("/nowhere/");
  stage->frames(4);
  stage->shot("class-news");
  EXPECT_TRUE(is_on_screen("/nowhere/xxx"));
  std::vector<Area> titled, said;
  for (const DrawnLetter& letter : drawn_letters()) (letter.window == "class card" ? titled : said).push_back(letter.area);
  for (const Area& news : said)
    for (const Area& title : titled)
      EXPECT_FALSE(news.x < title.right() + 16 && title.x < news.right() && news.y + 1 < title.bottom() &&
                   title.y + 1 < news.bottom())
          << "on it, or close behind it";
  Stage alone({.box = {}, .presents = true});
  const double whole = alone.state().at("controls").at("steps:scrub").at("y").get<double>();
  alone.screen().perform(WindowAction::open, {}, "/nowhere/picture.png");
  alone.until_message("/nowhere/");
  alone.frames(4);
  alone.shot("class-news-alone");
  EXPECT_TRUE(is_on_screen("/nowhere/picture.png"));
  EXPECT_EQ(alone.state().at("controls").at("steps:scrub").at("y"), whole) << "nothing moves for it";
  alone.frame(6);
  alone.frames(4);
  EXPECT_EQ(alone.state().at("controls").at("steps:scrub").at("y"), whole);
}

TEST(LessonTools, AWrongAnswerLeadsToItsCard) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "banks"});
  for (int i = 0; i < 3; ++i) stage.key(ctrl(k_key_page_down));
  stage.click(stage.control("lesson:answer"));
  stage.type("2");
  stage.key(plain(k_key_enter));
  stage.frames(10);
  stage.click(stage.control("lesson:close"));
  stage.key(ctrl('5'));
  stage.frame(1);
  stage.shot("wrong-answers");
  ASSERT_TRUE(stage.state().at("learn").at("lesson").is_null());
  ASSERT_TRUE(is_on_screen("Answered wrong: card 4: 2,"));
  stage.click(stage.control("lesson:wrong:banks:4"));
  EXPECT_EQ(stage.state().at("learn").at("lesson"), "banks");
  EXPECT_EQ(stage.state().at("learn").at("card"), 3);
  EXPECT_EQ(stage.state().at("learn").at("title"), find_lesson("banks")->cards[3].title);
}

/// Another part of the program takes and keeps memory while a button is down.
std::vector<std::unique_ptr<std::byte[]>> taken_memory() {
  std::vector<std::unique_ptr<std::byte[]>> taken;
  for (std::size_t bytes = 16; bytes <= 2048; bytes += 16)
    for (int i = 0; i < 16; ++i) taken.push_back(std::make_unique<std::byte[]>(bytes));
  return taken;
}

TEST(LessonTools, AnyWrongAnswerIsInReachOfASlowClick) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "banks"});
  for (int i = 0; i < 3; ++i) stage.key(ctrl(k_key_page_down));
  stage.click(stage.control("lesson:answer"));
  for (const char* wrong : {"2", "3", "5", "6"}) {
    stage.key(ctrl('A'));
    stage.type(wrong);
    stage.key(plain(k_key_enter));
    stage.frames(10);
  }
  stage.click(stage.control("lesson:close"));
  stage.key(ctrl('5'));
  stage.frame(1);
  ASSERT_TRUE(is_on_screen("and 2 before"));
  EXPECT_FALSE(is_on_screen("card 4: 2,"));
  stage.click(stage.control("lesson:wrong:banks"));
  stage.shot("all-wrong-answers");
  for (const char* wrong : {"2", "3", "5", "6"}) EXPECT_TRUE(is_on_screen(fmt::format("card 4: {},", wrong))) << wrong;
  stage.move_to(stage.control("lesson:wrong:banks:4"));
  stage.screen().input().push(InputEvent::press(MouseButton::left, true));
  stage.frames(3);
  const auto taken = taken_memory();
  stage.frames(3);
  stage.screen().input().push(InputEvent::press(MouseButton::left, false));
  stage.settle();
  EXPECT_EQ(stage.state().at("learn").at("lesson"), "banks");
}

TEST(LessonTools, EnterAtTheListTakesNoPixels) {
  Stage stage({.box = Box{20, 10, 12, 9}, .workspace = "learn"});
  const nlohmann::json source = stage.steps().at("source");
  stage.click({640, 500});
  stage.key(plain(k_key_enter));
  EXPECT_EQ(stage.state().at("workspace"), "learn");
  EXPECT_EQ(stage.steps().at("source"), source);
}

// by hand: 3 + 3, of three instructions in two turns each
TEST(LessonTools, DigitsAfterAClickElsewhereAreTheAnswer) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "banks"});
  for (int i = 0; i < 2; ++i) stage.key(ctrl(k_key_page_down));
  const auto drawn = [](const std::string& text) {
    std::string all;
    std::vector<Point> places;
    for (const DrawnLetter& letter : drawn_letters()) {
      all += letter.code < 128 ? static_cast<char>(letter.code) : '?';
      places.push_back({letter.area.x + 1, letter.area.y + 1});
    }
    const std::size_t at = all.find(text);
    return at == all.npos ? std::optional<Point>() : places[at];
  };
  EXPECT_TRUE(drawn("Instruction1of3"));
  const auto third = drawn("3:writes");
  ASSERT_TRUE(third);
  stage.click(*third);
  EXPECT_TRUE(drawn("Instruction3of3"));
  stage.key(plain('6'));
  stage.shot("digit-after-a-click");
  stage.key(plain(k_key_enter));
  stage.frames(10);
  EXPECT_EQ(stage.state().at("learn").at("done"), true);
  stage.key(ctrl(k_key_page_down));
  EXPECT_TRUE(drawn("Instruction1of3")) << "of which this card speaks";
}

TEST(LessonTools, TheFieldThatIsGoneLeavesItsRoomToTheText) {
  for (const auto& [id, card] : {std::pair{"tree", 2}, {"tree", 3}, {"look-back", 0}, {"look-back", 5}}) {
    Stage stage({.box = {}, .workspace = "learn", .lesson = id});
    for (int i = 0; i < card; ++i) stage.key(ctrl(k_key_page_down));
    const auto& solution = find_lesson(id)->cards[static_cast<std::size_t>(card)].act->solution;
    const auto answer = std::ranges::find(solution, LessonAction::Kind::answer, &LessonAction::kind);
    ASSERT_NE(answer, solution.end());
    stage.click(stage.control("lesson:answer"));
    stage.type(answer->text);
    stage.key(plain(k_key_enter));
    stage.frames(30);
    for (int i = 0; i < 2 && !stage.state().at("learn").at("done").get<bool>(); ++i) {
      stage.frames(20);  // because: keys of the field's last second are not those of the steps
      stage.screen().perform(StepsAction::step_forward);
      stage.frames(20);
    }
    stage.shot(fmt::format("room-{}-{}", id, card + 1));
    ASSERT_EQ(stage.state().at("learn").at("done"), true) << id << " " << card + 1;
    double bottom = 0, size = 0;
    for (const DrawnLetter& letter : drawn_letters())
      if (letter.window == "lesson given") bottom = std::max(bottom, letter.line + letter.size), size = letter.size;
    if (size == 0) continue;  // all has room there
    EXPECT_LT(stage.state().at("controls").at("lesson:back").at("y").get<double>() - bottom, 2.5 * size)
        << id << " " << card + 1;
  }
}

// the corners of columns 20 to 939 and rows 20 to 619, as the last card names such entries
TEST(LessonTools, ALargeBoxKeepsThePlacesOfItsEntries) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "four-reads"});
  for (std::size_t i = 1; i < find_lesson("four-reads")->cards.size(); ++i) stage.key(ctrl(k_key_page_down));
  stage.screen().perform(LearnAction::change, {}, R"({"box": {"x": 20, "y": 20, "w": 920, "h": 600}})");
  stage.settle();
  stage.shot("large-box");
  for (const char* place : {"P(20, 20) =", "P(940, 20) =", "P(20, 620) =", "P(940, 620) ="})
    EXPECT_TRUE(is_on_screen(place)) << place;
}

TEST(LessonTools, SlidesHaveADialogOfTheirOwn) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree"});
  stage.click(stage.control("menu:file"));
  stage.click(stage.control("menu:lesson-slides"));
  stage.frames(3);
  stage.shot("slides-dialog");
  EXPECT_EQ(stage.state().at("popup"), "slides");
  EXPECT_TRUE(is_on_screen("Save the lesson as slides"));
  EXPECT_TRUE(is_on_screen("satscope-tree-")) << "a name to begin with";
  for (const char* theme : {"slides:dark", "slides:light"}) {
    stage.click(stage.control(theme));
    EXPECT_EQ("slides:" + stage.remembered().slides, theme) << "for the next time";
  }
  stage.key(k_tools_escape);
  EXPECT_EQ(stage.state().at("popup"), "");
  EXPECT_EQ(stage.state().at("learn").at("lesson"), "tree");
}

TEST(LessonTools, PresentingTwiceAndEscapeLeaveNothingBehind) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree"});
  stage.key(ctrl(k_key_page_down));
  const auto on = [&] { return stage.state().at("presentation").at("on").get<bool>(); };
  const nlohmann::json before = stage.state().at("learn");
  for (int round = 0; round < 2; ++round) {
    press_slowly(stage, k_tools_present);
    EXPECT_TRUE(on());
    press_slowly(stage, k_tools_present);
    stage.shot(fmt::format("f5-twice-{}", round));
    EXPECT_TRUE(on()) << "a second press changes nothing";
    press_slowly(stage, k_tools_escape);
    EXPECT_FALSE(on());
    EXPECT_EQ(stage.state().at("learn").at("card"), before.at("card"));
    EXPECT_EQ(stage.state().at("learn").at("done"), before.at("done"));
    EXPECT_TRUE(stage.state().at("controls").contains("lesson:next"));
  }
}

}  // namespace
}  // namespace satscope::app
