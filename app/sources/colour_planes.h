// SPDX-License-Identifier: Apache-2.0
// A colour picture through what only knows bytes: its channels one by one, or its luma.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace satscope::app {

/// Changes one byte for each pixel in place; false: it was cancelled.
using PlaneFilter = std::function<bool(std::span<std::uint8_t>)>;

/// Changes RGBA8 words in place; alpha stays. by_channel: red, green and blue one after the other, or once where the picture is
/// grey; else luma, and the result is grey. scratch: one byte for each pixel. False if the filter was cancelled: then the words
/// are worth nothing.
bool filter_planes(std::span<std::uint32_t> rgba, std::vector<std::uint8_t>& scratch, bool by_channel,
                   const PlaneFilter& filter);

}  // namespace satscope::app
