// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/tree_network/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/ui/drawing/wrapped.h"
#include "app/workspaces/steps/caption/unseen.h"
#include "app/workspaces/steps/views/tree_network/network_pen.h"
#include "app/workspaces/steps/views/tree_network/tree.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// Takes the row along to where something happens.
void follow(Network& network, const Player& player) {
  if (std::exchange(network.position, player.position()) == player.position() || network.rows.empty()) return;
  const auto happens = [&](const SumNetwork& row) {
    return std::any_of(row.nodes.begin(), row.nodes.end(),
                       [&](const SumNode& node) { return node.story_step + 1 == player.position(); });
  };
  if (happens(network.rows[network.row])) return;
  const auto busy = std::find_if(network.rows.begin(), network.rows.end(), happens);
  if (busy != network.rows.end()) network.row = static_cast<std::size_t>(busy - network.rows.begin());
}

/// "up-sweep 2 of 3" where the kernel says "up-sweep d=2"; empty: no level begins there.
std::vector<std::string> words_of_levels(const std::vector<std::string>& levels) {
  constexpr std::string_view k_variable = " d=";
  const auto name = [&](const std::string& level) { return level.substr(0, level.find(k_variable)); };
  std::map<std::string, int> all, before;
  for (const std::string& level : levels) ++all[name(level)];
  std::vector<std::string> words;
  for (const std::string& level : levels) {
    const bool counts = level.find(k_variable) != level.npos;
    words.push_back(counts ? fmt::format("{} {} of {}", name(level), ++before[name(level)], all[name(level)]) : level);
  }
  return words;
}

class NetworkPainter {
 public:
  NetworkPainter(Drawing& drawing, const Story& story, const SumNetwork& network, const Area& area, NodesNow now,
                 ViewScene* scene)
      : drawing_(drawing),
        palette_(drawing.palette),
        em_(drawing.em),
        story_(story),
        trace_(story.trace),
        network_(network),
        heads_(network.by_place && area.height > 14 * em_ ? 1.2 * drawing.letters(Face::small) : 0),
        area_{area.x, area.y + heads_, area.width, area.height - heads_},
        now_(std::move(now)),
        scene_(scene),
        words_(words_of_levels(network.levels)),
        tops_{0} {
    for (const std::string& label : words_) labels_ = std::max(labels_, drawing.width_of(label));
    labels_ = area.width < 24 * em_ ? 0 : std::min(labels_ + em_, 0.3 * area.width);
    left_ = area.x + em_;
    wide_ = (area.width - labels_ - 2 * em_) / std::max(1, network.columns);
    for (const bool barrier : network.barriers) tops_.push_back(tops_.back() + 1 + (barrier ? k_barrier : 0));
    const double least = 1.15 * em_;  // because: a level shows its numbers
    const int count = static_cast<int>(network.levels.size());
    double room = area.height - em_;
    if (room > (tops_.back() + 1) * least) room -= names_ = height_of_names(drawing);
    shown_ = room >= tops_.back() * least ? count : std::clamp(static_cast<int>(room / least / (1 + k_barrier)), 1, count);
    bool all_added = true;
    for (const SumNode& node : network.nodes) all_added &= node.kind == SumNode::Kind::output || now_.is_past(node);
    for (const SumNode& node : network.nodes)  // outputs are last, however early they were written
      if (now_.is_past(node) && (all_added || node.kind != SumNode::Kind::output)) first_ = std::max(first_, node.level);
    first_ = std::clamp(first_ - std::max(1, shown_ - 2), 0, count - shown_);  // the one before is seen, and the next
    high_ = std::min(6 * em_, room / levels_shown());
    size_ = {std::min(0.43 * wide_, 2.4 * em_), std::min(0.36 * high_, 1.1 * em_)};
  }

