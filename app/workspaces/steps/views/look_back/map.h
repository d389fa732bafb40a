// SPDX-License-Identifier: Apache-2.0
// Which pixels the published sums cover that a tile reads: coloured in the picture that its tiles make.
//
//     +---+---+     orange: the rows of the tile, from the left edge to its first column
//     |PPP|P  |     green: all rows from the top down to there
//     +---+---+
//     |AAA|A  |     They lie one on another, so a block that looks up adds them.
//     +---+---+
#pragma once
#include <string>
#include <vector>

#include "app/workspaces/steps/views/look_back/look_back.h"

namespace satscope::app {

/// Pixels that a published sum covers.
struct CoveredPixels {
  Box box;
  Known known = Known::nothing;
  std::string value;
  int block = 0;  ///< that published it
};

/// Of the first words that the tiles have published in the column of the active tile, from below up to the nearest prefix.
/// While there are none, and in a step in which it publishes rows: in its row, from the right. None while it sums its own tile.
/// direction: of these words.
struct Coverage {
  Direction direction = Direction::other;
  std::vector<CoveredPixels> parts;
};
Coverage coverage_of(const LookBack& look_back, const LookBackNow& now);

}  // namespace satscope::app
