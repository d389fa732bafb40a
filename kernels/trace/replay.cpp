// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/replay.h"

#include <algorithm>
#include <ranges>

#include "kernels/trace/tracing.h"

namespace satscope {

std::vector<KeyFrame> key_frames(const Trace& trace, std::size_t writes) {
  std::size_t cells = 0;
  for (const TraceBuffer& buffer : trace.buffers) cells += buffer.start.size();
  const std::size_t apart = std::max(writes, cells);
  std::vector<KeyFrame> frames;
  Replay replay(trace);
  std::size_t written = 0;
  for (std::size_t steps = 1; steps <= trace.steps.size(); ++steps) {
    written += trace.steps[steps - 1].writes;
    if (written < apart) continue;
    written = 0;
    replay.go_to(steps);
    KeyFrame& frame = frames.emplace_back(KeyFrame{steps});
    for (std::size_t buffer = 0; buffer < trace.buffers.size(); ++buffer)
      frame.content.emplace_back(replay.content(buffer).begin(), replay.content(buffer).end());
  }
  return frames;
}

Replay::Replay(const Trace& trace, std::span<const KeyFrame> frames) : trace_(trace), frames_(frames) {
  content_.reserve(trace.buffers.size());
  for (const TraceBuffer& buffer : trace.buffers) content_.push_back(buffer.start);
}

std::size_t Replay::writes_between(std::size_t a, std::size_t b) const {
  std::size_t sum = 0;
  for (std::size_t step = std::min(a, b); step < std::max(a, b); ++step) sum += trace_.steps[step].writes;
  return sum;
}

void Replay::go_to(std::size_t steps) {
  const std::size_t goal = std::min(steps, trace_.steps.size());
  const auto after = std::ranges::upper_bound(frames_, goal, {}, &KeyFrame::steps);
  if (after != frames_.begin()) {
    const KeyFrame& frame = *std::prev(after);
    if (writes_between(frame.steps, goal) < writes_between(done_, goal)) {
      content_ = frame.content;
      done_ = frame.steps;
    }
  }
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
