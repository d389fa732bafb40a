// SPDX-License-Identifier: Apache-2.0
// The synthetic camera: a moving picture that needs no device, so that every live lesson works everywhere.
#pragma once
#include <cstdint>
#include <span>

#include "kernels/types.h"

namespace satscope::app {

/// Draws the scene at time `seconds` into RGBA8 words (R in the lowest byte), extent.area() of them. The same time gives the
/// same picture.
void draw_synthetic(std::span<std::uint32_t> rgba, Extent extent, double seconds);

}  // namespace satscope::app
