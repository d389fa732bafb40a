// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/faces/found_count.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "app/ui/ui.h"
#include "kernels/filters/luma_pass.h"
#include "kernels/summed_area_table.h"

namespace satscope::app {
namespace {

bool is_lit(std::uint32_t before, std::uint32_t after) {
  constexpr std::uint32_t k_colour = 0xFFFFFF, k_grey = 0x010101;
  return ((before ^ after) & k_colour) == 0 || (after & k_colour) == luma_of(before) * k_grey;
}

/// Groups of neighbours among the marked places, each of 8 directions.
int groups_of(std::vector<char> marked, Extent extent) {
  int groups = 0;
  std::vector<std::pair<int, int>> open;
  const auto take = [&](int x, int y) {
    if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) return;
    char& mark = marked[static_cast<std::size_t>(y) * static_cast<std::size_t>(extent.width) + static_cast<std::size_t>(x)];
    if (std::exchange(mark, 0)) open.emplace_back(x, y);
  };
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) {
      take(x, y);
      if (open.empty()) continue;
      ++groups;
      while (!open.empty()) {
        const auto [i, j] = open.back();
        open.pop_back();
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) take(i + dx, j + dy);
      }
    }
  return groups;
}

}  // namespace

int places_found(std::span<const std::uint32_t> source, std::span<const std::uint32_t> result, Extent picture, Extent window) {
  if (window.width > picture.width || window.height > picture.height || window.area() == 0) return 0;
  std::vector<std::uint8_t> lit(picture.area());
  for (std::size_t i = 0; i < lit.size(); ++i) lit[i] = is_lit(source[i], result[i]) ? 1 : 0;
  const auto table = summed_area_table<std::uint32_t>(lit, picture.width, picture.height, Form::padded);
  const auto entry = [&](int x, int y) {
    return table[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width + 1) + static_cast<std::size_t>(x)];
  };
  const Extent places{picture.width - window.width + 1, picture.height - window.height + 1};
  std::vector<char> whole;
  whole.reserve(places.area());
  for (int y = 0; y < places.height; ++y)
    for (int x = 0; x < places.width; ++x) {
      const int right = x + window.width, bottom = y + window.height;
      whole.push_back(entry(right, bottom) - entry(right, y) - entry(x, bottom) + entry(x, y) == window.area() ? 1 : 0);
    }
  return groups_of(std::move(whole), places);
}

std::optional<int> FoundCount::of(const Ui& ui, Extent window) {
  constexpr double k_between = 0.5;  // seconds
  const Filtered& filtered = ui.frame.filtered();
  if (!filtered.ready || !filtered.message.empty()) return {};
  if (filtered.serial == serial_ || ui.now - at_ < k_between) return places_;
  const auto before = ui.frame.result_frame();
  auto after = ui.frame.snapshot();
  if (!before || !after || before->extent != after->extent) return {};
  for (auto row = after->words.begin(); before->mirrored && row != after->words.end(); row += after->extent.width)
    std::reverse(row, row + after->extent.width);
  serial_ = filtered.serial;
  at_ = ui.now;
  return places_ = places_found(before->words(), after->words, after->extent, window);
}

}  // namespace satscope::app
