// SPDX-License-Identifier: Apache-2.0
// Colour pictures for filters that only know bytes: channel by channel, or as luma.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace satscope::app {

/// Changes one byte per pixel in place; false if cancelled.
using PlaneFilter = std::function<bool(std::span<std::uint8_t>)>;

/// Changes RGBA8 words in place; alpha stays. by_channel: red, green and blue one after the other, or once if the picture is
/// grey; else luma, and the result is grey. scratch: one byte per pixel. False if the filter was cancelled: then the words are
/// invalid.
bool filter_planes(std::span<std::uint32_t> rgba, std::vector<std::uint8_t>& scratch, bool by_channel,
                   const PlaneFilter& filter);

}  // namespace satscope::app
