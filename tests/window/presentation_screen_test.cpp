// SPDX-License-Identifier: Apache-2.0
// The window before a class, off-screen: its keys, which are those of a clicker; type that the last row can read, in every
// workspace and at every size; what is laid over the stage. With SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "app/lessons/lesson.h"
#include "app/ui/shell.h"
#include "app/workspaces/steps/settings.h"
#include "tests/window/drawn_text.h"
#include "tests/window/rooms.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

constexpr Chord k_present = plain(k_key_f1 + 4), k_on = plain(k_key_page_down), k_back = plain(k_key_page_up),
                k_leave = plain(k_key_escape);

TEST(Presentation, F5ShowsTheStageAloneAndEscAllOfTheWindow) {
  Stage stage({.box = Box{10, 8, 20, 16}, .workspace = "explore"});
  const auto before = stage.state();
  ASSERT_TRUE(before.at("controls").contains("menu:file"));
  stage.key(k_present);
  const auto during = stage.state();
  EXPECT_EQ(during.at("presentation").at("on"), true);
  EXPECT_FALSE(during.at("controls").contains("menu:file"));
  const auto area = [](const nlohmann::json& state) {
    const auto& view = state.at("views").at("picture");
    return view.at("w").get<double>() * view.at("h").get<double>();
  };
  EXPECT_GT(area(during), area(before));
  EXPECT_EQ(during.at("box"), before.at("box"));
  stage.key(k_present);  // as some clickers do
  EXPECT_EQ(stage.state().at("presentation").at("on"), true);
  stage.key(k_leave);
  const auto after = stage.state();
  EXPECT_EQ(after.at("presentation").at("on"), false);
  EXPECT_EQ(after.at("controls"), before.at("controls")) << before.at("message");
  EXPECT_EQ(after.at("ui_scale"), before.at("ui_scale"));
}

