// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "app/workspaces/steps/guess/guess.h"
#include "app/workspaces/steps/trace/cross_check.h"
#include "kernels/adopted.h"
#include "kernels/filters/filter_trace.h"
#include "kernels/registry.h"
#include "kernels/trace/barrier_names.h"
#include "kernels/trace/trace.h"
#include "kernels/trace/trace_sizes.h"

namespace satscope::app {
namespace {

constexpr std::uint32_t k_never = std::numeric_limits<std::uint32_t>::max();

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
std::optional<FailingRun> failing_run_of(const Trace& trace, const Algorithm& algorithm, const Request& request,
                                         std::span<const std::byte> pixels, const StoryRequest& wanted) {
  if (wanted.deleted_barriers.empty() || trace.races.empty()) return std::nullopt;
  auto table = find_wrong_table(algorithm, request, pixels, wanted.deleted_barriers, wanted.passes);
  if (!table) return std::nullopt;
  std::vector<Cell> right = run_apart(algorithm, request, pixels, {}, {}, table->judged).cells;
  return FailingRun{std::move(*table), std::move(right)};
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

std::vector<std::vector<std::uint32_t>> first_writes(const Trace& trace, const std::vector<std::uint32_t>& given) {
  std::vector<std::vector<std::uint32_t>> first;
  for (const TraceBuffer& buffer : trace.buffers) first.emplace_back(buffer.shape.area(), k_never);
  for (const std::uint32_t buffer : given) std::ranges::fill(first[buffer], 0U);
  for (std::size_t step = trace.steps.size(); step-- > 0;)
    for (const Write& write : trace.writes_of(trace.steps[step]))
      first[write.buffer][write.index] = std::min(first[write.buffer][write.index], static_cast<std::uint32_t>(step + 1));
  return first;
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

/// Of a large array in a user's file the places up to the last one that a block uses.
void trim_unused_ends(Trace& trace) {
  constexpr int k_small = 24;  // is shown whole
  std::map<std::pair<int, std::string>, int> used;
  const auto use = [&](const auto& access) {
    const TraceBuffer& buffer = trace.buffers[access.buffer];
    if (buffer.space != Space::shared) return;
    int& most = used[{buffer.pass, buffer.name}];
    most = std::max(most, static_cast<int>(access.index) + 1);
  };
  std::ranges::for_each(trace.reads, use);
  std::ranges::for_each(trace.writes, use);
  for (TraceBuffer& buffer : trace.buffers) {
    const auto most = used.find({buffer.pass, buffer.name});
    if (buffer.space != Space::shared || buffer.shape.height != 1 || buffer.row > 0 || most == used.end()) continue;
    if (buffer.shape.width <= std::max(k_small, 2 * most->second)) continue;
    buffer.declared = std::exchange(buffer.shape.width, most->second);
    buffer.start.resize(static_cast<std::size_t>(most->second));
  }
}

/// Of barriers and races those in sources that the steps of the trace run.
void keep_what_steps_run(Trace& trace) {
  std::set<std::string, std::less<>> files;
  const auto add = [&](std::string_view path) { files.emplace(path.substr(path.rfind('/') + 1)); };
  for (const Step& step : trace.steps) {
    add(step.file);
    for (const Read& read : trace.reads_of(step)) add(trace.files[read.file]);
    for (const Write& write : trace.writes_of(step)) add(trace.files[write.file]);
  }
  std::erase_if(trace.barriers, [&](const Barrier& barrier) { return !files.contains(barrier.file); });
  std::erase_if(trace.races, [&](const Race& race) { return !files.contains(race.first.at.file); });
}

/// Leaves the first passes: their steps and what they cost. There is no table yet, so what the last of them wrote is checked.
void cut_after(Story& story, std::size_t passes) {
  Trace& trace = story.trace;
  if (passes == 0 || passes >= trace.passes.size()) return;
  std::erase_if(trace.steps, [&](const Step& step) { return static_cast<std::size_t>(step.pass) >= passes; });
  trace.passes.resize(passes);
  trace.total = {};
  for (const TracePass& pass : trace.passes) trace.total += pass.counters;
  story.costs.resize(passes);
  keep_what_steps_run(trace);
  story.pass_check = check_last_pass(trace, story.request.types.squares);
  if (!story.failing_run) return;
  const ApartTable& failing = story.failing_run->table;
  story.pass_check = {
      .buffer = failing.judged.name, .right = failing.cells.size() - failing.wrong.size(), .all = failing.cells.size()};
}

/// By origin: whether a zero counts as a result, such as the sum of nothing at which an exclusive scan begins. It counts if a
/// kernel wrote it, or computed it from one that counts. Zeros that a step loads in place of pixels beyond the picture do not
/// count: they only fill up a row.
std::vector<bool> zeros_that_count(const Trace& trace) {
  std::set<std::pair<int, std::string_view>> loading;  // because: a block beside the picture reads nothing in such a step
  for (const Step& step : trace.steps)
    if (std::ranges::any_of(trace.reads_of(step),
                            [&](const Read& read) { return trace.buffers[read.buffer].space == Space::global; }))
      loading.emplace(step.pass, step.label);
  std::vector<bool> zeros(trace.origins.size());
  for (const Step& step : trace.steps) {
    if (loading.contains({step.pass, step.label})) continue;
    for (const Write& write : trace.writes_of(step)) {
      const OriginId id = write.after.origin;
      const bool now = id >= step.first_origin && id < step.first_origin + step.origins;
      if (now && trace.origins[id].kind == Origin::Kind::constant && write.after == Cell{}) zeros[id] = true;
    }
  }
  // because: a result stays one when it is read again, and when nothing or another is added to it
  for (OriginId id = 1; id < trace.origins.size(); ++id) {
    const Origin& origin = trace.origins[id];
    const bool adds = origin.kind == Origin::Kind::sum || origin.kind == Origin::Kind::difference;
    if (origin.bits != 0 || origin.pixels != 0 || (!adds && origin.kind != Origin::Kind::load)) continue;
    if (zeros[origin.first] || (adds && zeros[origin.second])) zeros[id] = true;
  }
  return zeros;
}

}  // namespace

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

/// As many as a warp has lanes; half of them where the algorithm is described for the 16 of an old machine.
int banks_for(const Algorithm& algorithm, const StoryRequest& wanted, int warp) {
  const bool old = algorithm.find_param("banks") && choice(algorithm, wanted.params, "banks") == "16";
  return old ? std::max(1, warp / 2) : warp;
}

/// The order of blocks is named only where it is seen: others run one after the other.
TraceOptions options_for(const StoryRequest& wanted, const Plan& plan, int banks) {
  return {.schedule = has_words(plan) ? wanted.schedule : Schedule{},
          .banks = banks,
          .deleted_barriers = wanted.deleted_barriers,
          .stop = wanted.stop};
}

/// From here on the trace is that of the threads run apart, with races and counters of the run that found them.
void step_the_failing_run(const StoryRequest& wanted, const Algorithm& algorithm, std::span<const std::byte> pixels,
                          Story& story) {
  Trace apart = trace_apart(algorithm, story.request, pixels, story.failing_run->table.order, wanted.deleted_barriers);
  apart.races = std::move(story.trace.races);
  apart.barriers = std::move(story.trace.barriers);
  apart.total = story.trace.total;
  for (std::size_t i = 0; i < apart.passes.size(); ++i) apart.passes[i].counters = story.trace.passes[i].counters;
  story.trace = std::move(apart);
  story.cross_check = {CrossCheck::State::differ, story.failing_run->table.judged.name.empty()
                                                      ? "Without the barrier the steps end in another table"
                                                      : "Without the barrier the steps make other numbers"};
  story.check.reset();
  StoryRequest whole = wanted;
  whole.deleted_barriers.clear();
  story.right = make_story(whole);
}

/// Of an algorithm whose passes are known only by its trace.
void take_what_is_traced(Story& story) {
  for (const TracePass& pass : story.trace.passes) {
    story.costs.emplace_back();
    story.passes.push_back(pass.name);
  }
  for (std::size_t i = 1; i < story.trace.buffers.size(); ++i)
    if (std::ranges::any_of(story.trace.buffers[i].start, [](const Cell& cell) { return cell.bits != 0; }))
      story.given.push_back(static_cast<std::uint32_t>(i));
}

void trace_algorithm(const StoryRequest& wanted, const Algorithm& algorithm, Story& story) {
  story.all_sizes = numbered_sizes(algorithm.trace_sizes);
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
  if (trace_maker_of(algorithm)) take_what_is_traced(story);
  if (story.trace.of_file) trim_unused_ends(story.trace);
  if (algorithm.hardware) story.hardware = algorithm.hardware(request);
  // because: a user's file has no second machine; its steps and its tables are made by the same runs
  if (!story.trace.of_file) story.cross_check = cross_check_of(algorithm, request, pixels, story.trace);
  story.check = check_traced(algorithm, request, pixels, story.trace);
  story.failing_run = failing_run_of(story.trace, algorithm, request, pixels, wanted);
  if (story.failing_run) step_the_failing_run(wanted, algorithm, pixels, story);
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
  story.cross_check = cross_check_of_filter(filter, request, tables, pixels, inputs, story.trace);
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
    story->steps = steps_of_apart(story->trace);
    story->first_wrong = first_wrong_step(story->trace, story->steps, story->right->trace);
  } else {
    story->together = gather_steps(story->trace, wanted.together, story->steps);
  }
  story->phases = phases_of(story->trace, story->steps);
  story->large_steps = large_touches(story->trace, story->steps);
  story->key_frames = key_frames(story->trace);
  story->extremes = extremes_of(story->trace, story->given);
  story->shared_uses = shared_uses(*story);
  story->phases_buffers = visible_buffers_of(*story);
  story->counted_zeros = zeros_that_count(story->trace);
  story->first_writes = first_writes(story->trace, story->given);
  story->deleted_barriers = wanted.deleted_barriers;
  return story;
}

std::vector<WrongEntry> wrong_entries(const Story& story) {
  const Trace& trace = story.trace;
  const auto table = static_cast<std::uint32_t>(trace.table);
  const Extent extent = trace.buffers[table].shape;
  struct Last {
    const Write* write = nullptr;
    std::size_t position = 0;
  };
  std::vector<Last> last(extent.area());
  for (std::size_t k = 0; k < story.steps.size(); ++k)
    for (std::uint32_t at = story.steps[k].first; at < story.steps[k].end; ++at)
      for (const Write& write : trace.writes_of(trace.steps[at]))
        if (write.buffer == table) last[write.index] = {&write, k + 1};
  std::vector<WrongEntry> wrong;
  Provenance provenance = trace.provenance;  // because: it may not know the right sets yet
  const int beyond = story.request.form == Form::inclusive ? 1 : 0;
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (!last[i].write) continue;
    const int x = static_cast<int>(i) % extent.width, y = static_cast<int>(i) / extent.width;
    if (last[i].write->after.pixels != provenance.rectangle(0, 0, x + beyond, y + beyond))
      wrong.push_back({{table, static_cast<std::uint32_t>(i)}, last[i].position});
  }
  return wrong;
}

}  // namespace satscope::app
