// SPDX-License-Identifier: Apache-2.0
// Shared by filters that read tables: the window around a pixel, its sum under every border rule, and means in integers.
//
//      A ------- B       The window's sum is D - B - C + A of the table. Where it leaves the picture, clip and zero move its
//      |  pixel  |       corners to the edge: at most 4 reads. Clamp and mirror express each corner beyond the edge by one or
//      C ------- D       two entries per direction (border.h): up to 16 reads, only near the border.
#pragma once
#include "kernels/border.h"
#include "kernels/filter.h"
#include "kernels/simt/derived.h"
#include "kernels/simt/pass.h"

namespace satscope::filter_kernels {

/// Columns x0 <= x < x1 and rows y0 <= y < y1. May lie beyond the picture.
struct Window {
  int x0, y0, x1, y1;
};

/// The (2 r + 1)^2 pixels around (x, y); under clip only those in the picture.
SIMT constexpr Window window_around(int x, int y, int r, Border border, Extent picture) {
  Window w{x - r, y - r, x + r + 1, y + r + 1};
  if (border == Border::clip) {
    w.x0 = w.x0 < 0 ? 0 : w.x0;
    w.y0 = w.y0 < 0 ? 0 : w.y0;
    w.x1 = w.x1 > picture.width ? picture.width : w.x1;
    w.y1 = w.y1 > picture.height ? picture.height : w.y1;
  }
  return w;
}

/// Pixels that a mean over the window divides by.
template <class T>
SIMT constexpr T area_of(const Window& w) {
  return static_cast<T>(w.x1 - w.x0) * static_cast<T>(w.y1 - w.y0);
}

/// The largest number of pixels in a window, (2 r + 1)^2 or, clipped, those in the picture; it bounds the sums.
constexpr double largest_area(int r, Border border, Extent picture) {
  const double side = 2.0 * r + 1;
  if (border != Border::clip) return side * side;
  return (side < picture.width ? side : picture.width) * (side < picture.height ? side : picture.height);
}

/// The largest radius of a window whose sum of bytes fits into 32 bits, with a round half of its area: (2 * 1999 + 1)^2 pixels.
inline constexpr int k_most_radius = 1999;

/// The window's sum from `table`, the inclusive table of a picture of this extent.
template <class M, class T, class Thread>
SIMT num<M, T> window_sum(const Thread& t, const pitched<M, const T>& table, Window w, Border border, Extent picture) {
  using U = num<M, T>;
  const int width = picture.width;
  const bool within = w.x0 >= 0 && w.y0 >= 0 && w.x1 <= width && w.y1 <= picture.height;
  if (within || border == Border::clip || border == Border::zero) {
    const int x0 = w.x0 < 0 ? 0 : w.x0, x1 = w.x1 > width ? width : w.x1;
    const int y0 = w.y0 < 0 ? 0 : w.y0, y1 = w.y1 > picture.height ? picture.height : w.y1;
    U sum = U(table[table.at(x1 - 1, y1 - 1)]);
    if (y0 > 0) sum = sum - U(table[table.at(x1 - 1, y0 - 1)]);
    if (x0 > 0) sum = sum - U(table[table.at(x0 - 1, y1 - 1)]);
    if (x0 > 0 && y0 > 0) sum = sum + U(table[table.at(x0 - 1, y0 - 1)]);
    return sum;
  }
  const Reach columns[2]{reach(border, w.x1, width), reach(border, w.x0, width)};
  const Reach rows[2]{reach(border, w.y1, picture.height), reach(border, w.y0, picture.height)};
  U sum = U(0);
  bool first = true;
  SIMT_UNROLL for (int i = 0; i < 16; ++i) {
    [[maybe_unused]] const auto round = t.round(i);
    const Reach &column = columns[i & 1], &row = rows[i >> 1 & 1];
    const int k = i >> 2 & 1, l = i >> 3;
    const int X = column.at[k], Y = row.at[l];
    const int times = column.times[k] * row.times[l] * ((i ^ i >> 1) & 1 ? -1 : 1);
    if (X == 0 || Y == 0 || times == 0) continue;
    const U term = multiple(U(table[table.at(X - 1, Y - 1)]), times);
    sum = first ? term : sum + term;
    first = false;
  }
  return sum;
}

/// Whether the windows of radius r around `count` pixels of row y, from column `first` on, lie within the picture and away from
/// its first row and column.
SIMT constexpr bool all_inner(int first, int count, int y, int r, Extent picture) {
  return first > r && first + count + r <= picture.width && y > r && y + r < picture.height;
}

/// The sum of such a window: four reads without a question, which a compiler can do for several pixels at once.
template <class M, class T>
SIMT num<M, T> inner_sum(const pitched<M, const T>& table, int x, int y, int r) {
  using U = num<M, T>;
  const U right = U(table[table.at(x + r, y + r)]) - U(table[table.at(x + r, y - r - 1)]);
  return right - U(table[table.at(x - r - 1, y + r)]) + U(table[table.at(x - r - 1, y - r - 1)]);
}

/// Table entries that the windows of all pixels read together; the additions are one fewer per pixel.
inline double window_reads(Extent picture, int r, Border border) {
  const auto along = [&](int length) {
    double reads = 0;
    for (int i = 0; i < length; ++i) {
      const Window w = window_around(i, 0, r, border, {length, 1});
      const Border rule = border == Border::clip ? Border::zero : border;  // what is left of a clipped window is within
      reads += reads_of(reach(rule, w.x1, length)) + reads_of(reach(rule, w.x0, length));
    }
    return reads;
  };
  return along(picture.width) * along(picture.height);
}

/// Pixels in the windows of all pixels of a line together, without those outside.
inline double pixel_reads(int length, int r, Border border) {
  double reads = 0;
  for (int i = 0; i < length; ++i) {
    const int beyond = (i < r ? r - i : 0) + (i + r >= length ? i + r - length + 1 : 0);
    reads += 2.0 * r + 1 - (border == Border::clip || border == Border::zero ? beyond : 0);
  }
  return reads;
}

/// The mean in integers, halves up: (2 sum + n) / (2 n), which is (sum + n / 2) / n without its overflow.
template <class T>
SIMT constexpr std::uint8_t rounded_mean(T sum, T n) {
  return static_cast<std::uint8_t>((sum + n / 2) / n);
}

template <class T>
SIMT constexpr vec4<std::uint8_t> rounded_mean(const vec4<T>& sum, T n) {
  return {rounded_mean(sum.r, n), rounded_mean(sum.g, n), rounded_mean(sum.b, n), rounded_mean(sum.a, n)};
}

// ---------------------------------------------------------------- passes over all pixels

/// Sizes of the machine for traces of a filter: the toy ones and the real one, by lanes.
inline constexpr Sizes k_real{.warp = 32, .block = 256};
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 8}, Sizes{.warp = 8, .block = 16}, k_real};

