// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/tracing.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

#include "kernels/adopted.h"
#include "kernels/reference.h"
#include "kernels/trace/recorder.h"
#include "kernels/units.h"

namespace satscope {

void fill(Recorder& recorder, const Plan& plan, int buffer, std::span<const std::byte> raw) {
  const Buffer& about = plan.buffers[static_cast<std::size_t>(buffer)];
  if (raw.size() != about.packed_bytes())
    throw std::invalid_argument(fmt::format("'{}' has {} bytes, not {}", about.name, about.packed_bytes(), raw.size()));
  std::vector<Cell>& cells = recorder.content(buffer);
  const auto width = static_cast<std::size_t>(about.shape.width), size = size_of(about.type);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::memcpy(&cells[i].bits, raw.data() + i * size, size);  // little-endian
    if (buffer == plan.picture())
      cells[i].pixels = recorder.provenance().pixel(static_cast<int>(i % width), static_cast<int>(i / width));
  }
}

void add_plan_buffers(Recorder& recorder, const Plan& plan, std::span<const std::byte> picture) {
  for (const Buffer& buffer : plan.buffers)
    recorder.add_buffer({.name = buffer.name, .space = Space::global, .type = buffer.type, .shape = buffer.shape});
  fill(recorder, plan, plan.picture(), picture);
}

bool sums_exactly(Provenance& provenance, std::span<const Cell> table, const Request& request) {
  const Extent extent = table_extent(request.extent, request.form);
  const int beyond = request.form == Form::inclusive ? 1 : 0;
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x)
      if (table[static_cast<std::size_t>(y * extent.width + x)].pixels != provenance.rectangle(0, 0, x + beyond, y + beyond))
        return false;
  return true;
}

void check_extent(Extent extent) {
  if (extent.width > k_trace_limit || extent.height > k_trace_limit)
    throw std::invalid_argument(fmt::format("a trace of {}x{} is not supported; the largest is {}x{} pixels", extent.width,
                                            extent.height, k_trace_limit, k_trace_limit));
}

std::vector<std::byte> raw_elements(std::span<const Cell> cells, Scalar type) {
  const std::size_t size = size_of(type);
  std::vector<std::byte> bytes(cells.size() * size);
  for (std::size_t i = 0; i < cells.size(); ++i) std::memcpy(bytes.data() + i * size, &cells[i].bits, size);
  return bytes;
}

// because: registry.cpp refers to them weakly
[[gnu::used]] static const auto k_linked_plans = &plans_traced;
[[gnu::used]] static const auto k_linked_drafts = &drafts_traced;

Trace trace(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
            const TraceOptions& options) {
  check_extent(request.extent);
  if (const TraceMaker* maker = trace_maker_of(algorithm)) return (*maker)(request, picture, options);
  const Plan plan = algorithm.traced_plan(request);
  Recorder recorder({.schedule = options.schedule,
                     .banks = options.banks > 0 ? options.banks : request.sizes.warp,
                     .deleted_barriers = options.deleted_barriers});
  add_plan_buffers(recorder, plan, picture);
  std::vector<Cell> start = recorder.content(plan.picture());
  for (const Pass& pass : plan.passes) pass.traced(recorder);

  const std::vector<Cell> table = recorder.content(plan.table());
  Trace trace = recorder.take();
  trace.picture = request.extent;
  trace.table = plan.table();
  trace.buffers[static_cast<std::size_t>(plan.picture())].start = std::move(start);
  trace.result_matches = trace.deadlocks.empty() &&
                         compare_with_reference(algorithm, request, picture, raw_elements(table, request.types.out)).correct;
  trace.provenance_exact = sums_exactly(trace.provenance, table, request);
  return trace;
}

}  // namespace satscope
