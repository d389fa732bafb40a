// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/cross_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/registry.h"
#include "kernels/trace/replay.h"

namespace satscope::app {
namespace {

/// What rounding may change, in parts of a sum.
double rounding_of(Scalar type) { return type == Scalar::f32 ? 1e-4 : 1e-12; }

/// The last buffer of a plan after a run on poison. inputs: what is filled in, by number of buffer.
std::vector<std::byte> result_on(Machine machine, Plan plan,
                                 const std::vector<std::pair<int, std::span<const std::byte>>>& inputs) {
  Engine engine(std::move(plan), machine, 1);
  engine.poison();
  for (const auto& [buffer, content] : inputs) engine.write(buffer, content);
  engine.run();
  std::vector<std::byte> table(engine.plan().buffers[static_cast<std::size_t>(engine.plan().table())].packed_bytes());
  engine.read(engine.plan().table(), table);
  return table;
}

/// The first element that differs; the element count if none does. Floats may differ by what rounding explains, because
/// machines of other sizes add in another order.
std::size_t first_difference(const std::vector<std::byte>& a, const std::vector<std::byte>& b, Scalar type) {
  const std::size_t size = size_of(type), count = a.size() / size;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::memcmp(a.data() + i * size, b.data() + i * size, size) == 0) continue;
    if (!is_float(type)) return i;
    const auto number = [&](const std::vector<std::byte>& table) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, table.data() + i * size, size);
      return to_double(value_of_bits(bits, type));
    };
    const double x = number(a), y = number(b);
    if (!(std::abs(x - y) <= rounding_of(type) * std::max(1.0, std::abs(x)))) return i;
  }
  return count;
}

/// Compares the trace's result with that of each machine which can run it. run: empty where it cannot.
template <class Run>
CrossCheck compare(const Trace& trace, const Run& run) {
  try {
    const TraceBuffer& about = trace.buffers[static_cast<std::size_t>(trace.table)];
    const std::vector<std::byte> traced = raw_result(trace);
    const auto width = static_cast<std::size_t>(about.shape.width);
    std::string agreeing;
    for (const Machine machine : {Machine::cpu, Machine::gpu}) {
      if (machine == Machine::gpu && !gpu_status().usable) continue;
      const std::optional<std::vector<std::byte>> result = run(machine);
      if (!result) continue;
      const std::string_view name = machine == Machine::cpu ? "CPU" : "GPU";
      const std::size_t at = first_difference(traced, *result, about.type);
      if (at < about.shape.area())
        return {CrossCheck::State::differ, fmt::format("Steps and {} differ first at ({}, {})", name, at % width, at / width)};
      agreeing += fmt::format("{}{}", agreeing.empty() ? "" : " and the ", name);
    }
    if (agreeing.empty()) return {CrossCheck::State::unknown, "No other machine here runs this request"};
    return {CrossCheck::State::agree, fmt::format("Steps match the {}", agreeing)};
  } catch (const std::exception& problem) {
    return {CrossCheck::State::unknown, problem.what()};
  }
}

}  // namespace

CrossCheck cross_check_of(const Algorithm& algorithm, const Request& request, std::span<const std::byte> pixels,
                          const Trace& trace) {
  Request real = request;
  real.sizes = {};
  return compare(trace, [&](Machine machine) -> std::optional<std::vector<std::byte>> {
    if (!refusal(algorithm, real, machine).empty()) return std::nullopt;
    Plan plan = algorithm.plan(real);
    return result_on(machine, std::move(plan), {{plan.picture(), pixels}});
  });
}

TableCheck check_traced(const Algorithm& algorithm, const Request& request, std::span<const std::byte> pixels,
                        const Trace& trace) {
  const std::vector<std::byte> table = raw_result(trace);
  const TableView view{.bytes = table, .picture = request.extent, .form = request.form, .type = request.types.out};
  const double depth = is_float(request.types.out) ? algorithm.float_depth(request) : 0;
  return check_table(request.types, rows_of(pixels, request.extent, request.types.in), view, depth);
}

namespace {

/// Whether it is the sum of these pixels, or of their squares, added up one by one.
bool sums_its_pixels(const Trace& trace, const Cell& cell, Scalar type, bool squares) {
  const TraceBuffer& picture = trace.buffers.front();
  const std::vector<std::int32_t> counts = trace.provenance.counts(cell.pixels, picture.shape);
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double pixel = to_double(number(picture.start[i], picture.type));
    const double part = counts[i] * (squares ? pixel * pixel : pixel);
    sum += part;
    size += std::abs(part);
  }
  const double value = to_double(number(cell, type));
  if (is_float(type)) return std::abs(value - sum) <= rounding_of(type) * std::max(1.0, size);
  return std::remainder(value - sum, std::pow(2.0, 8.0 * static_cast<double>(size_of(type)))) == 0;
}

}  // namespace

PassCheck check_last_pass(const Trace& trace, bool squares) {
  if (trace.steps.empty()) return {};
  std::map<std::uint32_t, std::set<std::uint32_t>> written;  // places, by buffer
  for (const Step& step : trace.steps)
    if (step.pass == trace.steps.back().pass)
      for (const Write& write : trace.writes_of(step))
        if (trace.buffers[write.buffer].space == Space::global) written[write.buffer].insert(write.index);
  if (written.empty()) return {};
  const auto& [buffer, places] = *std::ranges::max_element(written, {}, [](const auto& one) { return one.second.size(); });
  const TraceBuffer& about = trace.buffers[buffer];
  Replay replay(trace);
  replay.go_to(trace.steps.size());
  PassCheck check{.buffer = about.name, .all = places.size()};
  for (const std::uint32_t place : places)
    if (sums_its_pixels(trace, replay.content(buffer)[place], about.type, squares)) ++check.right;
  return check;
}

CrossCheck cross_check_of_filter(const Filter& filter, const FilterRequest& request, const Algorithm& tables,
                                 std::span<const std::byte> pixels, std::span<const std::span<const std::byte>> inputs,
                                 const Trace& trace) {
  FilterRequest real = request;
  real.sizes = {};
  return compare(trace, [&](Machine machine) -> std::optional<std::vector<std::byte>> {
    if (!refusal(filter, real, tables, machine).empty()) return std::nullopt;
    FilterPlan plan = filter_plan(filter, real, tables);
    std::vector<std::pair<int, std::span<const std::byte>>> contents{{plan.plan.picture(), pixels}};
    for (std::size_t i = 0; i < inputs.size(); ++i) contents.emplace_back(plan.inputs[i].buffer, inputs[i]);
    return result_on(machine, std::move(plan.plan), contents);
  });
}

}  // namespace satscope::app
