// SPDX-License-Identifier: Apache-2.0
// Reliable timing: correct first, warmed up, on data that no cache holds from the run before, many samples, only device work.
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/laps.h"
#include "kernels/last_times.h"
#include "kernels/plan.h"
#include "kernels/reference.h"

namespace satscope {

struct HowToMeasure {
  int samples = 0;            ///< 0: as many as the time allows, 5 to 60; fewer if a run takes long
  int threads = 0;            ///< of the host, as of Engine
  int sets = 0;               ///< of buffers that runs rotate through; 0: more than caches hold
  std::stop_token stop = {};  ///< asked between two passes; then there are fewer samples, or none
};

/// How `measure` works, in sentences, with its numbers.
std::vector<std::string> protocol_of(Machine machine);

struct Measured {
  Comparison comparison;  ///< of the first table with the reference
  LastTimes times;        ///< milliseconds of a run; none if the table is wrong
  int sets = 0;           ///< of buffers that runs rotate through
  int threads = 0;        ///< of the host, that were used; 0 on the GPU
};

/// Compares a table with the reference; if it is right, times the plan (sampler.h: timed_passes). Throws as Engine does.
Measured measure(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture, Machine machine,
                 const HowToMeasure& how = {});

/// The same for any plan. compare: of the first result, the plan's last buffer.
Measured measure(Plan plan, std::span<const std::byte> picture, Machine machine, const HowToMeasure& how,
                 const std::function<Comparison(std::span<const std::byte>)>& compare);

/// Times other work that rotates through sets of buffers, for about this long. stream: null on the host.
LastTimes measure_runs(const Stream* stream, int sets, double milliseconds, Laps::Run run);

}  // namespace satscope
