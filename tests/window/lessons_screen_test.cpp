// SPDX-License-Identifier: Apache-2.0
// A lesson in the whole window off-screen: by its keys and pointer, readable at every size; and the check of lessons, which a
// lesson with a wrong solution does not pass. With SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>

#include "app/lessons/lesson.h"
#include "app/window/window.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

/// A lesson as a file of its own, gone with the test.
class LessonFile {
 public:
  explicit LessonFile(const std::string& act)
      : file_(std::filesystem::temp_directory_path() / fmt::format("satscope-lesson-{}.md", ::getpid())) {
    write(act);
  }
  ~LessonFile() { std::filesystem::remove(file_); }
  void write(const std::string& act) const {
    std::ofstream(file_)
        << "# Of a test\n@lesson 1\n\n## Box\n"
        << R"(@show {"workspace": "explore", "input": "pattern:ramp:6x5", "box": {"x": 0, "y": 0, "w": 1, "h": 1}})"
        << "\n"
        << act;
  }
  std::string name() const { return file_.string(); }
  std::vector<std::string> faults() const {
    WindowOptions options;
    options.lesson = name();
    return check_lesson(options, load_lesson(name()));
  }

 private:
  std::filesystem::path file_;
};

TEST(LessonCheck, ALessonIsTakenByItsSolutionAndByNothingLess) {
  const std::string ask = "@ask Make it so.\n@until box.w == 3\n", solved = "@solve set {\"box\": {\"w\": 3}}\n";
  EXPECT_EQ(LessonFile(ask + solved + "@wrong set {\"box\": {\"w\": 2}}\n").faults(), std::vector<std::string>{});
  const auto says = [](const std::string& act, const char* words) {
    const std::vector<std::string> faults = LessonFile(act).faults();
    ASSERT_EQ(faults.size(), 1U) << words;
    EXPECT_NE(faults[0].find(words), std::string::npos) << faults[0];
  };
  says(ask + "@solve set {\"box\": {\"w\": 2}}\n", "is not done by its solution");
  says(ask + solved + "@wrong set {\"box\": {\"w\": 3}}\n", "is done by what '@wrong' does");
  says("@ask Nothing.\n@until box.w == 1\n@solve set {\"box\": {\"w\": 1}}\n", "before anything is done");
}

TEST(LessonScreen, IsTakenByPointerAndKeys) {
  const LessonFile file(
      "@ask How many?\n@answer\n@until learn.answer == 7\n@hint Seven.\n@solve answer 7\n\n## Last\nThe end.\n");
  Stage stage({.box = {}, .workspace = "learn", .lesson = file.name()});
  const auto learn = [&] { return stage.state().at("learn"); };
  EXPECT_EQ(learn().at("card"), 0);
  EXPECT_EQ(learn().at("done"), false);
  EXPECT_EQ(stage.state().at("workspace"), "explore");  // as the card shows
  EXPECT_EQ(stage.state().at("picture").at("w"), 6);
  stage.click(stage.control("lesson:hint"));
  EXPECT_EQ(learn().at("hints"), 1);
  stage.click(stage.control("lesson:answer"));
  stage.type("8");
  stage.click(stage.control("lesson:check"));
  EXPECT_EQ(learn().at("done"), false);
  EXPECT_EQ(learn().at("answer"), 8.0);
  stage.click(stage.control("lesson:again"));
  stage.click(stage.control("lesson:answer"));
  stage.type("7");
  stage.click(stage.control("lesson:check"));
  EXPECT_EQ(learn().at("done"), true);
  stage.click(stage.control("lesson:next"));
  EXPECT_EQ(learn().at("card"), 1);
  stage.key({.key = k_key_page_up, .ctrl = true});
  EXPECT_EQ(learn().at("card"), 0);
  stage.key({.key = k_key_page_down, .ctrl = true});
  EXPECT_EQ(learn().at("card"), 1);
  stage.click(stage.control("lesson:next"));  // Finish
  EXPECT_TRUE(learn().at("lesson").is_null());
  EXPECT_EQ(stage.state().at("workspace"), "learn");
}

