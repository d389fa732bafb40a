// SPDX-License-Identifier: Apache-2.0
// Whether an algorithm is emulated on a machine: then its time is not one of code for that machine.
#pragma once
#include "kernels/plan.h"

namespace satscope {

/// Whether the CPU emulates it: its passes are kernels whose threads the host runs one after the other, so the time does not
/// show what a CPU can do. This excludes code written for a CPU (`cpu-rows`, `cpu-simd`, `opencv`), and a kernel of one thread
/// (`serial`), which is a plain loop on every machine.
inline bool emulated(const Algorithm& algorithm, Machine machine) {
  return machine == Machine::cpu && algorithm.traced() && !algorithm.trace_sizes.empty() &&
         algorithm.trace_sizes.back().block > 1;
}

/// The meaning of "emulated", wherever it is shown.
inline constexpr const char* k_emulated =
    "Emulated: the CPU runs a GPU kernel thread by thread, so the time is that of the work of all threads together. It does "
    "not "
    "show what a CPU can do, nor which kernel is faster on a GPU, where many threads run at once.";

}  // namespace satscope
