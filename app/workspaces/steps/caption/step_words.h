// SPDX-License-Identifier: Apache-2.0
// What a step is called and what is said about it, wherever it is shown.
#pragma once
#include <string>
#include <vector>

#include "app/workspaces/steps/player.h"

namespace satscope::app {

/// The pass and the step, from the longest text to the shortest; none without steps.
std::vector<std::string> heading_texts(const Player& player);

/// The phase and its step, as a class reads them: "Up-sweep, step 1 of 3"; "Pass 2 of 3: transpose, read rows".
std::string phase_text(const Player& player);

/// One sentence about the step, of the first block drawn that takes part.
std::string narration_of(const Player& player, int first_block);

}  // namespace satscope::app
