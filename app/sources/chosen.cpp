// SPDX-License-Identifier: Apache-2.0
#include "app/sources/chosen.h"

#include <fmt/format.h>

#include "kernels/device.h"
#include "kernels/registry.h"

namespace satscope::app {

Chosen choose(std::optional<Machine> machine, const Algorithm* algorithm) {
  const GpuStatus& gpu = gpu_status();
  if (machine == Machine::gpu && !gpu.usable) throw std::runtime_error(gpu.reason);
  const Machine chosen = machine.value_or(gpu.usable ? Machine::gpu : Machine::cpu);
  if (!algorithm) algorithm = &default_algorithm(chosen);
  Chosen choice{.machine = chosen, .algorithm = algorithm, .reason = {}};
  if (!machine && chosen == Machine::gpu)
    choice.reason = fmt::format("{} runs on the GPU, {}", choice.algorithm->id, gpu.device);
  if (!machine && chosen == Machine::cpu)
    choice.reason = fmt::format("{} runs on the CPU ({}); the result is complete", choice.algorithm->id, gpu.reason);
  return choice;
}

}  // namespace satscope::app