TEST(LessonScreen, TheFieldOfACardHasTheKeyboard) {
  const LessonFile file("@ask How many?\n@answer\n@until learn.answer == 7\n@solve answer 7\n\n## Last\nThe end.\n");
  Stage stage({.box = {}, .workspace = "learn", .lesson = file.name()});
  const auto before = stage.state().at("algorithm");
  stage.press(plain('7'));  // as a keyboard sends it: a key, and a letter
  stage.type("7");
  stage.key(plain(k_key_enter));
  EXPECT_EQ(stage.state().at("learn").at("done"), true);
  EXPECT_EQ(stage.state().at("algorithm"), before) << "the digit chose no algorithm";
  EXPECT_EQ(stage.state().at("workspace"), "explore") << "Enter did not go to Steps";
}

TEST(LessonScreen, ASkippedCardIsNotDoneAndPresentingIsNoProgress) {
  const Lesson& lesson = lessons().front();
  for (const bool presents : {false, true}) {
    Stage stage({.box = {}, .workspace = "learn", .lesson = lesson.id, .presents = presents});
    for (std::size_t i = 0; i < lesson.cards.size(); ++i) stage.key({.key = k_key_page_down, .ctrl = true});
    if (presents) stage.key(plain(k_key_escape));
    if (presents) stage.key(ctrl('5'));
    ASSERT_EQ(stage.state().at("workspace"), "learn");
    const std::u32string text = letters_on_screen();
    EXPECT_EQ(text.find(letters_of(fmt::format("0 of {} done", lesson.cards.size()))) != text.npos, !presents);
    EXPECT_EQ(text.find(U"Repeat"), text.npos) << "nothing was done";
  }
}

TEST(LessonScreen, ALessonThatWasSavedIsReadAgain) {
  const LessonFile file("@ask First.\n@until box.w == 3\n@solve set {\"box\": {\"w\": 3}}\n");
  Stage stage({.box = {}, .workspace = "learn", .lesson = file.name()});
  EXPECT_EQ(stage.state().at("learn").at("ask"), "First.");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // because: the file's time must differ
  file.write("@ask Second.\n@until box.w == 3\n@solve set {\"box\": {\"w\": 3}}\n");
  stage.frames(15);
  stage.settle();
  EXPECT_EQ(stage.state().at("learn").at("ask"), "Second.");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  file.write("@nonsense\n");
  stage.frames(15);
  stage.settle();
  EXPECT_NE(stage.state().at("message").get<std::string>().find("@nonsense"), std::string::npos);
  EXPECT_EQ(stage.state().at("learn").at("ask"), "Second.");  // the last good one stays
}

TEST(LessonScreen, AFileThatIsDroppedIsTakenAndABrokenOneIsASentence) {
  const LessonFile file("@ask First.\n@until box.w == 3\n@solve drag 1 1 3 2\n");
  Stage stage({.box = {}, .workspace = "playground"});
  const auto learn = [&] { return stage.state().at("learn"); };
  stage.screen().open(file.name());
  stage.settle();
  EXPECT_EQ(learn().at("ask"), "First.");
  EXPECT_EQ(stage.state().at("workspace"), "explore");
  for (const char* act : {"@show {\n", "@until box.w ==\n", "@nonsense x\n", "@ask Alone.\n", "# Twice\n"}) {
    file.write(act);
    stage.screen().open(file.name());
    stage.settle();
    const std::string said = stage.state().at("message");
    EXPECT_NE(said.find(", line "), std::string::npos) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    EXPECT_EQ(learn().at("ask"), "First.") << "the one that is open stays";
  }
  stage.frame(1);  // because: the file that was saved is read again first, and what is wrong with it is a message, too
  stage.settle();
  stage.screen().open("/no/such/lesson.md");
  stage.until_message("there is no file");
}

