// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

namespace satscope::app {
namespace {

/// Whether every pixel of one set counts in the other at least as often. Remembers the counts of sets it has met.
class Inclusion {
 public:
  explicit Inclusion(const Trace& trace) : trace_(trace) {}
  bool operator()(PixelSet part, PixelSet whole) {
    if (part == whole) return true;
    if (part == 0 || whole == 0) return false;
    const std::vector<std::int32_t>&a = counts(part), &b = counts(whole);
    return std::equal(a.begin(), a.end(), b.begin(), [](std::int32_t x, std::int32_t y) { return x <= y; });
  }

 private:
  const std::vector<std::int32_t>& counts(PixelSet set) {
    const auto [at, fresh] = known_.try_emplace(set);
    if (fresh) at->second = trace_.provenance.counts(set, trace_.picture);
    return at->second;
  }
  const Trace& trace_;
  std::unordered_map<PixelSet, std::vector<std::int32_t>> known_;
};

/// What one thread did on one line of a step, in order.
struct AccessLine {
  std::uint32_t thread, file, line;
  std::vector<const Read*> reads = {};
  std::vector<const Write*> writes = {};
};

std::vector<AccessLine> lines_of(const Trace& trace, const Step& step) {
  std::map<std::array<std::uint32_t, 3>, AccessLine> lines;
  const auto line = [&](const auto& access) -> AccessLine& {
    const std::array<std::uint32_t, 3> key{access.thread, access.file, access.line};
    return lines.try_emplace(key, AccessLine{key[0], key[1], key[2]}).first->second;
  };
  for (const Read& read : trace.reads_of(step)) line(read).reads.push_back(&read);
  for (const Write& write : trace.writes_of(step)) line(write).writes.push_back(&write);
  std::vector<AccessLine> list;
  list.reserve(lines.size());
  for (auto& [key, one] : lines) list.push_back(std::move(one));
  return list;
}

/// The reads that each write of a line belongs to: as many for all writes; or, where a condition left some writes without
/// any, those that were moved as they are, in order.
std::vector<std::span<const Read* const>> reads_of_writes(const AccessLine& line) {
  std::vector<std::span<const Read* const>> shares(line.writes.size());
  if (line.writes.empty()) return shares;
  const bool even = line.reads.size() % line.writes.size() == 0;
  const std::size_t share = line.reads.size() / line.writes.size();
  std::size_t next = 0;
  for (std::size_t i = 0; i < line.writes.size(); ++i) {
    if (even)
      shares[i] = {line.reads.data() + i * share, share};
    else if (next < line.reads.size() && line.reads[next]->value.pixels == line.writes[i]->after.pixels)
      shares[i] = {line.reads.data() + next++, 1};
  }
  return shares;
}

/// Whether these reads alone make the number that was written.
bool explains(const Trace& trace, std::span<const Read* const> reads, const Write& write) {
  if (reads.empty()) return false;
  if (reads.size() == 1) return reads[0]->value.pixels == write.after.pixels;
  double sum = 0;
  std::uint64_t bits = 0;
  for (const Read* read : reads) {
    if (read->value.pixels == write.after.pixels && write.after.pixels != 0) return true;
    sum += to_double(number(read->value, trace.buffers[read->buffer].type));
    bits += read->value.bits;
  }
  const Scalar type = trace.buffers[write.buffer].type;
  if (!is_float(type)) return value_of_bits(bits, type) == value_of_bits(write.after.bits, type);
  const double after = to_double(number(write.after, type));
  return std::abs(sum - after) <= 1e-5 * std::max(1.0, std::abs(after));
}

}  // namespace

std::vector<Flow> flows_of(const Trace& trace, const Step& step, std::size_t most) {
  std::vector<Flow> flows;
  Inclusion includes(trace);
  const std::vector<AccessLine> lines = lines_of(trace, step);
  const auto add = [&](const Read& read, const Write& write) {
    const bool in_place = read.buffer == write.buffer && read.index == write.index;
    if (!in_place && flows.size() < most)
      flows.push_back({{read.buffer, read.index}, {write.buffer, write.index}, read.thread, read.value});
  };
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const AccessLine& line = lines[at];
    const auto shares = reads_of_writes(line);
    for (std::size_t i = 0; i < line.writes.size(); ++i) {
      const auto reads = shares[i];
      const Write& write = *line.writes[i];
      for (const Read* read : reads)
        if (reads.size() <= 2 || includes(read->value.pixels, write.after.pixels)) add(*read, write);
      if (trace.origins[write.after.origin].kind == Origin::Kind::made) {
        // computed from what the thread read: the pixels tell of one of these numbers only
        for (const AccessLine& other : lines)
          if (&other != &line && other.thread == line.thread)
            for (const Read* read : other.reads) add(*read, write);
        continue;
      }
      if (explains(trace, reads, write)) continue;
      // what went through a local of the thread: reads of lines that write nothing
      for (const AccessLine& other : lines)
        if (other.thread == line.thread && (other.file != line.file || other.line <= line.line) && other.writes.empty())
          for (const Read* read : other.reads)
            if (includes(read->value.pixels, write.after.pixels)) add(*read, write);
    }
  }
  return flows;
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

std::vector<CellEvent> history_of(const Story& story, CellAt cell, std::size_t beats, std::size_t most) {
  std::vector<CellEvent> events;
  const Trace& trace = story.trace;
  for (std::size_t beat = std::min(beats, story.beat_count()); beat-- > 0;)
    for (std::size_t at = story.beats[beat].end; at-- > story.beats[beat].first;) {
      const auto writes = trace.writes_of(trace.steps[at]);
      for (auto write = writes.rbegin(); write != writes.rend(); ++write) {
        if (write->buffer != cell.buffer || write->index != cell.index) continue;
        if (events.size() == most) return events;
        events.push_back({beat, at, *write, is_addition(trace, trace.steps[at], *write)});
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
  if (pixels.count == different) return fmt::format("made of {} pixels", different);
  return fmt::format("made of {} pixels, some more than once: {} in all", different, pixels.count);
}

std::string to_text(const Pixels& pixels) {
  const Box& box = pixels.bounds;
  if (pixels.bounds.area() <= 0) return "no pixel yet";
  if (pixels.rectangle && pixels.count == 1) return fmt::format("pixel ({}, {})", box.x, box.y);
  if (pixels.rectangle) return fmt::format("sum of {} × {} pixels from ({}, {}) on", box.width, box.height, box.x, box.y);
  return fmt::format("sum of {} pixels, not a rectangle or not once each", pixels.count);
}

}  // namespace satscope::app
