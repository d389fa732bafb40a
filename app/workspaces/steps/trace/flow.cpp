// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "kernels/plural.h"

namespace satscope::app {
namespace {

std::uint64_t place_of(const auto& access) { return std::uint64_t{access.buffer} << 32 | access.index; }

/// What one thread did in a step, in order.
struct ThreadAccesses {
  std::vector<const Read*> reads = {};
  std::vector<std::uint32_t> writes = {};  ///< numbers in the trace
};

/// A place, and the number that came from there.
struct Source {
  CellAt at;
  Cell value;
};

/// Finds what a write's number is made of: down its origins, as far as those of this step go, each until one of the thread's
/// reads brought it; chained: or until it was added to a number that the thread had written before.
class Sources {
 public:
  Sources(const Trace& trace, const Step& step, const ThreadAccesses& all, bool chained)
      : trace_(trace), step_(step), chained_(chained) {
    by_origin_ = all.reads;
    std::ranges::stable_sort(by_origin_, {}, origin_of);
    all_ = &all;
  }

  /// Of the thread's writes, each in turn.
  std::vector<Source> of(const Write& write) {
    found_.clear();
    written_.clear();
    seen_.clear();
    made_ = false;
    descend(write.after.origin, write);
    // our traces know one of the numbers that it was computed from; the others were read for it too
    if (made_ && !trace_.of_file) {
      for (const Read* read : all_->reads)
        if (all_->writes.size() == 1 || read->instruction.round == write.instruction.round) found_.push_back(read);
    }
    if (chained_ && is_computed(write.after.origin)) follow_moved(write);
    // because: a number may be read twice, or its place be that of the result, where nothing moves
    std::vector<Source> sources;
    std::unordered_set<std::uint64_t> places;  // of these: a window may have a thousand
    const auto take = [&](CellAt at, const Cell& value) {
      if (at == CellAt{write.buffer, write.index}) return;
      const auto same = [&](const Source& s) { return s.at == at && s.value == value; };
      if (places.insert(place_of(at)).second || std::ranges::none_of(sources, same)) sources.push_back({at, value});
    };
    for (const Write* one : written_) {
      take({one->buffer, one->index}, one->after);
      // because: what one place gave twice is one movement
      for (const Read* read : found_)
        if (place_of(*read) == place_of(*one)) take({read->buffer, read->index}, read->value);
    }
    for (const Read* read : found_)
      if (chained_ || !places.contains(place_of(*read))) take({read->buffer, read->index}, read->value);
    if (chained_ && write.after.origin != 0)
      (is_computed(write.after.origin) ? by_written_ : moved_)[write.after.origin] = &write;
    return sources;
  }

  /// Whether what its place held is among what the write's number is made of.
  bool holds_itself(const Write& write) {
    of(write);
    return is_computed(write.after.origin) &&
           std::ranges::any_of(found_, [&](const Read* read) { return place_of(*read) == place_of(write); });
  }

 private:
  /// A running sum may begin with a number that the thread moved to where it took the next one from: then it comes from there.
  void follow_moved(const Write& write) {
    for (auto read = moved_.empty() ? found_.end() : found_.begin(); read != found_.end();) {
      const auto moved = moved_.find((*read)->value.origin);
      const bool on_the_way =
          moved != moved_.end() && place_of(**read) != place_of(write) && place_of(*moved->second) != place_of(write) &&
          std::ranges::any_of(
              found_, [&](const Read* other) { return other != *read && place_of(*other) == place_of(*moved->second); });
      if (!on_the_way) {
        ++read;
        continue;
      }
      written_.push_back(moved->second);
      read = found_.erase(read);
    }
  }

  void descend(OriginId id, const Write& write) {
    if (!seen_.insert(id).second) return;
    const bool of_step = id >= step_.first_origin && id < step_.first_origin + step_.origins;
    const Origin& origin = trace_.origins[id];
    const bool computed = is_computed(id);
    if (const Read* read = read_of(id, write, computed)) return found_.push_back(read);
    if (of_step && origin.kind == Origin::Kind::constant) return unwritten(origin, write);
    if (!computed) return;
    made_ |= origin.kind == Origin::Kind::made;
    descend_part(origin.first, write);
    if (origin.kind != Origin::Kind::made) descend_part(origin.second, write);
  }

  void descend_part(OriginId id, const Write& write) {
    if (const auto written = by_written_.find(id); written != by_written_.end())
      written_.push_back(written->second);
    else
      descend(id, write);
  }

