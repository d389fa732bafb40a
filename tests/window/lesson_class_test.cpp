// SPDX-License-Identifier: Apache-2.0
// A lesson before a class, by a clicker alone: the stage rests, solutions are played and taken back. And keys while a lesson is
// open: what goes into its field, and what works beside it. With SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <set>

#include "app/lessons/lesson.h"
#include "app/ui/shell.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/workspaces/learn/learn.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

constexpr Chord k_clicked = plain(k_key_page_down), k_clicked_back = plain(k_key_page_up);

/// The tree lesson at a card from 0; before a class where it has a size.
std::unique_ptr<Stage> tree_lesson(int card, Extent to_class = {}) {
  const bool presents = to_class.area() > 0;
  auto stage = std::make_unique<Stage>(Setting{.size = presents ? to_class : Extent{1280, 720},
                                               .box = {},
                                               .workspace = "learn",
                                               .lesson = "tree",
                                               .presents = presents});
  for (int i = 0; i < card; ++i) stage->key(ctrl(k_key_page_down));
  stage->settle();
  return stage;
}

bool is_seen(const std::string& words) { return letters_on_screen().find(letters_of(words)) != std::u32string::npos; }

TEST(LessonBeforeAClass, TheLecturersNotesStayInSightAfterAReply) {
  Stage stage(with_class("tree"));
  const double edge = stage.screen().stage().width;
  for (int card = 0; card < 2; ++card, stage.key(ctrl(k_key_page_down))) {
    stage.frame(1);
    stage.key(k_clicked);
    ASSERT_EQ(stage.state().at("learn").at("done"), true) << card;
    std::u32string of_panel;
    for (const DrawnLetter& letter : drawn_letters())
      if (letter.area.x >= edge) of_panel += static_cast<char32_t>(letter.code);
    EXPECT_NE(of_panel.find(letters_of("For you")), of_panel.npos) << card;
  }
}

TEST(LessonBeforeAClass, TheStageStaysFromTheQuestionToTheAnswer) {
  for (const Extent size : {Extent{1280, 720}, {1024, 768}}) {
    const auto stage = tree_lesson(0, size);
    const auto place = [&] { return stage->state().at("controls").at("class:time").at("y"); };  // below the stage
    const auto bottom = [&] {  // of the row that the card is about
      const nlohmann::json steps = stage->steps();
      for (const auto& grid : steps.at("grids"))
        if (grid.at("buffer") == "temp") return grid.at("y").get<double>() + grid.at("h").get<double>();
      return 0.0;
    };
    for (int card = 0; card < 6; ++card, stage->key(ctrl(k_key_page_down))) {
      const auto asked = place();
      const double row = bottom();
      for (int press = 0; press < (card == 2 ? 2 : 1); ++press) {  // because: the third shows the last step up, then the turn
        stage->frame(1);                                           // because: a press at once would be one too many
        stage->key(k_clicked);
      }
      ASSERT_EQ(stage->state().at("learn").at("done"), true) << card;
      EXPECT_EQ(place(), asked) << card << " at " << size.width;
      // because: the fourth shows the trees alone
      EXPECT_NEAR(bottom(), row, card == 3 ? size.height : 0.02 * size.height) << card << " at " << size.width;
      stage->shot(fmt::format("class-tree-{}-{}", card + 1, size.width));
    }
  }
}

TEST(LessonBeforeAClass, ASolutionMarksItsCellsWithoutThePointer) {
  const auto stage = tree_lesson(0, {1920, 1080});
  stage->move_to({300, 200});
  stage->press(k_clicked);
  std::size_t marks = 0;
  double seconds = 0;
  for (; stage->steps().at("step") == 1 && seconds < 10; seconds += 0.05) {
    stage->frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    marks = std::max(marks, stage->steps().at("prediction").at("marks").size());
    EXPECT_LE(ImGui::GetIO().MousePos.x, 300) << "it rests, or is away";
  }
  EXPECT_EQ(marks, 4U);
  EXPECT_EQ(stage->steps().at("step"), 2);
  stage->frames(3);
  stage->shot("marks-of-a-class");
  for (const int place : {1, 3, 5, 7})  // the up-sweep writes these; a fiftieth of the height is read from the last row
    EXPECT_GE(stage->state().at("controls").at(fmt::format("steps:judged:{}", place)).at("h"), 1080 / 50.0) << place;
}