TEST(Presentation, AClickerLeadsThroughStepsReadsAndCards) {
  Stage steps({.workspace = "steps", .presents = true});
  for (const int at : {1, 2, 3}) {
    steps.key(k_on);
    EXPECT_EQ(steps.steps().at("step"), at);
  }
  steps.key(k_back);
  EXPECT_EQ(steps.steps().at("step"), 2);

  Stage explore({.box = Box{10, 8, 20, 16}, .workspace = "explore", .presents = true});
  const auto reads = [&] { return explore.state().at("explore"); };
  EXPECT_EQ(reads().at("why"), false);
  for (const int done : {0, 1, 2}) {
    explore.key(k_on);
    EXPECT_EQ(reads().at("why"), true);
    EXPECT_EQ(reads().at("reads"), done);
  }
  explore.key(k_back);
  EXPECT_EQ(reads().at("reads"), 1);

  Stage lesson({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  const std::size_t cards = find_lesson("tree")->cards.size();
  std::set<std::string> shown;
  for (std::size_t presses = 0; presses < 3 * cards; ++presses, lesson.frame(1), lesson.key(k_on)) {
    EXPECT_EQ(lesson.state().at("presentation").at("on"), true);
    shown.insert(lesson.state().at("learn").at("title"));
  }
  EXPECT_EQ(shown.size(), cards);
  EXPECT_EQ(lesson.state().at("learn").at("card"), cards - 1) << "the last card stays";
}

TEST(Presentation, StepsAndStagesWaitThenPlayToTheEndInTheSecondsOfFinishIn) {
  for (const std::string view : {"grids", "stages"}) {
    Stage stage({.moves = true, .view = view, .presents = true});
    const auto playing = [&] { return stage.steps().at(view == "stages" ? "stages_playing" : "playing").get<bool>(); };
    EXPECT_FALSE(playing()) << view << " starts paused";
    stage.press(shift(k_key_space));
    stage.frames(2);
    ASSERT_TRUE(playing()) << view;
    // because: another thread makes a stage, and how long that takes must not be read off the window's clock
    const auto waits = [&] {
      return view == "stages" && stage.steps().value("stage", -1) != stage.screen().session().part<StepsSettings>().stage;
    };
    double seconds = 0;
    for (; playing() && seconds < 40; seconds += 0.05) {
      ASSERT_NO_FATAL_FAILURE(stage.frame());
      for (int tries = 0; waits(); ++tries) {
        ASSERT_LT(tries, 20000);
        ASSERT_NO_FATAL_FAILURE(stage.frame(1e-6));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    }
    EXPECT_GT(seconds, 18) << view;
    EXPECT_LT(seconds, 22) << view;
  }
}

/// In the part of the window that begins at this column.
bool is_drawn(const std::string& word, double from = 0, double to = 1e9) {
  std::vector<DrawnLetter> letters = drawn_letters();
  std::erase_if(letters, [&](const DrawnLetter& letter) { return letter.area.x < from || letter.area.x > to; });
  const auto same = [](const DrawnLetter& letter, char c) { return letter.code == static_cast<unsigned char>(c); };
  return std::search(letters.begin(), letters.end(), word.begin(), word.end(), same) != letters.end();
}

TEST(Presentation, AQuestionHidesItsAnswerUntilItIsShown) {
  const Lesson& lesson = *find_lesson("registers");
  const auto asks = std::ranges::find_if(lesson.cards, [](const Card& card) { return card.question.has_value(); });
  ASSERT_NE(asks, lesson.cards.end());
  Stage stage({.box = {}, .workspace = "learn", .lesson = lesson.id, .presents = true});
  for (auto card = lesson.cards.begin(); card != asks; ++card) stage.key(ctrl(k_key_page_down));
  const auto learn = [&] { return stage.state().at("learn"); };
  ASSERT_EQ(learn().at("question"), asks->question->text);
  EXPECT_TRUE(is_drawn("Decide"));
  EXPECT_FALSE(is_drawn("others"));
  stage.shot("presentation-question");
  stage.key(k_on);
  EXPECT_EQ(learn().at("question"), asks->question->text) << "the same card";
  EXPECT_TRUE(is_drawn("others"));
  stage.shot("presentation-answer");
  stage.key(k_on);
  EXPECT_EQ(learn().at("question"), asks->question->text) << "one press too many: the answer was not read";
  stage.frame(1);
  stage.key(k_on);
  EXPECT_EQ(learn().at("title"), (asks + 1)->title);
}

TEST(Presentation, TheLecturerAloneSeesNotesAndAnswers) {
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}, {1024, 768}}) {
    const std::string where = fmt::format("{}x{}", size.width, size.height);
    const Extent frame = with_lecturers_part(size, {1280, 720});
    Stage notes(with_class("four-reads", size));
    const double edge = notes.screen().stage().width;
    EXPECT_EQ(edge, size.width) << "the stage is laid out for the class's window; " << where;
    EXPECT_EQ(notes.screen().stage().height, size.height) << where;
    EXPECT_TRUE(is_drawn("class:", edge)) << "the note of the first card; " << where;
    EXPECT_FALSE(is_drawn("class:", 0, edge)) << where;
    EXPECT_TRUE(is_drawn("Next", edge)) << where;
    EXPECT_TRUE(is_drawn("3,060", 0, edge)) << "the last entry, of which the note speaks; " << where;
    const double least = 26 * std::min(size.height / 1080.0, size.width / 1440.0) - 0.6;
    for (const DrawnLetter& letter : drawn_letters()) EXPECT_TRUE(letter.area.right() > edge || letter.size >= least) << where;
    notes.shot("lecturer-" + where);
    for (const std::string& fault : faults_of(drawn_letters(), {"lesson"})) ADD_FAILURE() << fault << "; " << where;
    Stage bare({.size = frame, .workspace = "steps", .presents = true, .audience = true, .audience_extent = size});
    for (const std::string& fault : faults_of(drawn_letters(), {"class keys"})) ADD_FAILURE() << fault << "; " << where;
    bare.shot("lecturer-keys-" + where);
  }
  {
    Stage next(with_class("tree"));
    const double from = next.screen().stage().width;
    EXPECT_TRUE(is_drawn("Up-sweep,step1of3", from)) << "in the picture of card 2, which begins with step 2";
    EXPECT_FALSE(is_drawn("Up-sweep,step1of3", 0, from));
    next.shot("lecturer-next");
  }
  const Lesson& lesson = *find_lesson("registers");
  Stage stage(with_class(lesson.id));
  for (const Card& card : lesson.cards) {
    if (card.question) break;
    stage.key(ctrl(k_key_page_down));
  }
  const double edge = stage.screen().stage().width;
  EXPECT_TRUE(is_drawn("others", edge)) << "the whole answer is on the lecturer's panel";
  EXPECT_FALSE(is_drawn("others", 0, edge));
  stage.shot("lecturer-question");
  stage.key(k_on);
  EXPECT_TRUE(is_drawn("others", 0, edge));
}

