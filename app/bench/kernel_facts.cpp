// SPDX-License-Identifier: Apache-2.0
#include "app/bench/kernel_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/bench/budget_file.h"
#include "app/core/ordered_json.h"
#include "app/sources/samples.h"
#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/last_times.h"

namespace satscope::app {
namespace {

/// Of compute capability 9.0, for which the budget was recorded.
constexpr Multiprocessor k_recorded_on{.warps = 64, .blocks = 32, .registers = 65536, .shared_bytes = 228 * 1024};

KernelReport measured_facts(const Algorithm& algorithm, const Request& request) {
  KernelReport report{.measured = true,
                      .where = fmt::format("By the driver of {}, and timed on noise of {}x{}.", gpu_status().device,
                                           request.extent.width, request.extent.height),
                      .kernels = {}};
  const Multiprocessor on = multiprocessor();
  for (const PassTime& pass : pass_times(algorithm, request))
    for (const Launched& launch : pass.launches)
      report.kernels.push_back({.pass = pass.name,
                                .launch = launch,
                                .occupancy = occupancy(launch, on),
                                .milliseconds = pass.milliseconds,
                                .gigabytes_per_second = pass.bytes / pass.milliseconds / 1e6});
  return report;
}

}  // namespace

KernelReport recorded_kernel_facts(const Algorithm& algorithm) {
  const Json budget = Json::parse(budget_text("budget.json"));
  KernelReport report{
      .where = fmt::format("No GPU is used here: registers and shared memory are from the recorded budget (CUDA {}, compute "
                           "capability 9.0), and the occupancy is computed from them.",
                           budget.at("toolkit").get<std::string>()),
      .kernels = {}};
  for (const auto& [name, kernel] : budget.at("kernels").items()) {
    if (kernel.at("algorithm") != algorithm.id) continue;
    const auto dynamic = kernel.value("asked", std::size_t{0});
    KernelFacts facts{.pass = {},
                      .launch = {.kernel = name,
                                 .threads = kernel.at("threads"),
                                 .registers = kernel.at("registers"),
                                 .shared_bytes = kernel.at("shared").get<std::size_t>() + dynamic,
                                 .dynamic_bytes = dynamic}};
    facts.launch.resident_blocks =
        resident_blocks_by_budget(facts.launch.threads, facts.launch.registers, facts.launch.shared_bytes, k_recorded_on);
    facts.occupancy = occupancy(facts.launch, k_recorded_on);
    report.kernels.push_back(facts);
  }
  return report;
}

KernelReport kernel_facts(const Algorithm& algorithm, const Request& request) {
  return gpu_status().usable ? measured_facts(algorithm, request) : recorded_kernel_facts(algorithm);
}

std::vector<PassTime> pass_times(const Algorithm& algorithm, const Request& request) {
  constexpr int k_warm = 3, k_runs = 21;
  Engine engine(algorithm.plan(request), Machine::gpu);
  // noise, because memory can be faster on zeros
  engine.write(engine.plan().picture(),
               pixels_as(load_input(fmt::format("pattern:noise:{}x{}:1", request.extent.width * request.channels,
                                                request.extent.height)),
                         request.types.in));
  std::vector<PassTime> passes;
  for (const Pass& pass : engine.plan().passes)
    passes.push_back({.name = pass.name, .bytes = pass.cost.bytes, .launches = launched_by([&](void* stream) {
                                                                     pass.gpu(engine.memory(), stream);
                                                                   })});
  std::vector<LastTimes> times(passes.size(), LastTimes(k_runs));
  for (int run = 0; run < k_warm + k_runs; ++run) {
    engine.run_timed();
    engine.wait();
    const std::vector<double> took = engine.pass_milliseconds();
    for (std::size_t i = 0; i < passes.size() && run >= k_warm; ++i) times[i].add(took.at(i));
  }
  for (std::size_t i = 0; i < passes.size(); ++i) passes[i].milliseconds = times[i].median();
  return passes;
}

}  // namespace satscope::app
