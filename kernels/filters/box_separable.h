// SPDX-License-Identifier: Apache-2.0
// The box mean in two directions: sums along rows, then sums of these along columns. A rival of the table.
//
//      p p p p p                    s           2 (2 r + 1) reads for each pixel instead of (2 r + 1)^2;
//      \__ s __/    then down       s           the table's 4 are fewer from r = 1 on, but the table must be made
//                                   s
//
// Watch: sums stay integers until the one division at the end, so the result equals that of the other methods bit for bit.
#pragma once
#include "kernels/filter.h"
#include "kernels/filters/window.h"

namespace satscope::filter_kernels::box_separable {

/// A thread owns a pixel; out: the sums of 2 r + 1 pixels of its row.
template <class T, Sizes sizes>
struct SumRows {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const with_channels_of<T, std::uint8_t>> pixels, pitched<M, T> out, Extent picture,
                       int r, Border border) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("sum along the row", in_row(first, threads, picture.width), [&](auto t) {
      num<M, T> sum = num<M, T>(0);
      const int x = first + t.x;
      for (int i = -r; i <= r; ++i) {
        [[maybe_unused]] const auto round = t.round(i + r);
        const int column = pixel_at(border, x + i, picture.width);
        if (column >= 0) sum += num<M, T>(pixels[pixels.at(column, y)]);
      }
      out[out.at(x, y)] = sum;
    });
  }
};

/// A thread owns a pixel; rows: its row's sums; out: the means of 2 r + 1 of these above and below.
template <class T, Sizes sizes>
struct MeanOfColumns {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const with_channels_of<T, std::uint32_t>> rows,
                       pitched<M, with_channels_of<T, std::uint8_t>> out, Extent picture, int r, Border border) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("mean down the column", in_row(first, threads, picture.width), [&](auto t) {
      num<M, T> sum = num<M, T>(0);
      const int x = first + t.x;
      for (int j = -r; j <= r; ++j) {
        [[maybe_unused]] const auto round = t.round(j + r);
        const int row = pixel_at(border, y + j, picture.height);
        if (row >= 0) sum += num<M, T>(rows[rows.at(x, row)]);
      }
      const Window w = window_around(x, y, r, border, picture);
      out[out.at(x, y)] = made_of(rounded_mean(bare(sum), area_of<channel<T>>(w)), sum);
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "box-separable",
      .title = "Box mean, separable",
      .paper = "textbook: a box is the product of a row and a column",
      .text = "The same picture as Box mean: first along the rows, then down the columns. The time grows with "
              "the radius, so it is common for small blurs.",
      .params = {radius_param(12), border_param()},
  }};
  self.phases = {
      {"sum along the row", "Each thread adds up the pixels of its row that lie in the window."},
      {"mean down the column", "Each thread adds up these row sums above and below, and divides: the mean of the window."},
  };
  self.definition = "mean of the (2r+1)x(2r+1) window around each pixel, rounded to the nearest integer (half up)";
  self.rival_of = "box";
  self.reads = "2(2r+1): pixels along the row, then their sums down the column";
  self.by_channel = true;

  self.reads_per_pixel = [params = self.params](const FilterRequest& request) {
    return 2 * (2 * std::get<double>(params[0].value_in(request.params)) + 1);
  };
  return self;
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
  d.steps.emplace_back(for_channels<Backend, std::uint32_t>(request, [&]<class T, Sizes sizes>() {
    using Kernel = SumRows<T, sizes>;
    const double reads = channels_of<T> * height * pixel_reads(width, r, border);
    return make_pass<Backend, Kernel>("row sums", pixel_grid(request.extent, Kernel::threads),
                                      {.bytes = reads + 4 * channels_of<T> * pixels, .additions = reads},
                                      pitched_in<with_channels_of<T, std::uint8_t>>{0}, pitched_out<T>{1}, request.extent, r,
                                      border);
  }));
  d.steps.emplace_back(for_channel_sums<Backend>(types.out, request, [&]<class T, Sizes sizes>() {
    using Kernel = MeanOfColumns<T, sizes>;
    const double reads = channels_of<T> * width * pixel_reads(height, r, border);
    return make_pass<Backend, Kernel>("column means", pixel_grid(request.extent, Kernel::threads),
                                      {.bytes = 4 * reads + channels_of<T> * pixels, .additions = reads},
                                      pitched_in<with_channels_of<T, std::uint32_t>>{1},
                                      pitched_out<with_channels_of<T, std::uint8_t>>{2}, request.extent, r, border);
  }));
  return d;
}

}  // namespace satscope::filter_kernels::box_separable
