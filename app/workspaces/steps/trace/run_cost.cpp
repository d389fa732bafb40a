// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/run_cost.h"

#include <algorithm>
#include <map>

#include "kernels/trace/step_accesses.h"

namespace satscope::app {
namespace {

/// Follows who waits for whom: the time of a thread or of a sum is the number of additions that came before it.
class Depth {
 public:
  explicit Depth(const Trace& trace) : trace_(trace), ready_(trace.origins.size()), counted_(trace.origins.size()) {}

  /// Additions of the step. Steps come in the order of the story.
  std::int64_t take(const Step& step) {
    if (step.pass != pass_) {  // a pass begins when the one before is through
      pass_ = step.pass;
      begin_ = deepest_;
      blocks_.clear();
    }
    std::vector<std::int64_t>& threads = blocks_[step.block];
    if (threads.empty()) threads.assign(static_cast<std::size_t>(step.threads), begin_);
    std::int64_t additions = 0;
    for (OriginId id = step.first_origin; id < step.first_origin + step.origins; ++id) {
      // because: a step that waits for another block spans what that block does meanwhile
      if (counted_[id]) continue;
      counted_[id] = true;
      const Origin& origin = trace_.origins[id];
      ready_[id] = std::max(ready_[origin.first], ready_[origin.second]);
      if (origin.kind != Origin::Kind::sum && origin.kind != Origin::Kind::difference) continue;
      std::int64_t& thread = threads[std::min<std::size_t>(origin.thread, threads.size() - 1)];
      thread = ready_[id] = std::max(thread, ready_[id]) + 1;
      deepest_ = std::max(deepest_, thread);
      ++additions;
    }
    if (step.barriers > 0) std::ranges::fill(threads, std::ranges::max(threads));
    return additions;
  }
  std::int64_t deepest() const { return deepest_; }

 private:
  const Trace& trace_;
  std::vector<std::int64_t> ready_;  ///< by origin
  std::vector<bool> counted_;        ///< likewise
  std::map<int, std::vector<std::int64_t>> blocks_;
  int pass_ = -1;
  std::int64_t begin_ = 0, deepest_ = 0;
};

}  // namespace

std::vector<RunCost> run_costs(const Story& story) {
  const Trace& trace = story.trace;
  std::vector<RunCost> costs{{}};
  Depth depth(trace);
  for (const StoryStep& story_step : story.steps) {
    RunCost now = costs.back();
    for (std::uint32_t at = story_step.first; at < story_step.end; ++at) {
      const Step& step = trace.steps[at];
      now.work += depth.take(step);
      now.barriers += step.barriers;
      const auto count = [&](const auto& access) {
        const Space space = trace.buffers[access.buffer].space;
        if (space == Space::global) ++now.traffic;
        if (space == Space::shared) ++now.shared;
      };
      std::ranges::for_each(trace.reads_of(step), count);
      std::ranges::for_each(trace.writes_of(step), count);
      for (const StepInstruction& one : instructions_of(trace, step, story.banks)) {
        now.sectors += one.sectors;
        now.conflicts += one.conflicts;
      }
    }
    now.depth = depth.deepest();
    costs.push_back(now);
  }
  return costs;
}

}  // namespace satscope::app
