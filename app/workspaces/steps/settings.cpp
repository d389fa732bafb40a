// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "app/session/fields.h"
#include "app/workspaces/steps/source/source.h"
#include "kernels/filter.h"
#include "kernels/registry.h"
#include "kernels/trace/fibers.h"

namespace satscope::app {
namespace {

/// Whether blocks can run in this order; why not, where they can't.
std::string problem_of_order(const std::string& order) {
  try {
    parse_schedule(order);
    return {};
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

void source_fields(Fields& io, StepsSource& source) {
  constexpr int k_farthest = 1 << 24;
  io("kind", source.kind, k_steps_source_kinds);
  io("x", source.x, {-1, k_farthest});
  io("y", source.y, {-1, k_farthest});
  io("side", source.side);
  io.allow([] { return fmt::format("one of {}", fmt::join(k_patch_sides, ", ")); });
  io.expect(std::ranges::find(k_patch_sides, source.side) != k_patch_sides.end(),
            [&] { return fmt::format("'side' is {}, allowed are {}", source.side, fmt::join(k_patch_sides, ", ")); });
  io("ready", source.ready);
  io.allow([] {
    std::vector<std::string_view> ids;
    for (const ReadyTable& table : ready_tables()) ids.push_back(table.id);
    return fmt::format("{}", fmt::join(ids, ", "));
  });
  io("typed", source.typed);
  io("from", source.from);
}

/// The id of a view; an empty one changes nothing.
void view_field(Fields& io, const char* name, std::string& view) {
  std::string id = view;
  io(name, id);
  io.expect(id.empty() || is_step_view(id), [&] { return fmt::format("'{}' is unknown for '{}'", id, name); });
  if (!id.empty()) view = id;
}

}  // namespace

void take_level(StepsSettings& settings, StepsLevel level) {
  settings.level = level;
  settings.panel = settings.counters = settings.code = level == StepsLevel::full;
}

void fields(Fields& io, StepsSettings& steps) {
  constexpr int k_any = std::numeric_limits<int>::max();
  io.within("source", [&](Fields& of) { source_fields(of, steps.source); });
  io("algorithm", steps.algorithm);
  io.allow([] { return "an id of `satscope list`"; });
  io.params("params", steps.params, find_algorithm(steps.algorithm));
  io("filter", steps.filter);
  io.allow([] { return "an id of `satscope list --filters`; empty: the algorithm"; });
  io.params("filter_params", steps.filter_params, find_filter(steps.filter));
  io("passes", steps.passes, {0, k_any, true});
  io("size", steps.size, {k_size_auto, k_any, true});
  io("form", steps.form, k_forms);
  io("type", steps.type, k_type_pairs);
  io("together", steps.together);
  io("order", steps.order);
  io.allow([] { return "ticket, random:SEED or reversed:N, of blocks"; });
  io.expect(problem_of_order(steps.order).empty(), [&] { return "'order': " + problem_of_order(steps.order); });
  view_field(io, "view", steps.view);
  view_field(io, "beside", steps.beside);
  if (io.lacks("level"))
    steps.level = StepsLevel::full;  // because: a session from before there were levels keeps what it shows
  io("level", steps.level, k_steps_levels);
  if (io.reads() && steps.level) take_level(steps, *steps.level);
  io("panel", steps.panel);
  io("counters", steps.counters);
  io("code", steps.code);
  io("all_arrows", steps.all_arrows);
  io("stage", steps.stage, {0, k_any, true});
  io("speed", steps.speed, {k_slowest, k_fastest});
  io("finish_in", steps.finish_in, {1, 600, true});
}

Form form_of(const StepsSettings& settings) {
  const Algorithm* algorithm = find_algorithm(settings.algorithm);
  return settings.form.value_or(algorithm ? algorithm->natural_form : Form::inclusive);
}

}  // namespace satscope::app
