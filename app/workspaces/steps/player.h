// SPDX-License-Identifier: Apache-2.0
// Where in a story one is, and how it moves on. The time is told from outside, so a test owns the clock.
#pragma once
#include <memory>
#include <optional>

#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/story.h"
#include "kernels/trace/replay.h"

namespace satscope::app {

class Player {
 public:
  /// Paused before the first beat.
  explicit Player(std::shared_ptr<const Story> story);

  const Story& story() const { return *story_; }
  std::shared_ptr<const Story> shared_story() const { return story_; }
  std::size_t position() const { return position_; }  ///< beats done
  std::size_t count() const { return story_->beat_count(); }
  bool playing() const { return playing_; }
  double speed() const { return speed_; }  ///< beats per second
  const Replay& replay() const { return replay_; }
  /// The beat that was done last; none before the first.
  const Beat* current() const { return position_ == 0 ? nullptr : &story_->beats[position_ - 1]; }
  /// The chapter of that beat, or the first.
  int chapter() const { return current() ? current()->chapter : 0; }

  /// Also a pause; at the end playing begins anew.
  void toggle(double now);
  void pause() { playing_ = false; }
  void go_to(std::size_t position);  ///< and pause
  void step(int beats);              ///< forward or back, and pause
  /// To the last beat of the chapter before or after, so that its work is seen done; and pause.
  void next_chapter(int direction);
  void set_speed(double beats_per_second);
  void change_speed(bool faster);  ///< by a factor of two
  void finish_in(double seconds);  ///< the speed that brings the end after so long

  /// Plays on. True if the position changed.
  bool advance(double now);
  /// Seconds until the next beat; negative where nothing will change by itself.
  double due_in(double now) const;
  /// How far the values of the last beat are on their way, 0 ... 1; 1 after a jump, and for beats too fast to follow.
  double arrived(double now) const;
  /// Told by whoever moved: the last beat is now to be seen happening.
  void show_moving(double now) { moved_at_ = now; }
  void stop_moving() { moved_at_.reset(); }

 private:
  void place(std::size_t position);

  std::shared_ptr<const Story> story_;
  Replay replay_;
  std::size_t position_ = 0;
  bool playing_ = false;
  double speed_ = 2;
  double played_until_ = 0;         // when the last beat was due
  std::optional<double> moved_at_;  // when the last beat began to be seen
};

}  // namespace satscope::app
