// SPDX-License-Identifier: Apache-2.0
#include "kernels/filters/luma.h"
#include "kernels/filters/luma_units.h"
#include "kernels/simt/on_gpu.h"

namespace satscope::luma {

decltype(Pass::gpu) gpu_runner(Extent extent, Scalar to) { return pass_to<OnGpu>(extent, to).gpu; }
decltype(Pass::gpu) grey_gpu_runner(Extent extent) { return grey_pass<OnGpu>(extent).gpu; }

}  // namespace satscope::luma