  void draw() {
    draw_levels();
    if (heads_ > 0) draw_heads();
    drawing_.clip({area_.x, area_.y, area_.width, levels_shown() * high_});
    for (const SumEdge& edge : network_.edges)
      if (crosses_shown(edge)) paint_edge(drawing_, network_.nodes[edge.from], network_.nodes[edge.to], way(edge), now_);
    drawing_.unclip();
    for (const SumNode& node : network_.nodes)
      if (is_shown(node.level)) {
        paint_node(drawing_, node, place(node), size_, now_);
        const double reach = std::max(4.0, size_.height);
        add_node(scene_, node, place(node), {std::max(reach, size_.width), reach}, now_);
      }
    draw_places();
    draw_reasons();
    std::vector<NodeAt> outputs;
    for (const SumNode& node : network_.nodes)
      if (node.kind == SumNode::Kind::output && is_shown(node.level)) outputs.push_back({&node, place(node)});
    if (names_ > 0) paint_names(drawing_, trace_, std::move(outputs), size_, high_, area_.right());
    for (const SumEdge& edge : network_.edges)
      if (is_shown(network_.nodes[edge.from].level) && is_shown(network_.nodes[edge.to].level))
        paint_chip(drawing_, network_.nodes[edge.from], network_.nodes[edge.to], way(edge), now_);
  }
  /// ", levels 3 to 9 of 12"; empty: all are shown.
  std::string levels_text() const {
    const int count = static_cast<int>(network_.levels.size());
    return shown_ == count ? "" : fmt::format(", levels {} to {} of {}", first_ + 1, first_ + shown_, count);
  }

 private:
  Point place(const SumNode& node) const { return {left_ + labels_ + (node.column + 0.5) * wide_, middle(node.level)}; }
  double top(int level) const { return tops_[static_cast<std::size_t>(level)]; }
  double levels_shown() const { return top(first_ + shown_) - top(first_); }
  double middle(int level) const { return area_.y + (top(level) - top(first_) + 0.5) * high_; }
  /// Between the nodes of a level and those of the next: first the barrier, then what goes over.
  double below(int level, double share) const {
    const double from = middle(level) + size_.height;
    return from + share * ((top(level + 1) - top(level)) * high_ - 2 * size_.height);
  }
  double leaves(int level) const {
    return network_.barriers[static_cast<std::size_t>(level)] ? below(level, k_at + 0.1) : middle(level) + size_.height;
  }
  bool is_shown(int level) const { return level >= first_ && level < first_ + shown_; }
  /// Some of it lies between the first level and the last: of thousands of edges few do.
  bool crosses_shown(const SumEdge& edge) const {
    return network_.nodes[edge.to].level >= first_ && network_.nodes[edge.from].level < first_ + shown_;
  }

  void draw_levels() {
    std::vector<bool> now(network_.levels.size());
    for (const SumNode& node : network_.nodes)
      if (now_.is_now(node)) now[static_cast<std::size_t>(node.level)] = true;
    for (std::size_t level = 0; level < now.size(); ++level)
      if (now[level] && is_shown(static_cast<int>(level)))
        drawing_.rect({left_ - 0.4 * em_, middle(static_cast<int>(level)) - high_ / 2, area_.width - 1.2 * em_, high_},
                      {palette_.raised});
    bool lit = false;
    const double right = area_.right() - 0.8 * em_;
    for (std::size_t level = 0; level < now.size(); ++level) {
      const double y = middle(static_cast<int>(level)), letters = drawing_.letters(Face::small);
      const std::string& label = words_[level];
      lit = now[level] || (label.empty() && lit);
      if (!is_shown(static_cast<int>(level))) continue;
      if (network_.barriers[level]) {
        // all threads wait here
        const double line = below(static_cast<int>(level), k_at);
        drawing_.line({left_ + labels_, line}, {right, line}, {palette_.warning, 0.8}, std::max(1.0, 0.1 * em_));
        const std::string words = drawing_.first_that_fits({"barrier, m.sync()", "barrier"}, labels_ - 0.5 * em_);
        if (line - y > letters && drawing_.width_of(words) <= labels_ - 0.5 * em_)
          drawing_.text({left_ + labels_ - drawing_.width_of(words) - 0.5 * em_, line - letters / 2}, words, {palette_.quiet});
      }
      if (high_ < letters || label.empty() || labels_ == 0) continue;
      const std::string phase = label.substr(0, label.find_first_of(" ,"));
      const std::string& text = drawing_.width_of(label) <= labels_ - 0.4 * em_ ? label : phase;
      if (drawing_.width_of(text) <= labels_)
        drawing_.text({left_, y - letters / 2}, text, {lit ? palette_.accent : palette_.quiet});
    }
  }

