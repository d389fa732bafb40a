// SPDX-License-Identifier: Apache-2.0
// Colour becomes one number per pixel, in whole numbers: (299 R + 587 G + 114 B + 500) / 1000. Alpha is ignored. A grey pixel
// keeps its value, since the weights sum to 1000. One thread owns one pixel, so a warp reads 32 neighbouring words.
#pragma once
#include "kernels/simt/pass.h"

namespace satscope::luma {

/// The number of an RGBA8 word (R in the lowest byte), 0 ... 255.
SIMT std::uint32_t of_word(std::uint32_t word) {
  return (299 * (word & 0xff) + 587 * (word >> 8 & 0xff) + 114 * (word >> 16 & 0xff) + 500) / 1000;
}

/// rgba: `pixels` words; out: as many numbers.
template <class T>
struct TakeLuma {
  static constexpr int threads = 256;
  static constexpr int warp = 32;
  template <class M>
  struct Shared {};

  template <class M>
  static SIMT void run(M& m, Shared<M>&, global<M, const std::uint32_t> rgba, global<M, T> out, std::size_t pixels) {
    const std::size_t first = static_cast<std::size_t>(m.block_x()) * threads;
    m.each("luma", [&](auto t) {
      const std::size_t i = first + static_cast<std::size_t>(t.x);
      if (i < pixels) out[i] = static_cast<T>(of_word(rgba[i]));
    });
  }
};

template <class Backend, class T>
Pass pass(Extent extent) {
  using Kernel = TakeLuma<T>;
  const std::size_t pixels = extent.area();
  const Grid grid{.x = static_cast<int>((pixels + Kernel::threads - 1) / Kernel::threads), .y = 1};
  const Cost cost{.bytes = static_cast<double>(pixels) * (sizeof(std::uint32_t) + sizeof(T))};
  return make_pass<Backend, Kernel>("luma", grid, cost, in<std::uint32_t>{0}, out<T>{1}, pixels);
}

/// `to` is u8 or f32, as pixels enter a table.
template <class Backend>
Pass pass_to(Extent extent, Scalar to) {
  return to == Scalar::f32 ? pass<Backend, float>(extent) : pass<Backend, std::uint8_t>(extent);
}

}  // namespace satscope::luma
