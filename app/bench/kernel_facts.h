// SPDX-License-Identifier: Apache-2.0
// What each kernel of an algorithm takes of a multiprocessor, and how fast it moves its bytes: Bilgic's Table 1 for this
// machine.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "kernels/launched.h"
#include "kernels/plan.h"

namespace satscope::app {

struct KernelFacts {
  std::string pass;  ///< of the plan; empty where nothing ran
  Launched launch;   ///< blocks are 0 where nothing ran
  double occupancy = 0;
  std::optional<double> milliseconds = {};          ///< of the pass, median
  std::optional<double> gigabytes_per_second = {};  ///< bytes that the pass moves, by the algorithm's own count, over that time
};

struct KernelReport {
  bool measured = false;  ///< by the driver, on the GPU; else from the recorded budget
  std::string where;      ///< a sentence: where the numbers are from
  std::vector<KernelFacts> kernels;
};

/// On the GPU, where one is usable: runs the algorithm on noise. Else what the compiler said of its kernels when their budget
/// was recorded, and no times; there the request does not matter. Throws NotSupported where the GPU lacks memory for the
/// request.
KernelReport kernel_facts(const Algorithm& algorithm, const Request& request);
/// Always the latter.
KernelReport recorded_kernel_facts(const Algorithm& algorithm);

struct PassTime {
  std::string name;
  double bytes = 0;         ///< of global memory, by the algorithm's own count
  double milliseconds = 0;  ///< median, between two events
  std::vector<Launched> launches;
};

/// Runs the algorithm on noise. Throws NotSupported without a GPU, or where it lacks the memory.
std::vector<PassTime> pass_times(const Algorithm& algorithm, const Request& request);

}  // namespace satscope::app
