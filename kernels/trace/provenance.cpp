// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/provenance.h"

#include <algorithm>
#include <utility>

namespace satscope {
namespace {

using Corner = Provenance::Corner;

std::uint32_t order(const Corner& corner) { return std::uint32_t{corner.y} << 16 | corner.x; }

/// a + sign * b modulo 2^32: counts of a pixel can grow without bound, by doubling.
std::int32_t wrapped_sum(std::int32_t a, std::int32_t b, int sign = 1) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) +
                                   static_cast<std::uint32_t>(sign) * static_cast<std::uint32_t>(b));
}
void add(std::int32_t& to, std::int32_t what) { to = wrapped_sum(to, what); }

std::uint64_t hash(const std::vector<Corner>& corners) {
  std::uint64_t h = 0xcbf29ce484222325U;
  for (const Corner& corner : corners) {
    h ^= static_cast<std::uint64_t>(order(corner)) << 32 | static_cast<std::uint32_t>(corner.times);
    h *= 0x9e3779b97f4a7c15U;
    h ^= h >> 29;
  }
  return h;
}

}  // namespace

PixelSet Provenance::intern(const std::vector<Corner>& corners) {
  if (corners.empty()) return 0;
  const std::uint64_t key = hash(corners);
  const auto [begin, end] = by_hash_.equal_range(key);
  for (auto known = begin; known != end; ++known)
    if (std::ranges::equal(this->corners(known->second), corners)) return known->second;
  const auto set = static_cast<PixelSet>(sets_.size());
  sets_.push_back({static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(corners.size())});
  pool_.insert(pool_.end(), corners.begin(), corners.end());
  by_hash_.emplace(key, set);
  return set;
}

PixelSet Provenance::rectangle(int x0, int y0, int x1, int y1) {
  if (x0 >= x1 || y0 >= y1) return 0;
  const auto corner = [](int y, int x, int times) {
    return Corner{static_cast<std::uint16_t>(y), static_cast<std::uint16_t>(x), times};
  };
  scratch_ = {corner(y0, x0, 1), corner(y0, x1, -1), corner(y1, x0, -1), corner(y1, x1, 1)};
  return intern(scratch_);
}

PixelSet Provenance::combine(PixelSet a, PixelSet b, int sign) {
  if (b == 0) return a;
  if (a == 0 && sign > 0) return b;
  if (sign > 0 && a > b) std::swap(a, b);
  const std::uint64_t key = static_cast<std::uint64_t>(a) << 33 | static_cast<std::uint64_t>(b) << 1 | (sign < 0 ? 1U : 0U);
  if (const auto known = combined_.find(key); known != combined_.end()) return known->second;

  scratch_.clear();
  const auto left = corners(a), right = corners(b);
  std::size_t i = 0, j = 0;
  while (i < left.size() || j < right.size()) {
    if (j == right.size() || (i < left.size() && order(left[i]) < order(right[j]))) {
      scratch_.push_back(left[i++]);
    } else if (i == left.size() || order(right[j]) < order(left[i])) {
      scratch_.push_back(right[j++]);
      scratch_.back().times = wrapped_sum(0, scratch_.back().times, sign);
    } else {
      const std::int32_t times = wrapped_sum(left[i].times, right[j].times, sign);
      if (times != 0) scratch_.push_back({left[i].y, left[i].x, times});
      ++i;
      ++j;
    }
  }
  return combined_[key] = intern(scratch_);
}

std::span<const Corner> Provenance::corners(PixelSet set) const {
  const Span span = sets_.at(set);
  return {pool_.data() + span.begin, span.length};
}

std::vector<std::int32_t> Provenance::counts(PixelSet set, Extent picture) const {
  const auto width = static_cast<std::size_t>(picture.width), height = static_cast<std::size_t>(picture.height);
  std::vector<std::int32_t> counts(width * height, 0);
  for (const Corner& corner : corners(set))
    if (corner.x < width && corner.y < height) add(counts[corner.y * width + corner.x], corner.times);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 1; x < width; ++x) add(counts[y * width + x], counts[y * width + x - 1]);
  for (std::size_t y = 1; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) add(counts[y * width + x], counts[(y - 1) * width + x]);
  return counts;
}

std::size_t Provenance::bytes() const {
  constexpr std::size_t per_entry = 40;  // of a node of an unordered map, about
  return pool_.capacity() * sizeof(Corner) + sets_.capacity() * sizeof(Span) + (by_hash_.size() + combined_.size()) * per_entry;
}

}  // namespace satscope