TEST(Presentation, OfAClickerBothKeysForBlackWork) {
  Stage stage({.box = Box{10, 8, 20, 16}, .workspace = "explore", .presents = true});
  stage.key(k_on);  // in Explore B means something else while the reads are explained
  for (const int off : {0, 1}) {
    stage.screen().input().push(InputEvent::typed('.'));
    stage.settle();
    EXPECT_EQ(stage.state().at("presentation").at("black"), off == 0);
    EXPECT_EQ(stage.screen().stage().width > 0, off == 1);
    stage.key(plain('B'));
    EXPECT_EQ(stage.state().at("presentation").at("black"), off == 1);
    stage.key(plain('B'));
  }
  EXPECT_EQ(stage.state().at("explore").at("reads"), 0);
}

TEST(Presentation, WhatAClickersKeysMeanElsewhereHasAnotherKey) {
  Stage stage({.box = Box{10, 8, 20, 16}, .workspace = "storage", .presents = true});
  const auto bits = [&] { return stage.state().at("storing").at("bits").get<int>(); };
  const auto black = [&] { return stage.state().at("presentation").at("black") == true; };
  const int before = bits();
  stage.type(">");
  EXPECT_EQ(bits(), before + 1);
  EXPECT_FALSE(black());
  stage.type("<");
  EXPECT_EQ(bits(), before);
  stage.type(".");
  EXPECT_EQ(bits(), before);
  EXPECT_TRUE(black());
}

/// The window's pixels, drawn until what lies over the stage has settled.
std::vector<std::uint32_t> drawn(Stage& stage) {
  for (int i = 0; i < 4; ++i) {
    stage.screen().redraw();
    stage.step_and_fill();
  }
  return stage.pixels();
}

TEST(Presentation, WhoGoesOnLeavesBlackFirst) {
  Stage stage({.workspace = "steps", .presents = true});
  stage.key(k_on);
  for (const Chord& key : {k_on, k_back, plain(k_key_right), plain(k_key_space)}) {
    stage.key(plain('B'));
    ASSERT_EQ(stage.state().at("presentation").at("black"), true);
    stage.key(key);
    EXPECT_EQ(stage.state().at("presentation").at("black"), false) << key.key;
    EXPECT_EQ(stage.steps().at("step"), 1) << "what was covered goes on unseen; " << key.key;
    EXPECT_EQ(stage.steps().at("playing"), false) << key.key;
  }
}

TEST(Presentation, TheSpotLeavesItsDiscAsItIsAndDarkensTheRest) {
  glDisable(GL_RASTERIZER_DISCARD);
  for (const std::string theme : {"dark", "light"}) {
    Stage stage({.size = {640, 480}, .theme = theme, .box = Box{10, 8, 20, 16}, .workspace = "explore", .presents = true});
    constexpr int k_x = 200, k_y = 150, k_near = 24, k_far = 80;
    stage.move_to({k_x, k_y});
    const std::vector<std::uint32_t> before = drawn(stage);
    stage.key(plain('O'));
    EXPECT_EQ(stage.state().at("presentation").at("spot"), true);
    const std::vector<std::uint32_t> lit = drawn(stage);
    stage.shot("presentation-spot-" + theme);
    const auto light_of = [](std::uint32_t pixel) {
      return static_cast<double>((pixel & 255U) + (pixel >> 8U & 255U) + (pixel >> 16U & 255U));
    };
    double was = 0, is = 0;
    int changed = 0;
    for (int y = 0; y < 480; ++y)
      for (int x = 0; x < 640; ++x) {
        const auto at = static_cast<std::size_t>(y * 640 + x);
        const double distance = std::hypot(x - k_x, y - k_y);
        changed += distance < k_near && lit[at] != before[at];
        if (distance < k_far) continue;
        was += light_of(before[at]);
        is += light_of(lit[at]);
      }
    EXPECT_EQ(changed, 0) << theme;
    EXPECT_LT(is, 0.7 * was) << theme;
    stage.key(plain('O'));
    EXPECT_EQ(drawn(stage), before);
  }
}

