// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/padding.h"

#include <algorithm>

#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {
namespace {

std::uint32_t tile_row_of(const Story& story, const TraceBuffer& buffer) {
  const Sizes& sizes = story.request.sizes;
  const int threads = story.trace.passes[static_cast<std::size_t>(buffer.pass)].threads;
  const int side = sizes.segment == 0 ? sizes.warp : threads == sizes.tile * sizes.tile ? sizes.tile : 0;
  return side > 0 && buffer.shape.width % (side * (side + 1)) == 0 ? static_cast<std::uint32_t>(side + 1) : 0;
}

/// From one untouched place to the next it is the same way, and all others are touched, up to the last that is.
std::uint32_t even_gaps(const std::vector<bool>& touched) {
  std::size_t end = touched.size();
  while (end > 0 && !touched[end - 1]) --end;
  const auto first = static_cast<std::size_t>(std::ranges::find(touched, false) - touched.begin());
  if (first >= end) return 0;
  const std::size_t pitch = first + 1;
  for (std::size_t i = 0; i < end; ++i)
    if (touched[i] == (i % pitch == pitch - 1)) return 0;
  return static_cast<std::uint32_t>(pitch);
}

/// Of tiles the rows are known, also where a small picture leaves much of them untouched.
std::uint32_t pitch_of(const SharedUse& use) {
  if (use.tile_row == 0) return even_gaps(use.touched);
  for (std::size_t i = use.tile_row - 1; i < use.touched.size(); i += use.tile_row)
    if (use.touched[i]) return 0;
  return use.tile_row;
}

}  // namespace

SharedUses shared_uses(const Story& story) {
  const Trace& trace = story.trace;
  SharedUses all;
  std::vector<std::vector<bool>*> of(trace.buffers.size());
  for (std::size_t i = 0; i < of.size(); ++i) {
    const TraceBuffer& buffer = trace.buffers[i];
    if (buffer.space != Space::shared) continue;
    SharedUse& use = all[{buffer.pass, buffer.name}];
    use.touched.resize(buffer.shape.area());
    use.tile_row = tile_row_of(story, buffer);
    of[i] = &use.touched;
  }
  if (all.empty()) return all;
  const auto touch = [&](const auto& access) {
    if (of[access.buffer]) (*of[access.buffer])[access.index] = true;
  };
  std::ranges::for_each(trace.reads, touch);
  std::ranges::for_each(trace.writes, touch);
  for (auto& [name, use] : all) use.pitch = pitch_of(use);
  return all;
}

}  // namespace satscope::app
