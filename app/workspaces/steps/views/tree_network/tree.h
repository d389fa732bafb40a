// SPDX-License-Identifier: Apache-2.0
// Up-sweep and down-sweep as trees, as in Figures 1 and 2 of Bilgic et al. 2010: from the leaves up to the root, which holds
// the sum of all; then from the root, which was cleared, down to the leaves. Each left node still holds its sum of the way up.
// In its step it gets its parent's number, and its own goes over to the right, where it is added to the parent's.
#pragma once
#include <optional>
#include <vector>

#include "app/ui/drawing/drawing.h"
#include "app/workspaces/steps/views/tree_network/network.h"

namespace satscope::app {

/// A number of a SumNetwork's node, in the tree of its sweep.
struct TreeNode {
  std::size_t node = 0;
  double x = 0;                            ///< in columns
  int level = 0;                           ///< 0: the leaves of the way up, the root of the way down
  std::optional<std::size_t> before = {};  ///< of the way down: the node whose number the place holds until its step
};

struct SweepTree {
  std::vector<TreeNode> up, down;
  std::vector<SumEdge> up_edges, down_edges;  ///< between numbers in `up` or `down`
  std::vector<SumEdge> across;                ///< in `down`, from a left node to its right one: what stood in the left one
  int levels = 0, columns = 0;
  int down_levels = 0;  ///< one more, where leaves are stored: with the outputs as nodes of `down`
};

/// None: the network is not one of an up-sweep and a down-sweep.
std::optional<SweepTree> sweep_tree(const SumNetwork& network);

/// The trees of the network's row over all of `area`; where it has none, the network.
void paint_tree(Drawing& drawing, const StepsState& steps, const Network& network, const Area& area, double arrived,
                ViewScene* scene = nullptr, bool to_class = false);

}  // namespace satscope::app
