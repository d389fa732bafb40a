// SPDX-License-Identifier: Apache-2.0
// Nodes and edges of networks and trees: how they look before, in and after their step.
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/workspaces/steps/view.h"
#include "app/workspaces/steps/views/tree_network/sums.h"

namespace satscope::app {

/// A cubic curve; before it a straight line, along which a number stays where it is until its step.
struct Way {
  Point a, b, c, d;
  std::optional<Point> stays_from = {};
  Point at(double t) const;  ///< of the curve
};

/// Half of a node's width and height.
struct NodeSize {
  double width = 0, height = 0;
};

/// Where the player is.
struct NodesNow {
  std::size_t done = 0;
  double arrived = 1;
  std::optional<CellAt> lit = {};             ///< the selected cell
  std::vector<const SumNode*> selected = {};  ///< what the selected thread did in this step, in the order of the nodes
  const SumNode* holder = nullptr;            ///< the node that alone is lit, of those of the selected cell; null: all are
  /// Of the nodes of the selected cell only the one whose number is there now.
  void mark_holder(const SumNetwork& network) {
    for (const SumNode& node : network.nodes)
      if (node.at && node.at == lit && is_past(node) && (!holder || holder->story_step <= node.story_step)) holder = &node;
    if (!holder) lit.reset();
  }
  bool is_lit(const SumNode& node) const { return lit && node.at == lit && (!holder || holder == &node); }
  bool is_now(const SumNode& node) const { return node.story_step + 1 == done; }
  bool is_past(const SumNode& node) const { return node.story_step < done; }
  bool is_selected(const SumNode& node) const { return std::ranges::binary_search(selected, &node); }
};
/// Of a network of this block. arrived: as in paint_network.
NodesNow nodes_now(const StepsState& steps, const SumNetwork& network, int block, double arrived);
/// " Framed: thread 1."; empty: the selected thread did nothing here.
std::string framed_text(const StepsState& steps, const NodesNow& now);

/// By column: "[3]", the place of shared memory; empty where none is known.
std::vector<std::string> names_of_places(const SumNetwork& network, const Trace& trace);

/// Its number; a difference on its way below zero wraps, and is shown as the negative number that it stands for.
std::string text_of_node(const SumNode& node);
/// " [0] = place 0 in shared memory; [4] is padding.", then shorter; each empty where columns are no places.
std::vector<std::string> places_texts(const Story& story, const SumNetwork& network);
/// Half of it: a constant is no wider than high.
double width_of_node(const SumNode& node, const NodeSize& size);
/// Round: an addition; square: a number that was read, put, moved or written. In a frame: of the selected thread.
void paint_node(Drawing& drawing, const SumNode& node, Point at, const NodeSize& size, const NodesNow& now);
/// For the pointer: a node that lies somewhere, with half of the width and height that it answers to. scene: may be null.
void add_node(ViewScene* scene, const SumNode& node, Point at, const NodeSize& reach, const NodesNow& now);
/// Whether the place of the node still holds what it held before its step.
bool waits(const SumNode& before, const SumNode& node, const NodesNow& now);
/// What the place of the node held before its step, small above its left corner: "old 4"; struck out while the step is shown.
void paint_before(Drawing& drawing, const SumNode& before, const SumNode& node, Point at, const NodeSize& size,
                  const NodesNow& now);
/// Pale where it is of this step, but not of the selected thread.
void paint_edge(Drawing& drawing, const SumNode& from, const SumNode& to, const Way& way, const NodesNow& now);
/// A node and its middle.
struct NodeAt {
  const SumNode* node;
  Point at;
};
double height_of_names(const Drawing& drawing);
/// Below outputs: where in global memory each is, and under those of one buffer its name. level: from one of their rows to
/// the next; right: where the view ends.
void paint_names(Drawing& drawing, const Trace& trace, std::vector<NodeAt> outputs, const NodeSize& size, double level,
                 double right);
/// The number on its way along an edge into a node of this step.
void paint_chip(Drawing& drawing, const SumNode& from, const SumNode& to, const Way& way, const NodesNow& now);

}  // namespace satscope::app
