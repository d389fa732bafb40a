// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/player.h"

namespace satscope::app {
namespace {

std::vector<std::size_t> ends_of(const std::vector<Chapter>& chapters) {
  std::vector<std::size_t> ends;
  for (const Chapter& chapter : chapters) ends.push_back(chapter.end);
  return ends;
}

}  // namespace

Player::Player(std::shared_ptr<const Story> story)
    : Clock(story->beat_count(), ends_of(story->chapters)),
      story_(std::move(story)),
      replay_(story_->trace, story_->key_frames) {}

void Player::placed() { replay_.go_to(story_->steps_after(position())); }

}  // namespace satscope::app
