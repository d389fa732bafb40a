// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/played.h"

#include "app/core/json.h"

namespace satscope::app {
namespace {

constexpr double k_pause = 0.7, k_settles = 1.5, k_longest = 30;  // seconds

}  // namespace

void PlayedSolution::start(const std::vector<LessonAction>& actions, double now) {
  actions_.assign(actions.begin(), actions.end());
  acts_.reset();
  playing_ = true;
  pause_ = k_pause;
  next_at_ = last_at_ = now;
}

void PlayedSolution::stop() {
  actions_.clear();
  acts_.reset();
  playing_ = false;
}

/// As the key without a class. What is no action, such as Enter in a field, needs no key before a class.
void PlayedSolution::press(Ui& ui, const std::string& key) const {
  const auto chord = chord_of(key);
  if (!chord) return;
  Session alone = ui.session;
  alone.presenting = false;
  if (const auto action = action_of(*chord, false, false, alone)) ui.requests.push_back({*action, *chord, {}});
}

void PlayedSolution::advance(Ui& ui, const Card& card, bool rests) {
  const bool holds = acts_ && acts_->holds();
  if (!playing_ || ui.now < next_at_ || !(rests || holds)) return;
  try {
    if (acts_) {
      if (const auto events = acts_->next([&] { return ui.window.state(); })) {
        for (const InputEvent& event : *events) ui.window.push_input(event);
        next_at_ = last_at_ = ui.now + (acts_->holds() ? pause_ / 2 : pause_);
        return;
      }
      acts_.reset();
    }
    if (actions_.empty()) return;
    const LessonAction action = std::move(actions_.front());
    actions_.pop_front();
    using Kind = LessonAction::Kind;
    if (action.kind == Kind::answer)
      card.answer(action.text);
    else if (action.kind == Kind::set)
      card.change(action.members);
    else if (action.kind == Kind::key)
      press(ui, action.text);
    else
      acts_.emplace(action);
    next_at_ = last_at_ = acts_ ? ui.now : ui.now + pause_;
  } catch (const std::exception&) {
    // because: a control that only the panels have is not on the stage; the answer is shown all the same
    actions_.clear();
    acts_.reset();
  }
}

bool PlayedSolution::over(double now, bool rests) const {
  if (!playing_ || !actions_.empty() || acts_) return false;
  return pause_ == 0 || (rests && now > last_at_ + k_settles) || now > last_at_ + k_longest;
}

}  // namespace satscope::app
