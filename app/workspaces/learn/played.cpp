// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/played.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/core/json.h"

namespace satscope::app {
namespace {

constexpr double k_pause = 0.6, k_marks = 0.1, k_marked = 1, k_settles = 1.5, k_longest = 30;  // seconds

constexpr std::string_view k_param = "param:";  // of the control of a parameter

bool is_mark(const LessonAction& action) {
  return action.kind == LessonAction::Kind::cell || action.kind == LessonAction::Kind::type;
}

bool is_step(const LessonAction& action) { return action.kind == LessonAction::Kind::key && action.text == "Right"; }

/// The key that takes this one back; empty: none does.
std::string back_from(const LessonAction& action) {
  const bool chooses = action.kind == LessonAction::Kind::key && action.text == "Down";
  return is_step(action) ? "Left" : chooses ? "Up" : "";
}

}  // namespace

void PlayedSolution::start(const std::vector<LessonAction>& actions, double now, std::size_t at_once) {
  actions_ = actions;
  at_ = 0;
  acts_.reset();
  playing_ = true;
  waits_ = points_ = marks_ = false;
  at_once_ = at_once;
  pause_ = at_once > 0 ? 0 : k_pause;
  next_at_ = last_at_ = now;
}

void PlayedSolution::stop() {
  actions_.clear();
  at_ = 0;
  acts_.reset();
  at_once_ = 0;
  playing_ = waits_ = points_ = marks_ = false;
}

std::size_t PlayedSolution::waited() const {
  std::size_t at = at_;
  while (at > 0 && actions_[at - 1].kind != LessonAction::Kind::wait) --at;
  return at;
}

void PlayedSolution::go_on() { pause_ = std::exchange(waits_, false) ? k_pause : 0; }

bool PlayedSolution::go_back(Ui& ui, const std::vector<LessonAction>& actions, bool at_end) {
  if (!at_end && !waits_) return false;
  using Kind = LessonAction::Kind;
  const auto begin = actions.begin(), end = at_end ? actions.end() : begin + static_cast<std::ptrdiff_t>(at_) - 1;
  auto first = end;
  while (first != begin && (first - 1)->kind != Kind::wait) --first;
  const auto can_be_taken_back = [](const LessonAction& action) {
    return !back_from(action).empty() || action.kind == Kind::cell || action.kind == Kind::answer;
  };
  if (!std::all_of(first, end, can_be_taken_back) || (at_end && first == begin)) return false;
  ui.requests.push_back({k_take_cell});
  for (auto one = end; one != first;)
    if (const std::string key = back_from(*--one); !key.empty()) press(ui, key);
  if (first == begin) {  // the question again
    stop();
    return true;
  }
  auto marks = first - 1;
  while (marks != begin && (marks - 1)->kind == Kind::cell) --marks;
  marks_ = marks != first - 1;
  for (; marks != first - 1; ++marks) mark(ui, *marks);
  at_ = static_cast<std::size_t>(first - begin);
  actions_ = actions;
  acts_.reset();
  playing_ = waits_ = true;
  return true;
}

/// Marks come together; then they are seen before anything moves.
double PlayedSolution::pause_after_this() const {
  if (pause_ == 0 || at_ >= actions_.size()) return pause_;
  return is_mark(actions_[at_]) ? k_marks : is_mark(actions_[at_ - 1]) ? k_marked : pause_;
}

void PlayedSolution::press(Ui& ui, const std::string& key) {
  const auto chord = chord_of(key);
  if (!chord) return;
  Session alone = ui.session;
  alone.presenting = false;
  if (const auto action = action_of(*chord, false, false, alone)) ui.requests.push_back({*action, *chord, {}});
}

void PlayedSolution::end_prediction(Ui& ui) {
  static const Condition on("steps.prediction.on");
  if (on.value(ui.window.state()) == true) press(ui, "P");
}

void PlayedSolution::mark(Ui& ui, const LessonAction& cell) {
  ui.requests.push_back({k_take_cell, {}, fmt::format("{} {}", cell.numbers.at(0), cell.text)});
}

void PlayedSolution::advance(Ui& ui, const Card& card, bool rests) {
  const bool holds = acts_ && acts_->holds();
  if (!playing_ || waits_ || ui.now < next_at_ || !(rests || holds)) return;
  try {
    if (acts_) {
      if (const auto events = acts_->next([&] { return ui.window.state(); })) {
        for (const InputEvent& event : *events) ui.window.push_input(event);
        next_at_ = last_at_ = ui.now + (acts_->holds() ? pause_ / 2 : pause_);
        return;
      }
      acts_.reset();
    }
    if (at_ >= actions_.size()) return;
    const LessonAction& action = actions_[at_++];
    using Kind = LessonAction::Kind;
    if (action.kind == Kind::answer)
      card.answer(action.text);
    else if (action.kind == Kind::wait)
      at_once_ = (waits_ = at_ >= at_once_) ? 0 : at_once_;
    else if (action.kind == Kind::set)
      card.change(action.members);
    else if (action.kind == Kind::click && action.text.starts_with(k_param)) {
      // because: the stage has no panels. The box is ticked, or no more
      const std::string name = action.text.substr(k_param.size());
      const bool now = ui.window.state().at("steps").at("params").at(name).get<bool>();
      card.change({{"steps", {{"params", {{name, !now}}}}}});
    } else if (action.kind == Kind::key) {
      if (is_step(action) && std::exchange(marks_, false)) ui.requests.push_back({k_take_cell});
      press(ui, action.text);
    } else if (action.kind == Kind::cell) {
      mark(ui, action);
      marks_ = true;
    } else if (action.kind == Kind::type)
      for (const char letter : action.text) ui.window.push_input(InputEvent::typed(static_cast<unsigned char>(letter)));
    else
      acts_.emplace(action);
    points_ = points_ || acts_;
    next_at_ = last_at_ = acts_ ? ui.now : ui.now + pause_after_this();
  } catch (const std::exception&) {
    // because: a control that only the panels have is not on the stage; the answer is shown all the same
    at_ = actions_.size();
    acts_.reset();
  }
}

bool PlayedSolution::over(double now, bool rests) const {
  if (!playing_ || at_ < actions_.size() || acts_) return false;
  return pause_ == 0 || (rests && now > last_at_ + k_settles) || now > last_at_ + k_longest;
}

RestOfSolution rest_after_answer(const Card& card, const nlohmann::json& state) {
  if (!card.act || !card.act->answers || !card.act->stop) return {};
  static const Condition step("steps.step"), first_step("steps_at.step"), read("explore.reads");
  const bool in_steps = state.at("workspace") == "steps";
  const nlohmann::json at = (in_steps ? step : read).value(state);
  if (!at.is_number() || at.get<double>() > *card.act->stop) return {};
  RestOfSolution rest{card.act->solution};
  std::erase_if(rest.actions, [](const LessonAction& action) {
    return action.kind == LessonAction::Kind::answer || action.kind == LessonAction::Kind::wait;
  });
  rest.from_start = card.show && (in_steps ? first_step : read).value(*card.show) != at;
  return rest;
}

}  // namespace satscope::app