TEST(LessonScreen, ACardThatSaysNothingOfTheWindowGoesOnFromTheOneBefore) {
  const LessonFile file("@ask Three.\n@until box.w == 3\n@solve drag 1 1 3 2\n\n## Two\nStill the ramp.\n");
  Stage stage({.box = {}, .workspace = "playground", .lesson = file.name()});
  stage.key({.key = k_key_page_down, .ctrl = true});
  EXPECT_EQ(stage.state().at("learn").at("card"), 1);
  stage.key(ctrl('W'));
  stage.key(ctrl('3'));
  EXPECT_EQ(stage.state().at("workspace"), "playground");
  stage.screen().open(file.name());  // goes on at its second card, which needs the window of the first
  stage.settle();
  EXPECT_EQ(stage.state().at("learn").at("card"), 1);
  EXPECT_EQ(stage.state().at("workspace"), "explore");
  EXPECT_EQ(stage.state().at("picture").at("w"), 6);
}

/// The answer that a card keeps from a class; null: it has none.
const std::string* answer_of(const Card& card) {
  if (card.question) return &card.question->answer;
  return card.act ? &card.act->done : nullptr;
}

TEST(LessonScreen, NoCardShowsTheClassItsAnswerBeforeItIsAskedFor) {
  for (const Lesson& lesson : lessons()) {
    Stage stage({.box = {}, .workspace = "learn", .lesson = lesson.id, .presents = true, .audience = true});
    const double edge = stage.screen().stage().width;
    const auto is_shown = [&](const std::string& text) {
      std::u32string shown;
      for (const DrawnLetter& letter : drawn_letters())
        if (letter.area.right() <= edge && letter.code != ' ') shown += letter.code;
      return shown.find(letters_of(text)) != shown.npos;
    };
    for (std::size_t i = 0; i < lesson.cards.size(); ++i, stage.frame(1), stage.key(plain(k_key_page_down))) {
      const std::string where = fmt::format("{}, card {}", lesson.id, i + 1);
      ASSERT_EQ(stage.state().at("learn").at("card"), i) << where;
      stage.shot("class-" + lesson.id + "-" + std::to_string(i + 1));
      EXPECT_TRUE(is_shown(lesson.cards[i].text.substr(0, lesson.cards[i].text.find('\n')))) << "its body; " << where;
      const std::string* answer = answer_of(lesson.cards[i]);
      if (!answer) continue;
      EXPECT_FALSE(is_shown(*answer)) << where;
      const auto waits = [](const LessonAction& action) { return action.kind == LessonAction::Kind::wait; };
      const auto presses = 1 + (lesson.cards[i].act ? std::ranges::count_if(lesson.cards[i].act->solution, waits) : 0);
      for (auto press = presses; press > 0; --press) stage.key(plain(k_key_page_down));
      ASSERT_EQ(stage.state().at("learn").at("card"), i) << where;
      ASSERT_EQ(stage.state().at("learn").at("done"), true) << where;
      EXPECT_TRUE(is_shown(*answer)) << where;
      for (const std::string& fault : faults_of(drawn_letters(), {"lesson", "standings", "editor"}))
        ADD_FAILURE() << fault << "; " << where;
      stage.shot("answer-" + lesson.id + "-" + std::to_string(i + 1));
    }
  }
}

