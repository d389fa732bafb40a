// SPDX-License-Identifier: Apache-2.0
// The solution of a card as a class sees it: the window does it by itself, action by action, at a pace that the last row can
// follow. Cells are marked at once, without the pointer. Keys mean here what they mean without a class, because a clicker's
// have other meanings there.
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "app/ui/lesson_acts.h"
#include "app/ui/ui.h"

namespace satscope::app {

class PlayedSolution {
 public:
  /// What the card itself does.
  struct Card {
    std::function<void(const std::string&)> answer;
    std::function<void(const nlohmann::json&)> change;
  };

  /// at_once: so many of them without a pause; where it waits after these, it waits again.
  void start(const std::vector<LessonAction>& actions, double now, std::size_t at_once = 0);
  static constexpr std::size_t k_all = std::numeric_limits<std::size_t>::max();
  void stop();
  bool playing() const { return playing_; }
  bool waits() const { return waits_; }    ///< for the clicker
  bool points() const { return points_; }  ///< it moves the pointer
  bool at_once() const { return playing_ && at_once_ == k_all; }
  /// How many of its actions come before it waits, or waited last.
  std::size_t waited() const;
  /// The clicker was pressed once more: goes on where it waits for that; else all up to there at once.
  void go_on();
  /// While it waits, or at its end: takes back what it did since it waited before. False: that cannot be taken back step by
  /// step.
  bool go_back(Ui& ui, const std::vector<LessonAction>& actions, bool at_end);
  /// As the key without a class. What is no action, such as Enter in a field, needs no key before a class.
  static void press(Ui& ui, const std::string& key);
  /// The prediction that a card before asked for: a click would mark cells, and the next step would be judged.
  static void end_prediction(Ui& ui);
  /// When it goes on, seconds.
  double due_at() const { return next_at_; }
  /// Does the next part, where it is time. rests: the window does.
  void advance(Ui& ui, const Card& card, bool rests);
  /// Whether nothing more comes, and what it began had its time.
  bool over(double now, bool rests) const;

 private:
  static void mark(Ui& ui, const LessonAction& cell);
  double pause_after_this() const;

  std::vector<LessonAction> actions_;
  std::size_t at_ = 0;  ///< the next of them
  std::optional<ActedOut> acts_;
  std::size_t at_once_ = 0;
  bool playing_ = false, waits_ = false, points_ = false;
  bool marks_ = false;                            ///< a cell that is of no use after the next step
  double pause_ = 0, next_at_ = 0, last_at_ = 0;  // seconds
};

struct RestOfSolution {
  std::vector<LessonAction> actions;
  bool from_start = false;  ///< they go on from where the card began, and the window is elsewhere
};
/// What a right answer was about, of a card that stops before that. No actions: the answer was not all, or it was seen. state:
/// of the window.
RestOfSolution rest_after_answer(const Card& card, const nlohmann::json& state);

}  // namespace satscope::app
