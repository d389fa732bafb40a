// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/tree.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/ui/area_corners.h"
#include "app/workspaces/steps/network_pen.h"

namespace satscope::app {
namespace {

using TreeKind = SumNode::Kind;

/// Builds both trees from the levels of a network.
class TreeMaker {
 public:
  explicit TreeMaker(const SumNetwork& network) : network_(network), inputs_(network.nodes.size()) {
    for (const SumEdge& edge : network.edges) inputs_[edge.to].push_back(edge.from);
    for (std::size_t i = 0; i < network.nodes.size(); ++i)
      if (network.nodes[i].kind != TreeKind::output) by_level_[network.nodes[i].level].push_back(i);
  }

  std::optional<SweepTree> make() {
    if (!network_.by_place) return std::nullopt;
    tree_.columns = network_.columns;
    int up_level = 0, down_level = 0;
    bool going_down = false;
    for (const auto& [level, nodes] : by_level_) {
      if (level == 0) {
        for (const std::size_t i : nodes) leaf(i);
      } else if (is_clearing(nodes)) {
        if (going_down || nodes.size() != 1) return std::nullopt;
        going_down = true;
        auto& spine = spines_[network_.nodes[nodes[0]].column];
        if (spine.size() < 2) return std::nullopt;
        put(tree_.down, down_, nodes[0], spine.back(), 0);
      } else if (!going_down) {
        ++up_level;
        for (const std::size_t i : nodes)
          if (!climb(i, up_level)) return std::nullopt;
      } else {
        ++down_level;
        if (!descend(nodes, down_level)) return std::nullopt;
      }
    }
    if (!going_down || up_level == 0 || down_level != up_level) return std::nullopt;
    tree_.levels = up_level + 1;
    return std::move(tree_);
  }

 private:
  bool is_clearing(const std::vector<std::size_t>& nodes) const {
    return std::all_of(nodes.begin(), nodes.end(), [&](std::size_t i) { return network_.nodes[i].kind == TreeKind::constant; });
  }
  void leaf(std::size_t i) {
    const int column = network_.nodes[i].column;
    spines_[column] = {column + 0.5};
    put(tree_.up, up_, i, column + 0.5, 0);
  }
  /// A node above the middle of its two.
  bool climb(std::size_t i, int level) {
    if (network_.nodes[i].kind != TreeKind::addition) return false;
    double x = 0;
    for (const std::size_t from : inputs_[i]) {
      if (!up_.contains(from)) return false;
      x += tree_.up[up_.at(from)].x / 2;
    }
    put(tree_.up, up_, i, x, level);
    for (const std::size_t from : inputs_[i]) tree_.up_edges.push_back({up_.at(from), up_.at(i)});
    spines_[network_.nodes[i].column].push_back(x);
    return true;
  }
  /// Both children below each node of the level above; what comes from the way up is its memory.
  bool descend(const std::vector<std::size_t>& nodes, int level) {
    for (const std::size_t i : nodes)
      if (network_.nodes[i].kind == TreeKind::addition) spines_[network_.nodes[i].column].pop_back();
    for (const std::size_t i : nodes) {
      const auto& spine = spines_[network_.nodes[i].column];
      if (spine.empty() || network_.nodes[i].kind == TreeKind::constant) return false;
      put(tree_.down, down_, i, spine.back(), level);
      for (const std::size_t from : inputs_[i])
        if (down_.contains(from) && tree_.down[down_.at(from)].level == level - 1)
          tree_.down_edges.push_back({down_.at(from), down_.at(i)});
    }
    return true;
  }
  static void put(std::vector<TreeNode>& list, std::map<std::size_t, std::size_t>& known, std::size_t node, double x,
                  int level) {
    known[node] = list.size();
    list.push_back({node, x, level});
  }