TEST(LessonScreen, TheClickerPlaysTheSolutionBeforeItGoesOn) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  const auto text = [&] { return letters_on_screen(); };
  const Act& act = *find_lesson("tree")->cards[0].act;
  EXPECT_NE(text().find(letters_of(act.class_ask)), std::u32string::npos) << "the question";
  EXPECT_EQ(text().find(letters_of("Press P")), std::u32string::npos) << "what the hands do is not for the class";
  EXPECT_EQ(stage.steps().at("step"), 1);
  stage.press(plain(k_key_page_down));
  stage.frames(20);  // one second, in the middle of it
  stage.shot("class-plays");
  stage.settle();
  EXPECT_EQ(stage.steps().at("step"), 2) << "the step that the card asks about";
  EXPECT_EQ(stage.steps().at("prediction").at("outcome").at("found"), 4);
  EXPECT_EQ(stage.state().at("learn").at("card"), 0);
  EXPECT_NE(text().find(letters_of(act.done)), std::u32string::npos);
  stage.key(plain(k_key_page_down));
  EXPECT_EQ(stage.state().at("learn").at("card"), 0) << "a press at once is one too many: the class has not read the answer";
  stage.frame(1);
  stage.key(plain(k_key_page_down));
  EXPECT_EQ(stage.state().at("learn").at("card"), 1);
  EXPECT_NE(text().find(letters_of("2 of 8")), std::u32string::npos);
  stage.press(plain(k_key_page_down));
  stage.frames(10);
  stage.press(plain(k_key_page_down));  // the rest at once
  stage.settle();
  EXPECT_EQ(stage.state().at("learn").at("card"), 1);
  EXPECT_EQ(stage.steps().at("step"), 3);
}

TEST(LessonScreen, BeforeAClassASolutionWaitsForTheClicker) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
  for (const Chord& chord : {ctrl('L'), plain(k_key_page_down), ctrl('L')}) stage.key(chord);
  EXPECT_EQ(stage.steps().at("step"), 1) << "nothing is played under the overview";
  stage.key(plain('7'));  // a digit goes to a card, and chooses no algorithm
  EXPECT_EQ(stage.state().at("learn").at("card"), 6);
  for (int step = 1; step <= 8; ++step) {
    stage.key(plain(k_key_page_down));
    EXPECT_EQ(stage.steps().at("step"), step);
    EXPECT_EQ(stage.state().at("learn").at("done"), step == 8);
  }
  stage.key(plain('2'));
  EXPECT_EQ(stage.steps().at("traced").at("algorithm"), "scan-transpose-scan");
  for (int press = 0; press < 8; ++press) stage.key(plain(k_key_page_up));
  EXPECT_EQ(stage.steps().at("step"), 0) << "its own question again";
  EXPECT_EQ(stage.state().at("learn").at("done"), false);
  stage.key(plain(k_key_page_up));
  EXPECT_EQ(stage.state().at("learn").at("card"), 5);
}

TEST(LessonScreen, DigitsAndEnterBelongToTheCard) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "numbers"});
  stage.click(stage.control("lesson:hint"));
  stage.type("26");  // into the field again
  stage.key(plain(k_key_enter));
  stage.key(plain(k_key_enter));  // on a card that is done
  EXPECT_EQ(stage.state().at("learn").at("card"), 1);
  Stage banks({.box = {}, .workspace = "learn", .lesson = "tree"});
  for (int card = 0; card < 5; ++card) banks.key(ctrl(k_key_page_down));  // an act comes first, so the field has no keyboard
  banks.frames(25);
  banks.key(plain('1'));
  banks.type("5");
  EXPECT_EQ(banks.steps().at("traced").at("algorithm"), "scan-transpose-scan");
  banks.key(plain(k_key_enter));
  EXPECT_EQ(banks.state().at("learn").at("answer"), 15);
}

TEST(LessonScreen, AnImpatientClickerDoesNotMoveTheCaretOfThePlayedSolution) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "first-kernel", .presents = true});
  stage.key(plain(k_key_page_down));
  stage.frame(1);
  stage.key(plain(k_key_page_down));
  ASSERT_EQ(stage.state().at("learn").at("card"), 1);
  for (int presses = 0; presses < 6; ++presses) {
    stage.press(plain(k_key_page_down));
    stage.frames(8);
  }
  stage.settle();
  EXPECT_EQ(stage.state().at("learn").at("card"), 1);
  EXPECT_EQ(stage.state().at("steps").at("file").at("right"), true) << "the solution mends one line";
}

