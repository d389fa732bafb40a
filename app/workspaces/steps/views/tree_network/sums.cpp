// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/tree_network/sums.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace satscope::app {
namespace {

// A move to another pass waits for its network, which may have ten thousand nodes: so vectors, and few trees.

/// What goes into an addition, a move or an output.
struct Inputs {
  std::array<std::size_t, 2> parts = {};
  std::size_t count = 0;
  const std::size_t* begin() const { return parts.data(); }
  const std::size_t* end() const { return parts.data() + count; }
};

/// Before it is known where it is.
struct Part {
  SumNode node;
  int step = 0;  ///< of those of the block, from 0
  Inputs from = {};
};

/// Which part stands for each number that the block read or made.
class Made {
 public:
  explicit Made(const std::vector<const Step*>& steps) {
    OriginId end = 0;
    first_ = std::numeric_limits<OriginId>::max();
    for (const Step* step : steps) {
      if (step->origins == 0) continue;
      first_ = std::min(first_, step->first_origin);
      end = std::max(end, step->first_origin + step->origins);
    }
    if (end > first_) parts_.resize(end - first_, k_none);
  }
  std::uint32_t& operator[](OriginId id) { return parts_.at(id - first_); }
  bool knows(OriginId id) const { return id >= first_ && id - first_ < parts_.size() && parts_[id - first_] != k_none; }

 private:
  static constexpr std::uint32_t k_none = std::numeric_limits<std::uint32_t>::max();
  OriginId first_;
  std::vector<std::uint32_t> parts_;
};

struct PairHash {
  std::size_t operator()(std::integral auto number) const { return static_cast<std::size_t>(number); }
  template <class A, class B>
  std::size_t operator()(const std::pair<A, B>& pair) const {
    return (*this)(pair.first) * 0x9E3779B97F4A7C15U + (*this)(pair.second);
  }
};

struct BlockSteps {
  std::vector<const Step*> steps;
  std::vector<std::size_t> story_steps;
};
BlockSteps steps_in_block(const Story& story, int pass, int block) {
  BlockSteps found;
  for (std::size_t story_step = 0; story_step < story.step_count(); ++story_step)
    for (std::uint32_t at = story.steps[story_step].first; at < story.steps[story_step].end; ++at)
      if (const Step& step = story.trace.steps[at]; step.pass == pass && step.block == block) {
        found.steps.push_back(&step);
        found.story_steps.push_back(story_step);
      }
  return found;
}

/// Everything that one block loads, adds and stores in a pass.
class Collector {
 public:
  /// steps: of the block, and the story step of each.
  Collector(const Trace& trace, const std::vector<const Step*>& steps, const std::vector<std::size_t>& story_steps)
      : trace_(trace), made_(steps) {
    std::size_t loads = 0, writes = 0, origins = 0;
    for (const Step* step : steps) {
      loads += step->reads;
      writes += step->writes;
      origins += step->origins;
    }
    parts_.reserve(origins + writes);
    loads_.reserve(loads);
    for (std::size_t i = 0; i < steps.size(); ++i) read(*steps[i], static_cast<int>(i), story_steps[i]);
    add_outputs();
  }

  std::vector<Part> take() { return std::move(parts_); }