TEST(Presentation, FewColoursMakeGroundAndTextAsFarApartAsALampCan) {
  glDisable(GL_RASTERIZER_DISCARD);
  for (const std::string theme : {"dark", "light"}) {
    Stage stage({.size = {640, 480}, .theme = theme, .workspace = "steps", .presents = true});
    const auto ends = [&] {  // pixels that are wholly dark, and wholly bright
      const std::vector<std::uint32_t> pixels = drawn(stage);
      std::pair<int, int> count;
      for (const std::uint32_t pixel : pixels) {
        count.first += (pixel & 0xFFFFFFU) == 0;
        count.second += (pixel & 0xFFFFFFU) == 0xFFFFFFU;
      }
      return theme == "light" ? std::pair{count.second, count.first} : count;  // ground, text
    };
    const auto before = ends();
    stage.key(shift('L'));
    EXPECT_EQ(stage.state().at("presentation").at("few_colours"), true) << theme;
    const auto few = ends();
    stage.shot("presentation-few-colours-" + theme);
    EXPECT_GT(few.first, 640 * 480 / 3) << "the ground; " << theme;
    EXPECT_GT(few.second, before.second) << "the text; " << theme;
    stage.key(shift('L'));
    EXPECT_EQ(ends(), before) << theme;
  }
}

TEST(Presentation, PenMarksStayUntilTheyAreWipedAndLeaveTheBoxAlone) {
  Stage stage({.box = Box{10, 8, 20, 16}, .workspace = "explore", .presents = true});
  const auto box = stage.state().at("box");
  const auto marks = [&] { return stage.state().at("presentation").at("marks"); };
  stage.key(plain('U'));
  const Point at = stage.control("pen");
  stage.screen().input().push(InputEvent::move_to(at.x, at.y));
  stage.screen().input().push(InputEvent::press(MouseButton::left, true));
  for (int i = 1; i <= 10; ++i) stage.screen().input().push(InputEvent::move_to(at.x + 12 * i, at.y + 5 * i));
  stage.screen().input().push(InputEvent::press(MouseButton::left, false));
  stage.settle();
  stage.shot("presentation-pen");
  EXPECT_EQ(marks(), 1);
  EXPECT_EQ(stage.state().at("box"), box);
  stage.key(plain('U'));
  stage.frames(30 * 20);  // of a twentieth of a second
  stage.settle();
  EXPECT_EQ(marks(), 1) << "after half a minute, without the pen";
  stage.key(shift('U'));
  EXPECT_EQ(marks(), 0);
}

TEST(Presentation, TheLensShowsThePointerLargerThanItWas) {
  glDisable(GL_RASTERIZER_DISCARD);
  Stage stage({.size = {640, 480}, .box = Box{10, 8, 20, 16}, .workspace = "explore", .presents = true});
  constexpr int k_x = 200, k_y = 150;
  const auto at = [](const std::vector<std::uint32_t>& pixels, double dx, double dy) {
    return pixels[static_cast<std::size_t>((k_y + std::lround(dy)) * 640 + k_x + std::lround(dx))];
  };
  const auto draw = [&] {
    for (int i = 0; i < 4; ++i) {
      stage.screen().redraw();
      stage.step_and_fill();
    }
  };
  stage.move_to({k_x, k_y});
  draw();
  const std::vector<std::uint32_t> before = stage.pixels();
  stage.key(plain('I'));
  draw();
  stage.shot("presentation-lens");
  const std::vector<std::uint32_t> after = stage.pixels();
  const auto near = [](std::uint32_t a, std::uint32_t b) {
    for (int channel = 0; channel < 24; channel += 8)
      if (std::abs(static_cast<int>(a >> channel & 255U) - static_cast<int>(b >> channel & 255U)) > 40) return false;
    return true;
  };
  int same = 0, unchanged = 0, compared = 0;
  for (int dy = -40; dy <= 40; dy += 5)
    for (int dx = -40; dx <= 40; dx += 5, ++compared) {
      same += near(at(after, dx, dy), at(before, dx / 2.5, dy / 2.5));
      unchanged += near(at(after, dx, dy), at(before, dx, dy));
    }
  EXPECT_GT(same, compared * 6 / 10) << "of " << compared;
  EXPECT_LT(unchanged, compared / 2) << "of " << compared;
}