TEST(LessonScreen, ALeftCardSaysSoAndAgainBringsItBack) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "four-reads"});
  const auto left = [&] { return stage.state().at("learn").at("left").get<bool>(); };
  stage.frames(10);
  stage.settle();
  EXPECT_FALSE(left());
  stage.key(ctrl('2'));  // Steps
  stage.frames(10);
  stage.settle();
  EXPECT_TRUE(left());
  EXPECT_EQ(stage.state().at("message"), "You left the card.");
  stage.shot("left-card");
  stage.click(stage.control("message:act"));
  stage.frames(10);
  stage.settle();
  EXPECT_FALSE(left());
  EXPECT_EQ(stage.state().at("workspace"), "explore");
  EXPECT_EQ(stage.state().at("message"), "");
}

TEST(LessonScreen, ACardClosesWhatLiesOverTheWindow) {
  Stage explore({.box = {}, .workspace = "learn", .lesson = "four-reads"});
  explore.key(ctrl('G'));
  ASSERT_EQ(explore.state().at("popup"), "go_to_pixel");
  explore.screen().perform(Action{"card-again"}, {});
  explore.settle();
  EXPECT_EQ(explore.state().at("popup"), "");
  Stage stage({.box = {}, .workspace = "learn", .lesson = "tree"});
  stage.key(plain('S'));
  ASSERT_TRUE(stage.state().at("controls").contains("steps:save:go"));
  stage.key(ctrl(k_key_page_down));
  EXPECT_FALSE(stage.state().at("controls").contains("steps:save:go"));
}

TEST(LessonScreen, ACardHasTheControlsAndCountersThatItNames) {
  Stage stage({.box = {}, .workspace = "learn", .lesson = "banks"});
  for (int card = 0; card < 4; ++card) stage.key(ctrl(k_key_page_down));
  const auto shows = [&](const char* text) { return letters_on_screen().find(letters_of(text)) != std::u32string::npos; };
  EXPECT_TRUE(shows("bank conflicts, all stepshidden until you answer")) << "predict first";
  for (const bool padding : {false, true}) {  // it begins with padding
    stage.click(stage.control("param:padding"));
    stage.frames(10);
    stage.settle();
    EXPECT_EQ(stage.steps().at("params").at("padding"), padding);
    EXPECT_TRUE(shows("bank conflicts, all stepshidden until you answer"));
  }
  stage.click(stage.control("lesson:answer"));
  stage.type("1");
  stage.key(plain(k_key_enter));
  stage.frames(10);
  stage.settle();
  EXPECT_EQ(stage.state().at("learn").at("done"), false);
  EXPECT_FALSE(shows("bank conflicts, all steps0")) << "a guess uncovers nothing";
  stage.type("3");
  stage.key(plain(k_key_enter));
  stage.frames(10);
  stage.settle();
  EXPECT_EQ(stage.state().at("learn").at("done"), true);
  EXPECT_TRUE(shows("bank conflicts, all steps0"));
  stage.shot("card-control");
}

TEST(LessonScreen, AfterAWrongAnswerTheNextOneGoesIntoTheField) {
  for (const char* lesson : {"four-reads", "banks"}) {
    Stage stage({.box = {}, .workspace = "learn", .lesson = lesson});
    for (int card = 0; card < 6 && std::string_view(lesson) == "four-reads"; ++card) stage.key(ctrl(k_key_page_down));
    const std::string shown = stage.state().at("workspace");
    stage.click(stage.control("lesson:answer"));
    for (const char* answer : {"13", "2"}) {
      stage.type(answer);
      stage.key(plain(k_key_enter));
      stage.frames(10);
      stage.settle();
      EXPECT_EQ(stage.state().at("workspace"), shown) << lesson;
      EXPECT_EQ(stage.state().at("learn").at("left"), false) << lesson;
      EXPECT_EQ(stage.state().at("learn").at("answer"), std::stoi(answer)) << lesson;
    }
  }
}

