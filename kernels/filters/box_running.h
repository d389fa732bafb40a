// SPDX-License-Identifier: Apache-2.0
// The box mean by running sums: the window slides, one pixel enters it and one leaves. A rival of the table.
//
//      . . [ a b c d e ] f .     s
//      . . . [ b c d e f ] .     s + f - a         two reads per direction, at any radius
//
// A thread owns a row and walks along it, then a thread owns a column and walks down. Watch: as few reads as with the table,
// and no table; but only as many threads as there are rows, and one radius for the whole picture.
#pragma once
#include "kernels/filter.h"
#include "kernels/filters/window.h"

namespace satscope::filter_kernels::box_running {

/// A thread owns a row; out: the sums of 2 r + 1 pixels of it around each pixel.
template <class T, Sizes sizes>
struct SlideAlongRows {
  static constexpr int threads = sizes.warp;  // because: few rows must still keep many multiprocessors busy
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const with_channels_of<T, std::uint8_t>> pixels, pitched<M, T> out, Extent picture,
                       int r, Border border) {
    using U = num<M, T>;
    const int first = m.block_x() * threads, width = picture.width, rows = in_row(first, threads, picture.height);
    reg<M, T> sum{"sum"};
    m.each("first window", rows, [&](auto t) {
      U all = U(0);
      for (int i = -r; i <= r; ++i) {
        const int column = pixel_at(border, i, width);
        if (column >= 0) all += U(pixels[pixels.at(column, first + t.x)]);
      }
      sum[t] = all;
      out[out.at(0, first + t.x)] = all;
    });
    for (int x = 1; x < width; ++x) {
      const int enters = pixel_at(border, x + r, width), leaves = pixel_at(border, x - r - 1, width);
      m.each({"slide to column ", x}, rows, [&](auto t) {
        U all = sum[t];
        if (enters >= 0) all += U(pixels[pixels.at(enters, first + t.x)]);
        if (leaves >= 0) all = all - U(pixels[pixels.at(leaves, first + t.x)]);
        sum[t] = all;
        out[out.at(x, first + t.x)] = all;
      });
    }
  }
};

/// A thread owns a column; rows: the sums along rows; out: the means.
template <class T, Sizes sizes>
struct SlideDownColumns {
  static constexpr int threads = sizes.warp;  // because: as above
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const with_channels_of<T, std::uint32_t>> rows,
                       pitched<M, with_channels_of<T, std::uint8_t>> out, Extent picture, int r, Border border) {
    using U = num<M, T>;
    const int first = m.block_x() * threads, width = picture.width, columns = in_row(first, threads, width);
    reg<M, T> sum{"sum"};
    m.each("first window", columns, [&](auto t) {
      U all = U(0);
      for (int j = -r; j <= r; ++j) {
        const int row = pixel_at(border, j, picture.height);
        if (row >= 0) all += U(rows[rows.at(first + t.x, row)]);
      }
      sum[t] = all;
      const Window w = window_around(first + t.x, 0, r, border, picture);
      out[out.at(first + t.x, 0)] = made_of(rounded_mean(bare(all), area_of<channel<T>>(w)), all);
    });
    for (int y = 1; y < picture.height; ++y) {
      const int enters = pixel_at(border, y + r, picture.height), leaves = pixel_at(border, y - r - 1, picture.height);
      m.each({"slide to row ", y}, columns, [&](auto t) {
        U all = sum[t];
        if (enters >= 0) all += U(rows[rows.at(first + t.x, enters)]);
        if (leaves >= 0) all = all - U(rows[rows.at(first + t.x, leaves)]);
        sum[t] = all;
        const Window w = window_around(first + t.x, y, r, border, picture);
        out[out.at(first + t.x, y)] = made_of(rounded_mean(bare(all), area_of<channel<T>>(w)), all);
      });
    }
  }
};

inline Filter describe() {
  Filter self{{
      .id = "box-running",
      .title = "Box mean, running sum",
      .paper = "McDonnell 1981, Box-Filtering Techniques",
      .text = "The same picture as Box mean: when the window slides by one pixel, one value enters and one "
              "leaves, so a large radius takes no longer. Each thread processes a whole line; with a table the "
              "work is spread over many more threads.",
      .params = {radius_param(12), border_param()},
  }};
  self.phases = {
      {"first window", "Each thread adds up the whole first window of its line."},
      {"slide to column", "The window moves right by one pixel: one enters and one leaves."},
      {"slide to row", "The window moves down by one row: one row sum enters and one leaves."},
  };
  self.definition = "mean of the (2r+1)x(2r+1) window around each pixel, rounded to the nearest integer (half up)";
  self.rival_of = "box";
  self.reads = "4 at any radius, two in each direction; 2r+1 more at the start of each line";
  self.by_channel = true;
  self.reads_per_pixel = [](const FilterRequest&) { return 4.0; };
  return self;
}

/// Pixels read while a window slides along a line.
inline double sliding_reads(int length, int r, Border border) {
  double reads = 0;
  for (int i = -r; i <= r; ++i) reads += pixel_at(border, i, length) >= 0;
  for (int x = 1; x < length; ++x) reads += (pixel_at(border, x + r, length) >= 0) + (pixel_at(border, x - r - 1, length) >= 0);
  return reads;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r");
  const auto [width, height] = request.extent;
  const Border border = border_of(self, request);
  const TypePair types = sums_for<Backend>(largest_area(r, border, request.extent));
  const double pixels = static_cast<double>(request.extent.area());
  FilterDraft d{.buffers = {{"picture", Scalar::u8, request.extent, request.channels},
                            {"row sums", Scalar::u32, request.extent, request.channels},
                            {"box mean", Scalar::u8, request.extent, request.channels}},
                .result = 2};
  const double along = request.channels * height * sliding_reads(width, r, border),
               down = request.channels * width * sliding_reads(height, r, border);
  d.steps.emplace_back(for_channels<Backend, std::uint32_t>(request, [&]<class T, Sizes sizes>() {
    using Kernel = SlideAlongRows<T, sizes>;
    return make_pass<Backend, Kernel>("slide along rows", Grid{ceil_div(request.extent.height, Kernel::threads)},
                                      {.bytes = along + 4 * channels_of<T> * pixels, .additions = along},
                                      pitched_in<with_channels_of<T, std::uint8_t>>{0}, pitched_out<T>{1}, request.extent, r,
                                      border);
  }));
  d.steps.emplace_back(for_channel_sums<Backend>(types.out, request, [&]<class T, Sizes sizes>() {
    using Kernel = SlideDownColumns<T, sizes>;
    return make_pass<Backend, Kernel>("slide down columns", Grid{ceil_div(request.extent.width, Kernel::threads)},
                                      {.bytes = 4 * down + channels_of<T> * pixels, .additions = down},
                                      pitched_in<with_channels_of<T, std::uint32_t>>{1},
                                      pitched_out<with_channels_of<T, std::uint8_t>>{2}, request.extent, r, border);
  }));
  return d;
}

}  // namespace satscope::filter_kernels::box_running
