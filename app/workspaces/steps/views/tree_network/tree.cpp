// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/tree_network/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/caption/unseen.h"
#include "app/workspaces/steps/views/tree_network/network_pen.h"

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
        if (network_.nodes[tree_.up.back().node].column == network_.nodes[nodes[0]].column)
          tree_.down.back().before = tree_.up.back().node;
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
    store(down_level);
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
  /// Both children below each node of the level above. A right one adds what the way up left in the place of the left one.
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
    for (const std::size_t right : nodes)
      for (const std::size_t from : inputs_[right]) {
        if (!up_.contains(from)) continue;
        const auto left =
            std::ranges::find(nodes, network_.nodes[from].column, [&](std::size_t i) { return network_.nodes[i].column; });
        if (left == nodes.end() || *left == right) return false;
        tree_.down[down_.at(*left)].before = from;
        tree_.across.push_back({down_.at(*left), down_.at(right)});
      }
    return true;
  }
  /// What leaves the leaves of the way down is below them.
  void store(int leaves) {
    std::set<std::size_t> stored;  // once, else they would lie upon one another
    for (std::size_t i = 0; i < network_.nodes.size(); ++i) {
      if (network_.nodes[i].kind != TreeKind::output || inputs_[i].size() != 1) continue;
      const auto leaf = down_.find(inputs_[i][0]);
      if (leaf == down_.end() || tree_.down[leaf->second].level != leaves || !stored.insert(leaf->first).second) continue;
      put(tree_.down, down_, i, tree_.down[leaf->second].x, leaves + 1);
      tree_.down_edges.push_back({leaf->second, down_.at(i)});
      tree_.down_levels = leaves + 2;
    }
    tree_.down_levels = std::max(tree_.down_levels, tree_.levels);
  }
  static void put(std::vector<TreeNode>& list, std::map<std::size_t, std::size_t>& known, std::size_t node, double x,
                  int level) {
    known[node] = list.size();
    list.push_back({node, x, level});
  }

  const SumNetwork& network_;
  std::vector<std::vector<std::size_t>> inputs_;
  std::map<int, std::vector<std::size_t>> by_level_;
  std::map<int, std::vector<double>> spines_;  // by column: where its node is, from the leaf upward
  std::map<std::size_t, std::size_t> up_, down_;
  SweepTree tree_;
};

/// What a pair does in its step of the way down, of the selected thread if it is one; in several lengths, the longest
/// first. Empty: no pair does.
std::vector<std::string> swap_texts(const StepsState& steps, const SumNetwork& row, const SweepTree& tree, std::size_t done) {
  const Trace& trace = steps.player()->story().trace;
  const StepCaption* caption = steps.caption();
  const auto is_selected = [&](const SumNode& node) {
    return caption && std::ranges::any_of(trace.writes_of(trace.steps[caption->focus.step]), [&](const Write& write) {
             return write.thread == caption->focus.thread && node.at == CellAt{write.buffer, write.index};
           });
  };
  const SumEdge* pair = nullptr;
  for (const SumEdge& edge : tree.across) {
    const SumNode& right = row.nodes[tree.down[edge.to].node];
    if (right.story_step + 1 == done && (!pair || is_selected(right))) pair = &edge;
  }
  if (!pair) return {};
  const SumNode &left = row.nodes[tree.down[pair->from].node], &right = row.nodes[tree.down[pair->to].node],
                &sum = row.nodes[*tree.down[pair->from].before];
  const std::vector<std::string> names = names_of_places(row, trace);
  const std::string &to = names[static_cast<std::size_t>(left.column)], &other = names[static_cast<std::size_t>(right.column)];
  const auto text = [](const SumNode& node) { return satscope::to_text(number(node.value, node.type)); };
  const std::string short_words = fmt::format("{} ← {}, {} ← {} + {}", to, text(left), other, text(left), text(sum));
  return {fmt::format("{} takes {}, the sum of all before the pair; {} takes {} + {}: that sum plus the left sum.", to,
                      text(left), other, text(left), text(sum)),
          fmt::format("{}: before the pair, plus the left sum", short_words), short_words};
}

