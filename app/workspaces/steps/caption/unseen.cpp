// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/caption/unseen.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/workspaces/steps/caption/cell_tip.h"

namespace satscope::app {

namespace {

/// One write that is not shown, that of the selected thread if there is one, and how many there are.
struct Unseen {
  std::string one;
  int count = 0;
  std::string more() const { return count > 1 ? fmt::format(" and {} more write{}", count - 1, count > 2 ? "s" : "") : ""; }
};

Unseen unseen_of(const StepsState& steps, int block, const std::function<bool(const Write&)>& shown) {
  const StoryStep* story_step = steps.player()->current();
  if (!story_step) return {};
  const Trace& trace = steps.player()->story().trace;
  const StepCaption* caption = steps.caption();
  const Write* named = nullptr;
  Unseen unseen;
  for (std::uint32_t at = story_step->first; at < story_step->end; ++at) {
    if (trace.steps[at].block != block) continue;
    for (const Write& write : trace.writes_of(trace.steps[at])) {
      if (shown(write)) continue;
      ++unseen.count;
      const bool is_selected = caption && caption->focus.step == at && caption->focus.thread == write.thread;
      if (!named || (is_selected && named->thread != write.thread)) named = &write;
    }
  }
  if (!named) return {};
  const CellAt at{named->buffer, named->index};
  unseen.one = fmt::format("{} \u2190 {}", name_of(trace, at), cell_text(trace, at, named->after));
  return unseen;
}

}  // namespace

std::string unseen_name(const StepsState& steps, int block, const std::function<bool(const Write&)>& shown) {
  const Unseen unseen = unseen_of(steps, block, shown);
  return unseen.one + unseen.more();
}

std::vector<std::string> unseen_texts(const StepsState& steps, int block, const std::function<bool(const Write&)>& shown) {
  const Unseen unseen = unseen_of(steps, block, shown);
  if (unseen.count == 0) return {};
  const std::string& one = unseen.one;
  const std::string more = unseen.more();
  return {fmt::format("Not in this view: {}{}. Grids shows {}.", one, more, unseen.count > 1 ? "them" : "it"),
          fmt::format("Left out here: {}{}. See Grids.", one, more), fmt::format("Left out here: {}. See Grids.", one),
          "Not all is here: see Grids.", "See Grids."};
}

bool has_node(std::span<const SumNode> nodes, const StepsState& steps, const Write& write) {
  return std::ranges::any_of(nodes, [&](const SumNode& node) {
    return node.story_step + 1 == steps.player()->position() && node.value == write.after;
  });
}

}  // namespace satscope::app