/// The drawn type, smallest in pixels; and what is wrong with its place.
void expect_readable(Stage& stage, Extent size, const std::string& where) {
  const std::vector<DrawnLetter> letters = drawn_letters();
  EXPECT_GT(letters.size(), 10U) << where;
  for (const std::string& fault : faults_of(letters, {"standings", "lessons", "chain", "budget"}))
    ADD_FAILURE() << fault << "; " << where;
  const double least = 26 * std::min(size.height / 1080.0, size.width / 1440.0) - 0.6;  // because: fonts have whole pixels
  std::set<std::string> small;
  for (const DrawnLetter& letter : letters) {
    if (letter.size < least)
      small.insert(fmt::format("{} px in {}: {}", std::round(letter.size), letter.window, static_cast<char>(letter.code)));
  }
  for (const std::string& one : small) ADD_FAILURE() << one << ", least are " << least << "; " << where;
  stage.shot("presentation-" + where);
}

TEST(Presentation, NumbersOfStepsAreReadInTheLastRowOrNotDrawn) {
  for (const std::string& view : ids_of_step_views(true)) {
    const Extent size = view == "grids" ? Extent{1920, 1080} : Extent{1280, 720};
    Stage stage({.size = size,
                 .algorithm = step_view(view).needs_messages ? "single-pass" : "scan-transpose-scan",
                 .view = view,
                 .step = 5,
                 .presents = true});
    expect_readable(stage, size, "steps-" + view);
    EXPECT_TRUE(view != "grids" || is_drawn("1149")) << "a sum of this step";
  }
}

TEST(Presentation, WhatPointsShowsNoTips) {
  Stage stage({.step = 5, .presents = true});
  const auto grid = stage.steps().at("grids").at(0);
  stage.move_to({grid.at("x").get<double>() + 5, grid.at("y").get<double>() + 5});
  const auto tips = [&] {
    stage.frames(3);
    return std::ranges::any_of(drawn_letters(),
                               [](const DrawnLetter& letter) { return letter.window.starts_with("##Tooltip"); });
  };
  EXPECT_TRUE(tips()) << "what the cell holds";
  stage.key(plain('O'));
  EXPECT_FALSE(tips()) << "the spot alone";
}

TEST(Presentation, AFrozenSourceSaysSo) {
  Stage stage({.box = {}, .workspace = "explore", .live = true, .presents = true});
  EXPECT_FALSE(is_drawn("Frozen"));
  stage.key(plain(k_key_space));
  EXPECT_EQ(stage.state().at("paused"), true);
  EXPECT_TRUE(is_drawn("Frozen"));
}

TEST(Presentation, WhileTheReadsAreExplainedTheClassSeesWhatTheyGive) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "four-reads", .presents = true});
  for (int card = 0; card < 4; ++card) stage.key(ctrl(k_key_page_down));
  ASSERT_EQ(stage.state().at("explore").at("reads"), 2);
  EXPECT_TRUE(is_drawn("=31,367,013")) << "51,717,269 - 20,350,256, the two entries that the views show";
}

