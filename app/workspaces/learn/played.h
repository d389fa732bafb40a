// SPDX-License-Identifier: Apache-2.0
// The solution of a card as a class sees it: the window does it by itself, action by action, at a pace that the last row can
// follow. Keys mean here what they mean without a class, because a clicker's have other meanings there.
#pragma once
#include <deque>
#include <functional>
#include <optional>

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

  void start(const std::vector<LessonAction>& actions, double now);
  void stop();
  bool playing() const { return playing_; }
  /// The rest at once.
  void hurry() { pause_ = 0; }
  /// When it goes on, seconds.
  double due_at() const { return next_at_; }
  /// Does the next part, where it is time. rests: the window does.
  void advance(Ui& ui, const Card& card, bool rests);
  /// Whether nothing more comes, and what it began had its time.
  bool over(double now, bool rests) const;

 private:
  void press(Ui& ui, const std::string& key) const;

  std::deque<LessonAction> actions_;
  std::optional<ActedOut> acts_;
  bool playing_ = false;
  double pause_ = 0, next_at_ = 0, last_at_ = 0;  // seconds
};

}  // namespace satscope::app
