// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <vector>

#include <satscope/kernels/summed_area_table.h>

int main() {
  const std::vector<std::uint8_t> picture{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const auto table = satscope::summed_area_table<std::uint32_t>(picture, 4, 3, satscope::Form::padded);
  const auto entry = [&](int x, int y) { return table[y * 5 + x]; };  // the sum of the y rows above and the x columns before
  std::printf("%u\n", entry(3, 3) - entry(3, 1) - entry(1, 3) + entry(1, 1));
}