  bool is_computed(OriginId id) const {
    const bool of_step = id >= step_.first_origin && id < step_.first_origin + step_.origins;
    const Origin::Kind kind = trace_.origins[id].kind;
    return of_step && kind != Origin::Kind::constant && kind != Origin::Kind::load;
  }

  /// computed: in this step, so what the written place is read as came after the write.
  const Read* read_of(OriginId id, const Write& write, bool computed) const {
    if (id == 0) return nullptr;
    const Read* best = nullptr;
    for (const Read* read : with_origin(id)) {
      if (computed && place_of(*read) == place_of(write)) continue;
      const bool same_line = read->line == write.line && read->file == write.file;
      if (!best || (same_line && best->line != write.line)) best = read;
    }
    return best;
  }

  /// What no step wrote becomes a constant when it is stored.
  void unwritten(const Origin& origin, const Write& write) {
    for (const Read* read : with_origin(0))
      if (read->value.bits == origin.bits && read->line == write.line && read->file == write.file) found_.push_back(read);
  }

  static OriginId origin_of(const Read* read) { return read->value.origin; }
  /// The reads that found this number, in order.
  std::span<const Read* const> with_origin(OriginId id) const {
    return std::ranges::equal_range(by_origin_, id, {}, origin_of);
  }

  const Trace& trace_;
  const Step& step_;
  const bool chained_;
  const ThreadAccesses* all_ = nullptr;
  std::vector<const Read*> by_origin_;
  std::unordered_map<OriginId, const Write*> by_written_, moved_;  // earlier in the step: what was computed, what was not
  std::vector<const Read*> found_;
  std::vector<const Write*> written_;
  std::unordered_set<OriginId> seen_;
  bool made_ = false;
};

std::vector<Flow> all_flows(const Trace& trace, const Step& step, std::size_t most, bool chained) {
  std::map<std::uint32_t, ThreadAccesses> threads;
  for (const Read& read : trace.reads_of(step)) threads[read.thread].reads.push_back(&read);
  for (std::uint32_t i = 0; i < step.writes; ++i)
    threads[trace.writes[step.first_write + i].thread].writes.push_back(step.first_write + i);
  std::vector<Flow> flows;
  for (const auto& [thread, all] : threads) {
    Sources sources(trace, step, all, chained);
    for (const std::uint32_t number : all.writes) {
      const Write& write = trace.writes[number];
      for (const Source& source : sources.of(write)) {
        if (flows.size() == most) return flows;
        flows.push_back({source.at, {write.buffer, write.index}, thread, source.value, number});
      }
    }
  }
  return flows;
}

}  // namespace

std::vector<Flow> flows_of(const Trace& trace, const Step& step, std::size_t most) {
  return all_flows(trace, step, most, false);
}

std::vector<Flow> chained_flows_of(const Trace& trace, const Step& step, std::size_t most) {
  return all_flows(trace, step, most, true);
}

namespace {

ThreadAccesses accesses_beside(const Trace& trace, const Step& step, std::uint32_t thread) {
  ThreadAccesses own;
  for (const Read& read : trace.reads_of(step))
    if (read.thread == thread) own.reads.push_back(&read);
  for (std::uint32_t i = step.first_write; i < step.first_write + step.writes; ++i)
    if (trace.writes[i].thread == thread) own.writes.push_back(i);
  return own;
}

}  // namespace

std::vector<Flow> legible_flows(std::span<const Flow> flows, std::uint32_t thread) {
  constexpr std::size_t k_legible = 12;
  std::vector<Flow> legible;
  std::ranges::copy_if(flows, std::back_inserter(legible),
                       [=](const Flow& flow) { return flow.thread == thread && flow.from != flow.to; });
  if (legible.size() > k_legible)
    std::erase_if(legible, [first = legible.front().write](const Flow& flow) { return flow.write != first; });
  return legible;
}

std::vector<Flow> flows_into(const Trace& trace, const Step& step, std::uint32_t write) {
  const Write& into = trace.writes[write];
  const ThreadAccesses own = accesses_beside(trace, step, into.thread);
  std::vector<Flow> flows;
  for (const Source& source : Sources(trace, step, own, false).of(into))
    flows.push_back({source.at, {into.buffer, into.index}, into.thread, source.value, write});
  return flows;
}

std::vector<std::uint32_t> writes_into_themselves(const Trace& trace, const Step& step, std::uint32_t thread) {
  const ThreadAccesses own = accesses_beside(trace, step, thread);
  Sources sources(trace, step, own, true);
  std::vector<std::uint32_t> found;
  for (const std::uint32_t number : own.writes)
    if (sources.holds_itself(trace.writes[number])) found.push_back(number);
  return found;
}

bool is_addition(const Trace& trace, const Step& step, const Write& write) {
  const auto reads = trace.reads_of(step);
  const bool in_place = std::any_of(reads.begin(), reads.end(), [&](const Read& read) {
    return read.thread == write.thread && read.file == write.file && read.line == write.line && read.buffer == write.buffer &&
           read.index == write.index;
  });
  if (in_place) return true;
  if (write.after.pixels == 0) return false;
  for (const Read& read : reads)
    if (read.thread == write.thread && read.value.pixels == write.after.pixels &&
        (read.buffer != write.buffer || read.index != write.index))
      return false;
  return true;
}

std::vector<CellEvent> history_of(const Story& story, CellAt cell, std::size_t story_steps, std::size_t most) {
  std::vector<CellEvent> events;
  const Trace& trace = story.trace;
  for (std::size_t story_step = std::min(story_steps, story.step_count()); story_step-- > 0;)
    for (std::size_t at = story.steps[story_step].end; at-- > story.steps[story_step].first;) {
      const auto writes = trace.writes_of(trace.steps[at]);
      for (auto write = writes.rbegin(); write != writes.rend(); ++write) {
        if (write->buffer != cell.buffer || write->index != cell.index) continue;
        if (events.size() == most) return events;
        events.push_back({story_step, at, *write, is_addition(trace, trace.steps[at], *write)});
      }
    }
  return events;
}

Pixels pixels_of(const Trace& trace, const Cell& cell) { return pixels_of(trace.provenance, trace.picture, cell.pixels); }

Pixels pixels_of(const Provenance& provenance, Extent picture, PixelSet set) {
  Pixels pixels;
  pixels.times = provenance.counts(set, picture);
  int x0 = picture.width, y0 = picture.height, x1 = 0, y1 = 0;
  bool once = true;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const std::int32_t times = pixels.times[static_cast<std::size_t>(y * picture.width + x)];
      if (times == 0) continue;
      once &= times == 1;
      pixels.count += times;
      x0 = std::min(x0, x);
      y0 = std::min(y0, y);
      x1 = std::max(x1, x + 1);
      y1 = std::max(y1, y + 1);
    }
  if (x1 > x0) pixels.bounds = {x0, y0, x1 - x0, y1 - y0};
  pixels.rectangle = once && x1 > x0 && pixels.count == static_cast<std::int64_t>(x1 - x0) * (y1 - y0);
  return pixels;
}

