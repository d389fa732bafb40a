// SPDX-License-Identifier: Apache-2.0
// The counts of an engine as a list, for JSON and window. Not for CUDA sources: nvcc cannot compile the pointers to members.
#pragma once
#include <array>
#include <string_view>

#include "kernels/hardware.h"

namespace satscope {

/// One count of the engine: its id in JSON, and what is counted.
struct HardwareCount {
  std::string_view id, name;
  Formula Hardware::*formula;
};
inline constexpr std::array k_hardware_counts{HardwareCount{"cycles", "clock cycles", &Hardware::cycles},
                                              HardwareCount{"adders", "adders", &Hardware::adders},
                                              HardwareCount{"registers", "registers", &Hardware::registers},
                                              HardwareCount{"memory_bits", "memory bits", &Hardware::memory_bits}};

}  // namespace satscope
