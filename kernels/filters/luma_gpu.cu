// SPDX-License-Identifier: Apache-2.0
#include "kernels/filters/luma.h"
#include "kernels/filters/luma_units.h"
#include "kernels/simt/on_gpu.h"

namespace satscope::luma {

decltype(Pass::gpu) gpu_runner(Extent extent, Scalar to) { return pass_to<OnGpu>(extent, to).gpu; }

}  // namespace satscope::luma
