// SPDX-License-Identifier: Apache-2.0
// OnGpu with kernels for 8u32u and 8u64u alone: for ./test where no GPU can run them (cmake/Cuda.cmake).
#pragma once
#include "kernels/simt/on_gpu.h"

namespace satscope {

struct OnGpuFew : OnGpu {
  static constexpr bool few_types = true;
};

}  // namespace satscope