TEST(Presentation, TheLensShowsNothingOfTheLecturersPanel) {
  glDisable(GL_RASTERIZER_DISCARD);
  Stage stage({.size = {1280, 720}, .box = Box{10, 8, 20, 16}, .workspace = "explore", .presents = true, .audience = true});
  const int edge = static_cast<int>(stage.screen().stage().width), x = edge - 4, y = 250;
  stage.move_to({1.0 * x, 1.0 * y});
  stage.key(plain('I'));
  for (int i = 0; i < 4; ++i) {
    stage.screen().redraw();
    stage.step_and_fill();
  }
  stage.shot("presentation-lens-edge");
  const std::vector<std::uint32_t> pixels = stage.pixels();
  const auto at = [&](int column, int row) { return pixels[static_cast<std::size_t>(row * 1280 + column)]; };
  const std::uint32_t panel = at(1270, 600);
  int of_panel = 0, of_stage = 0;
  for (int dy = -30; dy <= 30; dy += 3)
    for (int dx = 12; dx <= 40; dx += 4) ++(at(x + dx, y + dy) == panel ? of_panel : of_stage);
  EXPECT_EQ(of_panel, 0) << "the right half of the lens shows the edge of the stage";
  EXPECT_GT(of_stage, 100);
}

TEST(Presentation, IsReadInTheLastRow) {
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}, {1024, 768}})
    for (const double scale : {1.0, 2.0}) {
      const std::string theme = scale > 1 ? "light" : "dark", room = fmt::format("{}x{}-{}", size.width, size.height, scale);
      // because: the others differ less from one room to the next
      const bool all = (size.width == 1280 && scale < 2) || (size.width == 1024 && scale > 1);
      const std::vector<std::string> shown =
          all ? std::vector<std::string>{"explore", "steps", "playground", "race", "learn", "storage"}
              : std::vector<std::string>{"explore", "steps"};
      for (const std::string& workspace : shown) {
        Stage stage({.size = size,
                     .scale = scale,
                     .theme = theme,
                     .box = Box{10, 8, 20, 16},
                     .workspace = workspace,
                     .step = workspace == "steps" ? 5U : 0U,
                     .presents = true});
        expect_readable(stage, size, workspace + "-" + room);
        if (workspace != "explore") continue;
        stage.key(k_on);
        stage.key(k_on);
        expect_readable(stage, size, "reads-" + room);
      }
      if (!all) continue;
      Stage stage(
          {.size = size, .scale = scale, .theme = theme, .box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
      for (int card = 1; card <= 4; ++card, stage.key(k_on))
        expect_readable(stage, size, fmt::format("tree-{}-{}", card, room));
    }
}

TEST(Presentation, EscapePutsAwayWhatIsInTheHandFirst) {
  for (const auto& [key, name] : {std::pair{'U', "pen"}, {'O', "spot"}, {'I', "lens"}}) {
    Stage stage({.box = Box{10, 8, 20, 16}, .workspace = "explore", .presents = true});
    const auto presentation = [&](const char* member) { return stage.state().at("presentation").at(member); };
    const std::string sign = std::string(name) + "ison";
    EXPECT_FALSE(is_drawn(sign)) << name;
    stage.key(plain(key));
    ASSERT_EQ(presentation(name), true);
    EXPECT_TRUE(is_drawn(sign)) << name;
    stage.shot(std::string("presentation-on-") + name);
    stage.key(k_leave);
    EXPECT_EQ(presentation(name), false);
    EXPECT_EQ(presentation("on"), true) << name;
    EXPECT_FALSE(is_drawn(sign)) << name;
    stage.key(k_leave);
    EXPECT_EQ(presentation("on"), false) << name;
  }
}

TEST(Presentation, WithThePenACardIsChosenFromAllCards) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  stage.key(plain('U'));
  EXPECT_TRUE(is_drawn("penison"));
  stage.shot("presentation-pen-lesson");
  stage.key(ctrl('L'));
  stage.click(stage.control("lesson:go:3"));
  EXPECT_EQ(stage.state().at("learn").at("card"), 2);
  EXPECT_EQ(stage.state().at("presentation").at("marks"), 0);
  stage.click({400, 300});
  EXPECT_EQ(stage.state().at("presentation").at("marks"), 1) << "on the card it draws again";
}

TEST(Presentation, WhileALessonLeadsNoHintAsksForABox) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "four-reads", .presents = true});
  ASSERT_EQ(stage.state().at("workspace"), "explore");
  ASSERT_EQ(stage.state().at("box").at("w"), 0);
  stage.shot("presentation-no-box");
  EXPECT_FALSE(is_drawn("nobox"));
}

}  // namespace
}  // namespace satscope::app