/// Below the leaves of the way down, to a class: brackets, and the numbers of each.
double height_of_parts(const Drawing& drawing) { return 0.9 * drawing.em + 1.2 * drawing.letters(Face::small); }

/// Where the trees are.
struct TreePlaces {
  bool to_class =
      false;           ///< below the leaves the part of the row that a node represents, not what is stored; titles beside roots
  bool stores = true;  ///< what is stored has room, if anything is
};

/// One of the two trees in its part of the canvas.
class HalfTree {
 public:
  HalfTree(const Drawing& drawing, const SumNetwork& network, const SweepTree& tree, bool up, const Area& area,
           const TreePlaces& places = {})
      : network_(network),
        nodes_(up ? tree.up : tree.down),
        leaves_(tree.up),
        edges_(up ? tree.up_edges : tree.down_edges),
        across_(tree.across),
        to_class_(places.to_class),
        levels_(up || !places.stores ? tree.levels : tree.down_levels),
        columns_(tree.columns),
        up_(up),
        stores_(!up && places.stores && tree.down_levels > tree.levels),
        area_(area),
        title_(places.to_class ? 0 : 1.5 * drawing.em),
        wide_(area.width / tree.columns),
        high_(std::min(11 * drawing.em, (area.height - title_ - below(drawing, tree, places)) /
                                            (places.stores ? tree.down_levels : tree.levels))),
        size_{std::min(0.44 * wide_, 3 * drawing.em), std::min((to_class_ ? 0.33 : 0.36) * high_, 1.4 * drawing.em)} {}

  void paint(Drawing& drawing, const Trace& trace, const NodesNow& now, ViewScene* scene) const {
    const std::string title = up_ ? "Up-sweep" : "Down-sweep";
    const Point root = place(up_ ? nodes_.back() : nodes_.front());
    // above what was struck in the left node of the next level
    const Point at{area_.x,
                   title_ > 0 ? area_.y : root.y - high_ / 2 - (up_ || high_ > 2 * drawing.em ? 0.2 : 0.7) * drawing.em};
    drawing.text(at,
                 drawing.first_that_fits({title + (up_       ? ": from the leaves to the root"
                                                   : stores_ ? ": from the root to the leaves, below them what is stored"
                                                             : ": from the root to the leaves"),
                                          title, ""},
                                         title_ > 0 ? area_.width : root.x - size_.width - drawing.em - area_.x),
                 {drawing.palette.quiet});
    for (const SumEdge& edge : edges_)
      if (is_shown(nodes_[edge.to])) paint_edge(drawing, node(edge.from), node(edge.to), way(edge), now);
    for (const SumEdge& edge : across()) paint_edge(drawing, before(edge), node(edge.to), way_over(edge), now);
    std::vector<NodeAt> outputs;
    for (const TreeNode& one : nodes_) {
      if (!is_shown(one)) continue;
      const SumNode& shown = network_.nodes[one.node];
      if (shown.kind == TreeKind::output) outputs.push_back({&shown, place(one)});
      paint_node(drawing, shown, place(one), size_, now);
      add_node(scene, shown, place(one), {std::max(4.0, size_.width), std::max(4.0, size_.height)}, now);
      const bool says_so = to_class_ && &one == &nodes_.front() && now.is_past(shown);  // beside the root
      // because: before the turn a class is asked for numbers that would be there already
      const bool comes_later = to_class_ && !now.is_past(network_.nodes[nodes_.front().node]);
      if (one.before && !says_so && !comes_later)
        paint_before(drawing, network_.nodes[*one.before], shown, place(one), size_, now);
    }
    paint_indices(drawing, trace);
    if (!up_) paint_root(drawing, trace, now);
    if (!up_ && to_class_) paint_parts(drawing, now);
    paint_names(drawing, trace, std::move(outputs), size_, high_, area_.right());
    for (const SumEdge& edge : edges_)
      if (is_shown(nodes_[edge.to])) paint_chip(drawing, node(edge.from), node(edge.to), way(edge), now);
    for (const SumEdge& edge : across()) paint_chip(drawing, before(edge), node(edge.to), way_over(edge), now);
  }

