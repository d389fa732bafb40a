// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/replay.h"

#include <algorithm>
#include <ranges>

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

}  // namespace satscope
