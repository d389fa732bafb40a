// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machine/facts.h"

#include <fmt/chrono.h>

#include <ctime>

#include "app/bench/machine/build_info.h"
#include "app/bench/machine/system.h"
#include "kernels/engine.h"
#include "kernels/host_memory.h"

namespace satscope::app {
namespace {

std::string now_in_utc() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace

BenchFacts bench_facts() {
  const BuildInfo info = build_info();
  std::string processor = processor_name();
  return {.satscope = SATSCOPE_VERSION,
          .date = now_in_utc(),
          .processor = processor.empty() ? "CPU" : std::move(processor),
          .threads_offered = host_threads(),
          .memory_bytes = installed_host_memory(),
          .commit = info.commit,
          .compiler = info.compiler,
          .flags = info.flags,
          .governor = frequency_governor(),
          .system = system_text()};
}

}  // namespace satscope::app
