// SPDX-License-Identifier: Apache-2.0
// Does the code of kernels/simt cost nothing? Kernels in two versions: compiled for machine Gpu, and written by hand in plain
// CUDA.
#pragma once
#include <string>

#include "kernels/types.h"

namespace satscope {

/// Times of the two, interleaved in one run.
struct TwinTimes {
  std::string kernel;
  Extent extent;
  double machine_ms = 0, hand_ms = 0;  ///< medians
  double ratio = 0;                    ///< median of the ratios of neighbouring samples
  bool equal = false;                  ///< whether both wrote the same
};

/// Runs both over 8-bit pictures of this extent, 512-element segments, 32-bit sums. Needs a GPU.
TwinTimes time_row_scan_twins(Extent extent);
/// The single pass over 8-bit pictures into inclusive 32-bit tables; the width is rounded up to a multiple of four.
TwinTimes time_single_pass_twins(Extent extent);

}  // namespace satscope
