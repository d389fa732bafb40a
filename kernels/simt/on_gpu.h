// SPDX-License-Identifier: Apache-2.0
// Backend OnGpu: launches a kernel with CUDA on a given stream. Compiled by nvcc only.
#pragma once
#include "kernels/gpu/check.h"
#include "kernels/simt/gpu.h"
#include "kernels/simt/pass.h"

namespace satscope {

/// Resident blocks per multiprocessor that a kernel asks for; 0 leaves it to the compiler.
template <class Kernel>
constexpr int resident_blocks() {
  if constexpr (requires { Kernel::resident; })
    return Kernel::resident;
  else
    return 0;
}

template <class Kernel, class... Args>
__global__ void __launch_bounds__(Kernel::threads, resident_blocks<Kernel>()) launch(Args... args) {
  using Shared = typename SharedOf<Kernel, Gpu>::type;
  static_assert(sizeof(Shared) <= 48 * 1024, "a block has at most 48 KiB of shared memory: its segment must be smaller");
  __shared__ alignas(16) unsigned char bytes[sizeof(Shared)];
  Gpu machine;
  run_block<Kernel>(machine, *reinterpret_cast<Shared*>(bytes), args...);
}

struct OnGpu {
  static constexpr bool gpu = true;
  template <class Kernel, class... Args>
  static void set_runner(Pass& pass, Grid grid, Args... args) {
    static_assert(Kernel::warp == Gpu::warp_size, "a warp of a GPU has 32 lanes; smaller warps are for traces");
    pass.gpu = [=](const Memory& memory, void* stream) {
      check_grid(grid.x, grid.y);
      const dim3 blocks(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y));
      launch<Kernel><<<blocks, Kernel::threads, 0, static_cast<cudaStream_t>(stream)>>>(bind<Gpu>(memory, args)...);
      check_launch(static_cast<cudaStream_t>(stream));
    };
  }
};

}  // namespace satscope
