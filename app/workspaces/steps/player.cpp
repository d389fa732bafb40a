// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/player.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

constexpr double k_slide_seconds = 0.4;
constexpr double k_fastest_slide = 5;  // beats per second: beyond it nobody can follow
constexpr double k_slide_share = 0.7;  // of a beat; the rest is for looking

}  // namespace

Player::Player(std::shared_ptr<const Story> story) : story_(std::move(story)), replay_(story_->trace) {}

void Player::place(std::size_t position) {
  position_ = std::min(position, count());
  replay_.go_to(story_->steps_after(position_));
  moved_at_.reset();
}

void Player::toggle(double now) {
  playing_ = !playing_ && count() > 0;
  if (!playing_) return;
  if (position_ == count()) place(0);
  played_until_ = now - 1 / speed_;  // because: whoever presses play wants to see something
}

void Player::go_to(std::size_t position) {
  playing_ = false;
  place(position);
}

void Player::step(int beats) {
  const auto goal = static_cast<std::ptrdiff_t>(position_) + beats;
  go_to(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(goal, 0, static_cast<std::ptrdiff_t>(count()))));
}

void Player::next_chapter(int direction) {
  std::size_t goal = direction > 0 ? count() : 0;
  for (const Chapter& chapter : story_->chapters) {
    if (direction > 0 && chapter.end > position_) {
      goal = chapter.end;
      break;
    }
    if (direction < 0 && chapter.end < position_) goal = chapter.end;
  }
  go_to(goal);
}

void Player::set_speed(double beats_per_second) { speed_ = std::clamp(beats_per_second, k_slowest, k_fastest); }

void Player::change_speed(bool faster) { set_speed(std::exp2(std::round(std::log2(speed_)) + (faster ? 1 : -1))); }

void Player::finish_in(double seconds) {
  const std::size_t left = position_ == count() ? count() : count() - position_;
  if (seconds > 0) set_speed(static_cast<double>(left) / seconds);
}

bool Player::advance(double now) {
  if (!playing_) return false;
  const double due = std::floor((now - played_until_) * speed_ + 1e-9);
  if (due < 1) return false;
  const std::size_t before = position_;
  const auto beats = static_cast<std::size_t>(std::min(due, static_cast<double>(count() - position_)));
  played_until_ += due / speed_;
  place(position_ + beats);
  if (beats == 1) moved_at_ = now;
  if (position_ == count()) playing_ = false;
  return position_ != before;
}

double Player::due_in(double now) const { return playing_ ? std::max(0.0, played_until_ + 1 / speed_ - now) : -1; }

double Player::arrived(double now) const {
  if (!moved_at_ || (playing_ && speed_ > k_fastest_slide)) return 1;
  const double length = playing_ ? std::min(k_slide_seconds, k_slide_share / speed_) : k_slide_seconds;
  return std::clamp((now - *moved_at_) / length, 0.0, 1.0);
}

}  // namespace satscope::app
