// SPDX-License-Identifier: Apache-2.0
// The shared memory of one block through a whole pass: time runs downward, a node is a write, an edge the way of a value. The
// classic picture of a scan, drawn from the trace's own reads and writes. A pass that keeps nothing in shared memory is drawn
// as the entries that it writes, each where it stands, with edges from what went into it.
#pragma once
#include "app/gui/ui.h"
#include "app/steps/steps_state.h"
#include "app/views/view_transform.h"

namespace satscope::app {

struct NetworkNode {
  static constexpr std::size_t k_before = static_cast<std::size_t>(-1);  ///< as beat: it was there before the pass

  CellAt at;
  int level = 0;         ///< row of the picture: 0 for what was there before the first step
  std::size_t beat = 0;  ///< that makes it
  bool addition = false;
  Cell value;
};
struct NetworkEdge {
  std::size_t from = 0, to = 0;  ///< numbers of nodes
};
/// A global buffer whose elements are nodes where they stand.
struct NetworkSheet {
  std::uint32_t buffer = 0;
  Extent shape;  ///< no area: there is none
};
struct Network {
  const Story* story = nullptr;
  int pass = -1, block = -1;
  std::uint32_t buffer = 0;         ///< the shared memory that is drawn
  int places = 0;                   ///< its elements; 0: the pass scans nothing in shared memory
  std::vector<std::string> levels;  ///< the step of each row
  NetworkSheet from, to;            ///< instead of levels: of all blocks, what is read and what is written
  std::vector<NetworkNode> nodes;
  std::vector<NetworkEdge> edges;
};

/// Of the block's largest shared buffer; where there is none, of what the whole pass reads and writes.
Network network_of(const Story& story, int pass, int block);

/// The network of the pass that the player is in, over all of `area`.
void draw_steps_network(Ui& ui, StepsState& steps, Network& network, const Area& area);

}  // namespace satscope::app