  /// Whether a number of the way up is still where the way down has not come.
  bool holds_old(const NodesNow& now) const {
    return std::ranges::any_of(nodes_, [&](const TreeNode& one) {
      return one.before && waits(network_.nodes[*one.before], network_.nodes[one.node], now);
    });
  }

  bool shows(const StepsState& steps, const Write& write) const {
    return std::ranges::any_of(nodes_, [&](const TreeNode& one) {
      return is_shown(one) && has_node({&network_.nodes[one.node], 1}, steps, write);
    });
  }

 private:
  static double below(const Drawing& drawing, const SweepTree& tree, const TreePlaces& places) {
    return !places.to_class && places.stores && tree.down_levels > tree.levels ? height_of_names(drawing) : 0;
  }
  bool is_shown(const TreeNode& one) const { return one.level < levels_; }

  /// Below the leaves: which part of the row each node represents that was written last; of the root its two halves.
  void paint_parts(Drawing& drawing, const NodesNow& now) const {
    int level = -1;
    for (const TreeNode& one : nodes_)
      if (is_shown(one) && now.is_past(network_.nodes[one.node])) level = std::max(level, one.level);
    level = level == 0 ? 1 : level;
    if (level < 1 || level + 1 >= levels_) return;
    const int parts = 1 << level, each = columns_ / parts;
    const double em = drawing.em, high = drawing.letters(Face::small), y = area_.y + title_ + levels_ * high_ + 0.2 * em;
    for (int part = 0; part < parts; ++part) {
      std::string numbers;
      for (const TreeNode& leaf : leaves_)
        if (leaf.level == 0 && static_cast<int>(leaf.x) / each == part)
          numbers += (numbers.empty() ? "" : " ") + text_of_node(network_.nodes[leaf.node]);
      const double from = area_.x + (part * each + 0.1) * wide_, to = area_.x + ((part + 1) * each - 0.1) * wide_;
      const double bottom = y + 0.4 * em, wide = drawing.width_of(numbers);
      const Ink ink{drawing.palette.quiet};
      drawing.line({from, y}, {from, bottom}, ink, 2);
      drawing.line({from, bottom}, {to, bottom}, ink, 2);
      drawing.line({to, bottom}, {to, y}, ink, 2);
      if (wide < to - from) drawing.text({(from + to - wide) / 2, bottom + 0.1 * high}, numbers, {drawing.palette.text});
    }
  }

  /// Beside the root of the way down: what it held, and what its 0 means.
  void paint_root(Drawing& drawing, const Trace& trace, const NodesNow& now) const {
    const TreeNode& root = nodes_.front();
    const SumNode& shown = network_.nodes[root.node];
    if (!root.before || !now.is_past(shown)) return;
    const std::string was = text_of_node(network_.nodes[*root.before]), is = text_of_node(shown);
    const Point at = place(root);
    const double high = drawing.letters(Face::small), x = at.x + width_of_node(shown, size_) + 0.7 * drawing.em;
    const std::string first = names_of_places(network_, trace).front();
    const bool kept = std::ranges::any_of(network_.edges, [&](const SumEdge& edge) {
      return edge.from == *root.before && network_.nodes[edge.to].kind == SumNode::Kind::output;
    });
    const std::string cleared = fmt::format("{}{} cleared to {}", was, kept ? " is stored, then" : "", is),
                      none = "no number is before " + first;
    const double room = area_.right() - x;
    const std::string said = drawing.first_that_fits({cleared, fmt::format("{} cleared to {}", was, is), ""}, room);
    if (said.empty()) return;
    const bool both = is == "0" && !first.empty() && drawing.width_of(none) <= room && high_ > 2.5 * high;
    const double top = at.y - (both ? 1.1 : 0.5) * high;
    drawing.text({x, top}, both ? said + ":" : said, {drawing.palette.text});
    if (both) drawing.text({x, top + 1.15 * high}, none, {drawing.palette.text});
  }

