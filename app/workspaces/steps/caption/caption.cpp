// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/caption/caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/core/text/number_text.h"
#include "kernels/registry.h"
#include "kernels/trace/effects.h"
#include "kernels/trace/narration.h"

namespace satscope::app {

ThreadFocus focus_in(const Trace& trace, const StoryStep& story_step, int block, std::optional<CellAt> cell,
                     std::optional<std::uint32_t> chosen) {
  std::uint32_t followed = story_step.first;
  for (std::uint32_t at = story_step.end; at-- > story_step.first;)
    if (trace.steps[at].block == block) followed = at;
  if (cell) {
    const auto touches = [&](const auto& access) { return access.buffer == cell->buffer && access.index == cell->index; };
    std::optional<ThreadFocus> reader;
    for (std::uint32_t at = story_step.first; at < story_step.end; ++at) {
      const auto writes = trace.writes_of(trace.steps[at]);
      if (const auto write = std::find_if(writes.begin(), writes.end(), touches); write != writes.end())
        return {at, write->thread};
      const auto reads = trace.reads_of(trace.steps[at]);
      if (const auto read = std::find_if(reads.begin(), reads.end(), touches); read != reads.end() && !reader)
        reader = ThreadFocus{at, read->thread};
    }
    if (reader) return *reader;
  }
  const Step& step = trace.steps[followed];
  if (chosen) {
    const auto busy = busy_threads(trace, step);
    if (std::ranges::binary_search(busy, *chosen)) return {followed, *chosen};
  }
  return {followed, typical_thread(trace, step)};
}

std::uint32_t next_in_focus(const Trace& trace, const ThreadFocus& focus, int direction) {
  const auto busy = busy_threads(trace, trace.steps[focus.step]);
  if (busy.empty()) return focus.thread;
  if (direction > 0) {
    const auto after = std::ranges::upper_bound(busy, focus.thread);
    return after == busy.end() ? busy.back() : *after;
  }
  const auto at = std::ranges::lower_bound(busy, focus.thread);
  return at == busy.begin() ? busy.front() : *std::prev(at);
}

std::map<std::uint32_t, std::string> values_by_line(const Trace& trace, const ThreadFocus& focus, std::string_view source) {
  struct Met {
    std::uint32_t buffer, index;
    std::string before, after;  ///< after: empty where it was only read
  };
  constexpr std::size_t k_most = 4;  // places on a line
  std::map<std::uint32_t, std::vector<Met>> lines;
  const auto here = [&](const auto& access) {
    return access.thread == focus.thread && std::string_view(trace.files[access.file]).ends_with(source);
  };
  const auto met_at = [&](const auto& access) -> Met& {
    auto& mets = lines[access.line];
    for (Met& met : mets)
      if (met.buffer == access.buffer && met.index == access.index) return met;
    return mets.emplace_back(Met{access.buffer, access.index, {}, {}});
  };
  const auto text = [&](const Cell& cell, std::uint32_t buffer) {
    return satscope::to_text(number(cell, trace.buffers[buffer].type));
  };
  const Step& step = trace.steps[focus.step];
  // the first read: a place that the line has written may be read again, for the next one
  for (const Read& read : trace.reads_of(step))
    if (here(read))
      if (Met& met = met_at(read); met.before.empty()) met.before = text(read.value, read.buffer);
  for (const Write& write : trace.writes_of(step))
    if (here(write)) met_at(write).after = text(write.after, write.buffer);
  std::map<std::uint32_t, std::string> values;
  for (const auto& [line, mets] : lines) {
    std::string& all = values[line];
    for (std::size_t i = 0; i < std::min(k_most, mets.size()); ++i) {
      const Met& met = mets[i];
      all += fmt::format("{}{}{}", all.empty() ? "" : ", ", satscope::place_text(trace, met.buffer, met.index),
                         met.after.empty()    ? " = " + met.before
                         : met.before.empty() ? " \u2190 " + met.after
                                              : fmt::format(": {} \u2192 {}", met.before, met.after));
    }
    if (mets.size() > k_most) all += " ...";
  }
  return values;
}

const satscope::Phase* phase_in(const Story& story, const Step& step) {
  if (story.of_filter())
    if (const satscope::Phase* phase = known_filter(story.filter.id).find_phase(step.label)) return phase;
  return known_algorithm(story.algorithm_id).find_phase(step.label);
}

namespace {

/// " No later step reads carry[0].", of the last place of shared memory that the thread wrote to; empty: one does.
std::string unread_text(const Trace& trace, const ThreadFocus& focus) {
  const Step& step = trace.steps[focus.step];
  const auto writes = trace.writes_of(step);
  const Write* last = nullptr;
  for (const Write& write : writes)
    if (write.thread == focus.thread) last = &write;
  if (!last || trace.buffers[last->buffer].space != Space::shared) return {};
  for (std::size_t at = focus.step + 1; at < trace.steps.size() && trace.steps[at].pass == step.pass; ++at)
    if (trace.steps[at].block == step.block && std::ranges::any_of(trace.reads_of(trace.steps[at]), [&](const Read& read) {
          return read.buffer == last->buffer && read.index == last->index;
        }))
      return {};
  return fmt::format(" No later step reads {}.", satscope::place_text(trace, last->buffer, last->index));
}

}  // namespace

CaptionUse use_of(const Story& story, const ThreadFocus& focus) {
  const Trace& trace = story.trace;
  const Step& followed = trace.steps[focus.step];
  const auto position = [&](std::size_t step) {
    const auto after = std::ranges::upper_bound(story.steps, static_cast<std::uint32_t>(step), {}, &StoryStep::first);
    return static_cast<std::size_t>(after - story.steps.begin());
  };
  std::set<std::pair<std::uint32_t, std::uint32_t>> places;
  std::vector<bool> made_of_it(trace.origins.size()), is_it(trace.origins.size());
  bool any = false;
  for (const Write& write : trace.writes_of(followed)) {
    if (write.thread != focus.thread) continue;
    places.emplace(write.buffer, write.index);
    if (write.after.pixels == 0) continue;  // a zero that was put there is everywhere
    made_of_it[write.after.origin] = is_it[write.after.origin] = any = true;
  }
  // what a thread publishes is for others
  std::set<std::pair<std::uint32_t, std::uint32_t>> words;
  for (const Message& one : trace.messages_of(followed))
    if (one.kind == Message::Kind::publish && one.thread == focus.thread) words.emplace(one.buffer, one.index);
  if (!words.empty()) places = std::move(words);
  CaptionUse use;
  for (std::size_t at = focus.step; at < trace.steps.size() && trace.steps[at].pass == followed.pass; ++at) {
    const Step& step = trace.steps[at];
    for (OriginId id = step.first_origin; id < step.first_origin + step.origins; ++id) {
      const Origin& origin = trace.origins[id];
      if (origin.kind != Origin::Kind::constant && (made_of_it[origin.first] || made_of_it[origin.second]))
        made_of_it[id] = true;
    }
    if (at == focus.step) continue;
    for (const Read& read : trace.reads_of(step))
      if (use.read_in == 0 && places.contains({read.buffer, read.index})) {
        use.read_in = position(at);
        use.reader = step.block;
      }
    for (const Write& write : trace.writes_of(step)) {
      places.erase({write.buffer, write.index});
      if (!any || use.out_in > 0 || step.block != followed.block || !made_of_it[write.after.origin] ||
          trace.buffers[write.buffer].space != Space::global)
        continue;
      use.out_in = position(at);
      use.buffer = write.buffer;
      use.is_whole = is_it[write.after.origin];
      for (const Message& one : trace.messages_of(step))
        if (one.kind == Message::Kind::publish && one.buffer == write.buffer && one.index == write.index) use.known = one.known;
    }
    if ((use.read_in > 0 || places.empty()) && (use.out_in > 0 || !any)) break;
  }
  return use;
}

StepCaption caption_of(const Story& story, const StoryStep& story_step, const ThreadFocus& focus) {
  const Step& step = story.trace.steps[focus.step];
  StepCaption caption{.focus = focus,
                      .block = step.block,
                      .idea = {},
                      .watch = {},
                      .this_step = {},
                      .this_step_brief = {},
                      .machine = {},
                      .into_themselves = writes_into_themselves(story.trace, step, focus.thread)};
  if (const satscope::Phase* phase = phase_in(story, step)) {
    caption.idea = phase->idea;
    caption.watch = phase->watch;
  }
  const std::size_t blocks = story_step.end - story_step.first;
  const std::string who = story.trace.passes[static_cast<std::size_t>(step.pass)].blocks > 1
                              ? fmt::format("Block {}, ", step.block + story.trace.first_block())
                              : std::string();
  const std::string unread = unread_text(story.trace, focus);
  const auto sentence = [&](std::size_t most) {
    std::string text = describe_thread(story.trace, step, focus.thread, most);
    if (text.empty() && !story.trace.writes_of(step).empty()) text = describe_no_write(story.trace, step, focus.thread);
    if (text.empty()) return text;
    if (who.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return who + text + "." + unread;
  };
  caption.this_step = sentence(4);
  caption.this_step_brief = sentence(1);
  caption.machine = describe_machine(story.trace, step, blocks);
  return caption;
}

std::string segments_text(const Story& story) {
  const int width = story.request.extent.width, segment = story.sizes.segment;
  if (story.of_filter() || segment == 0) return {};
  if (width > segment)
    return fmt::format("A row of {} is cut into {} trees of {}; later passes join them.", width,
                       (width + segment - 1) / segment, segment);
  return width == segment ? "" : fmt::format("A row of {} is filled up with zeros to a tree of {}.", width, segment);
}

std::string inexact_text(const Story& story) {
  if (!story.check || story.check->exact()) return {};
  const TableCheck& check = *story.check;
  const TypePair& types = story.request.types;
  if (check.beyond > 0)
    return fmt::format("The table is right modulo 2^{}: {} {} beyond what {} holds", 8 * size_of(types.out),
                       grouped(std::uint64_t{check.beyond}), check.beyond == 1 ? "entry is" : "entries are", types.id);
  return fmt::format("The table is right but for rounding, by {} at most", grouped(check.max_error));
}

}  // namespace satscope::app
