// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/sums.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace satscope::app {
namespace {

/// Before it is known where it stands.
struct Part {
  SumNode node;
  int step = 0;  ///< of those of the block, from 0
  std::vector<std::size_t> from = {};
};

struct StepLabel {
  std::string text;
  bool barrier = false;  ///< after it
};

/// Everything that one block loads, adds and stores in a pass.
class Collector {
 public:
  Collector(const Story& story, int pass, int block) : trace_(story.trace) {
    for (std::size_t beat = 0; beat < story.beat_count(); ++beat)
      for (std::uint32_t at = story.beats[beat].first; at < story.beats[beat].end; ++at) {
        const Step& step = trace_.steps[at];
        if (step.pass == pass && step.block == block) read(step, beat);
      }
    for (const auto& [key, output] : outputs_) parts_.push_back(output);
  }

  std::vector<Part> take() { return std::move(parts_); }
  const std::vector<StepLabel>& labels() const { return labels_; }

 private:
  void read(const Step& step, std::size_t beat) {
    const int number = static_cast<int>(labels_.size());
    labels_.push_back({step.label, step.barriers > 0});
    for (OriginId id = step.first_origin; id < step.first_origin + step.origins; ++id) {
      const Origin& origin = trace_.origins[id];
      Part part{.node = {.beat = beat, .type = origin.type, .value = {origin.bits, origin.pixels, id}}, .step = number};
      switch (origin.kind) {
        case Origin::Kind::constant: part.node.kind = SumNode::Kind::constant; break;
        case Origin::Kind::load: {
          // because: two threads that read one number of one place read the same
          const auto [known, fresh] = loads_.try_emplace({origin.buffer, origin.index, origin.first}, parts_.size());
          if (!fresh) {
            made_[id] = known->second;
            continue;
          }
          part.node.at = CellAt{origin.buffer, origin.index};
          break;
        }
        case Origin::Kind::sum:
        case Origin::Kind::difference:
          part.node.kind = SumNode::Kind::addition;
          part.from = {made_.at(origin.first), made_.at(origin.second)};
          break;
        case Origin::Kind::made:  // what stands for it is the number that it was made of
          made_[id] = made_.at(origin.first);
          continue;
      }
      made_[id] = parts_.size();
      parts_.push_back(std::move(part));
    }
    for (const Write& write : trace_.writes_of(step)) {
      const auto made = made_.find(write.after.origin);
      if (made == made_.end()) continue;
      const CellAt at{write.buffer, write.index};
      if (!parts_[made->second].node.at) parts_[made->second].node.at = at;
      const TraceBuffer& buffer = trace_.buffers[write.buffer];
      if (buffer.space != Space::global) continue;
      outputs_[{write.buffer, write.index}] = {
          .node = {.kind = SumNode::Kind::output, .at = at, .beat = beat, .type = buffer.type, .value = write.after},
          .step = number,
          .from = {made->second}};
    }
  }

  const Trace& trace_;
  std::vector<Part> parts_;
  std::vector<StepLabel> labels_;
  std::unordered_map<OriginId, std::size_t> made_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, OriginId>, std::size_t> loads_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Part> outputs_;
};

/// Parts that meet, as lists of their numbers in order.
std::vector<std::vector<std::size_t>> groups_of(const std::vector<Part>& parts) {
  std::vector<std::size_t> root(parts.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](std::size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  bool adds = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    adds |= parts[i].node.kind == SumNode::Kind::addition;
    for (const std::size_t from : parts[i].from) root[find(i)] = find(from);
  }
  std::map<std::size_t, std::vector<std::size_t>> by_root;
  for (std::size_t i = 0; i < parts.size(); ++i) by_root[find(i)].push_back(i);
  std::vector<std::vector<std::size_t>> groups;
  for (auto& [key, group] : by_root) {
    const auto has = [&](SumNode::Kind kind) {
      return std::any_of(group.begin(), group.end(), [&](std::size_t i) { return parts[i].node.kind == kind; });
    };
    if (adds ? !has(SumNode::Kind::addition) : !has(SumNode::Kind::output)) continue;
    if (adds || groups.empty())
      groups.push_back(std::move(group));
    else
      groups[0].insert(groups[0].end(), group.begin(), group.end());
  }
  for (auto& group : groups) std::sort(group.begin(), group.end());
  // in the order of what they read: by the first place of each
  const auto first_place = [&](const std::vector<std::size_t>& group) {
    auto least = std::pair{std::numeric_limits<std::uint32_t>::max(), std::uint32_t{0}};
    for (const std::size_t i : group)
      if (parts[i].node.kind == SumNode::Kind::input)
        least = std::min(least, {parts[i].node.at->buffer, parts[i].node.at->index});
    return least;
  };
  std::stable_sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) { return first_place(a) < first_place(b); });
  return groups;
}

class Placer {
 public:
  Placer(const Trace& trace, const std::vector<Part>& parts, const std::vector<StepLabel>& labels)
      : trace_(trace), parts_(parts), labels_(labels) {}

