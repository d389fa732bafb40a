// SPDX-License-Identifier: Apache-2.0
// The picture in small beside its tiles: where its numbers are, and which pixels the published sums cover.
//
//     +---+---+     orange, A: the rows of the tile, from the left edge to its first column
//     |PPP|P  |     green, P: all rows from the top down to there
//     +---+---+
//     |AAA|A  |     They lie one on another, so a block that looks up adds them.
//     +---+---+
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/views/look_back/pen.h"

namespace satscope::app {

/// Pixels that a published sum covers.
struct CoveredPixels {
  Box box;
  Known known = Known::nothing;
  std::string value;
};

/// Of the first words that the tiles have published in the column of the active tile, from below up to the nearest prefix.
/// While there are none: in its row, from the right. direction: of these words.
struct Coverage {
  Direction direction = Direction::other;
  std::vector<CoveredPixels> parts;
};
Coverage coverage_of(const LookBack& look_back, const LookBackNow& now);

/// The width of the map that is this high with its title.
double width_of_map(const LookBack& look_back, double height, double em);
void paint_map(Drawing& drawing, const LookBack& look_back, const LookBackNow& now, const Area& area);

}  // namespace satscope::app
