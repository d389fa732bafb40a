// SPDX-License-Identifier: Apache-2.0
// Which pixels a number sums, and how often each. A multiset of pixels is stored as its two-dimensional differences: signed
// corners, of which a rectangle has four. Equal multisets have equal ids, so "exactly this rectangle, once" is one comparison,
// and no coincidence of values can pass it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "kernels/types.h"

namespace satscope {

/// The id of a multiset of pixels within one Provenance. 0 is the empty one.
using PixelSet = std::uint32_t;

class Provenance {
 public:
  /// Every pixel right of and below (x, y), itself included, counts `times` more, modulo 2^32.
  struct Corner {
    std::uint16_t y, x;
    std::int32_t times;
    bool operator==(const Corner&) const = default;
  };

  /// Pixels x0 <= x < x1, y0 <= y < y1, once each. Coordinates below 65536.
  PixelSet rectangle(int x0, int y0, int x1, int y1);
  PixelSet pixel(int x, int y) { return rectangle(x, y, x + 1, y + 1); }
  PixelSet sum(PixelSet a, PixelSet b) { return combine(a, b, 1); }
  PixelSet difference(PixelSet a, PixelSet b) { return combine(a, b, -1); }

  /// Sorted by y, then x.
  std::span<const Corner> corners(PixelSet set) const;
  /// How often each pixel of the picture counts, row-major.
  std::vector<std::int32_t> counts(PixelSet set, Extent picture) const;
  std::size_t bytes() const;

 private:
  struct Span {
    std::uint32_t begin, length;
  };
  PixelSet combine(PixelSet a, PixelSet b, int sign);
  PixelSet intern(const std::vector<Corner>& corners);

  std::vector<Corner> pool_;
  std::vector<Span> sets_{{0, 0}};
  std::unordered_multimap<std::uint64_t, PixelSet> by_hash_;
  std::unordered_map<std::uint64_t, PixelSet> combined_;  // results of combine, by operands
  std::vector<Corner> scratch_;
};

}  // namespace satscope