  SumNetwork place(const std::vector<std::size_t>& group) {
    SumNetwork network;
    std::unordered_map<std::size_t, std::size_t> number;
    for (const std::size_t i : group) {
      number[i] = network.nodes.size();
      network.nodes.push_back(parts_[i].node);
      for (const std::size_t from : parts_[i].from) network.edges.push_back({number.at(from), number.at(i)});
    }
    const std::map<std::size_t, int> columns = leaf_columns(group);
    network.columns = static_cast<int>(columns.size());
    int first_addition = std::numeric_limits<int>::max();
    for (const std::size_t i : group)
      if (parts_[i].node.kind == SumNode::Kind::addition) first_addition = std::min(first_addition, parts_[i].step);

    using Time = std::pair<int, int>;  // step, and how deep in its chain of additions
    constexpr int k_end = std::numeric_limits<int>::max();
    std::vector<Time> times;
    std::set<std::pair<Time, int>> taken;
    for (const std::size_t i : group) {
      const Part& part = parts_[i];
      SumNode& node = network.nodes[number.at(i)];
      Time time{-1, 0};
      switch (part.node.kind) {
        case SumNode::Kind::input: node.column = columns.at(i); break;
        case SumNode::Kind::constant:
          node.column = columns.at(i);
          if (part.step > first_addition) time = {part.step, 0};
          break;
        case SumNode::Kind::addition:
          time = {part.step, 1};
          for (const std::size_t from : part.from) {
            node.column = std::max(node.column, network.nodes[number.at(from)].column);
            const Time before = times[number.at(from)];
            if (before.first == part.step) time.second = std::max(time.second, before.second + 1);
          }
          break;
        case SumNode::Kind::move: break;  // not of this kind of network
        case SumNode::Kind::output:
          node.column = network.nodes[number.at(part.from[0])].column;
          time = {k_end, 0};
          break;
      }
      while (!taken.insert({time, node.column}).second) ++time.second;
      times.push_back(time);
    }
    std::map<Time, int> levels;
    for (const Time& time : times) levels[time];
    int before = -2;
    for (auto& [time, level] : levels) {
      level = static_cast<int>(network.levels.size());
      const bool goes_on = std::exchange(before, time.first) == time.first;
      network.levels.push_back(goes_on               ? ""
                               : time.first < 0      ? "inputs"
                               : time.first == k_end ? "outputs"
                                                     : labels_[static_cast<std::size_t>(time.first)].text);
      if (goes_on && !network.barriers.empty()) network.barriers.back() = false;
      network.barriers.push_back(time.first >= 0 && time.first != k_end &&
                                 labels_[static_cast<std::size_t>(time.first)].barrier);
    }
    for (std::size_t i = 0; i < times.size(); ++i) network.nodes[i].level = levels.at(times[i]);
    return network;
  }

 private:
  /// Columns of inputs and constants: zeros that stand before everything, then what is read along its row or column, then
  /// what fills it up.
  std::map<std::size_t, int> leaf_columns(const std::vector<std::size_t>& group) const {
    struct Line {
      bool one_row = true, one_column = true;
      std::uint32_t x = 0, y = 0;
      bool fresh = true;
    };
    std::map<std::uint32_t, Line> lines;  // by buffer
    std::set<int> loading;                // steps
    const auto width = [&](std::uint32_t buffer) { return static_cast<std::uint32_t>(trace_.buffers[buffer].shape.width); };
    for (const std::size_t i : group) {
      if (parts_[i].node.kind != SumNode::Kind::input) continue;
      loading.insert(parts_[i].step);
      const CellAt at = *parts_[i].node.at;
      const std::uint32_t x = at.index % width(at.buffer), y = at.index / width(at.buffer);
      Line& line = lines[at.buffer];
      if (std::exchange(line.fresh, false)) {
        line.x = x;
        line.y = y;
      }
      line.one_row &= line.y == y;
      line.one_column &= line.x == x;
    }
    std::vector<std::tuple<int, std::uint32_t, std::size_t>> order;
    for (const std::size_t i : group) {
      const SumNode& node = parts_[i].node;
      if (node.kind == SumNode::Kind::constant)
        order.emplace_back(loading.contains(parts_[i].step) ? 2 : 0, node.at ? node.at->index : 0, i);
      if (node.kind != SumNode::Kind::input) continue;
      const Line& line = lines.at(node.at->buffer);
      const std::uint32_t x = node.at->index % width(node.at->buffer), y = node.at->index / width(node.at->buffer);
      order.emplace_back(1, line.one_row ? x : line.one_column ? y : node.at->index, i);
    }
    std::sort(order.begin(), order.end());
    std::map<std::size_t, int> columns;
    for (const auto& [side, position, i] : order) columns.emplace(i, static_cast<int>(columns.size()));
    return columns;
  }

  const Trace& trace_;
  const std::vector<Part>& parts_;
  const std::vector<StepLabel>& labels_;
};

}  // namespace

int SumNetwork::work() const {
  return static_cast<int>(
      std::count_if(nodes.begin(), nodes.end(), [](const SumNode& node) { return node.kind == SumNode::Kind::addition; }));
}

int SumNetwork::depth() const {
  std::set<int> adding;
  for (const SumNode& node : nodes)
    if (node.kind == SumNode::Kind::addition) adding.insert(node.level);
  return static_cast<int>(adding.size());
}

std::vector<SumNetwork> sum_networks(const Story& story, int pass, int block) {
  if (auto network = place_network(story, pass, block)) return {*std::move(network)};
  Collector collector(story, pass, block);
  const std::vector<Part> parts = collector.take();
  Placer placer(story.trace, parts, collector.labels());
  std::vector<SumNetwork> networks;
  for (const auto& group : groups_of(parts)) networks.push_back(placer.place(group));
  return networks;
}

}  // namespace satscope::app
