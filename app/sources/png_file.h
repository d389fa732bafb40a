// SPDX-License-Identifier: Apache-2.0
// Pictures as PNG.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "kernels/types.h"

namespace satscope::app {

/// RGBA8 words (R in the lowest byte, top row first) as an opaque PNG; without colours if every pixel is grey and `grey_stays`.
/// Throws WriteError if it is too large.
std::string encode_png(Extent extent, std::span<const std::uint32_t> rgba, bool grey_stays = false);

}  // namespace satscope::app
