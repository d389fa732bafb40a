// SPDX-License-Identifier: Apache-2.0
// A lesson that is being taken: which card, and whether its act was done. Knows the window by its state alone.
#pragma once
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/workspaces/learn/paper_line.h"

namespace satscope::app {

class LessonPlayer {
 public:
  bool open() const { return lesson_.has_value(); }
  const Lesson& lesson() const { return *lesson_; }  ///< while one is open
  const Card& card() const { return lesson_->cards[at_]; }
  std::size_t at() const { return at_; }
  bool last() const { return at_ + 1 == lesson_->cards.size(); }
  /// The act of this card, or its question was answered; true where there is neither.
  bool done() const { return done_; }
  std::size_t hints() const { return hints_; }
  const std::string& answer() const { return answer_; }
  bool failed() const { return failed_; }  ///< what was answered last is not right, or not all that the card asks for
  /// What the lesson says of the answer that is not right, or that a number is asked for; empty: nothing.
  std::string why() const;
  /// What is said of the last answer is a remark of the card, or of a line on paper.
  bool is_remarked() const { return remarked_; }
  /// Of a line on paper that was typed in place of the answer; none: it was none.
  const std::optional<LineReply>& line_reply() const { return line_; }
  /// What the card says of this state of the window while its act is not done; null: nothing.
  const CardRemark* remark(const nlohmann::json& state) const;
  /// Members of the state that the card asks for and that are nowhere to be copied from until its answer is right.
  std::vector<std::string> covered() const;
  /// How far the user may step before the card has its answer, or a prediction is marked; none: as far as there is.
  std::optional<std::size_t> stop(const nlohmann::json& state) const;
  bool right_but_more() const { return failed_ && right_; }  ///< the answer is right, another part of the task is missing

  /// What that part is, a sentence; empty: that cannot be said.
  const std::string& missing() const { return missing_; }

  /// From its card number `at`, or the last there is.
  void start(Lesson lesson, std::size_t at);
  void close() { lesson_.reset(); }
  void go_to(std::size_t at);
  void show_hint();
  /// The answer that is not shown yet: to a question; before a class also to an act. Null: there is none.
  const std::string* hidden(bool to_class) const;
  /// Shows it, although nothing was done for it.
  void reveal() { done_ = true; }
  /// As before the answer.
  void take_back();
  void give(std::string answer);
  /// Looks whether the act was done. True if it just was.
  bool look(const nlohmann::json& state);
  /// The same lesson, changed on disk: stays at its card.
  void replace(Lesson lesson);

 private:
  std::optional<Lesson> lesson_;
  std::size_t at_ = 0, hints_ = 0;
  std::string answer_, missing_;
  std::optional<LineReply> line_;
  bool done_ = false, failed_ = false, right_ = false, remarked_ = false;
};

/// A typed answer as a condition sees it: a number where it is one ("3,825", "minus one", "bank 6", "[5]") or computes one
/// ("40 − 12 − 15 + 5"), else the text.
nlohmann::json value_of_answer(const std::string& answer);

/// A prediction that the act asks for was judged, and is not right. state: of the window.
bool missed_prediction(const Act& act, const nlohmann::json& state);

/// In Steps the numbers of a step are on their way.
bool numbers_move(const nlohmann::json& state);

/// What of the window a card is about: where that changes, its task cannot be done any more.
nlohmann::json about_of(const nlohmann::json& state);
/// Whether the window shows something else than `about`. What the card's condition names may change: that is its task.
bool is_left(const Card& card, const nlohmann::json& about, const nlohmann::json& state);

}  // namespace satscope::app
