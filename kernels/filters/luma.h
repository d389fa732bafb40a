// SPDX-License-Identifier: Apache-2.0
// Colour becomes one number per pixel, in integers: the weighted mean of R, G and B, rounded. Alpha is ignored. A grey pixel
// keeps its value. Back again, a byte per pixel becomes an opaque grey word. One thread owns one pixel, so a warp reads or
// writes 32 adjacent words.
#pragma once
#include "kernels/filters/luma_pass.h"
#include "kernels/simt/pass.h"

namespace satscope::luma {

/// The luma of an RGBA8 word (R in the lowest byte), 0 ... 255.
SIMT std::uint32_t of_word(std::uint32_t word) {
  constexpr LumaWeights w;
  return (w.r * (word & 0xff) + w.g * (word >> 8 & 0xff) + w.b * (word >> 16 & 0xff) + w.sum / 2) / w.sum;
}

/// The opaque RGBA8 word of a grey.
SIMT std::uint32_t word_of(std::uint32_t grey) { return 0xff000000 | grey * 0x10101; }

/// rgba: `pixels` words; out: as many numbers.
template <class T>
struct TakeLuma {
  static constexpr int threads = 256;
  static constexpr int warp = 32;

  template <class M>
  static SIMT void run(M& m, global<M, const std::uint32_t> rgba, global<M, T> out, std::size_t pixels) {
    const std::size_t first = static_cast<std::size_t>(m.block_x()) * threads;
    m.each("luma", [&](auto t) {
      const std::size_t i = first + static_cast<std::size_t>(t.x);
      if (i < pixels) out[i] = static_cast<T>(of_word(rgba[i]));
    });
  }
};

/// grey: `pixels` bytes; rgba: as many words.
struct ShowGrey {
  static constexpr int threads = 256;
  static constexpr int warp = 32;

  template <class M>
  static SIMT void run(M& m, global<M, const std::uint8_t> grey, global<M, std::uint32_t> rgba, std::size_t pixels) {
    const std::size_t first = static_cast<std::size_t>(m.block_x()) * threads;
    m.each("grey words", [&](auto t) {
      const std::size_t i = first + static_cast<std::size_t>(t.x);
      if (i < pixels) rgba[i] = word_of(grey[i]);
    });
  }
};

template <class Kernel>
Grid grid_of(std::size_t pixels) {
  return {.x = static_cast<int>((pixels + Kernel::threads - 1) / Kernel::threads), .y = 1};
}

template <class Backend, class T>
Pass pass(Extent extent) {
  using Kernel = TakeLuma<T>;
  const std::size_t pixels = extent.area();
  const Cost cost{.bytes = static_cast<double>(pixels) * (sizeof(std::uint32_t) + sizeof(T))};
  return make_pass<Backend, Kernel>("luma", grid_of<Kernel>(pixels), cost, in<std::uint32_t>{0}, out<T>{1}, pixels);
}

/// `to` is the type of a picture's pixels, as they enter a table.
template <class Backend>
Pass pass_to(Extent extent, Scalar to) {
  switch (to) {
    case Scalar::s32:
    case Scalar::u32: return pass<Backend, std::uint32_t>(extent);
    case Scalar::f32: return pass<Backend, float>(extent);
    case Scalar::f64: return pass<Backend, double>(extent);
    case Scalar::u8:
    case Scalar::u64: break;
  }
  return pass<Backend, std::uint8_t>(extent);
}

template <class Backend>
Pass grey_pass(Extent extent) {
  const std::size_t pixels = extent.area();
  const Cost cost{.bytes = static_cast<double>(pixels) * (sizeof(std::uint8_t) + sizeof(std::uint32_t))};
  return make_pass<Backend, ShowGrey>("grey words", grid_of<ShowGrey>(pixels), cost, in<std::uint8_t>{0}, out<std::uint32_t>{1},
                                      pixels);
}

}  // namespace satscope::luma
