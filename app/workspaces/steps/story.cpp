// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <stdexcept>
#include <tuple>

#include "app/workspaces/steps/guess.h"
#include "app/workspaces/steps/twin.h"
#include "kernels/filters/filter_trace.h"
#include "kernels/registry.h"
#include "kernels/trace/barrier_names.h"

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
std::string name_of(const Trace& trace, const std::vector<Beat>& beats, std::size_t first, std::size_t end) {
  const Step& step = trace.steps[beats[first].first];
  for (std::size_t i = first; i < end; ++i)
    if (trace.steps[beats[i].first].label != step.label) return std::string(step.phase());
  return step.label;
}

TypePair type_for(const StoryRequest& wanted) {
  if (!wanted.type.empty()) {
    const TypePair* pair = find_type_pair(wanted.type);
    if (!pair) throw std::invalid_argument(fmt::format("there is no type '{}'", wanted.type));
    return *pair;
  }
  try {
    pixels_as(wanted.samples, Scalar::u8);
    return *find_type_pair("8u32u");
  } catch (const InputError&) {
    return *find_type_pair("32f32f");
  }
}

/// Only a race can spoil a table.
std::optional<Spoilt> spoilt_by(const Trace& trace, const Algorithm& algorithm, const Request& request,
                                std::span<const std::byte> pixels, const std::set<Barrier>& deleted_barriers) {
  if (deleted_barriers.empty() || trace.races.empty()) return std::nullopt;
  auto table = find_wrong_table(algorithm, request, pixels, deleted_barriers);
  if (!table) return std::nullopt;
  return Spoilt{std::move(*table), run_apart(algorithm, request, pixels, {}).cells};
}

std::vector<Extremes> extremes_of(const Trace& trace, const std::vector<std::uint32_t>& given) {
  constexpr double k_far = std::numeric_limits<double>::infinity();
  std::vector<Extremes> all(trace.buffers.size(), Extremes{k_far, -k_far});
  const auto note = [&](std::size_t buffer, const Cell& cell) {
    const double value = to_double(number(cell, trace.buffers[buffer].type));
    all[buffer].least = std::min(all[buffer].least, value);
    all[buffer].most = std::max(all[buffer].most, value);
  };
  for (const std::uint32_t buffer : given)  // the others begin with nothing
    for (const Cell& cell : trace.buffers[buffer].start) note(buffer, cell);
  for (const Write& write : trace.writes) note(write.buffer, write.after);
  for (Extremes& extremes : all)
    if (!(extremes.least <= extremes.most)) extremes = {};
  return all;
}

/// Without a hole, a segment has as many places as elements: the room for holes, which nothing touches, is not shown.
void trim_segments(Story& story) {
  Trace& trace = story.trace;
  const auto segment = static_cast<std::size_t>(story.sizes.segment);
  std::set<int> scans;
  for (const Step& step : trace.steps)
    if (step.phase() == "up-sweep") scans.insert(step.pass);
  std::vector<std::size_t> used(trace.buffers.size());
  for (const Read& read : trace.reads) used[read.buffer] = std::max<std::size_t>(used[read.buffer], read.index + 1);
  for (const Write& write : trace.writes) used[write.buffer] = std::max<std::size_t>(used[write.buffer], write.index + 1);
  for (std::size_t i = 0; i < trace.buffers.size(); ++i) {
    TraceBuffer& buffer = trace.buffers[i];
    if (buffer.space != Space::shared || !scans.contains(buffer.pass) || buffer.shape.height != 1) continue;
    if (used[i] > segment || buffer.shape.area() <= segment) continue;
    buffer.shape.width = static_cast<int>(segment);
    buffer.start.resize(segment);
  }
}

/// Leaves the first passes: their steps and what they cost.
void cut_after(Story& story, std::size_t passes) {
  Trace& trace = story.trace;
  if (passes == 0 || passes >= trace.passes.size()) return;
  std::erase_if(trace.steps, [&](const Step& step) { return static_cast<std::size_t>(step.pass) >= passes; });
  trace.passes.resize(passes);
  trace.total = {};
  for (const TracePass& pass : trace.passes) trace.total += pass.counters;
  story.costs.resize(passes);
}

}  // namespace

std::vector<Beat> beats_of_apart(const Trace& trace) {
  std::vector<Beat> beats;
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
      beats.back().end = static_cast<std::uint32_t>(at + 1);
    } else {
      beats.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1), 0});
      threads.clear();
    }
    threads.insert(thread(at));
  }
  return beats;
}

std::size_t first_wrong_beat(const Trace& failing, const std::vector<Beat>& beats, const Trace& right) {
  using Place = std::tuple<std::string_view, int, int, std::uint32_t, std::uint64_t>;
  const auto place = [](const Trace& trace, const Write& write) {
    const TraceBuffer& buffer = trace.buffers[write.buffer];
    return Place{buffer.name, buffer.pass, buffer.block, write.index, write.after.bits};
  };
  std::set<Place> known;
  for (const Write& write : right.writes) known.insert(place(right, write));
  for (std::size_t beat = 0; beat < beats.size(); ++beat)
    for (std::uint32_t at = beats[beat].first; at < beats[beat].end; ++at)
      for (const Write& write : failing.writes_of(failing.steps[at]))
        if (!known.contains(place(failing, write))) return beat + 1;
  return 0;
}

