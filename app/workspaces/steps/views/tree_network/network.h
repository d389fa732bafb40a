// SPDX-License-Identifier: Apache-2.0
// The additions of one block's row as a network: time runs downward, a node is an addition, an edge a number that went into
// it. The classic picture of a scan, drawn from the trace's own dependencies. The row follows the steps; the wheel chooses
// another.
#pragma once
#include "app/workspaces/steps/view.h"
#include "app/workspaces/steps/views/tree_network/sums.h"

namespace satscope::app {

/// What is drawn, kept from frame to frame.
struct Network {
  std::uint64_t story = 0;  ///< its number
  int pass = -1, block = -1;
  std::vector<SumNetwork> rows;
  std::size_t row = 0;
  std::size_t position = 0;  ///< of the player when last drawn
};

/// Takes the network along with the player.
void lay_network(Network& network, const StepsState& steps);
/// The network that was laid, over all of `area`.
/// arrived: how far the numbers of the current step are on their way, 0 ... 1.
/// scene: takes the nodes; null: none does.
void paint_network(Drawing& drawing, const StepsState& steps, const Network& network, const Area& area, double arrived,
                   ViewScene* scene = nullptr, bool to_class = false);
/// Turns to another row; behind the last comes the next block.
void turn_network(Network& network, StepsState& steps, int by);
/// "Depth: 6 levels of additions. Work: 14 additions.", and shorter.
std::vector<std::string> costs_of(const SumNetwork& network);

}  // namespace satscope::app
