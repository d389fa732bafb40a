// SPDX-License-Identifier: Apache-2.0
#include "kernels/filters/luma.h"
#include "kernels/simt/on_gpu.h"
#include "kernels/units.h"

namespace satscope {

decltype(Pass::gpu) luma_on_gpu(Extent extent, Scalar to) { return luma::pass_to<OnGpu>(extent, to).gpu; }
decltype(Pass::gpu) grey_on_gpu(Extent extent) { return luma::grey_pass<OnGpu>(extent).gpu; }

}  // namespace satscope
