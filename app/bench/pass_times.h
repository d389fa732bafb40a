// SPDX-License-Identifier: Apache-2.0
// Each pass of an algorithm timed by itself on the GPU.
#pragma once
#include <string>
#include <vector>

#include "kernels/launched.h"
#include "kernels/plan.h"

namespace satscope::app {

struct PassTime {
  std::string name;
  double bytes = 0;         ///< of global memory, by the algorithm's own count
  double milliseconds = 0;  ///< median, between two events
  std::vector<Launched> launches;
};

/// Runs the algorithm on noise. Throws NotSupported without a GPU, or where it lacks the memory.
std::vector<PassTime> pass_times(const Algorithm& algorithm, const Request& request);

}  // namespace satscope::app
