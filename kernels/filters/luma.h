// SPDX-License-Identifier: Apache-2.0
// Colour becomes one number per pixel, in integers: the weighted mean of R, G and B, rounded. Alpha is ignored. A grey pixel
// keeps its value. Back again, a byte per pixel becomes an opaque grey word. One thread owns one pixel, so a warp reads or
// writes 32 adjacent words. A block owns `threads` pixels of one row.
#pragma once
#include "kernels/filters/luma_pass.h"
#include "kernels/filters/window.h"

namespace satscope::luma {

using filter_kernels::in_row;

/// The luma of an RGBA8 word (R in the lowest byte), 0 ... 255.
SIMT std::uint32_t of_word(std::uint32_t word) {
  constexpr LumaWeights w;
  return (w.r * (word & 0xff) + w.g * (word >> 8 & 0xff) + w.b * (word >> 16 & 0xff) + w.sum / 2) / w.sum;
}

/// The opaque RGBA8 word of a grey.
SIMT std::uint32_t word_of(std::uint32_t grey) { return 0xff000000 | grey * 0x10101; }

/// rgba: rows of `width` words; out: as many numbers.
template <class T>
struct TakeLuma {
  static constexpr int threads = 256;
  static constexpr int warp = 32;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> rgba, pitched<M, T> out, int width) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("luma", in_row(first, threads, width), [&](auto t) {
      const int x = first + t.x;
      out[out.at(x, y)] = static_cast<T>(of_word(rgba[rgba.at(x, y)]));
    });
  }
};

/// grey: rows of `width` bytes; rgba: as many words.
struct ShowGrey {
  static constexpr int threads = 256;
  static constexpr int warp = 32;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> grey, pitched<M, std::uint32_t> rgba, int width) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("grey words", in_row(first, threads, width), [&](auto t) {
      const int x = first + t.x;
      rgba[rgba.at(x, y)] = word_of(grey[grey.at(x, y)]);
    });
  }
};

template <class Backend, class T>
Pass pass(Extent extent) {
  using Kernel = TakeLuma<T>;
  const Cost cost{.bytes = static_cast<double>(extent.area()) * (sizeof(std::uint32_t) + sizeof(T))};
  return make_pass<Backend, Kernel>("luma", filter_kernels::pixel_grid(extent, Kernel::threads), cost,
                                    pitched_in<std::uint32_t>{0}, pitched_out<T>{1}, extent.width);
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
  const Cost cost{.bytes = static_cast<double>(extent.area()) * (sizeof(std::uint8_t) + sizeof(std::uint32_t))};
  return make_pass<Backend, ShowGrey>("grey words", filter_kernels::pixel_grid(extent, ShowGrey::threads), cost,
                                      pitched_in<std::uint8_t>{0}, pitched_out<std::uint32_t>{1}, extent.width);
}

}  // namespace satscope::luma
