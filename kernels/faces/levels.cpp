// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/plural.h"

namespace satscope::faces {
namespace {

template <class Real>
int rounded(Real value) {
  return static_cast<int>(std::nearbyint(value));
}

}  // namespace

Box Level::box(int x, int y) const {
  return {rounded(static_cast<float>(x) * scale), rounded(static_cast<float>(y) * scale), width, height};
}

std::vector<Level> levels_of(const Cascade& cascade, Extent picture, const Search& search) {
  std::vector<Level> list;
  for (double factor = 1;; factor *= search.factor) {
    const int width = rounded(cascade.window.width * factor), height = rounded(cascade.window.height * factor);
    if (width > picture.width || height > picture.height) return list;
    if (std::min(width, height) < search.least) continue;
    const auto scale = static_cast<float>(factor);
    Level level{scale,
                {rounded(static_cast<float>(picture.width) / scale), rounded(static_cast<float>(picture.height) / scale)},
                scale >= 2 ? 1 : 2,
                0,
                0,
                rounded(static_cast<float>(cascade.window.width) * scale),
                rounded(static_cast<float>(cascade.window.height) * scale)};
    level.columns = level.size.width + 1 - cascade.window.width;
    level.rows = level.size.height + 1 - cascade.window.height;
    // rounding may leave the scaled picture smaller than the window
    if (level.columns < 1 || level.rows < 1) continue;
    list.push_back(level);
    // because: OpenCV deals whole steps to as many stripes as the first level has 32 columns, and so may lose the last row
    const int stripes = ceil_div(list.front().columns, 32);
    list.back().rows = std::min(level.rows, std::max(ceil_div(level.rows / level.step, stripes), 1) * level.step * stripes);
  }
}

void check_search(const Cascade& cascade, Extent picture, const Search& search) {
  if (!(search.factor >= 1.01 && search.factor <= 10))
    throw std::invalid_argument(fmt::format("the factor must be from 1.01 to 10, not {}", search.factor));
  if (1.0 * cascade.window.height * (picture.width + 256.0) >= 0x1p31)
    throw std::runtime_error(fmt::format("a picture {} pixels wide is not supported with a window of {}", picture.width,
                                         counted(cascade.window.height, "row")));
}

void refuse_so_many() {
  throw std::runtime_error(
      fmt::format("more than {} windows pass this cascade, which is not supported: it distinguishes nothing", k_most_windows));
}

void ReachMap::passed(int x, int y, int stages) {
  if (cells_.area() == 0) return;
  const auto place = [&](int at, int side, int length, int parts) {
    const auto middle = static_cast<std::int64_t>((static_cast<float>(at) + static_cast<float>(side) / 2) * scale_);
    return static_cast<std::size_t>(std::min<std::int64_t>(middle * parts / length, parts - 1));
  };
  const std::size_t column = place(x, window_.width, picture_.width, cells_.width),
                    row = place(y, window_.height, picture_.height, cells_.height);
  const std::atomic_ref cell(stages_[row * static_cast<std::size_t>(cells_.width) + column]);
  const auto reached = static_cast<std::uint8_t>(std::min(1 + stages, 255));
  std::uint8_t before = cell.load(std::memory_order_relaxed);
  while (before < reached && !cell.compare_exchange_weak(before, reached, std::memory_order_relaxed)) {
  }
}

}  // namespace satscope::faces
