// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {
namespace {

/// Whether the steps from `first` on, done in the order given, find in every place what the recorded order found there. On
/// success `content` is what they leave.
bool same_values(const Trace& trace, std::span<const Step> steps, std::vector<std::vector<Cell>>& content) {
  for (const Step& step : steps) {
    const auto writes = trace.writes_of(step);
    for (const Read& read : trace.reads_of(step)) {
      if (content[read.buffer][read.index] == read.value) continue;
      // a step may read what it wrote itself
      const bool own = std::any_of(writes.begin(), writes.end(), [&](const Write& w) {
        return w.buffer == read.buffer && w.index == read.index && w.after == read.value;
      });
      if (!own) return false;
    }
    for (const Write& write : writes) {
      Cell& cell = content[write.buffer][write.index];
      if (cell != write.before) return false;
      cell = write.after;
    }
  }
  return true;
}

struct Place {
  std::size_t ordinal;  ///< of the step within its block
  std::size_t label;    ///< number of the label among those of that ordinal
  std::size_t step;
};

/// The steps of one pass, first those that come first in their block.
std::vector<Place> places_of(std::span<const Step> pass) {
  std::vector<Place> places;
  places.reserve(pass.size());
  std::map<int, std::size_t> done;                              // by block
  std::map<std::size_t, std::vector<std::string_view>> labels;  // by ordinal
  for (std::size_t i = 0; i < pass.size(); ++i) {
    const std::size_t ordinal = done[pass[i].block]++;
    auto& known = labels[ordinal];
    const auto found = std::find(known.begin(), known.end(), pass[i].label);
    places.push_back({ordinal, static_cast<std::size_t>(found - known.begin()), i});
    if (found == known.end()) known.push_back(pass[i].label);
  }
  std::stable_sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
    if (a.ordinal != b.ordinal) return a.ordinal < b.ordinal;
    if (a.label != b.label) return a.label < b.label;
    return pass[a.step].block < pass[b.step].block;
  });
  return places;
}

/// What two numbers in a row have in common as a name: the whole label, or its phase.
std::string name_of(const Trace& trace, const std::vector<StoryStep>& story_steps, std::size_t first, std::size_t end) {
  const Step& step = trace.steps[story_steps[first].first];
  for (std::size_t i = first; i < end; ++i)
    if (trace.steps[story_steps[i].first].label != step.label) return std::string(step.phase());
  return step.label;
}

}  // namespace

std::vector<StoryStep> steps_of_apart(const Trace& trace) {
  std::vector<StoryStep> story_steps;
  const auto thread = [&](std::size_t step) -> std::int64_t {
    const auto writes = trace.writes_of(trace.steps[step]);
    const auto reads = trace.reads_of(trace.steps[step]);
    return !writes.empty() ? writes.front().thread : !reads.empty() ? reads.front().thread : -1;
  };
  std::set<std::int64_t> threads;
  for (std::size_t at = 0; at < trace.steps.size(); ++at) {
    const Step& step = trace.steps[at];
    const Step* before = at > 0 ? &trace.steps[at - 1] : nullptr;
    const bool goes_on = before && before->pass == step.pass && before->block == step.block && before->label == step.label &&
                         before->line == step.line && !threads.contains(thread(at));
    if (goes_on) {
      story_steps.back().end = static_cast<std::uint32_t>(at + 1);
    } else {
      story_steps.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1), 0});
      threads.clear();
    }
    threads.insert(thread(at));
  }
  return story_steps;
}

std::size_t first_wrong_step(const Trace& failing, const std::vector<StoryStep>& story_steps, const Trace& right) {
  using Place = std::tuple<std::string_view, int, int, std::uint32_t, std::uint64_t>;
  const auto place = [](const Trace& trace, const Write& write) {
    const TraceBuffer& buffer = trace.buffers[write.buffer];
    return Place{buffer.name, buffer.pass, buffer.block, write.index, write.after.bits};
  };
  std::set<Place> known;
  for (const Write& write : right.writes) known.insert(place(right, write));
  for (std::size_t story_step = 0; story_step < story_steps.size(); ++story_step)
    for (std::uint32_t at = story_steps[story_step].first; at < story_steps[story_step].end; ++at)
      for (const Write& write : failing.writes_of(failing.steps[at]))
        if (!known.contains(place(failing, write))) return story_step + 1;
  return 0;
}

bool gather_steps(Trace& trace, bool together, std::vector<StoryStep>& story_steps) {
  const std::vector<Step> recorded = trace.steps;
  std::vector<std::vector<Cell>> content;
  for (const TraceBuffer& buffer : trace.buffers) content.push_back(buffer.start);
  story_steps.clear();
  bool all_together = true;
  for (std::size_t begin = 0; begin < recorded.size();) {
    std::size_t end = begin;
    while (end < recorded.size() && recorded[end].pass == recorded[begin].pass) ++end;
    const std::span<const Step> pass(recorded.data() + begin, end - begin);
    std::vector<Place> places = places_of(pass);
    for (std::size_t i = 0; i < places.size(); ++i) trace.steps[begin + i] = pass[places[i].step];
    const bool has_messages = std::ranges::any_of(pass, [](const Step& step) { return step.messages > 0; });
    bool joined = together && !has_messages;
    if (joined) {
      auto after = content;
      joined = same_values(trace, {trace.steps.data() + begin, pass.size()}, after);
      if (joined) content = std::move(after);
    }
    if (!joined) {
      std::copy(pass.begin(), pass.end(), trace.steps.begin() + static_cast<std::ptrdiff_t>(begin));
      if (together) {
        all_together = false;
        same_values(trace, pass, content);
      }
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto at = static_cast<std::uint32_t>(begin + i);
      const bool goes_on =
          joined && i > 0 && places[i].ordinal == places[i - 1].ordinal && places[i].label == places[i - 1].label;
      if (goes_on)
        story_steps.back().end = at + 1;
      else
        story_steps.push_back({at, at + 1, 0});
    }
    begin = end;
  }
  return together && all_together;
}

std::vector<StoryPhase> phases_of(const Trace& trace, std::vector<StoryStep>& story_steps) {
  std::vector<StoryPhase> story_phases;
  const auto step = [&](std::size_t story_step) -> const Step& { return trace.steps[story_steps[story_step].first]; };
  for (std::size_t begin = 0; begin < story_steps.size();) {
    std::size_t end = begin;
    bool one_phase = true, one_block = true;
    for (; end < story_steps.size() && step(end).pass == step(begin).pass; ++end) {
      one_phase &= step(end).phase() == step(begin).phase();
      one_block &= step(end).block == step(begin).block;
    }
    // Blocks one after the other: a phase is a block. Else a phase, or where there is but one phase, its parts.
    const auto same = [&](std::size_t a, std::size_t b) {
      if (!one_block) return step(a).block == step(b).block;
      return one_phase ? step(a).label == step(b).label : step(a).phase() == step(b).phase();
    };
    for (std::size_t first = begin; first < end;) {
      std::size_t last = first;
      while (last < end && same(first, last)) story_steps[last++].story_phase = static_cast<int>(story_phases.size());
      std::string name = one_block ? name_of(trace, story_steps, first, last)
                                   : fmt::format("block {}", step(first).block + trace.first_block());
      story_phases.push_back({std::move(name), step(first).pass, first, last});
      first = last;
    }
    begin = end;
  }
  return story_phases;
}

}  // namespace satscope::app
