// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/clock.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

constexpr double k_slide_seconds = 0.4;
constexpr double k_fastest_slide = 5;  // steps per second: faster moves cannot be followed
constexpr double k_slide_share = 0.7;  // of a step; the rest is for looking

}  // namespace

void Clock::place(std::size_t position) {
  position = std::min(position, count_);
  if (const std::size_t last = std::max(last_.value_or(count_), position_); position > last) {
    held_ = true;
    playing_ = false;
    position = last;
  }
  position_ = position;
  moved_at_.reset();
  placed();
}

void Clock::toggle(double now) {
  playing_ = !playing_ && count_ > 0;
  if (!playing_) return;
  if (position_ == count_) place(0);
  played_until_ = now - 1 / speed_;  // because: play must show something at once
}

void Clock::go_to(std::size_t position) {
  playing_ = false;
  place(position);
}

void Clock::step(int story_steps) {
  const auto goal = static_cast<std::ptrdiff_t>(position_) + story_steps;
  go_to(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(goal, 0, static_cast<std::ptrdiff_t>(count_))));
}

void Clock::next_phase(int direction) {
  std::size_t goal = direction > 0 ? count_ : 0;
  for (const std::size_t stop : stops_) {
    if (direction > 0 && stop > position_) {
      goal = stop;
      break;
    }
    if (direction < 0 && stop < position_) goal = stop;
  }
  go_to(goal);
}

std::pair<std::size_t, std::size_t> Clock::around() const {
  std::size_t first = 0;
  for (const std::size_t stop : stops_) {
    if (stop >= std::max<std::size_t>(1, position_)) return {first, stop};
    first = stop;
  }
  return {first, count_};
}

void Clock::set_speed(double steps_per_second) { speed_ = std::clamp(steps_per_second, k_slowest, k_fastest); }

void Clock::change_speed(bool faster) { set_speed(std::exp2(std::round(std::log2(speed_)) + (faster ? 1 : -1))); }

void Clock::finish_in(double seconds) {
  const std::size_t left = position_ == count_ ? count_ : count_ - position_;
  if (seconds > 0) set_speed(static_cast<double>(left) / seconds);
}

bool Clock::advance(double now) {
  if (!playing_) return false;
  const double due = std::floor((now - played_until_) * speed_ + 1e-9);
  if (due < 1) return false;
  const std::size_t before = position_;
  const auto story_steps = static_cast<std::size_t>(std::min(due, static_cast<double>(count_ - position_)));
  played_until_ += due / speed_;
  place(position_ + story_steps);
  if (story_steps == 1) show_moving(now);
  if (position_ == count_) playing_ = false;
  return position_ != before;
}

void Clock::show_moving(double now) {
  moved_at_ = now;
  moving(now);
}

double Clock::arrived(double now) const {
  if (!moved_at_ || (playing_ && speed_ > k_fastest_slide)) return 1;
  const double length = playing_ ? std::min(k_slide_seconds, k_slide_share / speed_) : k_slide_seconds;
  return std::clamp((now - *moved_at_) / length, 0.0, 1.0);
}

}  // namespace satscope::app
