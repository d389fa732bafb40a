// SPDX-License-Identifier: Apache-2.0
// Where in a story one is: its clock, and the memory of that moment.
#pragma once
#include <memory>

#include "app/workspaces/steps/clock.h"
#include "app/workspaces/steps/trace/story.h"
#include "kernels/trace/replay.h"

namespace satscope::app {

class Player final : public Clock {
 public:
  /// Paused before the first step.
  explicit Player(std::shared_ptr<const Story> story);

  const Story& story() const { return *story_; }
  std::shared_ptr<const Story> shared_story() const { return story_; }
  const Replay& replay() const { return replay_; }
  /// The step that was done last; none before the first.
  const StoryStep* current() const { return position() == 0 ? nullptr : &story_->steps[position() - 1]; }
  /// The phase of that step, or the first.
  int story_phase() const { return current() ? current()->story_phase : 0; }

 private:
  void placed() override;

  std::shared_ptr<const Story> story_;
  Replay replay_;
};

}  // namespace satscope::app
