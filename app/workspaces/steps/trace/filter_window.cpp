// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/filter_window.h"

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
    for (const Flow& flow : flows_into(trace_, trace_.steps[from.step], from.number)) {
      if (trace_.buffers[flow.from.buffer].space == Space::global)
        found_.insert({flow.from.buffer, flow.from.index});
      else if (const auto before = last_write(trace_, flow.from, from.step))
        follow(*before);
    }
  }

  /// box: the window in the picture.
  std::vector<FilterSource> found(const Box& box) const {
    std::vector<FilterSource> sources;
    for (const auto& [buffer, index] : found_) sources.push_back({{buffer, index}});
    for (auto begin = sources.begin(); begin != sources.end();) {
      const std::uint32_t buffer = begin->at.buffer;
      const auto end = std::find_if(begin, sources.end(), [&](const FilterSource& one) { return one.at.buffer != buffer; });
      const auto width = static_cast<std::uint32_t>(trace_.buffers[buffer].shape.width);
      name_corners(std::span(begin, end), width);
      if (buffer != 0) name_corners_at_edge(std::span(begin, end), static_cast<int>(width), box);
      begin = end;
    }
    return sources;
  }

 private:
  /// Ascending places of a buffer, named if they are the corners of a rectangle.
  static void name_corners(std::span<FilterSource> four, std::uint32_t width) {
    if (four.size() != 4) return;
    const auto x = [&](std::size_t i) { return four[i].at.index % width; };
    const auto y = [&](std::size_t i) { return four[i].at.index / width; };
    if (y(0) != y(1) || y(2) != y(3) || x(0) != x(2) || x(1) != x(3) || y(0) == y(2)) return;
    for (std::size_t i = 0; i < 4; ++i) four[i].corner = static_cast<char>('A' + i);
  }

  /// One or two, where the box touches an edge: in a table without the zeros that are before the picture.
  static void name_corners_at_edge(std::span<FilterSource> read, int width, const Box& box) {
    const bool left = box.x == 0, top = box.y == 0;
    if (box.area() < 2 || read.size() != (left && top ? 1U : left || top ? 2U : 0U)) return;
    const auto place = [width](int x, int y) { return static_cast<std::uint32_t>(y * width + x); };
    const int right = box.x + box.width - 1, bottom = box.y + box.height - 1;
    if (read.back().at.index != place(right, bottom)) return;
    if (read.size() == 2 && read[0].at.index != (top ? place(box.x - 1, bottom) : place(right, box.y - 1))) return;
    if (read.size() == 2) read[0].corner = top ? 'C' : 'B';
    read.back().corner = 'D';
  }

  const Trace& trace_;
  std::set<std::uint32_t> seen_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> found_;
};

}  // namespace

std::optional<FilterWindow> filter_window(const Story& story, CellAt result, std::size_t story_steps) {
  const Trace& trace = story.trace;
  if (!story.of_filter() || result.buffer != static_cast<std::uint32_t>(trace.table)) return std::nullopt;
  const auto written = last_write(trace, result, story.steps_after(story_steps));
  if (!written) return std::nullopt;
  SourceFinder finder(trace);
  finder.follow(*written);
  FilterWindow window{result, pixels_of(trace, trace.writes[written->number].after).bounds, {}};
  window.sources = finder.found(window.window);
  const auto read = [&](char corner) { return std::ranges::count(window.sources, corner, &FilterSource::corner); };
  window.corners_outside = read('D') > read('A');
  return window;
}

}  // namespace satscope::app
