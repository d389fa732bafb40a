// SPDX-License-Identifier: Apache-2.0
#include "app/lessons/lesson.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>

#include "app/core/parsed_json.h"
#include "app/core/text/wanted_letters.h"
#include "app/sources/files/session_file.h"

namespace satscope::app {
namespace {
using nlohmann::json;

constexpr std::size_t k_most_hints = 3, k_most_cards = 100;
constexpr std::array k_directives{
    Directive{"lesson", "N", true, true},
    Directive{"able", "TEXT", true, true},
    Directive{"minutes", "N", true, true},
    Directive{"show", "JSON", false, true},
    Directive{"ask", "TEXT", false, true},
    Directive{"until", "CONDITION", false, true},
    Directive{"answer", "", false, true},
    Directive{"hint", "TEXT", false, false},
    Directive{"done", "TEXT", false, true},
    Directive{"solve", "ACTION", false, false},
    Directive{"wrong", "ACTION", false, false},
    Directive{"when", "CONDITION: TEXT", false, false},
    Directive{"right", "CONDITION: TEXT", false, false},
    Directive{"question", "TEXT", false, true},
    Directive{"reveal", "TEXT", false, true},
    Directive{"notes", "TEXT", false, false},
    Directive{"class", "TEXT", false, true},
    Directive{"counter", "NAME: MEMBER", false, false},
    Directive{"control", "PARAMETER", false, false},
    Directive{"stop", "N", false, true},
    Directive{"line", "NUMBERS: NAME", false, false},
};

std::string trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t\r\n"), to = text.find_last_not_of(" \t\r\n");
  return from == text.npos ? std::string() : std::string(text.substr(from, to - from + 1));
}

/// A line of a lesson, with those that continue it.
struct Line {
  int number = 0;
  std::string text;
};

std::vector<Line> lines_of(std::string_view text) {
  constexpr std::string_view k_mark = "\xEF\xBB\xBF";  // of UTF-8, as some editors write it
  if (text.starts_with(k_mark)) text.remove_prefix(k_mark.size());
  std::vector<Line> lines;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    if (!line.empty() && line.back() == '\r') line.pop_back();
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    const bool continues =
        line.starts_with("  ") && !trimmed(line).starts_with("@") && !lines.empty() && lines.back().text.starts_with("@");
    if (continues)
      lines.back().text += " " + trimmed(line);
    else
      lines.push_back({number, std::move(line)});
  }
  return lines;
}

/// How each kind of action is written.
struct ActionForm {
  std::string_view name, form;
  LessonAction::Kind kind;
  int numbers;  ///< at its end
};
constexpr std::array k_action_forms{
    ActionForm{"key", "key CHORD", LessonAction::Kind::key, 0},
    ActionForm{"type", "type TEXT", LessonAction::Kind::type, 0},
    ActionForm{"answer", "answer TEXT", LessonAction::Kind::answer, 0},
    ActionForm{"click", "click CONTROL", LessonAction::Kind::click, 0},
    ActionForm{"cell", "cell BUFFER PLACE", LessonAction::Kind::cell, 1},
    ActionForm{"line", "line N TEXT", LessonAction::Kind::line, 0},
    ActionForm{"point", "point picture|table X Y", LessonAction::Kind::point, 2},
    ActionForm{"drag", "drag X Y X Y", LessonAction::Kind::drag, 4},
    ActionForm{"set", "set JSON", LessonAction::Kind::set, 0},
    ActionForm{"wait", "wait", LessonAction::Kind::wait, 0},
};

std::string forms_of_actions() {
  std::string text;
  for (const ActionForm& action : k_action_forms) text += fmt::format("{}'{}'", text.empty() ? "" : ", ", action.form);
  return text;
}