// the first card types 9 into the last place of temp, which holds 3
TEST(LessonBeforeAClass, ASolutionShowsNoNumberBeforeItsStep) {
  const auto stage = tree_lesson(0, {1920, 1080});
  const auto shows_nine = [&] {
    const nlohmann::json steps = stage->steps();
    for (const auto& grid : steps.at("grids")) {
      if (grid.at("buffer") != "temp") continue;
      const double x = grid.at("x"), y = grid.at("y"), w = grid.at("w"), h = grid.at("h");
      for (const DrawnLetter& letter : drawn_letters())
        if (letter.code == U'9' && Area{x + w * 7 / 8, y, w / 8, h}.contains(letter.area.middle())) return true;
    }
    return false;
  };
  stage->press(k_clicked);
  double first = 10, seconds = 0;  // when it was shown, and when the step was made
  for (; stage->steps().at("step") == 1 && seconds < 10; seconds += 0.05) {
    stage->frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (shows_nine()) first = std::min(first, seconds);
  }
  EXPECT_GT(seconds, 1) << "its marks are seen for a second";
  EXPECT_GT(first, seconds - 0.3);
  stage->settle();
  EXPECT_TRUE(shows_nine());
}

TEST(LessonBeforeAClass, PageUpTakesBackAStepOfASolutionThatWaits) {
  const auto stage = tree_lesson(6, {1280, 720});
  const auto step = [&] { return stage->steps().at("step").get<int>(); };
  for (const int at : {1, 2, 3}) {
    stage->key(k_clicked);
    EXPECT_EQ(step(), at);
  }
  for (const int at : {2, 1, 0}) {
    stage->key(k_clicked_back);
    EXPECT_EQ(step(), at);
    EXPECT_EQ(stage->state().at("learn").at("card"), 6);
  }
  stage->key(k_clicked);
  EXPECT_EQ(step(), 1) << "again from the question";
  EXPECT_FALSE(is_seen("It is 6:"));
  for (int press = 0; press < 7; ++press) stage->key(k_clicked);
  EXPECT_EQ(step(), 8) << "the row that the answer ends with";
  EXPECT_EQ(stage->state().at("learn").at("done"), true);
  EXPECT_TRUE(is_seen("It is 6:"));
  stage->key(k_clicked_back);
  EXPECT_EQ(step(), 7) << "one press, and not all";
  EXPECT_EQ(stage->state().at("learn").at("done"), false);
  EXPECT_FALSE(is_seen("It is 6:"));
  stage->key(k_clicked);
  EXPECT_EQ(stage->state().at("learn").at("done"), true);
  for (int at = 7; at >= 0; --at) {
    stage->key(k_clicked_back);
    EXPECT_EQ(step(), at);
  }
  EXPECT_EQ(stage->state().at("learn").at("card"), 6);
  stage->key(k_clicked_back);
  EXPECT_EQ(stage->state().at("learn").at("card"), 5);
}

// the second step down is the seventh
TEST(LessonBeforeAClass, TheAskedNumberIsMarkedInItsStepAlone) {
  const auto stage = tree_lesson(6, {1280, 720});
  const auto marked = [&] {
    const nlohmann::json chosen = stage->steps().at("chosen");
    return chosen.is_null() ? std::string() : chosen.at("buffer").get<std::string>() + " " + chosen.at("index").dump();
  };
  const auto press = [&](Chord chord, int step) {
    stage->key(chord);
    EXPECT_EQ(stage->steps().at("step"), step);
    EXPECT_EQ(marked(), step == 7 ? "temp 5" : "") << step;
    if (step == 7) stage->shot("class-asked");
  };
  for (int step = 1; step <= 8; ++step) press(k_clicked, step);
  EXPECT_EQ(stage->state().at("learn").at("done"), true) << "the picture shows what the answer says";
  for (int step = 7; step >= 0; --step) press(k_clicked_back, step);
  press(k_clicked, 1);
}

