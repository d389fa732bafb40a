// SPDX-License-Identifier: Apache-2.0
#include "kernels/simt/cores.h"

#include <windows.h>

#include <bit>
#include <cstdint>

namespace satscope {

int cores_of_process() {
  DWORD_PTR ours = 0, all = 0;
  return ::GetProcessAffinityMask(::GetCurrentProcess(), &ours, &all) ? std::popcount(std::uint64_t{ours}) : 0;
}

// because: what Windows counts of a thread is in ticks of 16 ms, longer than a pass
std::chrono::steady_clock::duration core_time() { return std::chrono::steady_clock::now().time_since_epoch(); }

}  // namespace satscope