bool is_count(const std::string& word) {
  return word.size() <= 6 && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// A path of a lesson stays below its folder, and nothing of a lesson reaches for a network or a camera.
bool stays_inside(const std::string& input) {
  if (input.find("://") != input.npos || input.starts_with("camera") || input.starts_with("screen")) return false;
  if (input.starts_with("pattern:") || input.starts_with("figure:")) return true;
  const std::filesystem::path path(input);
  return !path.is_absolute() && std::ranges::find(path, "..") == path.end();
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view id) : id_(id), lines_(lines_of(text)) { lesson_.id = id; }

  Lesson whole() {
    for (const Line& line : lines_) {
      number_ = line.number;
      if (line.text.starts_with("## "))
        begin_card(trimmed(line.text.substr(3)));
      else if (line.text.starts_with("# "))
        take_title(trimmed(line.text.substr(2)));
      else if (line.text.starts_with("@"))
        take_directive(line.text);
      else if (trimmed(line.text).starts_with("@"))
        fail("a directive begins its line; take away the blanks before it");
      else if (!lesson_.cards.empty())
        lesson_.cards.back().text += line.text + "\n";
      else if (!trimmed(line.text).empty())
        fail("there is text before the first card; a card begins with '## ' and its title");
    }
    finish();
    return std::move(lesson_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw LessonError(fmt::format("lesson '{}', line {}: {}", id_, number_, what));
  }

  void take_title(const std::string& title) {
    if (!lesson_.title.empty()) fail("a lesson has one line that begins with '# ', its title; a card begins with '## '");
    lesson_.title = title;
  }

  void begin_card(std::string title) {
    if (title.empty()) fail("a card needs a title after '## '");
    if (lesson_.cards.size() == k_most_cards) fail(fmt::format("a lesson has at most {} cards", k_most_cards));
    check_card();
    lesson_.cards.push_back({.title = std::move(title), .line = number_});
    seen_.clear();
  }

  void check_card() {
    if (lesson_.cards.empty()) return;
    Card& card = lesson_.cards.back();
    card.text = trimmed(card.text);
    number_ = card.line;
    if (card.question) check_question(card);
    if (!card.act) return;
    if (card.act->ask.empty()) fail(fmt::format("the card '{}' waits for an act: say it with '@ask'", card.title));
    if (!card.act->until) fail(fmt::format("the card '{}' asks for an act: say with '@until' when it is done", card.title));
    if (card.act->solution.empty())
      fail(fmt::format("the card '{}' asks for an act: show with '@solve' that it can be done", card.title));
  }

  void check_question(const Card& card) const {
    if (card.act) fail(fmt::format("the card '{}' has both '@question' and an act; make two cards of it", card.title));
    if (card.question->text.empty())
      fail(fmt::format("the card '{}' has an answer: put its question with '@question'", card.title));
    if (card.question->answer.empty())
      fail(fmt::format("the card '{}' puts a question: give its answer with '@reveal'", card.title));
    for (const std::string* said : {&card.text, &card.question->text})
      if (said->find(card.question->answer) != said->npos)
        fail(fmt::format("the card '{}' shows its answer before it is asked for; leave it to '@reveal'", card.title));
  }

  void finish() {
    check_card();
    number_ = 1;
    if (version_ == 0) fail(fmt::format("it does not say '@lesson {}', its form", k_lesson_version));
    if (lesson_.title.empty()) fail("it has no title: a line that begins with '# '");
    if (lesson_.cards.empty()) fail("it has no card: a line that begins with '## '");
  }

  int number_in(const std::string& value, int least, int most) const {
    int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || number < least || number > most)
      fail(fmt::format("'{}' is no whole number from {} to {}", value, least, most));
    return number;
  }

  json members_in(const std::string& value) const {
    json members;
    try {
      members = parsed(value);
    } catch (const JsonError& error) {
      fail(fmt::format("the session cannot be read: {}; write it like {{\"workspace\": \"explore\"}}", error.what()));
    }
    if (!members.is_object()) fail("the session must be a JSON object, such as {\"workspace\": \"explore\"}");
    if (const auto input = members.find("input"); input != members.end() && (!input->is_string() || !stays_inside(*input)))
      fail(fmt::format("the input {} is not allowed; a lesson opens patterns, and files below its own folder", input->dump()));
    if (const auto source = members.find("source");
        source != members.end() && (!source->is_string() || !source->get<std::string>().starts_with("synthetic")))
      fail(fmt::format("the source {} is not allowed; a lesson shows the synthetic camera alone", source->dump()));
    change_paths(members, [&](const std::string& path) {
      if (!stays_inside(path))
        fail(fmt::format("the file '{}' is not allowed; a lesson opens files below its own folder", path));
      return path;
    });
    return members;
  }

  LessonAction action_in(const std::string& value) const {
    const std::size_t space = std::min(value.find(' '), value.size());
    const std::string kind = value.substr(0, space), rest = trimmed(value.substr(space));
    const auto form = std::ranges::find(k_action_forms, kind, &ActionForm::name);
    if (form == k_action_forms.end()) fail(fmt::format("unknown action '{}'; the actions are {}", kind, forms_of_actions()));
    const auto wrong = [&] { fail(fmt::format("'{}' is not whole; write '{}'", value, form->form)); };
    if (form->kind == LessonAction::Kind::wait && rest.empty()) return {.kind = form->kind, .line = number_};
    if (rest.empty() || form->kind == LessonAction::Kind::wait) wrong();
    LessonAction action{.kind = form->kind, .line = number_};
    if (form->kind == LessonAction::Kind::set) {
      action.members = members_in(rest);
      return action;
    }
    if (form->kind == LessonAction::Kind::line) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const std::string number = rest.substr(0, end);
      if (!is_count(number) || std::stoi(number) == 0 || trimmed(rest.substr(end)).empty()) wrong();
      action.numbers = {std::stoi(number)};
      action.text = trimmed(rest.substr(end));
      return action;
    }
    std::vector<std::string> words = words_of(rest);
    for (int i = 0; i < form->numbers; ++i) {
      if (words.empty() || !is_count(words.back())) wrong();
      action.numbers.insert(action.numbers.begin(), std::stoi(words.back()));
      words.pop_back();
    }
    action.text = form->numbers > 0 ? fmt::format("{}", fmt::join(words, " ")) : rest;
    const bool view = action.text == "picture" || action.text == "table";
    if (form->kind == LessonAction::Kind::drag ? !action.text.empty() : action.text.empty()) wrong();
    if (form->kind == LessonAction::Kind::point && !view) wrong();
    return action;
  }

  void take_of_lesson(const std::string& name, const std::string& value) {
    if (name == "able") {
      lesson_.able = value;
    } else if (name == "minutes") {
      lesson_.minutes = number_in(value, 1, 600);
    } else {
      version_ = number_in(value, 1, 1'000'000);
      if (version_ > k_lesson_version)
        fail(fmt::format("its form is {}, and this program knows forms up to {}", version_, k_lesson_version));
    }
  }

  CardCounter counter_in(const std::string& value) const {
    const std::size_t colon = value.rfind(": ");
    if (colon == value.npos || colon == 0)
      fail(fmt::format("the counter '{}' is not whole; write '@counter additions: steps.counted.this_pass.additions'", value));
    try {
      return {trimmed(value.substr(0, colon)), Condition(trimmed(value.substr(colon + 1)))};
    } catch (const std::invalid_argument& error) {
      fail(error.what());
    }
  }

  CardRemark remark_in(const std::string& name, const std::string& value) const {
    const std::size_t colon = value.find(": ");
    if (colon == value.npos || colon == 0)
      fail(fmt::format("'{}' is not whole; write '@{} box.sum > 612: This box is too large.'", value, name));
    try {
      return {Condition(trimmed(value.substr(0, colon))), trimmed(value.substr(colon + 1)), number_, name == "right"};
    } catch (const std::invalid_argument& error) {
      fail(error.what());
    }
  }

  PaperLine paper_line_in(const std::string& value, const std::vector<PaperLine>& before) const {
    const std::size_t colon = std::min(value.find(": "), value.size());
    PaperLine line;
    line.name = trimmed(value.substr(std::min(colon + 1, value.size())));
    bool whole = !line.name.empty();
    for (const std::string& word : words_of(value.substr(0, colon))) {
      double number = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
      whole = whole && error == std::errc() && end == word.data() + word.size();
      line.numbers.push_back(number);
    }
    if (!whole || line.numbers.size() < 2)
      fail(fmt::format("'{}' is no line of numbers; write '@line 1 3 0 3: the first step up'", value));
    if (!before.empty() && line.numbers.size() != before.front().numbers.size())
      fail(fmt::format("'{}' must have as many numbers as the line before: {}", value, before.front().numbers.size()));
    return line;
  }

  /// "8: The 3 of block 1 is missing." is an answer and what is said of it.
  void take_why(LessonAction& action) const {
    const std::size_t colon = action.text.find(": ");
    if (action.kind != LessonAction::Kind::answer || colon == action.text.npos) return;
    action.why = trimmed(action.text.substr(colon + 1));
    action.text = trimmed(action.text.substr(0, colon));
    if (action.text.empty()) fail("the answer is missing; write '@wrong answer 8: What is wrong with 8.'");
  }

  void take_of_act(Act& act, const std::string& name, const std::string& value) {
    if (name == "ask") {
      act.ask = value;
    } else if (name == "counter") {
      act.counters.push_back(counter_in(value));
    } else if (name == "when" || name == "right") {
      act.remarks.push_back(remark_in(name, value));
    } else if (name == "line") {
      act.lines.push_back(paper_line_in(value, act.lines));
    } else if (name == "stop") {
      act.stop = number_in(value, 0, 1'000'000);
    } else if (name == "control") {
      act.controls.push_back(value);
    } else if (name == "class") {
      act.class_ask = value;
    } else if (name == "until") {
      try {
        act.until = Condition(value);
        act.until_line = number_;
      } catch (const std::invalid_argument& error) {
        fail(error.what());
      }
    } else if (name == "answer") {
      act.answers = true;
    } else if (name == "hint") {
      if (act.hints.size() == k_most_hints) fail(fmt::format("a card has at most {} hints", k_most_hints));
      act.hints.push_back(value);
    } else if (name == "done") {
      act.done = value;
    } else {
      (name == "solve" ? act.solution : act.wrong).push_back(action_in(value));
      if (name == "wrong") take_why(act.wrong.back());
    }
  }

  void take_of_card(Card& card, const std::string& name, const std::string& value) {
    if (name == "show") {
      card.show = members_in(value);
      card.show_line = number_;
    } else if (name == "question" || name == "reveal") {
      if (!card.question) card.question.emplace();
      (name == "question" ? card.question->text : card.question->answer) = value;
    } else if (name == "notes") {
      card.notes += (card.notes.empty() ? "" : " ") + value;
    } else {
      if (!card.act) card.act.emplace();
      take_of_act(*card.act, name, value);
    }
  }

  void take_directive(const std::string& line) {
    const std::size_t space = std::min(line.find_first_of(" \t"), line.size());
    const std::string name = line.substr(1, space - 1), value = trimmed(line.substr(space));
    const auto form = std::ranges::find(k_directives, name, &Directive::name);
    if (form == k_directives.end()) {
      std::vector<std::string_view> names;
      for (const Directive& one : k_directives) names.push_back(one.name);
      fail(fmt::format("there is no '@{}'; there are {}", name, fmt::join(names, ", ")));
    }
    if (value.empty() && !form->value.empty()) fail(fmt::format("'@{0}' says nothing; write '@{0} {1}'", name, form->value));
    if (!value.empty() && form->value.empty()) fail(fmt::format("'@{0}' takes no value; write '@{0}'", name));
    if (form->of_lesson && !lesson_.cards.empty())
      fail(fmt::format("'@{}' belongs before the first card; move it there", name));
    if (!form->of_lesson && lesson_.cards.empty())
      fail(fmt::format("'@{}' belongs to a card; a card begins with '## ' and its title", name));
    if (form->once && !seen_.insert(name).second)
      fail(fmt::format("the {} has '@{}' already; {}", form->of_lesson ? "lesson" : "card", name,
                       name == "until" ? "join the two by 'and' or 'or'" : "give it once"));
    if (form->of_lesson)
      take_of_lesson(name, value);
    else
      take_of_card(lesson_.cards.back(), name, value);
  }

  std::string_view id_;
  std::vector<Line> lines_;
  Lesson lesson_;
  std::set<std::string> seen_;  // directives that may come once only, of the lesson or of this card
  int number_ = 1, version_ = 0;
};

}  // namespace

int Lesson::acts() const {
  return static_cast<int>(std::ranges::count_if(cards, [](const Card& card) { return card.act.has_value(); }));
}

std::span<const Directive> lesson_directives() { return k_directives; }

Lesson parse_lesson(std::string_view text, std::string_view id) {
  want_letters(text);
  return Reader(text, id).whole();
}

}  // namespace satscope::app
