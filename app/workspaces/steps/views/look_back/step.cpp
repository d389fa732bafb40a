// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/step.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/workspaces/steps/caption/cell_tip.h"

namespace satscope::app {
namespace {

/// "array left in shared memory", "register own", "row words of block 3".
std::string title_of_part(const StepsState& steps, std::uint32_t buffer, const std::set<std::uint32_t>& places) {
  const TraceBuffer& about = steps.player()->story().trace.buffers[buffer];
  if (about.space == Space::shared) return fmt::format("array {} in shared memory", about.name);
  if (about.space == Space::registers) return "register " + about.name;
  std::set<int> owners;
  if (const LookBack* look_back = steps.look_back())
    for (const BlockMessage& one : look_back->messages)
      if (one.message.buffer == buffer && places.contains(one.message.index)) owners.insert(one.owner);
  return owners.size() == 1 && *owners.begin() >= 0 ? fmt::format("{} of block {}", about.name, *owners.begin() + 1)
                                                    : about.name;
}

/// The step of the block that wrote one of these places last before the present one: "step 39 (left, sum)".
std::string maker_of(const Story& story, std::size_t position, int block, const std::set<std::uint32_t>& places,
                     std::uint32_t buffer) {
  for (std::size_t at = position - 1; at-- > 0;) {
    const Step& step = story.first_step(story.steps[at]);
    if (step.block != block) continue;
    const auto writes = story.trace.writes_of(step);
    if (std::ranges::any_of(writes, [&](const Write& write) { return write.buffer == buffer && places.contains(write.index); }))
      return fmt::format("step {} ({})", at + 1, step.label);
  }
  return {};
}

/// The columns and rows that places take up.
struct Span {
  int left, top, right, bottom;
};
Span span_of(const std::set<std::uint32_t>& places, int pitch) {
  Span span{pitch, static_cast<int>(*places.begin()) / pitch, 0, 0};
  for (const std::uint32_t place : places) {
    span.left = std::min(span.left, static_cast<int>(place) % pitch);
    span.right = std::max(span.right, static_cast<int>(place) % pitch + 1);
    span.bottom = static_cast<int>(place) / pitch + 1;
  }
  return span;
}

bool apart(const std::set<std::uint32_t>& some, const std::set<std::uint32_t>& others, int pitch) {
  const Span a = span_of(some, pitch), b = span_of(others, pitch);
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}

/// Of words: the block that publishes those of each row, "block 4"; empty where a row is of several, or no words.
std::vector<std::string> row_owners(const StepsState& steps, const StepPanel& panel) {
  std::vector<std::set<int>> owners(static_cast<std::size_t>(panel.rows));
  if (const LookBack* look_back = steps.look_back())
    for (const BlockMessage& one : look_back->messages) {
      const int row = static_cast<int>(one.message.index) / panel.buffer.columns - panel.y;
      const int column = static_cast<int>(one.message.index) % panel.buffer.columns - panel.x;
      if (one.message.buffer != panel.buffer.buffer || row < 0 || row >= panel.rows || column < 0 || column >= panel.columns)
        continue;
      owners[static_cast<std::size_t>(row)].insert(one.owner);
    }
  std::vector<std::string> names;
  for (const std::set<int>& row : owners) {
    if (row.size() != 1 || *row.begin() < 0) return {};
    names.push_back(fmt::format("block {}", *row.begin() + 1));
  }
  return names;
}

/// Of registers: the column whose pixels each row sums, from the first one of its thread; empty where it is not one column, or
/// not the same one for all threads.
std::vector<std::string> row_columns(const StepsState& steps, const StepPanel& panel) {
  const Trace& trace = steps.player()->story().trace;
  constexpr int k_most = 256;  // places, because each is looked at in each frame
  if (trace.buffers[panel.buffer.buffer].space != Space::registers || panel.rows * panel.columns > k_most) return {};
  std::vector<int> offsets(static_cast<std::size_t>(panel.rows), -1);
  for (int thread = 0; thread < panel.columns; ++thread) {
    std::vector<int> columns;
    for (int row = 0; row < panel.rows; ++row) {
      const CellAt at = panel.at(thread, row);
      if (!panel.has(thread, row) || !steps.touch(at)) break;
      const Pixels pixels = pixels_of(trace, steps.cell(at));
      if (pixels.bounds.width == 1) columns.push_back(pixels.bounds.x);
    }
    if (columns.empty()) continue;  // idle, or beyond the picture
    if (columns.size() != offsets.size()) return {};
    const int first = *std::ranges::min_element(columns);
    for (std::size_t row = 0; row < columns.size(); ++row) {
      if (offsets[row] >= 0 && offsets[row] != columns[row] - first) return {};
      offsets[row] = columns[row] - first;
    }
  }
  std::vector<std::string> names;
  for (const int offset : offsets) {
    if (offset < 0) return {};
    names.push_back(fmt::format("col +{}", offset));
  }
  return names;
}

StepPanel panel_of(const StepsState& steps, int block, std::uint32_t buffer, const std::set<std::uint32_t>& places,
                   bool written) {
  const Story& story = steps.player()->story();
  StepPanel panel{.buffer = shown_buffer(story, buffer), .written = written, .title = title_of_part(steps, buffer, places)};
  const Span span = span_of(places, panel.buffer.columns);
  panel.x = span.left;
  panel.y = span.top;
  panel.columns = span.right - span.left;
  panel.rows = span.bottom - span.top;
  for (int row = 0; row < panel.rows; ++row)
    for (int column = 0; column < panel.columns; ++column)
      if (panel.has(column, row))
        panel.characters = std::max(panel.characters, static_cast<int>(step_cell_text(steps, panel.at(column, row)).size()));
  if (panel.rows > 1) panel.row_names = row_owners(steps, panel);
  if (panel.rows > 1 && panel.row_names.empty()) panel.row_names = row_columns(steps, panel);
  if (!written && story.trace.buffers[buffer].space != Space::global)
    panel.made = maker_of(story, steps.player()->position(), block, places, buffer);
  return panel;
}

}  // namespace

std::string nothing_before(const LookBack& look_back, int block) {
  const LookBackTile& tile = look_back.tiles[static_cast<std::size_t>(block)];
  const bool left = tile.column == 0, above = tile.row == 0;
  if (!left && !above) return {};
  return fmt::format("no tile lies {}", left && above ? "to its left or above it" : left ? "to its left" : "above it");
}

bool BlockStep::is_selected(CellAt at) const {
  return std::ranges::find(selected_reads, at) != selected_reads.end() ||
         std::ranges::find(selected_writes, at) != selected_writes.end();
}

BlockStep block_step(const StepsState& steps, int block, StepPart of) {
  BlockStep all;
  all.block = block;
  const StoryStep* story_step = steps.player()->current();
  const StepCaption* caption = steps.caption();
  if (!story_step || !caption) return all;
  const Story& story = steps.player()->story();
  const Trace& trace = story.trace;
  const Step& step = trace.steps[story.step_in(*story_step, block)];
  const TracePass& pass = trace.passes[static_cast<std::size_t>(step.pass)];
  const auto lanes = static_cast<std::uint32_t>(std::max(1, pass.warp));
  all.thread = caption->block == block ? caption->focus.thread : 0;
  all.warp = all.thread / lanes;
  std::set<std::uint32_t> threads, warps;
  struct Part {
    std::set<std::uint32_t> read, written;  ///< places; read: only that
  };
  std::map<std::uint32_t, Part> parts;
  bool writes_pixels = false;
  const auto touch = [&](const auto& access, bool writes) {
    threads.insert(access.thread);
    warps.insert(access.thread / lanes);
    if (access.thread == all.thread)
      (writes ? all.selected_writes : all.selected_reads).push_back({access.buffer, access.index});
    if (of == StepPart::thread && access.thread != all.thread) return;
    if (of == StepPart::warp && access.thread / lanes != all.warp) return;
    Part& part = parts[access.buffer];
    (writes ? part.written : part.read).insert(access.index);
  };
  for (const Read& read : trace.reads_of(step)) touch(read, false);
  for (const Write& write : trace.writes_of(step)) {
    touch(write, true);
    writes_pixels |= write.after.pixels != 0;
  }
  all.threads = threads.size();
  all.warps = warps.size();
  for (auto& [buffer, part] : parts) {
    std::erase_if(part.read, [&, &written = part.written](std::uint32_t place) { return written.contains(place); });
    const int pitch = shown_buffer(story, buffer).columns;
    // a part that is read and one that is written are apart unless they lie in one another
    if (!part.read.empty() && !part.written.empty() && !apart(part.read, part.written, pitch)) {
      part.written.merge(part.read);
      part.read.clear();
    }
    if (!part.read.empty()) all.panels.push_back(panel_of(steps, block, buffer, part.read, false));
    if (!part.written.empty()) all.panels.push_back(panel_of(steps, block, buffer, part.written, true));
  }
  std::ranges::stable_sort(all.panels, {}, &StepPanel::written);
  // numbers that it moves or adds, not those that it puts there
  const bool hands_on = !writes_pixels && !all.selected_reads.empty() && !all.selected_writes.empty();
  if (const LookBack* look_back = steps.look_back(); look_back && hands_on) all.no_pixel = nothing_before(*look_back, block);
  return all;
}

Known published_as(const StepsState& steps, CellAt at) {
  Known known = Known::nothing;
  if (const LookBack* look_back = steps.look_back())
    for (const BlockMessage& one : look_back->messages)
      if (one.message.kind == Message::Kind::publish && one.message.buffer == at.buffer && one.message.index == at.index &&
          one.message.moment < steps.player()->current()->end)
        known = std::max(known, one.message.known);
  return known;
}

std::string step_cell_text(const StepsState& steps, CellAt at) {
  const Trace& trace = steps.player()->story().trace;
  const LookBack* look_back = steps.look_back();
  const bool is_word =
      look_back && std::ranges::find(look_back->words, at.buffer, &WordBuffer::buffer) != look_back->words.end();
  if (!is_word) return steps.holds_value(at) ? cell_text(trace, at, steps.cell(at)) : std::string();
  const Known known = published_as(steps, at);
  if (known == Known::nothing) return {};
  return fmt::format("{} {}", cell_text(trace, at, steps.cell(at)), known == Known::prefix ? "P" : "A");
}

}  // namespace satscope::app