TEST(LessonScreen, TheListSaysWhatWasAnsweredWrong) {
  const LessonFile file("@ask How many?\n@answer\n@until learn.answer == 7\n@solve answer 7\n\n## Last\nThe end.\n");
  const auto wrong_of = [](const Stage& stage, const std::string& lesson) {
    const auto found = stage.remembered().lessons.find(lesson);
    return found == stage.remembered().lessons.end() ? std::vector<WrongAnswer>() : found->second.wrong;
  };
  const auto give = [](Stage& stage, const char* answer) {
    stage.click(stage.control("lesson:again"));
    stage.click(stage.control("lesson:answer"));
    stage.type(answer);
    stage.click(stage.control("lesson:check"));
  };
  {
    Stage stage({.box = {}, .workspace = "learn", .lesson = file.name()});
    const std::string lesson = stage.state().at("learn").at("lesson");
    const auto now = static_cast<std::int64_t>(std::time(nullptr));
    give(stage, "8");
    ASSERT_EQ(wrong_of(stage, lesson).size(), 1U);
    EXPECT_EQ(wrong_of(stage, lesson)[0].card, 0);
    EXPECT_EQ(wrong_of(stage, lesson)[0].answer, "8");
    EXPECT_GE(wrong_of(stage, lesson)[0].when, now);
    give(stage, "7");
    EXPECT_EQ(stage.state().at("learn").at("done"), true);
    EXPECT_EQ(wrong_of(stage, lesson).size(), 1U) << "a right answer is none of them";
    for (int i = 0; i < 22; ++i) give(stage, "9");
    EXPECT_EQ(wrong_of(stage, lesson).size(), LessonProgress::k_wrong);
  }
  const auto predict = [](Stage& stage, bool marks) {
    stage.key(plain('P'));
    const nlohmann::json grids = stage.steps().at("grids");
    for (const auto& grid : grids)
      if (marks && grid.at("buffer") == "temp")
        stage.click({grid.at("x").get<double>() + grid.at("w").get<double>() / 16,
                     grid.at("y").get<double>() + grid.at("h").get<double>() / 2});
    stage.key(plain(k_key_right));
    stage.frames(10);
    stage.settle();
  };
  {
    Stage unmarked({.box = {}, .workspace = "learn", .lesson = "tree"});
    predict(unmarked, false);
    EXPECT_TRUE(wrong_of(unmarked, "tree").empty()) << "nothing was predicted";
    Stage before_a_class({.box = {}, .workspace = "learn", .lesson = "tree", .presents = true});
    predict(before_a_class, true);
    EXPECT_TRUE(wrong_of(before_a_class, "tree").empty());
  }
  Stage ours({.size = {1280, 900}, .box = {}, .workspace = "learn", .lesson = "tree"});
  predict(ours, true);
  ASSERT_EQ(wrong_of(ours, "tree").size(), 1U);
  ours.key(ctrl('W'));
  ours.key(ctrl('5'));
  EXPECT_NE(letters_on_screen().find(letters_of("Answered wrong: card 1: the prediction")), std::u32string::npos);
  for (const std::string& fault : faults_of(drawn_letters(), {"lessons"})) ADD_FAILURE() << fault;
  ours.shot("answered-wrong");
}

TEST(LessonScreen, TheOverviewGoesToACard) {
  for (const bool presents : {false, true}) {
    Stage stage({.box = {}, .workspace = "learn", .lesson = "tree", .presents = presents});
    stage.key(ctrl('L'));
    stage.settle();
    stage.frames(10);  // a picture a frame
    stage.shot(fmt::format("overview-{}", presents));
    EXPECT_NE(letters_on_screen().find(letters_of("Down-sweep, step 2 of 3")), std::u32string::npos)
        << "the step that card 6 shows";
    for (const std::string& fault : faults_of(drawn_letters(), {"lesson", "lesson overview"})) ADD_FAILURE() << fault;
    stage.click(stage.control("lesson:go:5"));
    EXPECT_EQ(stage.state().at("learn").at("card"), 4);
    EXPECT_EQ(stage.steps().at("step"), 6) << "as its card shows";
    EXPECT_FALSE(stage.state().at("controls").contains("lesson:go:5"));
    stage.key(ctrl('L'));
    stage.key(plain(k_key_escape));
    EXPECT_FALSE(stage.state().at("controls").contains("lesson:go:5"));
    EXPECT_EQ(stage.state().at("presentation").at("on"), presents) << "Esc closes one thing";
  }
}

