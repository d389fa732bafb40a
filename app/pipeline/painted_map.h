// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

namespace satscope::app {

/// A radius map that was painted: k_side x k_side bytes over the whole picture, whatever its size. It is not changed once it is
/// shared: painting makes a new one.
struct PaintedMap {
  static constexpr int k_side = 256;
  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(k_side * k_side, 0);
};

}  // namespace satscope::app
