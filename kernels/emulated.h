// SPDX-License-Identifier: Apache-2.0
// Whether the times of an algorithm on a machine are those of code for that machine.
#pragma once
#include "kernels/plan.h"

namespace satscope {

/// Whether the CPU emulates it: its passes are kernels whose threads the host runs one after the other, so its times there say
/// nothing of what a CPU can do. Not so what is written for a CPU (`cpu-simd`, `opencv`), and a kernel of one thread
/// (`serial`), which is a plain loop on every machine. What a paper wrote for a CPU besides, as Angioloni and Pegoraro with
/// OpenMP, does not count: what runs here is the kernel.
inline bool emulated(const Algorithm& algorithm, Machine machine) {
  return machine == Machine::cpu && algorithm.traced() && !algorithm.trace_sizes.empty() &&
         algorithm.trace_sizes.back().block > 1;
}

/// What "emulated" stands for, wherever it does.
inline constexpr const char* k_emulated =
    "Emulated: the CPU runs a GPU kernel thread by thread, so the time does not show what a CPU can do.";

}  // namespace satscope
