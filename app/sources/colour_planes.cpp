// SPDX-License-Identifier: Apache-2.0
#include "app/sources/colour_planes.h"

#include <algorithm>

#include "kernels/filters/luma_pass.h"

namespace satscope::app {
namespace {

constexpr std::uint32_t k_alpha = 0xFF000000U, k_grey = 0x00010101U;

bool is_grey(std::uint32_t word) { return (word & 0x00FFFFFFU) == (word & 0xFF) * k_grey; }

}  // namespace

bool filter_planes(std::span<std::uint32_t> rgba, std::vector<std::uint8_t>& scratch, bool by_channel,
                   const PlaneFilter& filter) {
  scratch.resize(rgba.size());
  if (!by_channel || std::ranges::all_of(rgba, is_grey)) {
    std::ranges::transform(rgba, scratch.begin(), [](std::uint32_t word) { return static_cast<std::uint8_t>(luma_of(word)); });
    if (!filter(scratch)) return false;
    std::ranges::transform(rgba, scratch, rgba.begin(),
                           [](std::uint32_t word, std::uint8_t value) { return (word & k_alpha) | value * k_grey; });
    return true;
  }
  for (int shift = 0; shift < 24; shift += 8) {
    std::ranges::transform(rgba, scratch.begin(), [&](std::uint32_t word) { return static_cast<std::uint8_t>(word >> shift); });
    if (!filter(scratch)) return false;
    std::ranges::transform(rgba, scratch, rgba.begin(), [&](std::uint32_t word, std::uint8_t value) {
      return (word & ~(0xFFU << shift)) | static_cast<std::uint32_t>(value) << shift;
    });
  }
  return true;
}

}  // namespace satscope::app