 private:
  void read(const Step& step, int number, std::size_t story_step) {
    for (OriginId id = step.first_origin; id < step.first_origin + step.origins; ++id) {
      const Origin& origin = trace_.origins[id];
      Part part{.node = {.story_step = story_step, .type = origin.type, .value = {origin.bits, origin.pixels, id}},
                .step = number};
      switch (origin.kind) {
        case Origin::Kind::constant: part.node.kind = SumNode::Kind::constant; break;
        case Origin::Kind::load: {
          // because: two threads that read one number of one place read the same
          const auto [known, fresh] =
              loads_.try_emplace({std::uint64_t{origin.buffer} << 32 | origin.index, origin.first}, parts_.size());
          if (!fresh) {
            made_[id] = static_cast<std::uint32_t>(known->second);
            continue;
          }
          part.node.at = CellAt{origin.buffer, origin.index};
          break;
        }
        case Origin::Kind::sum:
        case Origin::Kind::difference:
          part.node.kind = SumNode::Kind::addition;
          part.from = {{made_[origin.first], made_[origin.second]}, 2};
          break;
        case Origin::Kind::made:  // what stands for it is the number that it was made of
          if (origin.first == 0) {
            part.node.kind = SumNode::Kind::constant;
            break;
          }
          made_[id] = made_[origin.first];
          continue;
      }
      made_[id] = static_cast<std::uint32_t>(parts_.size());
      parts_.push_back(std::move(part));
    }
    for (const Write& write : trace_.writes_of(step)) {
      if (!made_.knows(write.after.origin)) continue;
      const std::size_t made = made_[write.after.origin];
      const CellAt at{write.buffer, write.index};
      if (!parts_[made].node.at) parts_[made].node.at = at;
      const TraceBuffer& buffer = trace_.buffers[write.buffer];
      if (buffer.space != Space::global) continue;
      outputs_.push_back(
          {.node =
               {.kind = SumNode::Kind::output, .at = at, .story_step = story_step, .type = buffer.type, .value = write.after},
           .step = number,
           .from = {{made, 0}, 1}});
    }
  }

  /// By place, the last that was written to each.
  void add_outputs() {
    const auto place = [](const Part& part) { return std::pair{part.node.at->buffer, part.node.at->index}; };
    std::ranges::stable_sort(outputs_, {}, place);
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      if (i + 1 == outputs_.size() || place(outputs_[i]) != place(outputs_[i + 1])) parts_.push_back(outputs_[i]);
  }

  const Trace& trace_;
  std::vector<Part> parts_, outputs_;
  Made made_;
  std::unordered_map<std::pair<std::uint64_t, OriginId>, std::size_t, PairHash> loads_;
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
  // the parts of each group lie together, in order; the roots name the groups
  std::vector<std::size_t> begin(parts.size() + 1), members(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) ++begin[(root[i] = find(i)) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < parts.size(); ++i) members[next[root[i]]++] = i;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t r = 0; r < parts.size(); ++r) {
    const std::span<const std::size_t> group(members.data() + begin[r], begin[r + 1] - begin[r]);
    if (group.empty()) continue;
    const auto has = [&](SumNode::Kind kind) {
      return std::ranges::any_of(group, [&](std::size_t i) { return parts[i].node.kind == kind; });
    };
    if (adds ? !has(SumNode::Kind::addition) : !has(SumNode::Kind::output)) continue;
    if (adds || groups.empty()) groups.emplace_back();
    groups.back().insert(groups.back().end(), group.begin(), group.end());
  }
  if (!adds && !groups.empty()) std::sort(groups[0].begin(), groups[0].end());
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
  /// steps: of the block.
  Placer(const Trace& trace, const std::vector<Part>& parts, const std::vector<const Step*>& steps)
      : trace_(trace), parts_(parts), steps_(steps), numbers_(parts.size()), columns_(parts.size()) {}

