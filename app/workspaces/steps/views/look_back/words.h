// SPDX-License-Identifier: Apache-2.0
// What the look-back view says of the current step: whether a word changes in it, when the next one does or is read, and what
// ends the waiting of blocks.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/workspaces/steps/state.h"
#include "app/workspaces/steps/views/look_back/inset.h"

namespace satscope::app {

/// A sentence each, in several lengths, the longest first; empty: there is nothing to say.
struct LookBackWords {
  std::vector<std::string> step;   ///< what the block publishes, finds or does for itself
  std::vector<std::string> next;   ///< who publishes or reads what next
  std::vector<std::string> waits;  ///< who waits for whom, until when
};

/// Of the current story step. Only where there is a look-back and the first step is done. shows: what else the view has of it.
/// keys: with the key that goes on.
LookBackWords look_back_words(const StepsState& steps, InsetShows shows = InsetShows::nothing, bool keys = true);

/// What a newcomer needs of the current story step, as look_back_words: "Block 3 reads the aggregate 1 of block 2 and publishes
/// the prefix 8 of its first row."
std::vector<std::string> essential_words(const StepsState& steps);

/// "Block 7 waits for block 5, which publishes the row word as a prefix in step 57."; empty where the block does not wait.
std::string wait_text(const Story& story, const LookBack& look_back, const LookBackNow& now, int block);

struct NextMessage {
  std::size_t position = 0;  ///< of the player, after the step
  int block = 0;             ///< who publishes, or reads
  std::string what;          ///< "publishes 4 row words as aggregates"; "reads 4 row words of block 1"
};
/// The next step after the position in which a block publishes words, or looks and finds some; none: there is no more.
std::optional<NextMessage> next_message(const Story& story, const LookBack& look_back, std::size_t position);

}  // namespace satscope::app
