// SPDX-License-Identifier: Apache-2.0
#include "kernels/filters/luma.h"
#include "kernels/simt/on_cpu.h"
#include "kernels/units.h"

namespace satscope {

Pass luma_pass(Extent extent, Scalar to) {
  Pass pass = luma::pass_to<OnCpu>(extent, to);
  pass.gpu = luma_on_gpu(extent, to);
  return pass;
}

Pass grey_pass(Extent extent) {
  Pass pass = luma::grey_pass<OnCpu>(extent);
  pass.gpu = grey_on_gpu(extent);
  return pass;
}

std::uint32_t luma_of(std::uint32_t rgba) { return luma::of_word(rgba); }

}  // namespace satscope
