// SPDX-License-Identifier: Apache-2.0
// What the unit of each machine offers to luma_pass and grey_pass.
#pragma once
#include "kernels/plan.h"

namespace satscope::luma {

decltype(Pass::gpu) gpu_runner(Extent extent, Scalar to);  ///< empty in a build without CUDA
decltype(Pass::gpu) grey_gpu_runner(Extent extent);        ///< likewise

}  // namespace satscope::luma