  /// Above every column its place in shared memory, or every second, fourth, ...
  void draw_heads() {
    const std::vector<std::string> names = names_of_places(network_, trace_);
    double widest = 0;
    for (const std::string& name : names) widest = std::max(widest, drawing_.width_of(name));
    const auto every = static_cast<std::size_t>(names_apart(wide_, widest + 4, static_cast<int>(names.size())));
    for (std::size_t i = 0; i < names.size(); i += every)
      drawing_.text(
          {left_ + labels_ + (static_cast<double>(i) + 0.5) * wide_ - drawing_.width_of(names[i]) / 2, area_.y - heads_},
          names[i], {palette_.quiet});
  }

  /// A number that leaves before the others: the idea of the step that kept it, in what its row has free.
  void draw_reasons() {
    const auto leaves = [](const SumNode& node) { return node.kind == SumNode::Kind::output; };
    std::size_t last = 0;
    for (const SumNode& node : network_.nodes)
      if (leaves(node)) last = std::max(last, node.story_step);
    for (const SumNode& node : network_.nodes) {
      if (!leaves(node) || node.story_step == last || !is_shown(node.level) || !now_.is_past(node)) continue;
      const satscope::Phase* phase = phase_in(story_, story_.first_step(story_.steps[node.story_step]));
      if (!phase || phase->idea.empty()) continue;
      double from = left_ + (network_.levels[static_cast<std::size_t>(node.level)].empty() ? 0 : labels_);
      for (const SumNode& other : network_.nodes)
        if (other.level == node.level && other.column < node.column) from = std::max(from, place(other).x + size_.width + em_);
      const Point at = place(node);
      const double room = at.x - size_.width - em_ - from, line = 1.15 * drawing_.letters(Face::small);
      const auto lines =
          wrapped(drawing_, fmt::format("{}, stored in step {}: {}", text_of_node(node), node.story_step + 1, phase->idea),
                  room, Face::small);
      if (room < 12 * em_ || static_cast<double>(lines.size()) * line > high_) continue;
      double y = at.y - size_.height;
      for (const std::string& words : lines) {
        drawing_.text({from, y}, words, {palette_.text});
        y += line;
      }
    }
  }

  /// The places of framed nodes in shared memory: beside the node; if there is no room, beside the line that leaves it.
  void draw_places() {
    if (!network_.by_place || now_.selected.empty()) return;
    const std::vector<std::string> names = names_of_places(network_, trace_);
    const double high = drawing_.letters(Face::small);
    for (const SumNode* node : now_.selected) {
      if (node->kind == SumNode::Kind::output || !is_shown(node->level)) continue;  // outputs have names
      const std::string& name = names[static_cast<std::size_t>(node->column)];
      const double all = drawing_.width_of(name), bottom = middle(node->level) + size_.height + 4;
      const auto level = static_cast<std::size_t>(node->level);
      const double x = place(*node).x, beside = x - width_of_node(*node, size_) - 0.4 * em_ - all;
      const bool passed = std::ranges::any_of(network_.edges, [&](const SumEdge& edge) {  // on its left
        const SumNode &from = network_.nodes[edge.from], &to = network_.nodes[edge.to];
        return edge.taken && from.column + 1 == node->column && from.level < node->level && node->level < to.level;
      });
      const double end = node->column == 0 ? left_ + drawing_.width_of(network_.levels[level])
                         : passed          ? x - wide_ / 2
                                           : x - wide_ + size_.width;
      if (beside > end + 0.2 * em_)
        drawing_.text({beside, middle(node->level) - high / 2}, name, {palette_.text});
      else if (network_.barriers[level] && bottom + high <= below(node->level, k_at) && all + 0.6 * em_ < wide_ / 2)
        drawing_.text({x + 0.3 * em_, bottom}, name, {palette_.text});
    }
  }