TEST(LessonBeforeAClass, EachCardBeginsWithTheFirstThreadAndNoCell) {
  const auto thread = [](const Stage& stage) { return stage.steps().at("told").at("thread").get<int>(); };
  const int first = thread(*tree_lesson(2, {1280, 720}));
  const auto stage = tree_lesson(1, {1280, 720});
  const int before = thread(*stage);
  stage->key(plain(k_key_down));
  ASSERT_NE(thread(*stage), before);
  stage->click(
      {stage->steps().at("grids").at(0).at("x").get<double>() + 5, stage->steps().at("grids").at(0).at("y").get<double>() + 5});
  ASSERT_TRUE(stage->steps().at("chosen").is_object());
  stage->key(ctrl(k_key_page_down));
  EXPECT_EQ(stage->state().at("learn").at("card"), 2);
  EXPECT_EQ(thread(*stage), first);
  EXPECT_TRUE(stage->steps().at("chosen").is_null());
}

TEST(LessonBeforeAClass, TheAnswerComesAfterItsNumbersHaveLanded) {
  for (const int card : {0, 2, 4, 5}) {
    Stage stage({.size = {1280, 720}, .box = {}, .workspace = "learn", .moves = true, .lesson = "tree", .presents = true});
    for (int i = 0; i < card; ++i) stage.key(ctrl(k_key_page_down));
    if (card == 2) stage.key(k_clicked);
    stage.frame(1);
    stage.press(k_clicked);
    bool moved = false, done = false;
    for (double seconds = 0; !done && seconds < 10; seconds += 0.05) {
      stage.frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      const nlohmann::json now = stage.screen().state();
      const bool rests = now.at("steps").at("settled");
      moved = moved || !rests;
      done = now.at("learn").at("done");
      EXPECT_TRUE(rests || !done) << card;
    }
    EXPECT_TRUE(moved && done) << card;
  }
}

TEST(LessonBeforeAClass, TheTreeHoldsNoAnswerBeforeTheTurn) {
  const auto stage = tree_lesson(0, {1920, 1080});
  const Area area{960, 0, 960, 648};  // where the trees are
  std::string numbers;
  for (const DrawnLetter& letter : drawn_letters()) {
    const bool digit = letter.code >= U'0' && letter.code <= U'9';
    if (digit && area.contains(letter.area.middle())) numbers += static_cast<char>(letter.code);
  }
  std::ranges::sort(numbers);
  EXPECT_EQ(numbers, "01133467") << "the row, in the leaves of the up-sweep";
}

TEST(LessonBeforeAClass, NoBufferIsShownThatOnlyLaterPassesRead) {
  EXPECT_FALSE((tree_lesson(4, {1280, 720}), is_seen("row segment sums")));
  EXPECT_TRUE((tree_lesson(4), is_seen("row segment sums"))) << "a student alone sees what is read and written";
}

TEST(LessonBeforeAClass, PageUpShowsACardAgainAsItWasLeft) {
  const auto stage = tree_lesson(0, {1280, 720});
  const auto shows = [&](int card, bool done, int step) {
    EXPECT_EQ(stage->state().at("learn").at("card"), card);
    EXPECT_EQ(stage->state().at("learn").at("done"), done) << card;
    EXPECT_EQ(stage->steps().at("step"), step) << card;
  };
  stage->key(k_clicked);
  shows(0, true, 2);
  stage->frame(1);
  stage->key(k_clicked);
  shows(1, false, 2);
  stage->key(k_clicked_back);
  shows(0, true, 2);
  EXPECT_EQ(stage->steps().at("prediction").at("outcome").at("found"), 4) << "its marks, too";
  stage->frame(1);
  stage->key(k_clicked);
  shows(1, false, 2);
  stage->key(ctrl(k_key_page_down));
  shows(2, false, 3);
  stage->key(k_clicked_back);
  shows(1, false, 2);  // because: its answer was not seen yet
}

TEST(LessonBeforeAClass, TheArrowsAreThoseOfAClicker) {
  const auto stage = tree_lesson(6, {1280, 720});
  stage->key(plain(k_key_right));
  EXPECT_EQ(stage->steps().at("step"), 1) << "the first press of the solution";
  stage->key(plain(k_key_space));
  EXPECT_EQ(stage->steps().at("step"), 2) << "as the clicker, and does not play on";
  for (const int key : {k_key_home, k_key_end}) {
    stage->key(plain(key));
    EXPECT_EQ(stage->steps().at("step"), 2) << "the card does not speak of the first step, nor of the last";
  }
  for (int press = 0; press < 3; ++press) stage->key(plain(k_key_left));
  EXPECT_EQ(stage->state().at("learn").at("card"), 5);
  Stage explore({.box = Box{10, 8, 20, 16}, .workspace = "explore", .presents = true});
  explore.key(plain(k_key_right));
  EXPECT_EQ(explore.state().at("box").at("x"), 11) << "no lesson leads";
}