TEST(LessonCheck, SaysWhatWasReachedAndWhy) {
  const auto says = [](const std::string& act, const std::vector<const char*>& words) {
    const std::vector<std::string> faults = LessonFile(act).faults();
    ASSERT_GE(faults.size(), 1U) << words[0];
    for (const char* word : words) EXPECT_NE(faults[0].find(word), std::string::npos) << faults[0];
  };
  // the box is 1 by 1 at 0, 0; in a ramp of 6 by 5 the drag moves it, and the sum of column 3 is 153
  says("@ask Drag.\n@until box.sum == 612\n@solve drag 0 0 3 2\n",
       {"after it, box.sum = 153", "box = 3,2 1x1", "begins inside the box, so it moves the box"});
  says("@ask Drag.\n@until box.sun == 612\n@solve drag 1 1 3 2\n", {"the state has nothing at box.sun"});
  says("@ask Go.\n@until workspace == 'steps' and steps.counted.all_passes.additions > 0\n@solve key Ctrl+2\n",
       {"it asks for steps.counted.all_passes.additions, which it does not show"});
  says("@ask Go.\n@counter zebras: zebras\n@until box.w == 3\n@solve drag 1 1 3 2\n", {"its counter 'zebras' shows nothing"});
  says("@ask Go.\n@control zebras\n@until box.w == 3\n@solve drag 1 1 3 2\n", {"there is no parameter 'zebras'"});
  says("@ask \xCD\xB8?\n@until box.w == 3\n@solve drag 1 1 3 2\n", {"no font has these letters: \xCD\xB8"});
  says("@ask Leave.\n@until steps.step == 1\n@solve key Ctrl+2\n@solve key Right\n", {"its solution leaves the card"});
}

/// What is wrong with the letters of the card, or of the list; what else is drawn has tests of its own.
std::vector<std::string> faults_of_lessons() {
  std::vector<DrawnLetter> letters = drawn_letters();
  std::erase_if(letters, [](const DrawnLetter& letter) { return !letter.window.starts_with("lesson"); });
  EXPECT_GT(letters.size(), 100U);
  return faults_of(letters, {"lesson", "lessons"});
}

TEST(LessonScreen, CardsAndListAreReadable) {
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}, {1024, 768}})
    for (const double scale : {1.0, 2.0}) {
      for (const Lesson& lesson : lessons()) {
        Stage stage({.size = size,
                     .scale = scale,
                     .theme = scale > 1 ? "light" : "dark",
                     .box = {},
                     .workspace = "learn",
                     .lesson = lesson.id});
        for (std::size_t i = 0; i < lesson.cards.size(); ++i, stage.key({.key = k_key_page_down, .ctrl = true})) {
          const std::string where = fmt::format("{}-{}-{}x{}-{}", lesson.id, i + 1, size.width, size.height, scale);
          for (const std::string& fault : faults_of_lessons()) ADD_FAILURE() << fault << "; " << where;
          stage.shot(where);
        }
        if (scale > 1 || size.width > 1280) break;  // because: the others differ in their words alone
      }
      Stage stage({.size = size, .scale = scale, .box = {}, .workspace = "learn"});
      for (const std::string& fault : faults_of_lessons()) ADD_FAILURE() << fault << "; list";
      stage.shot(fmt::format("lessons-{}x{}-{}", size.width, size.height, scale));
    }
}

}  // namespace
}  // namespace satscope::app