  /// Leaves and arrives downward. A number that stays in its column goes over only in its step, below the barrier, so that a
  /// swap is a cross; one whose column is taken meanwhile passes on the right.
  Way way(const SumEdge& edge) const {
    const SumNode &from = network_.nodes[edge.from], &to = network_.nodes[edge.to];
    const Point a = place(from), b = place(to), start{a.x, a.y + size_.height}, end{b.x, b.y - size_.height};
    const double bend = 0.5 * std::min(high_, end.y - start.y);
    if (from.column == to.column && edge.taken) {
      const double aside = 0.66 * wide_;  // because: such a curve reaches three quarters of this
      return {start, {start.x + aside, start.y + bend}, {end.x + aside, end.y - bend}, end};
    }
    const double level = leaves(to.level - 1);
    if (edge.taken || level <= start.y + 0.5) return {start, {start.x, start.y + bend}, {end.x, end.y - bend}, end};
    const double short_bend = 0.5 * (end.y - level);
    return {{start.x, level}, {start.x, level + short_bend}, {end.x, end.y - short_bend}, end, start};
  }

  static constexpr double k_barrier = 0.5;  // of a level's height, where all wait below it
  static constexpr double k_at = 0.3;       // of the way to the next nodes: its line

  Drawing& drawing_;
  const Palette& palette_;
  const double em_;
  const Story& story_;
  const Trace& trace_;
  const SumNetwork& network_;
  const double heads_;  // height of what names the columns
  const Area area_;
  NodeSize size_;
  const NodesNow now_;
  ViewScene* const scene_;
  int first_ = 0, shown_ = 1;             // levels
  const std::vector<std::string> words_;  // of the levels
  std::vector<double> tops_;              // of the levels, in their heights
  double labels_ = 0, left_ = 0, wide_ = 0, high_ = 0, names_ = 0;
};

std::string network_heading(const Drawing& drawing, const Story& story, const Network& network, int blocks,
                            const std::string& levels, const std::string& framed, double width) {
  const bool adds = std::any_of(network.rows[network.row].nodes.begin(), network.rows[network.row].nodes.end(),
                                [](const SumNode& node) { return node.kind == SumNode::Kind::addition; });
  std::string which = fmt::format("block {} of {}", network.block + story.trace.first_block(), blocks);
  if (network.rows.size() > 1) which += fmt::format(", row {} of {}", network.row + 1, network.rows.size());
  which += levels;
  const std::string marks = adds ? fmt::format(". Time downward. Round: {}. Square: read{} or written.",
                                               story.of_filter() ? "sum or difference" : "addition",
                                               network.rows[network.row].by_place ? ", copied" : "")
                                 : ". Nothing is added: moves.";
  const std::vector<std::string> places = places_texts(story, network.rows[network.row]);
  const bool more = blocks > 1 || network.rows.size() > 1;
  return drawing.first_that_fits(
      {which + marks + places[0] + framed + (more ? " Wheel: the next." : ""), which + marks + places[0] + framed,
       which + marks + places[1] + framed + (more ? " Wheel: the next." : ""), which + marks + places[1] + framed,
       which + marks + framed, which + "." + framed, which},
      width);
}

int blocks_of(const Network& network, const Story& story) {
  return story.trace.passes[static_cast<std::size_t>(network.pass)].blocks;
}

/// Where the nodes lie, between the heading and what it costs.
Area between_texts(const Area& area, double em) {
  const double title = 1.6 * em;
  return {area.x, area.y + title, area.width, area.height - 2 * title};
}

}  // namespace

void turn_network(Network& network, StepsState& steps, int by) {
  if (network.rows.empty()) return;
  const int blocks = blocks_of(network, steps.player()->story());
  const int row = static_cast<int>(network.row) + by, rows = static_cast<int>(network.rows.size());
  const bool leaves = row < 0 || row >= rows;
  const int block = network.block + (by > 0 ? 1 : -1);
  if (!leaves) {
    network.row = static_cast<std::size_t>(row);
  } else if (steps.player()->story().together && block >= 0 && block < blocks) {
    steps.first_block = block;
    network.row = by > 0 ? 0 : static_cast<std::size_t>(-1);  // its last
  }
}