/// A thread owns a pixel, a block `threads` adjacent pixels of one row: rows in x, where a grid may be longest.
constexpr Grid pixel_grid(Extent picture, int threads) { return {picture.height, ceil_div(picture.width, threads)}; }

/// Threads of the block, whose first has this column, that have a pixel.
SIMT constexpr int in_row(int first, int threads, int width) { return width - first < threads ? width - first : threads; }

/// The type pair for a table whose windows sum so many 8-bit pixels: the narrowest that holds sum + n / 2, for rounding.
template <class Backend>
TypePair sums_for(double pixels) {
  const bool narrow = pixels * 255.5 < 0x1p32;
  if constexpr (requires { Backend::traced; })
    if (!narrow) throw std::invalid_argument("a trace sums windows in 32 bits, so a radius that needs more is not supported");
  return *find_type_pair(narrow ? "8u32u" : "8u64u");
}

/// f.template operator()<T, sizes>() for tables of `sums` (u32 or u64) on the request's machine.
template <class Backend, class F>
auto for_sums(Scalar sums, const Sizes& wanted, F&& f) {
  return for_machine<Backend, k_trace_sizes>(wanted, [&]<Sizes sizes>() {
    if constexpr (!requires { Backend::traced; })
      if (sums == Scalar::u64) return f.template operator()<std::uint64_t, sizes>();
    return f.template operator()<std::uint32_t, sizes>();
  });
}

/// f.template operator()<T, sizes>() on the request's machine, or with vec4<T> where four channels are asked for.
template <class Backend, class T, class F>
auto for_channels(const FilterRequest& request, F&& f) {
  return for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
    if constexpr (!requires { Backend::traced; })
      if (request.channels == 4) return f.template operator()<vec4<T>, sizes>();
    return f.template operator()<T, sizes>();
  });
}

/// As for_sums, with as many channels as the request asks for.
template <class Backend, class F>
auto for_channel_sums(Scalar sums, const FilterRequest& request, F&& f) {
  if constexpr (!requires { Backend::traced; })
    if (sums == Scalar::u64) return for_channels<Backend, std::uint64_t>(request, f);
  return for_channels<Backend, std::uint32_t>(request, f);
}

/// Cost of reading `reads` table entries of T and writing a byte per pixel and channel; `reads` counts all windows.
template <class T>
Cost cost_of_windows(double reads, Extent picture) {
  const double pixels = static_cast<double>(picture.area());
  return {.bytes = reads * sizeof(T) + pixels * channels_of<T>, .additions = (reads - pixels) * channels_of<T>};
}

}  // namespace satscope::filter_kernels
