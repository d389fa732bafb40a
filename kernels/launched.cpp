// SPDX-License-Identifier: Apache-2.0
#include "kernels/launched.h"

#include <algorithm>

namespace satscope {
namespace {

constexpr int k_lanes = 32;
int warps_of(int threads) { return (threads + k_lanes - 1) / k_lanes; }

template <class T>
T rounded_up(T value, T to) {
  return (value + to - 1) / to * to;
}

}  // namespace

double occupancy(const Launched& launch, const Multiprocessor& on) {
  return on.warps > 0 ? static_cast<double>(launch.resident_blocks) * warps_of(launch.threads) / on.warps : 0;
}

int resident_blocks_by_budget(int threads, int registers, std::size_t shared_bytes, const Multiprocessor& on) {
  constexpr int k_registers_together = 256;
  constexpr std::size_t k_shared_together = 128, k_shared_of_system = 1024;
  if (threads < 1) return 0;
  const int warps = warps_of(threads);
  int blocks = std::min(on.blocks, on.warps / warps);
  if (registers > 0) blocks = std::min(blocks, on.registers / rounded_up(registers * k_lanes, k_registers_together) / warps);
  const std::size_t shared = rounded_up(shared_bytes, k_shared_together) + k_shared_of_system;
  return std::min(blocks, static_cast<int>(on.shared_bytes / shared));
}

}  // namespace satscope
