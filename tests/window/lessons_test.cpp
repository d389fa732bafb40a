// SPDX-License-Identifier: Apache-2.0
// Lessons without a window: conditions, what is wrong in a text, and how a card is done.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "app/core/json.h"
#include "app/lessons/lesson.h"
#include "app/ui/keys.h"
#include "app/workspaces/learn/lesson_pictures.h"
#include "app/workspaces/learn/player.h"

namespace satscope::app {
namespace {

const nlohmann::json& state() {
  static const auto made = nlohmann::json::parse(
      R"({"box": {"sum": 612, "w": 3, "h": 2, "why": ""}, "open": true, "list": [{"name": "a"}, {"name": "b"}], "nothing": null})");
  return made;
}

TEST(LessonPictures, AreThereForEachOfOurs) {
  std::vector<std::string> ids{first_steps().id};
  for (const Lesson& lesson : lessons()) ids.push_back(lesson.id);
  for (const std::string& id : ids) {
    const auto rows = picture_of_lesson(id);
    ASSERT_FALSE(rows.empty()) << id;
    for (const std::string_view row : rows) {
      EXPECT_EQ(row.size(), rows.front().size()) << id << ": " << row;
      EXPECT_EQ(row.find_first_not_of(" .bgry"), row.npos) << id << ": " << row;
    }
  }
  EXPECT_TRUE(picture_of_lesson("none of ours").empty());
}

TEST(Condition, HoldsAsItReads) {
  for (const char* yes : {"box.sum == 612", "box.w * box.h == 6", "box.w + box.h * 2 == 7", "(box.w + box.h) * 2 == 10",
                          "box.sum / 2 > 305.5", "open", "not not open", "open and box.w >= 3", "box.w < 3 or box.h <= 2",
                          "list.1.name == 'b'", "absent == null", "nothing == null", "box.why == ''", "box.w - 4 == -1",
                          "not (box.w == 2)", "not box.w == 2", "false or true", "box.sum != '612'"})
    EXPECT_TRUE(Condition(yes).holds(state())) << yes;
  for (const char* no : {"box.sum == 613", "box.sum", "absent", "absent > 0", "absent < 0", "box.why < 1", "list.7.name == 'b'",
                         "box.w / 0 == 0", "open and absent", "not open", "box.sum.deeper == 612", "'a' < 'b'"})
    EXPECT_FALSE(Condition(no).holds(state())) << no;
  EXPECT_FALSE(Condition().holds(state()));
}

TEST(Condition, WhatIsNoneSaysWhere) {
  for (const char* wrong : {"", "box.sum ==", "box.sum == 612 612", "(open", "'open", "box..w == 1", "and", "box.w = 3",
                            "open or", "1 2", "box. == 1", "system(1)", "#"}) {
    try {
      const Condition made(wrong);
      ADD_FAILURE() << "accepted: " << wrong;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("is expected there"), std::string::npos) << error.what();
    }
  }
}

TEST(Condition, HasLimits) {
  const auto problem = [](const std::string& text) -> std::string {
    try {
      const Condition made(text);
      return {};
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
  };
  const auto repeated = [](int count, const std::string& part) {
    std::string text;
    for (int i = 0; i < count; ++i) text += part;
    return text;
  };
  EXPECT_EQ(problem(repeated(50, "(") + "open" + repeated(50, ")")), "");
  for (const std::string& deep :
       {repeated(51, "(") + "open" + repeated(51, ")"), repeated(100000, "("), repeated(100000, "not ")})
    EXPECT_NE(problem(deep).find("more than 50 levels"), std::string::npos);
  EXPECT_TRUE(Condition(repeated(499, "1+") + "1 == 500").holds(state()));
  for (const char* part : {"1+", "1*", "open and ", "open or "})
    EXPECT_NE(problem(repeated(100000, part) + "open").find("more than 500 operators"), std::string::npos) << part;
  const std::string said = problem("box.w == " + std::string(100000, '#'));
  EXPECT_NE(said.find("is expected there"), std::string::npos);
  EXPECT_LT(said.size(), 400U);
}

constexpr std::string_view k_good = R"(# A title
@lesson 1
@able You can do it.
@minutes 3

## First
Read **this**.

## Second
Do it.
@show {"workspace": "explore",
  "input": "pattern:ramp:6x5"}
@ask Type 7.
@answer
@until learn.answer == 7
@hint One.
@hint Two.
@done Yes.
@class What is it?
@counter sum, of the box: box.sum
@control padding
@notes Wait.
@wrong answer 8
@wrong answer 6: One **less** than 7: look again.
@solve answer 7
)";

TEST(Lesson, IsReadWhole) {
  const Lesson lesson = parse_lesson(k_good, "good");
  EXPECT_EQ(lesson.title, "A title");
  EXPECT_EQ(lesson.able, "You can do it.");
  EXPECT_EQ(lesson.minutes, 3);
  ASSERT_EQ(lesson.cards.size(), 2U);
  EXPECT_EQ(lesson.acts(), 1);
  EXPECT_EQ(lesson.cards[0].text, "Read **this**.");
  EXPECT_FALSE(lesson.cards[0].act);
  const Card& second = lesson.cards[1];
  EXPECT_EQ(second.show->at("input"), "pattern:ramp:6x5");
  EXPECT_EQ(second.notes, "Wait.");
  EXPECT_EQ(second.act->class_ask, "What is it?");
  ASSERT_EQ(second.act->counters.size(), 1U);
  EXPECT_EQ(second.act->counters[0].name, "sum, of the box");
  EXPECT_EQ(second.act->counters[0].value.text(), "box.sum");
  EXPECT_EQ(second.act->controls, (std::vector<std::string>{"padding"}));
  EXPECT_TRUE(second.act->answers);
  EXPECT_EQ(second.act->hints, (std::vector<std::string>{"One.", "Two."}));
  EXPECT_EQ(second.act->solution.front().text, "7");
  EXPECT_EQ(second.act->wrong.front().kind, LessonAction::Kind::answer);
  EXPECT_EQ(second.act->wrong.front().why, "");
  EXPECT_EQ(second.act->wrong.back().text, "6");
  EXPECT_EQ(second.act->wrong.back().why, "One **less** than 7: look again.");
}

TEST(Lesson, SaysWhatIsWrongWithAnAnswer) {
  LessonPlayer player;
  player.start(parse_lesson(k_good, "good"), 1);
  const auto answered = [&](const std::string& answer) {
    player.give(answer);
    player.look({{"learn", {{"answer", value_of_answer(answer)}}}});
    return player.why();
  };
  EXPECT_EQ(answered("9"), "");
  EXPECT_EQ(answered("8"), "") << "nothing is said of it";
  EXPECT_EQ(answered("six"), "One **less** than 7: look again.");
  EXPECT_EQ(answered("7 - 1"), "One **less** than 7: look again.");
  EXPECT_EQ(answered("7"), "");
  EXPECT_TRUE(player.done());
}

TEST(Lesson, SaysOfAnAnswerWhatItSaysOfItsCapital) {
  const std::string text =
      "# A\n@lesson 1\n\n## B\n@ask Which?\n@answer\n@until learn.answer == 'A'\n@wrong answer B: Not B.\n@solve answer A\n";
  LessonPlayer player;
  player.start(parse_lesson(text, "good"), 0);
  for (const char* answer : {"b", "B"}) {
    player.give(answer);
    player.look({{"learn", {{"answer", value_of_answer(answer)}}}});
    EXPECT_EQ(player.why(), "Not B.") << answer;
  }
}

/// The good lesson with one text in place of another.
std::string with(std::string_view old, std::string_view replacement) {
  std::string text(k_good);
  const std::size_t at = text.find(old);
  EXPECT_NE(at, text.npos) << old;
  return text.replace(at, old.size(), replacement);
}

TEST(Lesson, EachFaultIsOneSentenceWithItsLine) {
  struct Fault {
    std::string text, says;
  };
  for (const Fault& fault : {
           Fault{with("# A title\n", ""), "has no title"},
           {with("@lesson 1\n", ""), "does not say '@lesson 1'"},
           {with("@lesson 1", "@lesson 2"), "line 2: its form is 2"},
           {with("@lesson 1", "@lesson one"), "line 2: 'one' is no whole number"},
           {with("@minutes 3", "@minutes 0"), "line 4: '0' is no whole number from 1"},
           {with("@minutes 3", "text"), "line 4: there is text before the first card"},
           {with("@minutes 3", "@hint no"), "line 4: '@hint' belongs to a card"},
           {with("## First", "## "), "line 6: a card needs a title"},
           {with("@until learn.answer == 7", "@until learn.answer = 7"), "is expected there"},
           {with("@until learn.answer == 7\n", ""), "say with '@until' when it is done"},
           {with("@solve answer 7\n", ""), "show with '@solve' that it can be done"},
           {with("@ask Type 7.\n", ""), "say it with '@ask'"},
           {with("@hint One.", "@hint One.\n@hint More.\n@hint Too many."), "at most 3 hints"},
           {with("@solve answer 7", "@solve run rm"), "unknown action 'run'; the actions are 'key CHORD'"},
           {with("@solve answer 7", "@solve answer"), "'answer' is not whole; write 'answer TEXT'"},
           {with("@solve answer 7", "@solve drag 1 2 3"), "write 'drag X Y X Y'"},
           {with("@solve answer 7", "@solve drag 1 2 3 x"), "write 'drag X Y X Y'"},
           {with("@solve answer 7", "@solve cell temp"), "write 'cell BUFFER PLACE'"},
           {with("@solve answer 7", "@solve point sky 1 2"), "write 'point picture|table X Y'"},
           {with("@done Yes.", "@done Yes.\n@done No."), "the card has '@done' already; give it once"},
           {with("@ask Type 7.", "@ask Type 7.\n@ask Type 8."), "the card has '@ask' already"},
           {with("@until learn", "@until live\n@until learn"), "join the two by 'and' or 'or'"},
           {with("@ask", "@show {}\n@ask"), "the card has '@show' already"},
           {with("## Second", "# Second"), "a lesson has one line that begins with '# '"},
           {with("@done Yes.", "@finished Yes."), "there is no '@finished'"},
           {with("@done Yes.", "@counter additions"), "write '@counter additions: steps.counted"},
           {with("@done Yes.", "@counter sum: box.sum =="), "is expected there"},
           {with("@done Yes.", "@when box.w > 3"), "write '@when box.sum > 612: This"},
           {with("@done Yes.", "@when box.w >: Too wide."), "is expected there"},
           {with("@done Yes.", "@class What?\n@class Why?"), "the card has '@class' already"},
           {with("@done Yes.", "@able Yes."), "line 18: '@able' belongs before the first card"},
           {with("\"pattern:ramp:6x5\"", "\"/etc/passwd\""), "a lesson opens patterns, and files below its own folder"},
           {with("\"pattern:ramp:6x5\"", "\"../up.png\""), "below its own folder"},
           {with("\"pattern:ramp:6x5\"", "\"rtsp://somewhere/live\""), "below its own folder"},
           {with("\"pattern:ramp:6x5\"", "\"camera\""), "below its own folder"},
           {with("\"pattern:ramp:6x5\"}", "\"pattern:ramp:6x5\""), "is no JSON"},
           {with("\"pattern:ramp:6x5\"}", "\"pattern:ramp:6x5\", \"ui_scale\": 1e999}"), "out of range"},
           {with("\"pattern:ramp:6x5\"", std::string(5000, '[')), "deeper than 100 levels"},
           {with("\"input\": \"pattern:ramp:6x5\"", "\"race\": {\"others\": [\"/dev/zero\"]}"), "below its own folder"},
           {with("\"input\": \"pattern:ramp:6x5\"", "\"race\": {\"others\": [\"a.json\", \"../b.json\"]}"), "'../b.json'"},
           {with("\"input\": \"pattern:ramp:6x5\"", "\"playground\": {\"cascade\": \"/a.xml\"}"), "below its own folder"},
           {with("@wrong answer 8", "@wrong set {\"playground\": {\"cascade\": \"../a.xml\"}}"), "below its own folder"},
           {with("\"input\": \"pattern:ramp:6x5\"", "\"source\": \"camera\""), "the synthetic camera alone"},
           {with("\"input\": \"pattern:ramp:6x5\"", "\"source\": 3"), "the synthetic camera alone"},
           {with("Read **this**.", "@question Which?"), "give its answer with '@reveal'"},
           {with("Read **this**.", "@reveal That."), "put its question with '@question'"},
           {with("Read **this**.", "This one.\n@question Which?\n@reveal This one"), "shows its answer before it is asked for"},
           {with("@done Yes.", "@question Which?\n@reveal That."), "make two cards of it"},
           {with("Read **this**.", "@question Which?\n@question What?"), "the card has '@question' already"},
           {"", "does not say '@lesson 1'"},
       }) {
    try {
      parse_lesson(fault.text, "bad");
      ADD_FAILURE() << "accepted: " << fault.says;
    } catch (const LessonError& error) {
      const std::string said = error.what();
      EXPECT_NE(said.find(fault.says), said.npos) << said;
      EXPECT_EQ(said.rfind("lesson 'bad', line ", 0), 0U) << said;
      EXPECT_EQ(said.find('\n'), said.npos) << said;
    }
  }
}

/// What parse_lesson says of a text; empty: nothing.
std::string fault_of(const std::string& text) {
  try {
    parse_lesson(text, "bad");
    return {};
  } catch (const LessonError& error) {
    return error.what();
  }
}

TEST(Lesson, EachDirectiveIsRefusedInEachWayItCanBeWrong) {
  std::map<std::string_view, std::string> good{{"lesson", "1"},        {"able", "You can."},
                                               {"minutes", "3"},       {"show", "{}"},
                                               {"ask", "Do it."},      {"until", "open"},
                                               {"answer", ""},         {"hint", "So."},
                                               {"done", "Yes."},       {"solve", "key Right"},
                                               {"wrong", "key Up"},    {"notes", "Wait."},
                                               {"question", "Which?"}, {"reveal", "That one."},
                                               {"class", "What?"},     {"counter", "sum: box.sum"},
                                               {"control", "padding"}, {"when", "box.w == 9: Too wide."}};
  good["stop"] = "2";
  good["line"] = "1 3: the first";
  good["right"] = "box.w == 9: Wide enough.";
  ASSERT_EQ(good.size(), lesson_directives().size());
  for (const Directive& directive : lesson_directives()) {
    const std::string word = fmt::format("@{}", directive.name), whole = fmt::format("{} {}\n", word, good.at(directive.name));
    const std::string title = "# A title\n", card = "# A title\n@lesson 1\n\n## Card\n";
    const std::string its_place = directive.of_lesson ? title : card, another = directive.of_lesson ? card : title;
    const int line = directive.of_lesson ? 2 : 5, other_line = directive.of_lesson ? 5 : 2;
    const auto says = [&](const std::string& text, int at, const std::string& words) {
      const std::string said = fault_of(text);
      EXPECT_EQ(said.rfind(fmt::format("lesson 'bad', line {}: ", at), 0), 0U) << said << "\n" << text;
      EXPECT_NE(said.find(words), said.npos) << said << "\n" << text;
      EXPECT_EQ(said.find('\n'), said.npos) << said;
    };
    const bool alone = directive.value.empty();
    says(
        its_place + word + (alone ? " too much\n" : "\n"), line,
        fmt::format(fmt::runtime(alone ? "takes no value; write '{}'" : "says nothing; write '{} {}'"), word, directive.value));
    says(another + whole, other_line, directive.of_lesson ? "move it there" : "a card begins with '## '");
    says(its_place + word + "s 1\n", line, fmt::format("there is no '{}s'; there are lesson, able", word));
    says(its_place + " " + whole, line, "take away the blanks before it");
    says(its_place + "@notes Wait.\n  " + whole, directive.of_lesson ? 2 : 6,
         directive.of_lesson ? "'@notes' belongs to a card" : "take away the blanks");
    if (directive.once) says(its_place + whole + whole, line + 1, directive.name == "until" ? "'and' or 'or'" : "give it once");
  }
}

/// What lesson_directives() cannot know: the values that each takes.
TEST(Lesson, EachKindOfValueIsRefusedWithWhatIsAllowed) {
  const std::string card = "# A title\n@lesson 1\n\n## Card\n";
  const auto says = [&](const std::string& text, const std::string& words) {
    const std::string said = fault_of(card + text);
    EXPECT_NE(said.find(words), said.npos) << said << "\n" << text;
  };
  for (const std::string word : {"show", "solve set", "wrong set"}) {
    says("@" + word + " {\n", "write it like {\"workspace\": \"explore\"}");
    says("@" + word + " 3\n", "must be a JSON object");
    for (const std::string input : {"/etc/passwd", "../up.png", "a/../../up.png", "http://host/a.png", "camera", "screen"})
      says("@" + word + " {\"input\": \"" + input + "\"}\n", "files below its own folder");
  }
  for (const std::string word : {"solve", "wrong"}) {
    for (const std::string action : {"run rm", "Key Right", "keys"})
      says("@" + word + " " + action + "\n", "the actions are 'key CHORD'");
    for (const auto& [action, form] : std::map<std::string, std::string>{{"key", "key CHORD"},
                                                                         {"type", "type TEXT"},
                                                                         {"answer", "answer TEXT"},
                                                                         {"click", "click CONTROL"},
                                                                         {"cell temp", "cell BUFFER PLACE"},
                                                                         {"point table 1", "point picture|table X Y"},
                                                                         {"point 1 2", "point picture|table X Y"},
                                                                         {"drag 1 2 3 -4", "drag X Y X Y"},
                                                                         {"set", "set JSON"}})
      says("@" + word + " " + action + "\n", "write '" + form + "'");
  }
  says("@until box.w = 3\n", "is expected there");
  EXPECT_NE(fault_of("# A title\n@lesson 1\n@minutes 601\n").find("from 1 to 600"), std::string::npos);
}

TEST(Lesson, AFileOfAnotherSystemIsRead) {
  std::string text = "\xEF\xBB\xBF";
  for (const char letter : k_good) text += letter == '\n' ? "\r\n" : std::string(1, letter);
  EXPECT_EQ(parse_lesson(text, "good").cards.at(1).act->done, "Yes.");
}

TEST(Lesson, OursPutAQuestionToAClass) {
  for (const Lesson& lesson : lessons()) {
    std::string before;  // all that a class has read
    int questions = 0;
    for (const Card& card : lesson.cards) {
      questions += card.question || (card.act && card.act->answers);
      if (card.question) {
        const std::string& answer = card.question->answer;
        ASSERT_TRUE(answer.starts_with("**")) << lesson.id << ": the answer itself comes first, the reason after it";
        const std::string itself = answer.substr(2, answer.find_first_of("*.:", 2) - 2);
        EXPECT_TRUE(itself.size() < 5 || before.find(itself) == before.npos) << lesson.id << " said before: " << itself;
      }
      before += card.text + (card.act ? card.act->ask + card.act->done : card.question ? card.question->text : "");
    }
    EXPECT_GE(questions, 2) << lesson.id;
  }
}

TEST(Lesson, OursAreNumberedAndWhole) {
  ASSERT_FALSE(lessons().empty());
  for (const Lesson& lesson : lessons()) {
    EXPECT_FALSE(lesson.able.empty()) << lesson.id;
    EXPECT_GE(lesson.cards.size(), 5U) << lesson.id;
    EXPECT_LE(lesson.cards.size(), 8U) << lesson.id;
    EXPECT_GE(lesson.minutes, 5) << lesson.id;
    EXPECT_LE(lesson.minutes, 15) << lesson.id;
    EXPECT_TRUE(lesson.cards.front().show) << lesson.id << ": else it begins over the list of lessons";
    EXPECT_GE(lesson.acts(), static_cast<int>(lesson.cards.size()) - 2) << lesson.id << ": what students do decides";
    for (const Card& card : lesson.cards) {
      if (!card.act) continue;
      EXPECT_FALSE(card.act->hints.empty()) << lesson.id << ", " << card.title;
      EXPECT_FALSE(card.act->done.empty()) << lesson.id << ", " << card.title;
      EXPECT_FALSE(card.act->wrong.empty()) << lesson.id << ", " << card.title;
      for (const auto& actions : {card.act->solution, card.act->wrong})
        for (const LessonAction& action : actions) {
          EXPECT_TRUE(action.kind != LessonAction::Kind::key || chord_of(action.text)) << action.text;
          EXPECT_TRUE(action.kind != LessonAction::Kind::set || (card.act->stop && card.act->answers)) << card.title;
        }
    }
  }
}

/// A action that types an answer alone is done by who has seen nothing of the window.
TEST(Lesson, OursAskForActsInTheWindow) {
  for (const Lesson& lesson : lessons()) {
    int by_hand = 0;
    for (const Card& card : lesson.cards)
      if (card.act)
        by_hand += std::ranges::any_of(card.act->solution,
                                       [](const LessonAction& action) { return action.kind != LessonAction::Kind::answer; });
    EXPECT_GE(by_hand, 2) << lesson.id;
  }
  EXPECT_EQ(first_steps().minutes, 1);
  EXPECT_EQ(find_lesson(first_steps().id), &first_steps());
}

TEST(Lesson, UnknownOnesNameThoseThereAre) {
  try {
    load_lesson("no-such");
    FAIL();
  } catch (const LessonError& error) {
    EXPECT_NE(std::string(error.what()).find(lessons().front().id), std::string::npos) << error.what();
  }
  EXPECT_THROW(load_lesson("/nowhere/lesson.md"), LessonError);
  EXPECT_THROW(load_lesson("/dev/null.md"), LessonError);
}

TEST(LessonPlayer, ACardIsDoneByItsActAlone) {
  LessonPlayer player;
  player.start(parse_lesson(k_good, "good"), 0);
  EXPECT_TRUE(player.done());  // there is only to read
  player.go_to(1);
  EXPECT_FALSE(player.done());
  const auto look = [&] { return player.look({{"learn", {{"answer", value_of_answer(player.answer())}}}}); };
  EXPECT_FALSE(look());
  player.show_hint();
  player.show_hint();
  player.show_hint();
  EXPECT_EQ(player.hints(), 2U);
  player.give("8");
  EXPECT_FALSE(look());
  EXPECT_TRUE(player.failed());
  player.give("7");
  EXPECT_TRUE(look());
  EXPECT_TRUE(player.done());
  EXPECT_FALSE(look());  // it was done once
  player.go_to(0);
  player.go_to(1);
  EXPECT_FALSE(player.done());
  EXPECT_EQ(player.answer(), "");
}

TEST(LessonPlayer, ARightAnswerIsSaidToBeRightWhereAnActIsMissing) {
  const auto right = [](const std::string& condition, const nlohmann::json& state) {
    return Condition(condition).partly_holds("learn.answer", state);
  };
  const nlohmann::json state{{"learn", {{"answer", 5}}}, {"steps", {{"step", 1}}}};
  EXPECT_TRUE(right("learn.answer == 5 and steps.step == 2", state));
  EXPECT_TRUE(right("steps.step == 2 and (learn.answer == 5 or learn.answer == 6)", state));
  EXPECT_FALSE(right("learn.answer == 4 and steps.step == 1", state));
  EXPECT_FALSE(right("steps.step == 1", state)) << "it does not name the answer";
  EXPECT_FALSE(right("learn.answer == 5 and steps.step == 2 or box.w == 1", state)) << "it is no chain of parts";
  LessonPlayer player;
  player.start(parse_lesson(k_good, "good"), 1);
  player.give("8");
  player.look(state);
  EXPECT_FALSE(player.right_but_more());
}

TEST(LessonPlayer, AnAnswerIsHiddenUntilItIsShown) {
  LessonPlayer player;
  player.start(parse_lesson(with("Read **this**.", "@question Which?\n@reveal That."), "good"), 0);
  EXPECT_EQ(player.card().question->text, "Which?");
  EXPECT_FALSE(player.done());
  EXPECT_FALSE(player.look({}));
  EXPECT_TRUE(player.hidden(false));
  player.reveal();
  EXPECT_TRUE(player.done());
  EXPECT_FALSE(player.hidden(false)) << "it is shown";
  player.go_to(1);
  EXPECT_FALSE(player.hidden(false)) << "an act is not answered for who learns alone";
  EXPECT_FALSE(player.done());
  ASSERT_TRUE(player.hidden(true)) << "to a class it is";
  EXPECT_EQ(*player.hidden(true), "Yes.");
}

TEST(LessonPlayer, AnswersAreNumbersAsPeopleWriteThem) {
  EXPECT_EQ(value_of_answer("3,825"), 3825);
  EXPECT_EQ(value_of_answer("-1"), -1);
  EXPECT_EQ(value_of_answer("−1"), -1);
  EXPECT_EQ(value_of_answer("12 868 533"), 12868533);
  EXPECT_EQ(value_of_answer("2.5"), 2.5);
  EXPECT_EQ(value_of_answer("padding"), "padding");
  EXPECT_EQ(value_of_answer("40-12-15+5"), 18);
  EXPECT_EQ(value_of_answer("40 − 12 − 15 + 5"), 18);
  EXPECT_EQ(value_of_answer("2 × (3 + 4)"), 14);
  EXPECT_EQ(value_of_answer("minus one"), -1);
  EXPECT_EQ(value_of_answer("Twenty"), 20);
  EXPECT_EQ(value_of_answer("twenty-one"), 21);
  EXPECT_EQ(value_of_answer("twenty two"), 22);
  EXPECT_EQ(value_of_answer("twenty minus one"), 19);
  EXPECT_EQ(value_of_answer(".5"), 0.5);
  EXPECT_EQ(value_of_answer("1e3"), 1000);
  EXPECT_EQ(value_of_answer("a 1"), "a 1");
  for (const char* text : {"bank 6", "Bank six", "6 bytes", "[6]", "temp[6]"}) EXPECT_EQ(value_of_answer(text), 6) << text;
  EXPECT_EQ(value_of_answer("3 +"), "3 +");
  EXPECT_EQ(value_of_answer("1/0"), "1/0");
}

TEST(LessonKeys, AChordIsReadAsItIsWritten) {
  for (const ActionRow& row : all_actions())
    for (const Chord& chord : row.keys) EXPECT_EQ(chord_of(to_text(chord)), chord) << to_text(chord);
  EXPECT_FALSE(chord_of("Ctrl+Nothing"));
  EXPECT_FALSE(chord_of(""));
}

}  // namespace
}  // namespace satscope::app
