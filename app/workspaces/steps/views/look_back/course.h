// SPDX-License-Identifier: Apache-2.0
// The way of one block through its pass, as a few stages: its own sums, what it publishes, where it looks, its part of the
// table. From its steps and messages alone.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "app/workspaces/steps/trace/story.h"
#include "app/workspaces/steps/views/look_back/look_back.h"

namespace satscope::app {

/// Steps of a block up to one that matters to others.
struct CourseStage {
  enum class Kind : std::uint8_t { own_sums, messages, table } kind = Kind::own_sums;
  std::size_t last = 0;  ///< position of the player after its last step
  int words = -1;        ///< of messages: number of the word buffer
  bool looks = false;    ///< it ends when the block has looked at all that it needs
  bool adds = false;     ///< what it found, to its own sums, and publishes that
  Known publishes = Known::nothing;
  int count = 0;  ///< words that it publishes so

  /// "look left, add, publish row words P", or short "look left, row words P".
  std::string name(const LookBack& look_back, bool brief) const;
};

/// In the order in which the block goes through them.
std::vector<CourseStage> course_of(const Story& story, const LookBack& look_back, int block);
/// The stage in which the block is at this position, or to which it goes next; that many: it is finished.
std::size_t stage_at(const std::vector<CourseStage>& course, std::size_t position);

/// Where the player is when this has been said.
std::size_t position_of(const Story& story, const BlockMessage& one);

/// Why the block can do its present step, which publishes nothing, and what this leads to: a few sentences,
/// or fewer of them.
std::vector<std::string> why_here(const Story& story, const LookBack& look_back, int block, std::size_t position);
/// "Block 1 has no tile to its left. "; empty where it has one, or no block looks there.
std::string no_tile_before(const LookBack& look_back, int block, Direction direction);

}  // namespace satscope::app
