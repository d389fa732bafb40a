// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/filter_window.h"

#include <algorithm>
#include <set>

namespace satscope::app {
namespace {

/// A write, and the step that made it.
struct LastWrite {
  std::size_t step = 0;
  std::uint32_t number = 0;  ///< in the trace
};

/// The last write to a place in steps before `end`.
std::optional<LastWrite> last_write(const Trace& trace, CellAt at, std::size_t end) {
  for (std::size_t step = end; step-- > 0;) {
    const Step& one = trace.steps[step];
    const TraceBuffer& buffer = trace.buffers[at.buffer];
    if (buffer.pass >= 0 && (one.pass != buffer.pass || one.block != buffer.block)) continue;
    for (std::uint32_t i = one.writes; i-- > 0;)
      if (const Write& write = trace.writes[one.first_write + i]; write.buffer == at.buffer && write.index == at.index)
        return LastWrite{step, one.first_write + i};
  }
  return std::nullopt;
}

/// Follows numbers back through registers and shared memory to where they were read from global memory.
class SourceFinder {
 public:
  explicit SourceFinder(const Trace& trace) : trace_(trace) {}

  void follow(const LastWrite& from) {
    if (!seen_.insert(from.number).second) return;
    for (const Flow& flow : flows_of(trace_, trace_.steps[from.step], k_most)) {
      if (flow.write != from.number) continue;
      if (trace_.buffers[flow.from.buffer].space == Space::global)
        found_.insert({flow.from.buffer, flow.from.index});
      else if (const auto before = last_write(trace_, flow.from, from.step))
        follow(*before);
    }
  }

  std::vector<FilterSource> found() const {
    std::vector<FilterSource> sources;
    for (const auto& [buffer, index] : found_) sources.push_back({{buffer, index}});
    for (auto begin = sources.begin(); begin != sources.end();) {
      const std::uint32_t buffer = begin->at.buffer;
      const auto end = std::find_if(begin, sources.end(), [&](const FilterSource& one) { return one.at.buffer != buffer; });
      name_corners(std::span(begin, end), static_cast<std::uint32_t>(trace_.buffers[buffer].shape.width));
      begin = end;
    }
    return sources;
  }

 private:
  static constexpr std::size_t k_most = 1 << 20;

  /// Ascending places of a buffer, named if they are the corners of a rectangle.
  static void name_corners(std::span<FilterSource> four, std::uint32_t width) {
    if (four.size() != 4) return;
    const auto x = [&](std::size_t i) { return four[i].at.index % width; };
    const auto y = [&](std::size_t i) { return four[i].at.index / width; };
    if (y(0) != y(1) || y(2) != y(3) || x(0) != x(2) || x(1) != x(3) || y(0) == y(2)) return;
    for (std::size_t i = 0; i < 4; ++i) four[i].corner = static_cast<char>('A' + i);
  }

  const Trace& trace_;
  std::set<std::uint32_t> seen_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> found_;
};

}  // namespace

std::optional<FilterWindow> filter_window(const Story& story, CellAt result, std::size_t beats) {
  const Trace& trace = story.trace;
  if (!story.of_filter() || result.buffer != static_cast<std::uint32_t>(trace.table)) return std::nullopt;
  const auto written = last_write(trace, result, story.steps_after(beats));
  if (!written) return std::nullopt;
  SourceFinder finder(trace);
  finder.follow(*written);
  return FilterWindow{result, pixels_of(trace, trace.writes[written->number].after).bounds, finder.found()};
}

}  // namespace satscope::app
