// SPDX-License-Identifier: Apache-2.0
// A lesson: cards that say something, set the window, and wait for an act. It is a text file in Markdown with directives
// (docs/lessons.md describes the form); no code runs from it, and what it opens lies below its own folder or is a pattern.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/condition.h"

namespace satscope::app {

inline constexpr int k_lesson_version = 1;

/// Something that a learner, or the check of a lesson, does. All but `set` are done with mouse and keys.
struct LessonAction {
  enum class Kind : std::uint8_t {
    key,     ///< a chord, as the key sheet writes it
    type,    ///< text, letter by letter
    answer,  ///< text into the field of the card, then Enter
    click,   ///< a control, by its id in the state file
    cell,    ///< a click on a cell of a buffer of Steps
    point,   ///< the pointer over a pixel of the picture, or an entry of the table
    line,    ///< a line of the file in the editor of Steps gets this text
    drag,    ///< over the picture, from one pixel to another
    set,     ///< members of the session get these values
    wait,    ///< before a class: for the clicker
  };
  Kind kind = Kind::set;
  std::string text = {};          ///< key, type, answer; the control, the buffer, or the view
  std::vector<int> numbers = {};  ///< cell: its place; line: its number, from 1; point, drag: columns and rows
  nlohmann::json members = {};    ///< set
  std::string why = {};           ///< answer that is wrong: what is said of it; empty: nothing
  int line = 0;                   ///< of the file
};

/// A number of the window that a card shows inside itself; of a card with an answer only once that is right, because it is
/// predicted, and not copied.
struct CardCounter {
  std::string name;  ///< for the user
  Condition value;
};

/// What a card says while the state is so and its act is not done: what is wrong with a box, or what is right already.
struct CardRemark {
  Condition when;
  std::string text;
  int line = 0;        ///< of the file
  bool right = false;  ///< it says what is right, and what is missing
};

/// A line of numbers that students have on paper on their way to the answer; of a card, all are equally long.
struct PaperLine {
  std::vector<double> numbers;
  std::string name;  ///< "the first step up"
};

/// What a card asks for.
struct Act {
  std::string ask = {};
  std::string class_ask = {};  ///< what a class is asked in its place; empty: the same
  Condition until = {};
  int until_line = 0;                   ///< of the file
  bool answers = false;                 ///< the card has a field to type into
  std::vector<std::string> hints = {};  ///< at most three, shown one by one
  std::string done = {};                ///< what is said then
  std::vector<LessonAction> solution = {}, wrong = {};
  std::vector<CardRemark> remarks = {};  ///< the first that holds is said
  std::vector<PaperLine> lines = {};     ///< that may be typed in place of the answer, to be checked
  std::vector<CardCounter> counters = {};
  std::optional<int> stop = {};  ///< steps, or reads, before what is asked for; who is alone goes no further without an answer
  std::vector<std::string> controls = {};  ///< ids of parameters of the algorithm that is shown; their controls are in the card
};

/// What a card puts to a class, which is to decide before it sees the answer.
struct Question {
  std::string text, answer;
};

struct Card {
  std::string title;
  int line = 0;                             ///< of the file, where the card begins
  std::string text = {};                    ///< Markdown: paragraphs, lists, **strong**, `code`
  std::optional<nlohmann::json> show = {};  ///< members of the session that the card sets; none: the window stays
  int show_line = 0;                        ///< of the file, where they are
  std::optional<Act> act = {};              ///< none: there is only to read
  std::optional<Question> question = {};    ///< only where there is no act
  std::string notes = {};                   ///< for who teaches
};

struct Lesson {
  std::string id, title;
  std::string able;  ///< what one can do then
  int minutes = 0;
  std::vector<Card> cards;
  int acts() const;
};

/// Something is wrong in the text of a lesson. what() names the lesson, the line and the cure.
struct LessonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A line that begins with `@name`.
struct Directive {
  std::string_view name;
  std::string_view value;  ///< its kind, such as TEXT; empty: it takes none
  bool of_lesson;          ///< before the first card; else in a card
  bool once;               ///< in the lesson, or in the card
};
/// All there are.
std::span<const Directive> lesson_directives();

/// Reads the text of a lesson. Throws LessonError.
Lesson parse_lesson(std::string_view text, std::string_view id);

/// How the name of a lesson's file ends.
inline constexpr std::string_view k_lesson_ending = ".md";

/// Ours, in the order in which they are to be taken.
const std::vector<Lesson>& lessons();
/// Ours too, and of a minute: what a new user does first.
const Lesson& first_steps();
/// first_steps(), then lessons().
std::vector<const Lesson*> all_lessons();
/// Ours of this id; null: none is.
const Lesson* find_lesson(std::string_view id);
/// Ours of this id, or that of a file NAME.md. Throws LessonError.
Lesson load_lesson(const std::string& id_or_file);

/// A picture that the lesson of this file names: a file lies below the lesson's folder, whatever links there are. Throws
/// std::runtime_error.
std::string input_below(const std::string& lesson_file, const std::string& input);

}  // namespace satscope::app
