// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/lanes/lanes.h"

#include <algorithm>

namespace satscope::app {
namespace {

/// A warp that works no more before a barrier waits there.
void find_waiting(std::vector<LaneStep>& steps, std::size_t threads, std::size_t warp) {
  for (std::size_t first = 0; first < threads; first += warp) {
    const std::size_t end = std::min(first + warp, threads);
    bool waits = false;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      const auto lanes = std::span(step->lanes).subspan(first, end - first);
      waits = (waits || step->barrier) && std::ranges::count(lanes, LaneDoes::skips) == std::ssize(lanes);
      if (waits) std::ranges::fill(lanes, LaneDoes::waits);
    }
  }
}

std::vector<LaneStep> steps_of_block(const Story& story, int pass, int block) {
  const Trace& trace = story.trace;
  const TracePass& about = trace.passes[static_cast<std::size_t>(pass)];
  const auto threads = static_cast<std::size_t>(about.threads), warp = static_cast<std::size_t>(about.warp);
  std::vector<LaneStep> steps;
  for (std::size_t story_step = 0; story_step < story.step_count(); ++story_step)
    for (std::uint32_t at = story.steps[story_step].first; at < story.steps[story_step].end; ++at) {
      const Step& step = trace.steps[at];
      if (step.pass != pass || step.block != block) continue;
      LaneStep& one = steps.emplace_back(LaneStep{
          .story_step = story_step, .step = at, .lanes = std::vector(threads, LaneDoes::skips), .barrier = step.barrier_after});
      for (const Read& read : trace.reads_of(step)) one.lanes[read.thread] = LaneDoes::works;
      for (const Write& write : trace.writes_of(step)) one.lanes[write.thread] = LaneDoes::works;
      one.busy = static_cast<int>(std::ranges::count(one.lanes, LaneDoes::works));
      for (std::size_t first = 0; first < threads; first += warp) {
        const auto lanes = std::span(one.lanes).subspan(first, std::min(warp, threads - first));
        if (std::ranges::find(lanes, LaneDoes::works) != lanes.end())
          std::ranges::replace(lanes, LaneDoes::skips, LaneDoes::idle);
      }
    }
  find_waiting(steps, threads, warp);
  return steps;
}

}  // namespace

void lay_lanes(Lanes& lanes, const StepsState& steps) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  const StoryStep& story_step = player.current() ? *player.current() : story.steps.front();
  const Step& step = story.trace.steps[story.step_in(story_step, steps.first_block)];
  if (lanes.story != story.number || lanes.pass != step.pass || lanes.block != step.block) {
    const TracePass& pass = story.trace.passes[static_cast<std::size_t>(step.pass)];
    lanes = {.story = story.number,
             .pass = step.pass,
             .block = step.block,
             .threads = pass.threads,
             .warp = pass.warp,
             .steps = steps_of_block(story, step.pass, step.block)};
  }
  const auto next =
      std::ranges::upper_bound(lanes.steps, player.position(), {}, [](const LaneStep& one) { return one.story_step + 1; });
  lanes.now.reset();
  if (next != lanes.steps.begin()) lanes.now = static_cast<std::size_t>(next - lanes.steps.begin()) - 1;

  const std::optional<CellAt>& lit = steps.lit();
  if (lanes.lit == lit) return;
  lanes.lit = lit;
  lanes.touching.clear();
  for (std::size_t i = 0; lit && i < lanes.steps.size(); ++i) {
    const Step& one = story.trace.steps[lanes.steps[i].step];
    const auto add = [&](const auto& touches) {
      for (const auto& touch : touches)
        if (const LaneAt at{i, touch.thread};
            CellAt{touch.buffer, touch.index} == *lit && std::ranges::find(lanes.touching, at) == lanes.touching.end())
          lanes.touching.push_back(at);
    };
    add(story.trace.reads_of(one));
    add(story.trace.writes_of(one));
  }
}

}  // namespace satscope::app
