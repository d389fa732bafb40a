// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/clock.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

constexpr double k_slide_seconds = 0.4;
constexpr double k_fastest_slide = 5;     // steps per second: faster moves cannot be followed
constexpr double k_slide_share = 0.7;     // of a step; the rest is for looking
constexpr double k_steps_of_lasting = 4;  // a place that lasts is as long as so many steps
constexpr double k_lasting_share = 0.75;  // of that it moves

}  // namespace

double Clock::length() const { return (lasting_ ? k_steps_of_lasting : 1) / speed_; }

double Clock::moving_length() const {
  if (lasting_) return k_lasting_share * length();
  return playing_ ? std::min(k_slide_seconds, k_slide_share / speed_) : k_slide_seconds;
}

void Clock::place(std::size_t position) {
  position = std::min(position, count_);
  if (const std::size_t last = std::max(last_.value_or(count_), position_); position > last) {
    held_ = true;
    playing_ = false;
    position = last;
  }
  position_ = position;
  moved_at_.reset();
  frozen_.reset();
  placed();
}

void Clock::toggle(double now) {
  const double part = arrived(now);
  playing_ = !playing_ && count_ > 0;
  if (!playing_) {
    if (lasting_ && part < 1) frozen_ = part;
    return;
  }
  if (frozen_) {
    played_until_ = now - *std::exchange(frozen_, std::nullopt) * moving_length();
    moved_at_ = played_until_;
    return;
  }
  if (position_ == count_) place(0);
  // because: play must show something at once; what lasts has been seen, and only rests
  played_until_ = now - (lasting_ ? moving_length() : length());
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
  const double steps = static_cast<double>(left);
  // because: what lasts and was seen rests first
  if (seconds > 0) set_speed((lasting_ ? k_steps_of_lasting * (steps + 1 - k_lasting_share) : steps) / seconds);
}

bool Clock::advance(double now) {
  if (!playing_) return false;
  const double due = std::floor((now - played_until_) / length() + 1e-9);
  if (due < 1) return false;
  if (position_ == count_) {  // the last place has lasted
    playing_ = false;
    return false;
  }
  const std::size_t before = position_;
  const auto story_steps = static_cast<std::size_t>(std::min(due, static_cast<double>(count_ - position_)));
  played_until_ += due * length();
  place(position_ + story_steps);
  if (story_steps == 1) show_moving(now);
  if (position_ == count_ && !lasting_) playing_ = false;
  return position_ != before;
}

void Clock::hold(double now) {
  if (playing_) played_until_ = now;
  if (moved_at_) moved_at_ = now;
}

void Clock::show_moving(double now) {
  moved_at_ = now;
  moving(now);
}

double Clock::arrived(double now) const {
  if (frozen_) return *frozen_;
  if (!moved_at_ || (playing_ && !lasting_ && speed_ > k_fastest_slide)) return 1;
  return std::clamp((now - *moved_at_) / moving_length(), 0.0, 1.0);
}

}  // namespace satscope::app