bool gather_beats(Trace& trace, bool together, std::vector<Beat>& beats) {
  const std::vector<Step> recorded = trace.steps;
  std::vector<std::vector<Cell>> content;
  for (const TraceBuffer& buffer : trace.buffers) content.push_back(buffer.start);
  beats.clear();
  bool all_together = true;
  for (std::size_t begin = 0; begin < recorded.size();) {
    std::size_t end = begin;
    while (end < recorded.size() && recorded[end].pass == recorded[begin].pass) ++end;
    const std::span<const Step> pass(recorded.data() + begin, end - begin);
    std::vector<Place> places = places_of(pass);
    for (std::size_t i = 0; i < places.size(); ++i) trace.steps[begin + i] = pass[places[i].step];
    const bool talks = std::ranges::any_of(pass, [](const Step& step) { return step.messages > 0; });
    bool joined = together && !talks;
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
        beats.back().end = at + 1;
      else
        beats.push_back({at, at + 1, 0});
    }
    begin = end;
  }
  return together && all_together;
}

std::vector<Chapter> chapters_of(const Trace& trace, std::vector<Beat>& beats) {
  std::vector<Chapter> chapters;
  const auto step = [&](std::size_t beat) -> const Step& { return trace.steps[beats[beat].first]; };
  for (std::size_t begin = 0; begin < beats.size();) {
    std::size_t end = begin;
    bool one_phase = true, one_block = true;
    for (; end < beats.size() && step(end).pass == step(begin).pass; ++end) {
      one_phase &= step(end).phase() == step(begin).phase();
      one_block &= step(end).block == step(begin).block;
    }
    // Blocks one after the other: a chapter is a block. Else a phase, or where there is but one phase, its parts.
    const auto same = [&](std::size_t a, std::size_t b) {
      if (!one_block) return step(a).block == step(b).block;
      return one_phase ? step(a).label == step(b).label : step(a).phase() == step(b).phase();
    };
    for (std::size_t first = begin; first < end;) {
      std::size_t last = first;
      while (last < end && same(first, last)) beats[last++].chapter = static_cast<int>(chapters.size());
      std::string name = one_block ? name_of(trace, beats, first, last) : fmt::format("block {}", step(first).block + 1);
      chapters.push_back({std::move(name), step(first).pass, first, last});
      first = last;
    }
    begin = end;
  }
  return chapters;
}

std::string to_text(const Sizes& sizes) {
  std::string text = fmt::format("warp {}", sizes.warp);
  if (sizes.block > 0) text += fmt::format(", block {}", sizes.block);
  if (sizes.segment > 0) text += fmt::format(", segment {}", sizes.segment);
  if (sizes.tile > 0) text += fmt::format(", tile {}", sizes.tile);
  return text;
}

