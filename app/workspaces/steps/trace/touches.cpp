// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/touches.h"

#include <algorithm>

namespace satscope::app {

CellNumbers no_numbers(const Trace& trace) {
  CellNumbers numbers;
  for (const TraceBuffer& buffer : trace.buffers) numbers.emplace_back(buffer.shape.area(), 0U);
  return numbers;
}

Touches touches_of(const Trace& trace, const StoryStep& story_step, CellNumbers& numbers) {
  Touches touches;
  std::pair<unsigned, std::uint32_t> last{~0U, 0};  // most accesses are on the line of the one before
  const auto use_of = [&](const auto& access) -> CellUse& {
    if (const std::pair<unsigned, std::uint32_t> line{access.file, access.line}; line != last) {
      last = line;
      if (std::ranges::find(touches.lines, line) == touches.lines.end()) touches.lines.push_back(line);
    }
    std::uint32_t& number = numbers[access.buffer][access.index];
    if (number == 0) {
      touches.cells.push_back({access.buffer, access.index});
      touches.uses.emplace_back();
      number = static_cast<std::uint32_t>(touches.uses.size());
    }
    return touches.uses[number - 1];
  };
  for (std::uint32_t at = story_step.first; at < story_step.end; ++at) {
    for (const Read& read : trace.reads_of(trace.steps[at])) use_of(read).read = true;
    for (const Write& write : trace.writes_of(trace.steps[at])) {
      CellUse& use = use_of(write);
      if (!use.written) use.before = write.before;
      use.written = true;
    }
  }
  return touches;
}

std::map<std::size_t, Touches> large_touches(const Trace& trace, const std::vector<StoryStep>& story_steps) {
  constexpr std::size_t k_large = 1 << 17;  // accesses: a fraction of a millisecond
  std::map<std::size_t, Touches> large;
  CellNumbers numbers = no_numbers(trace);
  for (std::size_t i = 0; i < story_steps.size(); ++i) {
    std::size_t accesses = 0;
    for (std::uint32_t at = story_steps[i].first; at < story_steps[i].end; ++at)
      accesses += trace.steps[at].reads + trace.steps[at].writes;
    if (accesses < k_large) continue;
    const Touches& touches = large[i] = touches_of(trace, story_steps[i], numbers);
    for (const CellAt& cell : touches.cells) numbers[cell.buffer][cell.index] = 0;
  }
  return large;
}

}  // namespace satscope::app
