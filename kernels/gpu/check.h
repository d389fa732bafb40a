// SPDX-License-Identifier: Apache-2.0
// Every CUDA call is checked. Only files that CUDA compiles or links include this.
#pragma once
#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace satscope {

/// Throws std::runtime_error with CUDA's message when a call failed.
inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(what) + " failed on the GPU: " + cudaGetErrorString(status));
}

/// Throws NotSupported where a grid exceeds what CUDA can launch.
void check_grid(int across, int down);

/// After a launch: throws if it failed to start; in a gpu-debug build also waits, so that a fault is reported at its launch.
inline void check_launch([[maybe_unused]] cudaStream_t stream) {
  check(cudaGetLastError(), "a kernel launch");
#ifdef SATSCOPE_SYNC_LAUNCHES
  check(cudaStreamSynchronize(stream), "a kernel");
#endif
}

}  // namespace satscope
