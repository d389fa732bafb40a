// SPDX-License-Identifier: Apache-2.0
#include "app/bench/pass_times.h"

#include <fmt/format.h>

#include "app/sources/samples.h"
#include "kernels/engine.h"
#include "kernels/last_times.h"

namespace satscope::app {

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