  SumNetwork place(const std::vector<std::size_t>& group) {
    SumNetwork network;
    network.nodes.reserve(group.size());
    for (const std::size_t i : group) {
      numbers_[i] = network.nodes.size();
      network.nodes.push_back(parts_[i].node);
      for (const std::size_t from : parts_[i].from) network.edges.push_back({numbers_[from], numbers_[i]});
    }
    network.columns = find_leaf_columns(group);
    int first_addition = std::numeric_limits<int>::max();
    for (const std::size_t i : group)
      if (parts_[i].node.kind == SumNode::Kind::addition) first_addition = std::min(first_addition, parts_[i].step);

    using Time = std::pair<int, int>;  // step, and how deep in its chain of additions
    constexpr int k_end = std::numeric_limits<int>::max();
    std::vector<Time> times;
    times.reserve(group.size());
    std::unordered_set<std::pair<Time, int>, PairHash> taken(group.size());
    for (const std::size_t i : group) {
      const Part& part = parts_[i];
      SumNode& node = network.nodes[numbers_[i]];
      Time time{-1, 0};
      switch (part.node.kind) {
        case SumNode::Kind::input: node.column = columns_[i]; break;
        case SumNode::Kind::constant:
          node.column = columns_[i];
          if (part.step > first_addition) time = {part.step, 0};
          break;
        case SumNode::Kind::addition:
          time = {part.step, 1};
          for (const std::size_t from : part.from) {
            node.column = std::max(node.column, network.nodes[numbers_[from]].column);
            const Time before = times[numbers_[from]];
            if (before.first == part.step) time.second = std::max(time.second, before.second + 1);
          }
          break;
        case SumNode::Kind::move: break;  // not of this kind of network
        case SumNode::Kind::output:
          node.column = network.nodes[numbers_[*part.from.begin()]].column;
          time = {k_end, 0};
          break;
      }
      while (!taken.insert({time, node.column}).second) ++time.second;
      times.push_back(time);
    }
    std::vector<Time> levels = times;
    std::ranges::sort(levels);
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    int before = -2;
    for (const Time& time : levels) {
      const bool goes_on = std::exchange(before, time.first) == time.first;
      network.levels.push_back(goes_on               ? ""
                               : time.first < 0      ? "inputs"
                               : time.first == k_end ? "outputs"
                                                     : steps_[static_cast<std::size_t>(time.first)]->label);
      if (goes_on && !network.barriers.empty()) network.barriers.back() = false;
      network.barriers.push_back(time.first >= 0 && time.first != k_end &&
                                 steps_[static_cast<std::size_t>(time.first)]->barriers > 0);
    }
    for (std::size_t i = 0; i < times.size(); ++i)
      network.nodes[i].level = static_cast<int>(std::ranges::lower_bound(levels, times[i]) - levels.begin());
    return network;
  }

 private:
  /// Columns of inputs and constants: zeros that are before everything, then what is read along its row or column, then
  /// what fills it up. Returns how many there are.
  int find_leaf_columns(const std::vector<std::size_t>& group) {
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
    int count = 0;
    for (const auto& [side, position, i] : order) columns_[i] = count++;
    return count;
  }

  const Trace& trace_;
  const std::vector<Part>& parts_;
  const std::vector<const Step*>& steps_;
  std::vector<std::size_t> numbers_;  // of nodes, by part
  std::vector<int> columns_;          // of leaves, by part
};

void mark_taken(SumNetwork& network) {
  std::vector<std::vector<std::size_t>> by_level(network.levels.size());
  for (std::size_t i = 0; i < network.nodes.size(); ++i)
    by_level[static_cast<std::size_t>(network.nodes[i].level)].push_back(i);
  std::vector<int> seen(static_cast<std::size_t>(network.columns), std::numeric_limits<int>::max()), next(network.nodes.size());
  for (std::size_t level = by_level.size(); level-- > 0;)
    for (const std::size_t i : by_level[level])
      next[i] = std::exchange(seen[static_cast<std::size_t>(network.nodes[i].column)], static_cast<int>(level));
  for (SumEdge& edge : network.edges) edge.taken = next[edge.from] < network.nodes[edge.to].level;
}

}  // namespace

int SumNetwork::work() const {
  return static_cast<int>(
      std::count_if(nodes.begin(), nodes.end(), [](const SumNode& node) { return node.kind == SumNode::Kind::addition; }));
}

int SumNetwork::depth() const {
  std::vector<bool> adding(levels.size());
  for (const SumNode& node : nodes)
    if (node.kind == SumNode::Kind::addition) adding[static_cast<std::size_t>(node.level)] = true;
  return static_cast<int>(std::ranges::count(adding, true));
}

std::vector<SumNetwork> sum_networks(const Story& story, int pass, int block) {
  std::vector<SumNetwork> networks;
  if (auto network = place_network(story, pass, block)) {
    networks.push_back(*std::move(network));
  } else {
    const auto [steps, story_steps] = steps_in_block(story, pass, block);
    const std::vector<Part> parts = Collector(story.trace, steps, story_steps).take();
    Placer placer(story.trace, parts, steps);
    for (const auto& group : groups_of(parts)) networks.push_back(placer.place(group));
  }
  for (SumNetwork& network : networks) mark_taken(network);
  return networks;
}

}  // namespace satscope::app
