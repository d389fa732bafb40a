// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/replay.h"

#include <algorithm>
#include <ranges>

#include "kernels/trace/tracing.h"

namespace satscope {

Replay::Replay(const Trace& trace) : trace_(trace) {
  content_.reserve(trace.buffers.size());
  for (const TraceBuffer& buffer : trace.buffers) content_.push_back(buffer.start);
}

void Replay::go_to(std::size_t steps) {
  const std::size_t goal = std::min(steps, trace_.steps.size());
  while (done_ < goal)
    for (const Write& write : trace_.writes_of(trace_.steps[done_++])) content_[write.buffer][write.index] = write.after;
  while (done_ > goal)
    // the last write of a step to a place comes first
    for (const Write& write : trace_.writes_of(trace_.steps[--done_]) | std::views::reverse)
      content_[write.buffer][write.index] = write.before;
}

std::vector<std::byte> raw_result(const Trace& trace) {
  Replay replay(trace);
  replay.go_to(trace.steps.size());
  const auto table = static_cast<std::size_t>(trace.table);
  return raw_elements(replay.content(table), trace.buffers[table].type);
}

}  // namespace satscope