namespace {

bool has_words(const Plan& plan) {
  return std::ranges::any_of(plan.buffers, [](const Buffer& buffer) { return buffer.words; });
}

/// As many as a warp has lanes; half of them where the algorithm is told of the 16 of an old machine.
int banks_for(const Algorithm& algorithm, const StoryRequest& wanted, int warp) {
  const bool old = algorithm.find_param("banks") && choice(algorithm, wanted.params, "banks") == "16";
  return old ? std::max(1, warp / 2) : warp;
}

/// The order of blocks is told only where it is seen: others run one after the other.
TraceOptions options_for(const StoryRequest& wanted, const Plan& plan, int banks) {
  return {
      .schedule = has_words(plan) ? wanted.schedule : Schedule{}, .banks = banks, .deleted_barriers = wanted.deleted_barriers};
}

/// From here on the trace is that of the threads run apart, with races and counters of the run that found them.
void step_the_failing_run(const StoryRequest& wanted, const Algorithm& algorithm, std::span<const std::byte> pixels,
                          Story& story) {
  Trace apart = trace_apart(algorithm, story.request, pixels, story.spoilt->table.order, wanted.deleted_barriers);
  apart.races = std::move(story.trace.races);
  apart.barriers = std::move(story.trace.barriers);
  apart.total = story.trace.total;
  for (std::size_t i = 0; i < apart.passes.size(); ++i) apart.passes[i].counters = story.trace.passes[i].counters;
  story.trace = std::move(apart);
  story.twin = {Twin::State::differ, "Without the barrier the steps end in another table"};
  story.check.reset();
  StoryRequest whole = wanted;
  whole.deleted_barriers.clear();
  story.right = make_story(whole);
}

void trace_algorithm(const StoryRequest& wanted, const Algorithm& algorithm, Story& story) {
  story.all_sizes = algorithm.trace_sizes;
  story.sizes = story.all_sizes[std::min(wanted.size, story.all_sizes.size() - 1)];
  story.request = {.extent = wanted.samples.extent,
                   .types = type_for(wanted),
                   .form = wanted.form,
                   .params = wanted.params,
                   .sizes = story.sizes};
  const Request& request = story.request;
  const std::vector<std::byte> pixels = pixels_as(wanted.samples, request.types.in);
  const Plan plan = algorithm.traced_plan(request);
  story.banks = banks_for(algorithm, wanted, story.request.sizes.warp);
  story.trace = satscope::trace(algorithm, request, pixels, options_for(wanted, plan, story.banks));
  story.has_words = has_words(plan);
  for (const Pass& pass : plan.passes) {
    story.costs.push_back(pass.cost);
    story.passes.push_back(pass.name);
  }
  if (algorithm.hardware) story.hardware = algorithm.hardware(request);
  story.twin = compare_twins(algorithm, request, pixels, story.trace);
  story.check = check_traced(algorithm, request, pixels, story.trace);
  story.spoilt = spoilt_by(story.trace, algorithm, request, pixels, wanted.deleted_barriers);
  if (story.spoilt) step_the_failing_run(wanted, algorithm, pixels, story);
  if (algorithm.find_param("padding") && !flag(algorithm, request.params, "padding")) trim_segments(story);
  cut_after(story, static_cast<std::size_t>(wanted.passes));
}

void trace_filter(const StoryRequest& wanted, const Filter& filter, const Algorithm& tables, Story& story) {
  const auto sizes = filter_trace_sizes();
  story.all_sizes.assign(sizes.begin(), sizes.end());
  story.sizes = story.all_sizes[std::min(wanted.size, story.all_sizes.size() - 1)];
  story.request = {.extent = wanted.samples.extent,
                   .types = *find_type_pair("8u32u"),
                   .form = Form::inclusive,
                   .params = wanted.params,
                   .sizes = table_trace_sizes(tables, story.sizes)};
  const FilterRequest request{.extent = wanted.samples.extent,
                              .params = wanted.filter_params,
                              .regions = k_made_up_regions,
                              .faces = k_made_up_regions,
                              .table_params = wanted.params,
                              .sizes = story.sizes};
  story.filter = {.id = filter.id,
                  .title = filter.title,
                  .request = request,
                  .made_up = {},
                  .reads = filter.reads,
                  .reads_by_formula = filter.reads_per_pixel(request),
                  .counted = {},
                  .table_makers = traced_table_makers(filter, request)};
  const std::vector<std::byte> pixels = pixels_as(wanted.samples, Scalar::u8);
  const FilterPlan plan = traced_filter_plan(filter, request, tables);
  const MadeUp made = made_up_inputs(plan, pixels);
  story.filter.made_up = made.sentence;
  for (const FilterPlan::Input& input : plan.inputs) story.given.push_back(static_cast<std::uint32_t>(input.buffer));
  const std::vector<std::span<const std::byte>> inputs(made.inputs.begin(), made.inputs.end());
  story.banks = banks_for(tables, wanted, story.sizes.warp);
  story.trace = satscope::trace_filter(filter, request, tables, pixels, inputs, options_for(wanted, plan.plan, story.banks));
  story.has_words = has_words(plan.plan);
  story.filter.counted = counted_reads(story.trace);
  for (const Pass& pass : plan.plan.passes) story.costs.push_back(pass.cost);
  story.twin = compare_filter_twins(filter, request, tables, pixels, inputs, story.trace);
}

}  // namespace

std::shared_ptr<const Story> make_story(const StoryRequest& wanted) {
  const Algorithm& algorithm = known_algorithm(wanted.algorithm);
  if (!algorithm.traced()) throw std::invalid_argument(algorithm.untraced);
  if (std::ranges::any_of(wanted.deleted_barriers, [](const Barrier& barrier) { return barrier.line == 0; })) {
    StoryRequest lines = wanted;
    lines.deleted_barriers.clear();
    lines.deleted_barriers = by_line(make_story(lines)->trace, wanted.deleted_barriers);
    return make_story(lines);
  }
  const Filter* filter = wanted.filter.empty() ? nullptr : &known_filter(wanted.filter);
  static std::atomic<std::uint64_t> made{0};
  auto story = std::make_shared<Story>();
  story->number = ++made;
  story->picture_name = wanted.samples.name;
  story->algorithm_id = algorithm.id;
  story->algorithm_title = algorithm.title;
  if (filter)
    trace_filter(wanted, *filter, algorithm, *story);
  else
    trace_algorithm(wanted, algorithm, *story);
  if (wanted.nameless) take_names_out(*story);
  if (story->right) {
    story->together = false;
    story->beats = beats_of_apart(story->trace);
    story->first_wrong = first_wrong_beat(story->trace, story->beats, story->right->trace);
  } else {
    story->together = gather_beats(story->trace, wanted.together, story->beats);
  }
  story->chapters = chapters_of(story->trace, story->beats);
  story->large_beats = large_touches(story->trace, story->beats);
  story->key_frames = key_frames(story->trace);
  story->extremes = extremes_of(story->trace, story->given);
  story->deleted_barriers = wanted.deleted_barriers;
  return story;
}

}  // namespace satscope::app
