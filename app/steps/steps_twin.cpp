// SPDX-License-Identifier: Apache-2.0
#include "app/steps/steps_twin.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/registry.h"
#include "kernels/trace/replay.h"

namespace satscope::app {
namespace {

std::vector<std::byte> table_on(Machine machine, const Algorithm& algorithm, const Request& request,
                                std::span<const std::byte> pixels) {
  Engine engine(algorithm.plan(request), machine, 1);
  engine.poison();
  engine.write(engine.plan().picture(), pixels);
  engine.run();
  std::vector<std::byte> table(engine.plan().buffers[static_cast<std::size_t>(engine.plan().table())].bytes());
  engine.read(engine.plan().table(), table);
  return table;
}

/// The first element that differs; the element count if none does. Floats may differ by what rounding explains, because
/// machines of other sizes add in another order.
std::size_t first_difference(const std::vector<std::byte>& a, const std::vector<std::byte>& b, Scalar type) {
  const std::size_t size = size_of(type), count = a.size() / size;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::memcmp(a.data() + i * size, b.data() + i * size, size) == 0) continue;
    if (type != Scalar::f32) return i;
    float x = 0, y = 0;
    std::memcpy(&x, a.data() + i * size, sizeof x);
    std::memcpy(&y, b.data() + i * size, sizeof y);
    constexpr float k_rounding = 1e-4F;
    if (!(std::abs(x - y) <= k_rounding * std::max(1.0F, std::abs(x)))) return i;
  }
  return count;
}

}  // namespace

Twin compare_twins(const Algorithm& algorithm, const Request& request, std::span<const std::byte> pixels, const Trace& trace) {
  try {
    Replay replay(trace);
    replay.go_to(trace.steps.size());
    const auto cells = replay.content(static_cast<std::size_t>(trace.table));
    const Scalar type = request.types.out;
    const std::vector<std::byte> traced = raw_elements(cells, type);
    const std::size_t width = static_cast<std::size_t>(table_extent(request.extent, request.form).width);
    Request real = request;
    real.sizes = {};
    std::string agreeing = "trace";
    for (const Machine machine : {Machine::cpu, Machine::gpu}) {
      if (machine == Machine::gpu && !gpu_status().usable) continue;
      if (!refusal(algorithm, real, machine).empty()) continue;
      const std::string_view name = machine == Machine::cpu ? "CPU" : "GPU";
      const std::size_t at = first_difference(traced, table_on(machine, algorithm, real, pixels), type);
      if (at < cells.size())
        return {Twin::State::differ, fmt::format("trace and {} differ first at ({}, {})", name, at % width, at / width)};
      agreeing += fmt::format(" = {}", name);
    }
    return {Twin::State::agree, agreeing};
  } catch (const std::exception& problem) {
    return {Twin::State::unknown, problem.what()};
  }
}

}  // namespace satscope::app