TEST(LessonBeforeAClass, NoTipLiesOverTheStage) {
  for (const bool to_class : {false, true}) {
    const auto stage = tree_lesson(6, to_class ? Extent{1280, 720} : Extent{});
    const nlohmann::json grids = stage->steps().at("grids");
    const auto temp = std::ranges::find(grids, "temp", [](const auto& grid) { return grid.at("buffer"); });
    stage->move_to({temp->at("x").get<double>() + 5, temp->at("y").get<double>() + 5});
    stage->frames(3);
    const bool tips =
        std::ranges::any_of(drawn_letters(), [](const DrawnLetter& letter) { return letter.window.starts_with("##Tooltip"); });
    EXPECT_EQ(tips, !to_class);
  }
}

TEST(LessonBeforeAClass, AStrayClickOnThePhasesChangesNothing) {
  const Setting bare{.size = {1280, 720}, .workspace = "steps", .presents = true};
  EXPECT_TRUE(Stage(bare).state().at("controls").contains("steps:scrub")) << "without a lesson they can be dragged";
  const auto stage = tree_lesson(4, {1280, 720});
  const double caption = stage->state().at("controls").at("class:time").at("y");
  for (double y = caption - 100; y < caption; y += 5) stage->click({900, y});
  EXPECT_EQ(stage->steps().at("step"), 6);
}

TEST(LessonBeforeAClass, OneTimeOfTheLessonIsShown) {
  const auto stage = tree_lesson(0, {1280, 720});
  EXPECT_FALSE(is_seen("0:0")) << "a slide of the card has no time";
  stage->frame(2);
  stage->frames(3);
  EXPECT_TRUE(is_seen("0:0"));
  stage->frame(59);
  stage->frames(3);
  EXPECT_TRUE(is_seen("1:0"));
  stage->key(ctrl(k_key_page_down));
  stage->key({.key = k_key_escape});
  stage->frame(60);
  stage->key(plain(k_key_f1 + 4));
  EXPECT_TRUE(is_seen("2:0"));
  stage->key({.key = k_key_escape});
  stage->screen().perform(WindowAction::start_lesson, {.shift = true}, "banks");
  stage->settle();
  stage->key(plain(k_key_f1 + 4));
  stage->frame(5);
  stage->frames(3);
  EXPECT_TRUE(is_seen("0:0")) << "another lesson";
}

TEST(LessonBeforeAClass, TheStageStaysFromCardToCard) {
  for (const char* id : {"tree", "banks", "look-back"}) {
    Stage stage({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = id, .presents = true});
    std::set<double> ends;
    for (std::size_t card = 0; card < find_lesson(id)->cards.size(); ++card, stage.key(ctrl(k_key_page_down))) {
      ends.insert(stage.state().at("controls").at("class:time").at("y").get<double>());
    }
    EXPECT_EQ(ends.size(), 1U) << id;
  }
}

TEST(LessonBeforeAClass, PicturesOfGridsHaveTheirLegend) {
  const auto stage = tree_lesson(1, {1280, 720});
  for (const char* word : {"written", "read", "idle"}) EXPECT_TRUE(is_seen(word)) << word;
  EXPECT_FALSE(is_seen("bank")) << "a newcomer meets them in the view Banks";
  EXPECT_FALSE(is_seen("filler")) << "there is none";
}

TEST(LessonBeforeAClass, F5AtTheListPresentsALesson) {
  Stage stage({.box = {}, .workspace = "learn"});
  const Chord present = plain(k_key_f1 + 4), leave{.key = k_key_escape};
  stage.key(present);
  EXPECT_EQ(stage.state().at("learn").at("lesson"), first_steps().id) << "the one to take first";
  EXPECT_EQ(stage.state().at("presentation").at("on"), true);
  stage.key(ctrl(k_key_page_down));
  stage.key(leave);
  stage.key(ctrl('W'));
  for (std::size_t i = 0; i < workspaces().size(); ++i)
    if (workspaces()[i].id == "learn") stage.key(ctrl(static_cast<char>('1' + i)));
  ASSERT_EQ(stage.state().at("workspace"), "learn");
  ASSERT_EQ(stage.state().at("learn").at("lesson"), nullptr);
  stage.key(present);
  EXPECT_EQ(stage.state().at("learn").at("lesson"), first_steps().id);
  EXPECT_EQ(stage.state().at("learn").at("card"), 1) << "where it was closed";
}

