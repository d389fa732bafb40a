// SPDX-License-Identifier: Apache-2.0
// The row of a build without Highway: window by window.
#include "kernels/faces/row.h"

namespace satscope::faces {

void look_along(const WindowRow& row, std::span<std::int16_t> reached) {
  detail::look_in_groups<1>(row, reached, 1, [&](const Stage& stage, int first, const float* units) {
    return row.cascade.passes(stage, row.sums + first, *units) ? 1U : 0U;
  });
}

}  // namespace satscope::faces
