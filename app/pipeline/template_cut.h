// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "kernels/types.h"

namespace satscope::app {

/// A template that was cut out of a frame and kept: the luma of its pixels, row by row. One that is shared is not changed.
struct TemplateCut {
  Extent extent;
  std::vector<std::uint8_t> pixels;
  bool operator==(const TemplateCut&) const = default;
};

/// The template in another size: cut at the right and below, or continued with its last column and row. Its bytes.
std::vector<std::uint8_t> fitted(const TemplateCut& cut, Extent extent);

}  // namespace satscope::app
