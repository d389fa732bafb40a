// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/player.h"

namespace satscope::app {
namespace {

std::vector<std::size_t> ends_of(const std::vector<StoryPhase>& story_phases) {
  std::vector<std::size_t> ends;
  for (const StoryPhase& story_phase : story_phases) ends.push_back(story_phase.end);
  return ends;
}

}  // namespace

Player::Player(std::shared_ptr<const Story> story)
    : Clock(story->step_count(), ends_of(story->phases)),
      story_(std::move(story)),
      replay_(story_->trace, story_->key_frames) {}

void Player::placed() { replay_.go_to(story_->steps_after(position())); }

}  // namespace satscope::app