  /// Below each node its place in shared memory, over the edges that begin there.
  void paint_indices(Drawing& drawing, const Trace& trace) const {
    const std::vector<std::string> names = names_of_places(network_, trace);
    const double high = drawing.letters(Face::small);
    if (high_ - 2 * size_.height < 1.8 * high) return;
    for (const TreeNode& one : nodes_) {
      const SumNode& shown = network_.nodes[one.node];
      const std::string& name = names[static_cast<std::size_t>(shown.column)];
      const double wide = drawing.width_of(name), room = 2 * size_.width + 0.1 * wide_;
      if (shown.kind == TreeKind::output || name.empty() || wide > room) continue;
      const Point at{place(one).x - wide / 2, place(one).y + size_.height + 0.4 * high};
      drawing.rect({at.x - 2, at.y, wide + 4, high}, {drawing.palette.backdrop});
      drawing.text(at, name, {drawing.palette.quiet});
    }
  }

  const SumNode& node(std::size_t i) const { return network_.nodes[nodes_[i].node]; }
  std::span<const SumEdge> across() const { return up_ ? std::span<const SumEdge>() : across_; }
  const SumNode& before(const SumEdge& edge) const { return network_.nodes[*nodes_[edge.from].before]; }
  Point place(const TreeNode& one) const {
    const int row = up_ ? levels_ - 1 - one.level : one.level;
    return {area_.x + one.x * wide_, area_.y + title_ + (row + 0.5) * high_};
  }
  Way way(const SumEdge& edge) const {
    const Point a = place(nodes_[edge.from]), b = place(nodes_[edge.to]);
    const double side = up_ ? -1 : 1;
    const Point from{a.x, a.y + side * size_.height}, to{b.x, b.y - side * size_.height};
    return {from,
            {from.x + (to.x - from.x) / 3, from.y + (to.y - from.y) / 3},
            {to.x - (to.x - from.x) / 3, to.y - (to.y - from.y) / 3},
            to};
  }
  /// From the left node to the right one beside it.
  Way way_over(const SumEdge& edge) const {
    const Point a = place(nodes_[edge.from]), b = place(nodes_[edge.to]);
    const Point from{a.x + size_.width, a.y}, to{b.x - size_.width, b.y};
    return {from, {from.x + (to.x - from.x) / 3, a.y}, {to.x - (to.x - from.x) / 3, b.y}, to};
  }

  const SumNetwork& network_;
  const std::vector<TreeNode>&nodes_, &leaves_;
  const std::vector<SumEdge>&edges_, &across_;
  bool to_class_;
  int levels_, columns_;
  bool up_, stores_;
  Area area_;
  double title_, wide_, high_;
  NodeSize size_;
};

bool has_words(const Area& area, double em) { return area.height >= 12 * em; }  // else the numbers need their room

