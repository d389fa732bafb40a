// SPDX-License-Identifier: Apache-2.0
#include "kernels/filters/luma_units.h"

namespace satscope::luma {

decltype(Pass::gpu) gpu_runner(Extent, Scalar) { return {}; }
decltype(Pass::gpu) grey_gpu_runner(Extent) { return {}; }

}  // namespace satscope::luma
