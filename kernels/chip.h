// SPDX-License-Identifier: Apache-2.0
// Micro-benchmarks of a GPU, after Chen et al. 2018, Section V-A: how long a load of shared memory, a shuffle and an addition
// take, and how many of them a multiprocessor does in a clock.
#pragma once
#include <string>
#include <vector>

namespace satscope {

struct ChipClocks {
  // of one warp, each waiting for the one before; clocks
  double shared_latency = 0, shuffle_latency = 0, add_latency = 0;
  // of a multiprocessor full of warps, in a clock: bytes, lanes, lanes
  double shared_bytes = 0, shuffles = 0, adds = 0;
  double gigahertz = 0;  ///< of the clock meanwhile
};

/// The most that a multiprocessor of this compute capability does in a clock, by NVIDIA's programming guide.
struct ChipLimits {
  double shared_bytes, shuffles, adds;
};
ChipLimits chip_limits(int major, int minor);

/// For each number that cannot be true, a sentence: more in a clock than the chip has, or a latency below one clock.
std::vector<std::string> chip_faults(const ChipClocks& measured, const ChipLimits& limits);

/// Runs them on the GPU, some milliseconds each. Throws NotSupported without one.
ChipClocks measure_chip();

}  // namespace satscope
