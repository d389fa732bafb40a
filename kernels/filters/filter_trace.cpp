// SPDX-License-Identifier: Apache-2.0
#include "kernels/filters/filter_trace.h"

#include <fmt/format.h>

#include <stdexcept>

#include "kernels/engine.h"
#include "kernels/trace/recorder.h"

namespace satscope {
namespace {

std::vector<std::byte> on_host(const FilterPlan& whole, std::span<const std::byte> picture,
                               std::span<const std::span<const std::byte>> inputs) {
  Engine engine(whole.plan, Machine::cpu, 1);
  engine.write(whole.plan.picture(), picture);
  for (std::size_t i = 0; i < inputs.size(); ++i) engine.write(whole.inputs[i].buffer, inputs[i]);
  engine.run();
  std::vector<std::byte> result(whole.plan.buffers.back().packed_bytes());
  engine.read(whole.plan.table(), result);
  return result;
}

}  // namespace

Trace trace_filter(const Filter& filter, const FilterRequest& request, const Algorithm& tables,
                   std::span<const std::byte> picture, std::span<const std::span<const std::byte>> inputs,
                   const TraceOptions& options) {
  check_extent(request.extent);
  const FilterPlan whole = traced_filter_plan(filter, request, tables);
  if (inputs.size() != whole.inputs.size())
    throw std::invalid_argument(
        fmt::format("{} takes {} inputs besides the picture, not {}", filter.id, whole.inputs.size(), inputs.size()));
  Recorder recorder({.schedule = options.schedule,
                     .banks = options.banks > 0 ? options.banks : request.sizes.warp,
                     .deleted_barriers = options.deleted_barriers});
  const std::vector<Buffer>& buffers = whole.plan.buffers;
  add_plan_buffers(recorder, whole.plan, picture);
  for (std::size_t i = 0; i < inputs.size(); ++i) fill(recorder, whole.plan, whole.inputs[i].buffer, inputs[i]);
  std::vector<std::vector<Cell>> start;
  for (std::size_t i = 0; i < buffers.size(); ++i) start.push_back(recorder.content(static_cast<int>(i)));

  for (const Pass& pass : whole.plan.passes) pass.traced(recorder);

  const std::vector<std::byte> result = raw_elements(recorder.content(whole.plan.table()), buffers.back().type);
  Trace trace = recorder.take();
  trace.picture = request.extent;
  trace.table = whole.plan.table();
  for (std::size_t i = 0; i < buffers.size(); ++i) trace.buffers[i].start = std::move(start[i]);
  trace.result_matches = trace.deadlocks.empty() && result == on_host(filter_plan(filter, request, tables), picture, inputs);
  return trace;
}

}  // namespace satscope