TEST(LessonBeforeAClass, TheListHasAButtonToPresent) {
  for (const bool presents : {false, true}) {
    Stage stage({.box = {}, .workspace = "learn"});
    stage.click(stage.control(presents ? "lesson:present:four-reads" : "lesson:start:four-reads"));
    EXPECT_EQ(stage.state().at("learn").at("lesson"), "four-reads");
    EXPECT_EQ(stage.state().at("presentation").at("on"), presents);
  }
}

TEST(LessonBeforeAClass, ALessonShowsTheTreesOfItsCardAndNoWordsThatItDoesNotExplain) {
  for (const Extent size : {Extent{1920, 1080}, {1280, 720}})
    for (const int card : {0, 3, 4}) {
      const auto stage = tree_lesson(card, size);
      EXPECT_EQ(is_seen("Up-sweep"), card != 4) << card;
      EXPECT_EQ(is_seen("Down-sweep"), card != 0) << card;
      for (const char* words : {"Pass 1 of 1", "d=", "Depth:", "block 1"}) EXPECT_FALSE(is_seen(words)) << words << card;
    }
  const auto stage = tree_lesson(3, {1920, 1080});
  const auto count = [](const std::u32string& word) {
    const std::u32string all = letters_on_screen();
    int times = 0;
    for (std::size_t at = all.find(word); at != all.npos; at = all.find(word, at + 1)) ++times;
    return times;
  };
  EXPECT_EQ(count(U"3170"), 2) << "the bracket of the left half, and the question";
  EXPECT_EQ(count(U"4163"), 2);
  stage->key(k_clicked);
  EXPECT_EQ(stage->steps().at("step"), 6) << "the tree holds what both halves get";
  EXPECT_TRUE(is_seen("Down-sweep, 1 of 3"));
}

// the second step up of sixteen numbers reads every fourth place
TEST(LessonBeforeAClass, AllPlacesThatAreAskedAboutAreSeen) {
  Stage stage({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = "banks", .presents = true});
  for (int i = 0; i < 5; ++i) stage.key(ctrl(k_key_page_down));
  for (const char* place : {"[1]", "[5]", "[9]", "[13]"}) EXPECT_TRUE(is_seen(place)) << place;
}

TEST(LessonLookBack, NarrowTilesHaveTheirNumbers) {
  Stage stage({.scale = 2, .box = {}, .workspace = "learn", .lesson = "look-back"});
  for (int i = 0; i < 3; ++i) stage.key(ctrl(k_key_page_down));
  EXPECT_TRUE(is_seen("3P") && is_seen("1A") && is_seen("11P"));
  stage.shot("look-back-narrow");
  for (int i = 0; i < 3; ++i) stage.key(ctrl(k_key_page_down));
  EXPECT_TRUE(is_seen("40") && is_seen("90")) << "of blocks 2 and 4, which block 6 reads";
  stage.shot("look-back-low");
}

// the sums of the tiles are 30 10, 70 20 and 40 50; blocks 1 and 3 have published sums, too, which block 6 does not read
TEST(LessonLookBack, APictureHasOneNumberATileAndTheSumsThatAreRead) {
  for (const bool presents : {true, false}) {
    Stage stage({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = "look-back", .presents = presents});
    for (int i = 0; i < 4; ++i) stage.key(ctrl(k_key_page_down));
    for (const char* block : {"30block1,nostepyet", "10block2,nostepyet", "40block5", "50block6waits"})
      EXPECT_TRUE(is_seen(block));
    for (const char* unseen : {"prefix30", "pixelsthat", "nothingpublished", "ends"}) EXPECT_FALSE(is_seen(unseen)) << unseen;
    for (int i = 0; i < 2; ++i) stage.key(ctrl(k_key_page_down));
    for (const char* read : {"prefix40", "aggregate90", "pixelsthattheprefixsums", "pixelsthattheaggregatesums"})
      EXPECT_TRUE(is_seen(read)) << read;
    for (const char* other : {"30P", "70P", "100P", "prefix100", "nothingpublished"}) EXPECT_FALSE(is_seen(other)) << other;
  }
}

