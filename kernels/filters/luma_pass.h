// SPDX-License-Identifier: Apache-2.0
// Passes from RGBA8 words to luma, and from grey back to words, over buffers of the caller.
#pragma once
#include <cstdint>

#include "kernels/plan.h"

namespace satscope {

/// Luma is (r R + g G + b B) / sum: the weights of ITU-R BT.601. The one place where they are.
struct LumaWeights {
  std::uint32_t r = 299, g = 587, b = 114, sum = 1000;
};

/// Buffer 0: RGBA8 words; buffer 1: as many pixels of type `to`, u8 or f32; rows as the memory says. Both machines where the
/// build has them.
Pass luma_pass(Extent extent, Scalar to = Scalar::u8);

/// Buffer 0: bytes; buffer 1: as many RGBA8 words, opaque and grey. Both machines likewise.
Pass grey_pass(Extent extent);

/// The luma of one RGBA8 word (R in the lowest byte), by the same formula: 0 ... 255.
std::uint32_t luma_of(std::uint32_t rgba);

}  // namespace satscope