  const SumNetwork& network_;
  std::vector<std::vector<std::size_t>> inputs_;
  std::map<int, std::vector<std::size_t>> by_level_;
  std::map<int, std::vector<double>> spines_;  // by column: where its node stands, from the leaf upward
  std::map<std::size_t, std::size_t> up_, down_;
  SweepTree tree_;
};

/// One of the two trees in its part of the canvas.
void paint_half(Drawing& drawing, const SumNetwork& network, const SweepTree& tree, bool up, const Area& area,
                const NodesNow& now) {
  const double em = drawing.em, title = 1.5 * em;
  drawing.text({area.x, area.y}, up ? "Up-sweep: from the leaves to the root" : "Down-sweep: from the root to the leaves",
               {drawing.palette.quiet});
  const double wide = area.width / tree.columns, high = std::min(11 * em, (area.height - title) / tree.levels);
  const NodeSize size{std::min(0.44 * wide, 3 * em), std::min(0.36 * high, 1.4 * em)};
  const auto place = [&](const TreeNode& node) {
    const int row = up ? tree.levels - 1 - node.level : node.level;
    return Point{area.x + node.x * wide, area.y + title + (row + 0.5) * high};
  };
  const auto& nodes = up ? tree.up : tree.down;
  const auto& edges = up ? tree.up_edges : tree.down_edges;
  const auto way = [&](const SumEdge& edge) {
    const Point a = place(nodes[edge.from]), b = place(nodes[edge.to]);
    const double side = up ? -1 : 1;
    const Point from{a.x, a.y + side * size.height}, to{b.x, b.y - side * size.height};
    return Way{from,
               {from.x + (to.x - from.x) / 3, from.y + (to.y - from.y) / 3},
               {to.x - (to.x - from.x) / 3, to.y - (to.y - from.y) / 3},
               to};
  };
  const auto node_of = [&](std::size_t i) -> const SumNode& { return network.nodes[nodes[i].node]; };
  for (const SumEdge& edge : edges) paint_edge(drawing, node_of(edge.from), node_of(edge.to), way(edge), now);
  for (const TreeNode& node : nodes) paint_node(drawing, network.nodes[node.node], place(node), size, now);
  for (const SumEdge& edge : edges) paint_chip(drawing, node_of(edge.from), node_of(edge.to), way(edge), now);
}

}  // namespace

std::optional<SweepTree> sweep_tree(const SumNetwork& network) { return TreeMaker(network).make(); }

void paint_tree(Drawing& drawing, const StepsState& steps, const Network& network, const Area& area, double arrived) {
  const auto tree = network.rows.empty() ? std::nullopt : sweep_tree(network.rows[network.row]);
  if (!tree) return paint_network(drawing, steps, network, area, arrived);
  const SumNetwork& row = network.rows[network.row];
  const double em = drawing.em, gap = 2 * em;
  const bool low = area.height < 12 * em;  // then the numbers need the room of the words
  const double line = low ? 0 : 1.6 * em;
  const NodesNow now{steps.player()->position(), arrived};
  if (!low)
    drawing.text({area.x + em, area.y},
                 fmt::format("block {}. Round: addition. Square: the same number, handed on.", network.block + 1),
                 {drawing.palette.quiet});
  const Area room{area.x + em, area.y + line, area.width - 2 * em, area.height - 2 * line};
  const double half = (room.width - gap) / 2;
  const std::size_t root = row.nodes[tree->down.front().node].beat;
  if (half >= 2.4 * em * tree->columns) {
    paint_half(drawing, row, *tree, true, {room.x, room.y, half, room.height}, now);
    paint_half(drawing, row, *tree, false, {room.x + half + gap, room.y, half, room.height}, now);
  } else {
    paint_half(drawing, row, *tree, now.done <= root, room, now);
  }
  if (!low) drawing.text({area.x + em, area.bottom() - 1.4 * em}, cost_of(row), {drawing.palette.text});
}

void draw_steps_tree(Ui& ui, StepsState& steps, Network& network, const Area& area) {
  if (steps.player()->story().beats.empty()) return;
  lay_network(network, steps);
  if (network.rows.empty() || !sweep_tree(network.rows[network.row])) return draw_steps_network(ui, steps, network, area);
  ImGui::SetCursorScreenPos(corner(area));
  ImGui::InvisibleButton("tree", {static_cast<float>(area.width), static_cast<float>(area.height)});
  ui.controls["view:tree"] = area;
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) steps.hover.reset();
  ScreenDrawing drawing(ui.palette, ui.fonts, ui.em);
  paint_tree(drawing, steps, network, area, steps.player()->arrived(ui.now));
  const float wheel = ImGui::GetIO().MouseWheel;
  if (hovered && wheel != 0) turn_network(network, steps, wheel < 0 ? 1 : -1);
}

}  // namespace satscope::app