/// Both trees side by side, or to a class one above the other; where they have no room, the one that the steps are in.
std::vector<HalfTree> halves_of(const Drawing& drawing, const SumNetwork& row, const SweepTree& tree, const Area& area,
                                std::size_t done, TreePlaces& places) {
  constexpr double k_read = 2.1;  // em of a level, so that its digits are read from the last row
  const double em = drawing.em, gap = 2 * em;
  const double half = (area.width - 2 * em - gap) / 2, parts = height_of_parts(drawing);
  const double level = (area.height - parts - 1.2 * em) / (2 * tree.levels);
  const bool beside = half >= 2.4 * em * tree.columns;
  const bool up = done <= row.nodes[tree.down.front().node].story_step;
  const double line = has_words(area, em) && !places.to_class ? 1.6 * em : 0;
  const Area room{area.x + em, area.y + line, area.width - 2 * em, area.height - 2 * line};
  // because: numbers in the nodes are worth more
  places.stores = !places.to_class && (room.height - 1.5 * em - height_of_names(drawing)) / tree.down_levels > 1.3 * em;
  const auto one = [&](bool of_up, double x, double width, double above, double below) {
    return HalfTree(drawing, row, tree, of_up, {x, room.y + above, width, room.height - above - below}, places);
  };
  const double above = places.to_class ? 0.9 * em : 0, below = places.to_class ? parts : 0,
               rest = room.height - level * tree.levels;
  if (beside) return {one(true, room.x, half, above, below), one(false, room.x + half + gap, half, above, below)};
  if (places.to_class && level > k_read * em)
    return {one(true, room.x, room.width, 0.2 * em, rest - 0.2 * em), one(false, room.x, room.width, rest - parts, parts)};
  if (places.to_class && up) return {one(true, room.x, room.width, 0.2 * em, 0.2 * em)};
  return {one(up, room.x, room.width, above, below)};
}

}  // namespace

std::optional<SweepTree> sweep_tree(const SumNetwork& network) {
  return network.by_place ? TreeMaker(network).make() : std::nullopt;
}

void paint_tree(Drawing& drawing, const StepsState& steps, const Network& network, const Area& area, double arrived,
                ViewScene* scene, bool to_class) {
  const auto tree = network.rows.empty() ? std::nullopt : sweep_tree(network.rows[network.row]);
  if (!tree) return paint_network(drawing, steps, network, area, arrived, scene, to_class);
  const SumNetwork& row = network.rows[network.row];
  const double em = drawing.em, width = area.width - 2 * em;
  const std::size_t done = steps.player()->position();
  TreePlaces places{.to_class = to_class};
  const std::vector<HalfTree> halves = halves_of(drawing, row, *tree, area, done, places);
  NodesNow now = nodes_now(steps, row, network.block, arrived);
  if (to_class) now.mark_holder(row);
  for (const HalfTree& half : halves) half.paint(drawing, steps.player()->story().trace, now, scene);
  if (!has_words(area, em) || to_class) return;  // its costs and its threads are of no step
  const std::string block = fmt::format("block {}", network.block + steps.player()->story().trace.first_block()),
                    framed = framed_text(steps, now);
  const bool old = std::ranges::any_of(halves, [&](const HalfTree& half) { return half.holds_old(now); });
  const std::string shapes = block + ". Round: addition. Square: read, copied or written.",
                    until = old ? " Grey: what the up-sweep left, struck when replaced." : "";
  const std::vector<std::string> where = places_texts(steps.player()->story(), row);
  drawing.text({area.x + em, area.y},
               drawing.first_that_fits({shapes + until + where[0] + framed, shapes + until + where[1] + framed,
                                        shapes + until + framed, shapes + until, block + "." + until, block},
                                       width),
               {drawing.palette.quiet});
  auto below = unseen_texts(steps, network.block, [&](const Write& write) {
    return std::ranges::any_of(halves, [&](const HalfTree& half) { return half.shows(steps, write); }) ||
           std::ranges::any_of(network.rows,
                               [&](const SumNetwork& other) { return &other != &row && has_node(other.nodes, steps, write); });
  });
  if (below.empty()) {
    below = costs_of(row);
    const std::vector<std::string> swap = swap_texts(steps, row, *tree, done);
    if (!swap.empty()) below = {swap[0] + " " + below[0], swap[0], swap[1], swap[2]};
  }
  drawing.text({area.x + em, area.bottom() - 1.4 * em}, drawing.first_that_fits(below, width), {drawing.palette.text});
}

}  // namespace satscope::app
