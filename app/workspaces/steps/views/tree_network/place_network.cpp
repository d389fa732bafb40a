// SPDX-License-Identifier: Apache-2.0
// The network of a block that scans in one buffer of shared memory, place by place: who is in a place at a time is a node.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "app/workspaces/steps/views/tree_network/sums.h"

namespace satscope::app {
namespace {

using NodeKind = SumNode::Kind;

std::uint64_t key_of_place(CellAt at) { return std::uint64_t{at.buffer} << 32 | at.index; }

/// Follows every place of one block through a pass.
class PlaceWalker {
 public:
  PlaceWalker(const Story& story, int pass, int block) : trace_(story.trace) {
    for (std::size_t story_step = 0; story_step < story.step_count() && works_; ++story_step)
      for (std::uint32_t at = story.steps[story_step].first; at < story.steps[story_step].end && works_; ++at) {
        const Step& step = trace_.steps[at];
        if (step.pass == pass && step.block == block) walk(step, story_step);
      }
    works_ = works_ && carrier_ && added_ > 0;
  }

  std::optional<SumNetwork> network() {
    if (!works_) return std::nullopt;
    for (const auto& [key, output] : outputs_) add(output.node, k_last, {output.from});
    std::set<std::uint32_t> used;
    for (const std::uint32_t column : columns_) used.insert(column);
    std::map<std::uint32_t, int> column_of;
    for (const std::uint32_t column : used) column_of.emplace(column, static_cast<int>(column_of.size()));
    network_.columns = static_cast<int>(column_of.size());
    network_.by_place = true;
    // one level for each step that does something; more where nodes would be in one place
    std::set<std::pair<std::pair<int, int>, int>> taken;
    std::map<std::pair<int, int>, int> levels;
    for (std::size_t i = 0; i < network_.nodes.size(); ++i) {
      network_.nodes[i].column = column_of.at(columns_[i]);
      std::pair<int, int> time{steps_[i], 0};
      while (!taken.insert({time, network_.nodes[i].column}).second) ++time.second;
      levels[time];
      times_.push_back(time);
    }
    int before = -2;
    for (auto& [time, level] : levels) {
      level = static_cast<int>(network_.levels.size());
      const bool goes_on = before == time.first;
      before = time.first;
      const bool inner = time.first >= 0 && time.first != k_last;
      network_.levels.push_back(goes_on                ? ""
                                : time.first < 0       ? "inputs"
                                : time.first == k_last ? "outputs"
                                                       : labels_[static_cast<std::size_t>(time.first)]->label);
      if (goes_on) network_.barriers.back() = false;
      network_.barriers.push_back(time.first < 0 ? barrier_below_inputs_
                                                 : inner && labels_[static_cast<std::size_t>(time.first)]->barriers > 0);
    }
    for (std::size_t i = 0; i < times_.size(); ++i) network_.nodes[i].level = levels.at(times_[i]);
    return std::move(network_);
  }

 private:
  static constexpr int k_last = 1 << 30;

  struct Output {
    SumNode node;
    std::size_t from;
  };

  void walk(const Step& step, std::size_t story_step) {
    labels_.push_back(&step);
    const int number = static_cast<int>(labels_.size()) - 1;
    const auto before = holder_;  // because: what a step reads was there before it
    std::map<std::uint32_t, std::vector<Flow>> into;
    for (const Flow& flow : flows_of(trace_, step)) into[flow.write].push_back(flow);
    OriginId sums = 0;
    for (OriginId id = step.first_origin; id < step.first_origin + step.origins; ++id)
      sums += trace_.origins[id].kind == Origin::Kind::sum || trace_.origins[id].kind == Origin::Kind::difference;
    OriginId placed = 0;
    for (std::uint32_t i = 0; i < step.writes && works_; ++i) {
      const Write& write = trace_.writes[step.first_write + i];
      const CellAt at{write.buffer, write.index};
      const TraceBuffer& buffer = trace_.buffers[write.buffer];
      const std::vector<Flow>& flows = into[step.first_write + i];
      const Origin& origin = trace_.origins[write.after.origin];
      const bool now = write.after.origin >= step.first_origin && write.after.origin < step.first_origin + step.origins;
      const bool sum = now && (origin.kind == Origin::Kind::sum || origin.kind == Origin::Kind::difference);
      SumNode node{.kind = NodeKind::move, .at = at, .story_step = story_step, .type = buffer.type, .value = write.after};
      std::vector<std::size_t> from;
      for (const Flow& flow : flows)
        if (const auto held = before.find(key_of_place(flow.from)); held != before.end()) from.push_back(held->second);
      if (buffer.space == Space::global) {
        if (from.size() != 1 || sum) return give_up();
        node.kind = NodeKind::output;
        outputs_[{at.buffer, at.index}] = {node, from[0]};
        continue;
      }
      if (buffer.space != Space::shared || (carrier_ && *carrier_ != at.buffer)) return give_up();
      carrier_ = at.buffer;
      if (sum) {
        if (const auto own = before.find(key_of_place(at)); from.size() == 1 && own != before.end())
          from.insert(from.begin(), own->second);
        if (from.size() != 2) return give_up();
        node.kind = NodeKind::addition;
        ++placed;
      } else if (flows.empty() && now && origin.kind == Origin::Kind::constant) {
        node.kind = NodeKind::constant;
      } else if (flows.size() == 1 && from.empty()) {
        node.kind = NodeKind::input;
        node.at = flows[0].from;
        node.value = flows[0].value;
        node.type = trace_.buffers[flows[0].from.buffer].type;
      } else if (from.size() != 1) {
        return give_up();
      }
      const bool first = node.kind == NodeKind::input || (node.kind == NodeKind::constant && added_ == 0);
      if (first) barrier_below_inputs_ = step.barriers > 0;
      holder_[key_of_place(at)] = add(node, first ? -1 : number, from, at.index);
    }
    if (placed != sums) return give_up();
    added_ += placed;
  }

  void give_up() { works_ = false; }

  std::size_t add(const SumNode& node, int step, const std::vector<std::size_t>& from,
                  std::optional<std::uint32_t> column = {}) {
    const std::size_t number = network_.nodes.size();
    network_.nodes.push_back(node);
    columns_.push_back(column ? *column : columns_[from[0]]);
    steps_.push_back(step);
    for (const std::size_t one : from) network_.edges.push_back({one, number});
    return number;
  }

  const Trace& trace_;
  bool works_ = true;
  std::optional<std::uint32_t> carrier_;
  bool barrier_below_inputs_ = false;
  OriginId added_ = 0;
  std::unordered_map<std::uint64_t, std::size_t> holder_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Output> outputs_;
  SumNetwork network_;
  std::vector<std::uint32_t> columns_;  // by node: the place in the carrier
  std::vector<int> steps_;              // by node
  std::vector<std::pair<int, int>> times_;
  std::vector<const Step*> labels_;
};

}  // namespace

std::optional<SumNetwork> place_network(const Story& story, int pass, int block) {
  return PlaceWalker(story, pass, block).network();
}

}  // namespace satscope::app
