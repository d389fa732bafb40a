// SPDX-License-Identifier: Apache-2.0
// A place among so many, and how it moves on. The time comes from outside, so a test owns the clock.
#pragma once
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "app/workspaces/steps/settings.h"

namespace satscope::app {

class Clock {
 public:
  virtual ~Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  std::size_t position() const { return position_; }  ///< steps done
  std::size_t count() const { return count_; }
  bool playing() const { return playing_; }
  double speed() const { return speed_; }  ///< steps per second

  /// Also a pause, which freezes a place that lasts; at the end playing begins anew.
  void toggle(double now);
  void pause() { playing_ = false; }
  void go_to(std::size_t position);  ///< and pause
  void step(int story_steps);        ///< forward or back, and pause
  /// To the last step of the phase before or after, so that its work is seen done; and pause.
  void next_phase(int direction);
  /// The phase of the step that was done last: steps done before it, and after it.
  std::pair<std::size_t, std::size_t> around() const;
  /// The last position to go on to, for the time being; none: the end. Who is beyond it stays there.
  void set_last(std::optional<std::size_t> position) { last_ = position; }
  /// Since the last call, something wanted to go further.
  bool take_held() { return std::exchange(held_, false); }
  void set_speed(double steps_per_second);
  void change_speed(bool faster);  ///< by a factor of two
  void finish_in(double seconds);  ///< the speed that brings the end after so long

  /// Plays on. True if the position changed.
  bool advance(double now);
  /// What the position shows is not there yet, so its time has not begun.
  void hold(double now);
  /// How far the values of the last step are on their way, 0 ... 1; 1 after a jump, and for steps too fast to follow.
  double arrived(double now) const;
  /// Called by the code that moved: the last step is now shown happening.
  void show_moving(double now);
  void stop_moving() { moved_at_.reset(); }

 protected:
  /// Paused before the first of `count` steps. stops: steps done at the end of each phase, increasing. lasting: each place is
  /// long enough to be paused in its midst, and the last one is played to its end, as a pass of Stages is.
  Clock(std::size_t count, std::vector<std::size_t> stops, bool lasting = false)
      : lasting_(lasting), count_(count), stops_(std::move(stops)) {}
  virtual void placed() = 0;              ///< the position is another one
  virtual void moving(double /*now*/) {}  ///< the last step is to be seen happening

 private:
  void place(std::size_t position);
  double length() const;         ///< of a place, seconds
  double moving_length() const;  ///< of its part in which something moves

  const bool lasting_;
  std::size_t count_;
  std::vector<std::size_t> stops_;
  std::size_t position_ = 0;
  std::optional<std::size_t> last_;
  bool held_ = false;
  bool playing_ = false;
  double speed_ = 2;
  double played_until_ = 0;         // when the last step was due
  std::optional<double> moved_at_;  // when the last step began to be seen
  std::optional<double> frozen_;    // how far it was when it was paused
};

}  // namespace satscope::app
