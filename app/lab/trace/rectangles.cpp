// SPDX-License-Identifier: Apache-2.0
#include "app/lab/trace/rectangles.h"

#include <algorithm>
#include <stdexcept>

namespace satscope::app::lab {
namespace {

constexpr std::size_t k_most_pixels_for_all = 1024;
constexpr int k_longest = 256;  // because: a place has 8 bits

std::uint64_t joined(std::uint64_t hash, std::int64_t number) {
  hash = (hash ^ static_cast<std::uint32_t>(number)) * 0x9e3779b97f4a7c15U;
  return hash ^ hash >> 29;
}

}  // namespace

Rectangles::Rectangles(Extent extent, std::span<const std::uint32_t> pictures) {
  if (extent.width > k_longest || extent.height > k_longest)
    throw std::length_error("boxes are kept of pictures of at most 256x256 pixels");
  for (const std::uint32_t picture : pictures) pictures_.emplace_back(extent.width, extent.height, picture);
  const bool all = extent.area() <= k_most_pixels_for_all;
  for (int y0 = 0; y0 < extent.height; ++y0)
    for (int y1 = y0; y1 < extent.height; ++y1)
      for (int x0 = 0; x0 < extent.width; ++x0)
        for (int x1 = x0; x1 < extent.width; ++x1) {
          if (!all && x0 > 0 && y0 > 0 && x0 != x1 && y0 != y1) continue;
          std::uint64_t hash = 0;
          for (const PictureSums& sums : pictures_) hash = joined(hash, sums.of({x0, y0, x1, y1}));
          known_.push_back({hash, static_cast<std::uint8_t>(x0), static_cast<std::uint8_t>(y0), static_cast<std::uint8_t>(x1),
                            static_cast<std::uint8_t>(y1)});
        }
  std::ranges::stable_sort(known_, {}, &Known::hash);
}

std::optional<PixelBox> Rectangles::with(std::span<const std::int64_t> numbers) const {
  std::uint64_t hash = 0;
  for (const std::int64_t number : numbers) hash = joined(hash, number);
  const auto found = std::ranges::lower_bound(known_, hash, {}, &Known::hash);
  if (found == known_.end() || found->hash != hash) return std::nullopt;
  const PixelBox box{found->x0, found->y0, found->x1, found->y1};
  for (std::size_t k = 0; k < pictures_.size(); ++k)
    if (static_cast<std::uint32_t>(pictures_[k].of(box)) != static_cast<std::uint32_t>(numbers[k])) return std::nullopt;
  return box;
}

}  // namespace satscope::app::lab