TEST(LessonKeys, ADigitBeginsAnAnswerWhereAnActComesFirst) {
  for (const char digit : {'0', '7'}) {
    const auto stage = tree_lesson(5);
    stage->frames(25);  // because: a digit that follows another text at once was meant for that
    stage->press(plain(digit));
    stage->type(std::string(1, digit));
    stage->type("5");
    stage->key(plain(k_key_enter));
    EXPECT_EQ(stage->state().at("learn").at("answer"), 10.0 * (digit - '0') + 5);
  }
}

TEST(LessonKeys, AllCardsAreShownAlsoWhileTheFieldHasTheKeyboard) {
  const auto stage = tree_lesson(2);
  stage->frames(25);
  stage->type("2");
  stage->key(ctrl('L'));
  ASSERT_TRUE(stage->state().at("controls").contains("lesson:go:1"));
  stage->frames(25);
  stage->press(plain('5'));
  stage->type("5");
  EXPECT_EQ(stage->state().at("learn").at("card"), 4) << "the digit chooses a card";
}

TEST(LessonKeys, AllCardsHaveTheirWholeQuestions) {
  for (const char* id : {"four-reads", "tree", "banks", "look-back"})
    for (const double scale : {1.0, 2.0}) {
      Stage stage({.size = {1280, 720}, .scale = scale, .box = {}, .workspace = "learn", .lesson = id});
      stage.key(ctrl('L'));
      stage.frames(12);
      stage.shot(fmt::format("questions-{}-{}", id, scale));
      std::u32string seen = letters_on_screen();
      for (int page = 0; page < 12; ++page) {
        stage.move_to({600, 400});
        stage.screen().input().push(InputEvent::wheel(-3));
        stage.settle();
        seen += letters_on_screen();
      }
      for (const Card& card : find_lesson(id)->cards)
        EXPECT_NE(seen.find(letters_of(asked_by(card))), seen.npos) << id << scale << asked_by(card);
    }
}

TEST(LessonKeys, AllCardsAreSavedAsOnePage) {
  const std::string folder = std::filesystem::temp_directory_path() / fmt::format("satscope-page-{}", ::getpid());
  std::filesystem::create_directories(folder);
  ::setenv("XDG_PICTURES_DIR", folder.c_str(), 1);
  Stage stage({.box = {}, .workspace = "learn", .lesson = "banks"});
  stage.key(ctrl('L'));
  stage.click(stage.control("lesson:save"));
  stage.settle();
  stage.shot("saved-page");
  const std::string file = folder + "/satscope-banks-1.html";
  EXPECT_EQ(stage.state().at("message"), "saved as " + file);
  std::ifstream page(file);
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  EXPECT_NE(text.find("id=\"card-7\""), text.npos);
  ::unsetenv("XDG_PICTURES_DIR");
  std::filesystem::remove_all(folder);
}

TEST(LessonBeforeAClass, AnAnswerShowsWhatItIsAbout) {
  Stage banks({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = "banks", .presents = true});
  for (int card = 0; card < 3; ++card) banks.key(ctrl(k_key_page_down));
  const auto padding = [&] { return banks.steps().at("params").at("padding").get<bool>(); };
  ASSERT_FALSE(padding());
  banks.key(k_clicked);
  EXPECT_TRUE(padding()) << "the stage has no box to tick";
  EXPECT_TRUE(is_seen("4 places in 1 turn"));
  banks.key(plain(k_key_page_up));
  EXPECT_FALSE(padding());
  EXPECT_FALSE(is_seen("4 places in 1 turn")) << "the question again";
  Stage blocks({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = "look-back", .presents = true});
  for (int card = 0; card < 2; ++card) blocks.key(ctrl(k_key_page_down));
  EXPECT_FALSE(is_seen("prefix 11"));
  blocks.key(k_clicked);
  EXPECT_TRUE(is_seen("publishes the prefix 11")) << "1 + 3 + 7";
  const auto tree = tree_lesson(5, {1280, 720});
  tree->key(k_clicked);
  EXPECT_TRUE(is_seen("4 + 11 = 15, stored at temp[5]") || is_seen("11 + 4 = 15, stored at temp[5]")) << "what was asked for";
}

}  // namespace
}  // namespace satscope::app
