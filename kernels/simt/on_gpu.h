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

/// Shared memory that a launch asks for, because a kernel can declare no more than 48 KiB; 0: it declares its own.
template <class Kernel>
constexpr std::size_t asked_shared_bytes() {
  constexpr std::size_t bytes = sizeof(typename SharedOf<Kernel, Gpu>::type);
  static_assert(bytes <= 64 * 1024,
                "a block of every GPU that we support has 64 KiB of shared memory: its tile must be smaller");
  return bytes <= 48 * 1024 ? 0 : bytes;
}

/// Whether a kernel asks that its launches overlap with the end of the one before. Where many blocks are short, each pays for
/// the wait more than the launch gains (docs/PERFORMANCE.md, entry 28).
template <class Kernel>
constexpr bool overlaps() {
  if constexpr (requires { Kernel::overlaps; })
    return Kernel::overlaps;
  else
    return false;
}

/// Whether a kernel asks the L2 for what it will read while the launch before still runs.
template <class Kernel>
constexpr bool fetches_ahead() {
  if constexpr (requires { Kernel::fetches_ahead; })
    return Kernel::fetches_ahead;
  else
    return false;
}

/// Launches of a stream overlap: the blocks of one start while the last of the one before run, and wait here for its end before
/// they touch memory (programmatic dependent launch).
__device__ __forceinline__ void wait_for_launch_before() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
  // because: after the wait, a wait for this launch waits for all before it; and the next one starts when all blocks of
  // this one have, so it takes no place from a block that others wait for
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// Whether a kernel was compiled to wait so, and the driver captures such launches in graphs (12.3): without the wait they
/// would race.
inline bool can_overlap(const void* kernel) {
  cudaFuncAttributes compiled{};
  int driver = 0;
  check(cudaFuncGetAttributes(&compiled, kernel), "asking for a kernel's attributes");
  check(cudaDriverGetVersion(&driver), "asking for the driver's version");
  return compiled.ptxVersion >= 90 && driver >= 12030;
}

template <class Kernel, class... Args>
__global__ void __launch_bounds__(Kernel::threads, resident_blocks<Kernel>()) launch(Args... args) {
  using Shared = typename SharedOf<Kernel, Gpu>::type;
  Gpu machine;
  if constexpr (overlaps<Kernel>()) {
    if constexpr (fetches_ahead<Kernel>()) Kernel::fetch_ahead(machine, args...);
    wait_for_launch_before();
  }
  if constexpr (asked_shared_bytes<Kernel>() == 0) {
    __shared__ alignas(16) unsigned char bytes[sizeof(Shared)];
    run_block<Kernel>(machine, *reinterpret_cast<Shared*>(bytes), args...);
  } else {
    extern __shared__ uint4 asked[];
    run_block<Kernel>(machine, *reinterpret_cast<Shared*>(asked), args...);
  }
}

struct OnGpu {
  static constexpr bool gpu = true;
  template <class Kernel, class... Args>
  static void set_runner(Pass& pass, Grid grid, Args... args) {
    static_assert(Kernel::warp == Gpu::warp_size, "a warp of a GPU has 32 lanes; smaller warps are for traces");
    pass.gpu = [=](const Memory& memory, void* on) {
      check_grid(grid.x, grid.y);
      const auto stream = static_cast<cudaStream_t>(on);
      constexpr std::size_t bytes = asked_shared_bytes<Kernel>();
      const auto kernel = launch<Kernel, decltype(bind<Gpu>(memory, args))...>;
      if constexpr (bytes > 0)
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
              "asking for shared memory");
      static const bool overlapping = overlaps<Kernel>() && can_overlap(reinterpret_cast<const void*>(kernel));
      cudaLaunchAttribute overlap{};
      overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
      overlap.val.programmaticStreamSerializationAllowed = 1;
      cudaLaunchConfig_t config{};
      config.gridDim = dim3(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y));
      config.blockDim = dim3(Kernel::threads);
      config.dynamicSmemBytes = bytes;
      config.stream = stream;
      config.attrs = &overlap;
      config.numAttrs = overlapping ? 1 : 0;
      static_cast<void>(cudaLaunchKernelEx(&config, kernel, bind<Gpu>(memory, args)...));  // its error is the next call's
      check_launch(stream);
    };
  }
};

}  // namespace satscope
