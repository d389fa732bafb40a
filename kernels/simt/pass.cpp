// SPDX-License-Identifier: Apache-2.0
#include "kernels/simt/pass.h"

namespace satscope::detail {

Pass announced(const Launch& launch, std::initializer_list<Use> uses) {
  Pass pass{.name = launch.name, .cost = launch.cost, .blocks = static_cast<std::int64_t>(launch.grid.x) * launch.grid.y};
  for (const Use& use : uses) {
    if (use.read) pass.reads.push_back(use.buffer);
    if (use.written) pass.writes.push_back(use.buffer);
  }
  return pass;
}

std::uint32_t next_launch() {
  static std::atomic<std::uint32_t> launches{0};
  return launches.fetch_add(1, std::memory_order_relaxed) % k_launches;
}

}  // namespace satscope::detail
