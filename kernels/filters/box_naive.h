// SPDX-License-Identifier: Apache-2.0
// The box mean by its definition: every pixel of every window is read. A rival of the table.
//
//      x x x
//      x p x      (2 r + 1)^2 reads for each pixel p: 9 with r = 1, 361,201 with r = 300
//      x x x
//
// Watch: neighbours read almost the same pixels and share nothing.
#pragma once
#include "kernels/filter.h"
#include "kernels/filters/window.h"

namespace satscope::filter_kernels::box_naive {

/// A thread owns a pixel.
template <class T, Sizes sizes>
struct SumWindow {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const with_channels_of<T, std::uint8_t>> pixels,
                       pitched<M, with_channels_of<T, std::uint8_t>> out, Extent picture, int r, Border border) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("sum the window", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, picture);
      num<M, T> sum = num<M, T>(0);
      for (int j = w.y0; j < w.y1; ++j) {
        const int row = pixel_at(border, j, picture.height);
        if (row < 0) continue;
        for (int i = w.x0; i < w.x1; ++i) {
          [[maybe_unused]] const auto round = t.round((j - w.y0) * (2 * r + 1) + i - w.x0);
          const int column = pixel_at(border, i, picture.width);
          if (column >= 0) sum += num<M, T>(pixels[pixels.at(column, row)]);
        }
      }
      out[out.at(x, y)] = made_of(rounded_mean(bare(sum), area_of<channel<T>>(w)), sum);
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "box-naive",
      .title = "Box mean, naive",
      .paper = "the definition",
      .text = "The same picture as Box mean, the slowest way: every pixel sums its own window. At radius 1 it "
              "is hard to beat, at radius 30 it is far too slow.",
      .params = {radius_param(12), border_param()},
  }};
  self.phases = {
      {"sum the window", "Each thread adds up every pixel of its window and divides by the count.",
       "Neighbouring windows share most pixels, and all are read again."},
  };
  self.definition = "mean of the (2r+1)x(2r+1) window around each pixel, rounded to the nearest integer (half up)";
  self.rival_of = "box";
  self.reads = "(2r+1)^2 pixels";
  self.by_channel = true;

  self.reads_per_pixel = [params = self.params](const FilterRequest& request) {
    const double side = 2 * std::get<double>(params[0].value_in(request.params)) + 1;
    return side * side;
  };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r");
  const Border border = border_of(self, request);
  const TypePair types = sums_for<Backend>(largest_area(r, border, request.extent));
  FilterDraft d{.buffers = {{"picture", Scalar::u8, request.extent, request.channels},
                            {"box mean", Scalar::u8, request.extent, request.channels}}};
  d.steps.emplace_back(for_channel_sums<Backend>(types.out, request, [&]<class T, Sizes sizes>() {
    using Kernel = SumWindow<T, sizes>;
    const double reads = pixel_reads(request.extent.width, r, border) * pixel_reads(request.extent.height, r, border);
    return make_pass<Backend, Kernel>(
        "naive box mean", pixel_grid(request.extent, Kernel::threads),
        {.bytes = (reads + static_cast<double>(request.extent.area())) * channels_of<T>, .additions = reads * channels_of<T>},
        pitched_in<with_channels_of<T, std::uint8_t>>{0}, pitched_out<with_channels_of<T, std::uint8_t>>{1}, request.extent, r,
        border);
  }));
  return d;
}

}  // namespace satscope::filter_kernels::box_naive
