// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cmath>

#include "kernels/faces/detect.h"
#include "kernels/faces/levels.h"
#include "kernels/simt/thread_pool.h"

namespace satscope::faces {
namespace {

std::vector<Between> places(int from, int to) {
  std::vector<Between> list;
  for (int i = 0; i < to; ++i) list.push_back(place_between(i, from, pixels_for_one(from, to)));
  return list;
}

}  // namespace

void scale_linear(std::span<const std::uint8_t> grey, Extent picture, std::uint8_t* to, std::ptrdiff_t pitch, Extent size,
                  int threads) {
  if (size == picture) {
    for (int y = 0; y < size.height; ++y)
      std::copy_n(grey.data() + static_cast<std::ptrdiff_t>(y) * size.width, size.width, to + y * pitch);
    return;
  }
  const std::vector<Between> columns = places(picture.width, size.width), rows = places(picture.height, size.height);
  const auto width = static_cast<std::size_t>(size.width);
  constexpr int k_rows_at_once = 16;
  const int parts = (size.height + k_rows_at_once - 1) / k_rows_at_once;
  std::atomic<int> next = 0;
  together(std::clamp(threads, 1, parts), [&](int) {
    std::vector<std::uint32_t> above(width), below(width);
    int has_above = -1, has_below = -1;  // rows of the picture, scaled along x
    const auto along = [&](int y, std::vector<std::uint32_t>& line) {
      const std::uint8_t* row = grey.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width);
      for (std::size_t x = 0; x < width; ++x)
        line[x] = row[columns[x].first] * (256 - columns[x].weight) + row[columns[x].second] * columns[x].weight;
    };
    for (int part = next++; part < parts; part = next++)
      for (int y = part * k_rows_at_once; y < std::min(size.height, (part + 1) * k_rows_at_once); ++y) {
        const Between& row = rows[static_cast<std::size_t>(y)];
        if (row.first == has_below) {
          std::swap(above, below);
          std::swap(has_above, has_below);
        }
        if (row.first != has_above) along(has_above = row.first, above);
        if (row.second != has_below) along(has_below = row.second, below);
        std::uint8_t* line = to + y * pitch;
        for (std::size_t x = 0; x < width; ++x)
          line[x] = static_cast<std::uint8_t>((above[x] * (256 - row.weight) + below[x] * row.weight + 32768) >> 16);
      }
  });
}

}  // namespace satscope::faces
