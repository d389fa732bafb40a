// SPDX-License-Identifier: Apache-2.0
// The additions of one block as a network: what went into each, by the origins that the trace recorded, so that a number is
// followed through every copy in registers and shared memory. Numbers that never meet are networks of their own: a block that
// scans four rows has four.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/workspaces/steps/trace/flow.h"

namespace satscope::app {

struct SumNode {
  enum class Kind : std::uint8_t {
    input,     ///< read from global memory
    constant,  ///< put there by the kernel
    addition,
    move,    ///< the same number in another place of shared memory
    output,  ///< what a place of global memory holds after the pass
  } kind = Kind::input;
  std::optional<CellAt> at = {};  ///< the place read or written; addition: the first that it was kept in
  int level = 0, column = 0;
  std::size_t story_step = 0;  ///< that makes it
  Scalar type = Scalar::u32;
  Cell value;
};
struct SumEdge {
  std::size_t from = 0, to = 0;  ///< numbers of nodes
  bool taken = false;            ///< between their levels another node is in the column of the first
};

/// No two nodes have the same level and column; every edge leads to a later level.
struct SumNetwork {
  std::vector<SumNode> nodes;
  std::vector<SumEdge> edges;       ///< two into each addition, one into each move and output
  std::vector<std::string> levels;  ///< the step's label; empty: still that of the level above
  std::vector<bool> barriers;       ///< whether all threads wait for one another below the level
  int columns = 0;
  bool by_place = false;  ///< a column is a place of shared memory; else a sum is in that of the last of its inputs

  int depth() const;  ///< levels with additions, one after another
  int work() const;   ///< additions
};

/// Of a block that scans in one buffer of shared memory, where every number is in the column of its place: a swap is seen
/// as one. None: the block works in another way.
std::optional<SumNetwork> place_network(const Story& story, int pass, int block);

/// The networks with additions, in the order of what they read; where nothing is added, one network of moves.
std::vector<SumNetwork> sum_networks(const Story& story, int pass, int block);

}  // namespace satscope::app
