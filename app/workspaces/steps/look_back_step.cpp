// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/look_back_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/workspaces/steps/cell_tip.h"

namespace satscope::app {
namespace {

/// "array left in shared memory", "register own", "row words of block 3".
std::string title_of_part(const StepsState& steps, std::uint32_t buffer, const std::set<std::uint32_t>& places) {
  const TraceBuffer& about = steps.player()->story().trace.buffers[buffer];
  if (about.space == Space::shared) return fmt::format("array {} in shared memory", about.name);
  if (about.space == Space::registers) return "register " + about.name;
  std::set<int> owners;
  if (const LookBack* talk = steps.look_back())
    for (const TalkMessage& one : talk->messages)
      if (one.message.buffer == buffer && places.contains(one.message.index)) owners.insert(one.owner);
  return owners.size() == 1 && *owners.begin() >= 0 ? fmt::format("{} of block {}", about.name, *owners.begin() + 1)
                                                    : about.name;
}

/// The step of the block that wrote one of these places last before the present one: "step 39 (left, sum)".
std::string maker_of(const Story& story, std::size_t position, int block, const std::set<std::uint32_t>& places,
                     std::uint32_t buffer) {
  for (std::size_t at = position - 1; at-- > 0;) {
    const Step& step = story.first_step(story.beats[at]);
    if (step.block != block) continue;
    const auto writes = story.trace.writes_of(step);
    if (std::ranges::any_of(writes, [&](const Write& write) { return write.buffer == buffer && places.contains(write.index); }))
      return fmt::format("step {} ({})", at + 1, step.label);
  }
  return {};
}

}  // namespace

bool BlockStep::is_told(CellAt at) const {
  return std::ranges::find(told_reads, at) != told_reads.end() || std::ranges::find(told_writes, at) != told_writes.end();
}

BlockStep block_step(const StepsState& steps, int block, StepPart of) {
  BlockStep all;
  all.block = block;
  const Beat* beat = steps.player()->current();
  const ToldStep* told = steps.told();
  if (!beat || !told) return all;
  const Story& story = steps.player()->story();
  const Trace& trace = story.trace;
  const Step& step = trace.steps[story.step_in(*beat, block)];
  const TracePass& pass = trace.passes[static_cast<std::size_t>(step.pass)];
  const auto lanes = static_cast<std::uint32_t>(std::max(1, pass.warp));
  all.thread = told->block == block ? told->focus.thread : 0;
  all.warp = all.thread / lanes;
  std::set<std::uint32_t> threads, warps;
  struct Part {
    std::set<std::uint32_t> places;
    bool written = false;
  };
  std::map<std::uint32_t, Part> parts;
  const auto touch = [&](const auto& access, bool writes) {
    threads.insert(access.thread);
    warps.insert(access.thread / lanes);
    if (access.thread == all.thread) (writes ? all.told_writes : all.told_reads).push_back({access.buffer, access.index});
    if (of == StepPart::thread && access.thread != all.thread) return;
    if (of == StepPart::warp && access.thread / lanes != all.warp) return;
    Part& part = parts[access.buffer];
    part.places.insert(access.index);
    part.written |= writes;
  };
  for (const Read& read : trace.reads_of(step)) touch(read, false);
  for (const Write& write : trace.writes_of(step)) touch(write, true);
  all.threads = threads.size();
  all.warps = warps.size();
  for (const auto& [buffer, part] : parts) {
    StepPanel panel{
        .buffer = wish_for(story, buffer), .written = part.written, .title = title_of_part(steps, buffer, part.places)};
    const int pitch = panel.buffer.columns;
    int right = 0, bottom = 0;
    panel.x = pitch;
    panel.y = static_cast<int>(*part.places.begin()) / pitch;
    for (const std::uint32_t place : part.places) {
      panel.x = std::min(panel.x, static_cast<int>(place) % pitch);
      right = std::max(right, static_cast<int>(place) % pitch + 1);
      bottom = static_cast<int>(place) / pitch + 1;
    }
    panel.columns = right - panel.x;
    panel.rows = bottom - panel.y;
    for (int row = 0; row < panel.rows; ++row)
      for (int column = 0; column < panel.columns; ++column)
        if (panel.has(column, row))
          panel.characters = std::max(panel.characters, static_cast<int>(step_cell_text(steps, panel.at(column, row)).size()));
    if (!part.written && trace.buffers[buffer].space != Space::global)
      panel.made = maker_of(story, steps.player()->position(), block, part.places, buffer);
    all.panels.push_back(std::move(panel));
  }
  std::ranges::stable_sort(all.panels, {}, &StepPanel::written);
  return all;
}

std::string step_cell_text(const StepsState& steps, CellAt at) {
  const Trace& trace = steps.player()->story().trace;
  const LookBack* talk = steps.look_back();
  const bool is_word = talk && std::ranges::find(talk->words, at.buffer, &WordBuffer::buffer) != talk->words.end();
  if (!is_word) return steps.holds_value(at) ? cell_text(trace, at, steps.cell(at)) : std::string();
  Known known = Known::nothing;
  for (const TalkMessage& one : talk->messages)
    if (one.message.kind == Message::Kind::publish && one.message.buffer == at.buffer && one.message.index == at.index &&
        one.message.moment < steps.player()->current()->end)
      known = std::max(known, one.message.known);
  if (known == Known::nothing) return {};
  return fmt::format("{} {}", cell_text(trace, at, steps.cell(at)), known == Known::prefix ? "P" : "A");
}

}  // namespace satscope::app
