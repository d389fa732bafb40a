// SPDX-License-Identifier: Apache-2.0
// The mean of the (2 r + 1)^2 pixels around each pixel, from four entries of the table.
//
//      A . . . . . B
//      .  window   .     mean = (D - B - C + A) / n, halves up, n the pixels that the border rule counts
//      C . . . . . D
//
// Watch: the reads stay four while r grows from 1 to 300. For one fixed radius a running sum can win; the table wins when the
// windows differ. Papers: F. Crow, Summed-Area Tables for Texture Mapping, 1984; P. Viola, M. Jones 2001.
#pragma once
#include "kernels/filter.h"
#include "kernels/filters/window.h"

namespace satscope::filter_kernels::box {

/// A thread owns a pixel. table: inclusive, of the picture's size; out: the means, likewise.
template <class T, Sizes sizes>
struct BoxMean {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const T> table, pitched<M, with_channels_of<T, std::uint8_t>> out, Extent picture,
                       int r, Border border) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("mean", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, picture);
      const num<M, T> sum = window_sum<M, T>(t, table, w, border, picture);
      out[out.at(x, y)] = made_of(rounded_mean(bare(sum), area_of<channel<T>>(w)), sum);
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "box",
      .title = "Box mean",
      .paper = "Crow 1984, Summed-Area Tables for Texture Mapping; Viola and Jones 2001",
      .text = "Blurs the picture evenly, for a soft background or against noise. A larger radius blurs more "
              "and takes no longer. Edges blur, too; to keep them, use Edge-keeping blur.",
      .params = {radius_param(12), border_param()},
  }};
  self.phases = {
      {"mean", "Four corners of the table give the sum of the window; divided by its area that is the mean.",
       "Four reads, at any radius."},
  };
  self.definition = "mean of the (2r+1)x(2r+1) window around each pixel, rounded to the nearest integer (half up)";
  self.tables = {"pixels"};
  self.reads = "4 entries of the table at any radius; with clamp and mirror up to 16 within r pixels of an edge";
  self.by_channel = true;
  self.reads_per_pixel = [](const FilterRequest&) { return 4.0; };
  return self;
}

/// The pass that reads the inclusive table in buffer `table` and writes the means to buffer `result`.
template <class Backend>
Pass mean_pass(const FilterRequest& request, Scalar sums, int table, int result, int r, Border border) {
  return for_channel_sums<Backend>(sums, request, [&]<class T, Sizes sizes>() {
    using Kernel = BoxMean<T, sizes>;
    return make_pass<Backend, Kernel>("box mean", pixel_grid(request.extent, Kernel::threads),
                                      cost_of_windows<T>(window_reads(request.extent, r, border), request.extent),
                                      pitched_in<T>{table}, pitched_out<with_channels_of<T, std::uint8_t>>{result},
                                      request.extent, r, border);
  });
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r");
  const Border border = border_of(self, request);
  const TypePair types = sums_for<Backend>(largest_area(r, border, request.extent));
  FilterDraft d{.buffers = {{"picture", Scalar::u8, request.extent, request.channels},
                            {"table", types.out, request.extent, request.channels},
                            {"box mean", Scalar::u8, request.extent, request.channels}},
                .result = 2};
  d.steps = {TableStep{0, 1, types}, mean_pass<Backend>(request, types.out, 1, 2, r, border)};
  return d;
}

}  // namespace satscope::filter_kernels::box