void lay_network(Network& network, const StepsState& steps) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  const Step& step = story.first_step(player.current() ? *player.current() : story.steps.front());
  const int blocks = story.trace.passes[static_cast<std::size_t>(step.pass)].blocks;
  const int block = std::clamp(story.together ? steps.first_block : step.block, 0, blocks - 1);
  if (network.story != story.number || network.pass != step.pass || network.block != block) {
    network = {story.number, step.pass, block, sum_networks(story, step.pass, block), network.row, 0};
    if (!network.rows.empty()) network.row = std::min(network.row, network.rows.size() - 1);
  }
  follow(network, player);
}

std::vector<std::string> costs_of(const SumNetwork& network) {
  if (network.work() == 0) return {""};
  const std::string long_words =
      fmt::format("Depth: {} of additions. Work: {}.", counted(network.depth(), "level"), counted(network.work(), "addition"));
  return {long_words, fmt::format("Depth: {}. Work: {}.", network.depth(), network.work()), ""};
}

void paint_network(Drawing& drawing, const StepsState& steps, const Network& network, const Area& area, double arrived,
                   ViewScene* scene, bool to_class) {
  const Story& story = steps.player()->story();
  const Point corner{area.x + drawing.em, area.y};
  if (network.rows.empty())
    return drawing.text(corner, "This block writes nothing to draw.", {drawing.palette.quiet}, Face::text);
  const NodesNow now = nodes_now(steps, network.rows[network.row], network.block, arrived);
  NetworkPainter painter(drawing, story, network.rows[network.row], between_texts(area, drawing.em), now, scene);
  drawing.text(corner,
               network_heading(drawing, story, network, blocks_of(network, story), painter.levels_text(),
                               framed_text(steps, now), area.width - 2 * drawing.em),
               {drawing.palette.quiet});
  painter.draw();
  auto below = unseen_texts(steps, network.block, [&](const Write& write) {
    return std::ranges::any_of(network.rows, [&](const SumNetwork& row) { return has_node(row.nodes, steps, write); });
  });
  if (to_class || below.empty()) below = costs_of(network.rows[network.row]);
  if (network.rows[network.row].work() > 0)
    below.insert(below.begin(), below.front() + " Blue rim: an addition. Green: in this step.");
  drawing.text({corner.x, area.bottom() - 1.4 * drawing.em}, drawing.first_that_fits(below, area.width - 2 * drawing.em),
               {drawing.palette.text});
}

namespace {

/// The network of a row, or its trees: where it has none, its network.
class NetworkView final : public StepView {
 public:
  NetworkView(Network& network, bool trees) : network_(network), trees_(trees) {}
  void lay(const StepsState& steps, const Area& /*area*/, const PaintLook& /*look*/) override { lay_network(network_, steps); }
  void paint(Drawing& drawing, const StepsState& steps, const Area& area, const PaintLook& look) override {
    (trees_ ? paint_tree : paint_network)(drawing, steps, network_, area, look.arrived, look.scene, look.type.to_class);
  }
  std::string_view shown_as(std::string_view id) const override { return !trees_ || shows_trees() ? id : "network"; }
  bool explains_below() const override { return shows_trees(); }
  bool leaves_line(bool /*alone*/) const override { return true; }
  void wheel(StepsState& steps, double by) override { turn_network(network_, steps, by < 0 ? 1 : -1); }

 private:
  bool shows_trees() const { return trees_ && !network_.rows.empty() && sweep_tree(network_.rows[network_.row]); }

  Network& network_;
  const bool trees_;
};

/// Both go through the same rows.
template <bool trees>
std::unique_ptr<StepView> make_network(StepViews& all) {
  return std::make_unique<NetworkView>(all.common<Network>(), trees);
}

bool sweeps_down(const Story& story) {
  return std::ranges::any_of(story.trace.steps, [](const Step& step) { return step.phase() == "down-sweep"; });
}

}  // namespace

StepViewKind network_view() {
  return {.title = "Network",
          .tip = "The additions of one row of a block, time downward",
          .make = make_network<false>,
          .essential = true};
}

StepViewKind tree_view() {
  return {.title = "Tree",
          .tip = "Up-sweep and down-sweep as trees",
          .make = make_network<true>,
          .essential = true,
          .on_web = sweeps_down};
}

}  // namespace satscope::app