std::string text_of(const Story& story, CellAt at, const Cell& cell) {
  const Trace& trace = story.trace;
  const Pixels pixels = pixels_of(trace, cell);
  if (!story.of_filter() || pixels.bounds.area() <= 0) return to_text(pixels);
  double sum = 0;
  for (std::size_t i = 0; i < pixels.times.size(); ++i)
    sum += pixels.times[i] * to_double(number(trace.buffers[0].start[i], trace.buffers[0].type));
  if (sum == to_double(number(cell, trace.buffers[at.buffer].type)) && (pixels.rectangle || pixels.count == 1))
    return to_text(pixels);
  const Box& box = pixels.bounds;
  const auto different = std::count_if(pixels.times.begin(), pixels.times.end(), [](std::int32_t times) { return times != 0; });
  if (pixels.rectangle && pixels.count == 1) return fmt::format("made of pixel ({}, {})", box.x, box.y);
  if (pixels.rectangle) return fmt::format("made of {} × {} pixels from ({}, {}) on", box.width, box.height, box.x, box.y);
  const std::string made = "made of " + counted(different, "pixel");
  return pixels.count == different ? made : fmt::format("{}, some more than once: {} in all", made, pixels.count);
}

std::string to_text(const Pixels& pixels) {
  const Box& box = pixels.bounds;
  if (pixels.bounds.area() <= 0) return "no pixel yet";
  if (pixels.rectangle && pixels.count == 1) return fmt::format("pixel ({}, {})", box.x, box.y);
  const auto range = [](const char* one, int first, int count) {
    return count == 1 ? fmt::format("{} {}", one, first) : fmt::format("{}s {} to {}", one, first, first + count - 1);
  };
  if (pixels.rectangle) {
    const std::string rows = range("row", box.y, box.height), columns = range("column", box.x, box.width);
    return fmt::format("sum of {}, {}", box.width == 1 ? columns : rows, box.width == 1 ? rows : columns);
  }
  return fmt::format("sum of {}, not a rectangle or not once each", counted(pixels.count, "pixel"));
}

}  // namespace satscope::app
