// SPDX-License-Identifier: Apache-2.0
// Reliable timing: warmed up, on data that no cache holds from the run before, many samples, only device work.
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/device.h"
#include "kernels/plan.h"

namespace satscope {

/// Milliseconds of single runs. GPU samples are averages over a graph of consecutive runs, which keeps launch gaps small.
struct Timings {
  std::vector<double> milliseconds;  ///< sorted
  /// The value below which this fraction (0 ... 1) of the samples lies.
  double percentile(double share) const;
  double median() const { return percentile(0.5); }
};

struct HowToMeasure {
  int samples = 0;             ///< 0: as many as the time allows, at least 5, at most 60
  double milliseconds = 1500;  ///< for all samples together, if their number is not given
  int threads = 0;             ///< of the host; 0 for all
  std::stop_token stop = {};   ///< asked for between two samples: then there are fewer
};

/// How `measure` works, in sentences, with its numbers.
std::vector<std::string> protocol_of(Machine machine);

/// Times a whole plan on copies of its buffers that together exceed the cache. Throws as Engine does.
Timings measure(const Plan& plan, std::span<const std::byte> picture, Machine machine, const HowToMeasure& how = {});

/// Times `work(set)`, which enqueues one run on buffer set number `set` of `sets`.
Timings measure_on_gpu(const Stream& stream, int sets, const HowToMeasure& how, const std::function<void(int set)>& work);
Timings measure_on_cpu(int sets, const HowToMeasure& how, const std::function<void(int set)>& work);

/// How many buffer sets of this size exceed twice the cache (at least 2).
int sets_beyond_cache(std::size_t bytes_per_set, Machine machine);

}  // namespace satscope
