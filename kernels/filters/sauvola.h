// SPDX-License-Identifier: Apache-2.0
// A pixel is black if it is at most a threshold that falls with the contrast around it: T = m (1 + k (s / R - 1)).
//
//      flat paper:  s small, T well below m, noise stays white        m = S / n
//      ink nearby:  s large, T near m, strokes become black           s = sqrt(n Q - S^2) / n
//
// S and Q are sums from two tables, of the pixels and of their squares, and n Q - S^2 is exact in integers. From there T is
// computed in IEEE doubles, each operation rounded separately (this unit is compiled without fused multiply-add), so every
// machine finds the same black pixels. Watch: in 32 bits the sum of the squares would be right only in windows of up to 66,051
// pixels, all white. A pixel equal to T is black, as Shafait et al. define it, so solid black, whose T is 0, stays black.
// Papers: J. Sauvola, M. Pietikainen 2000; F. Shafait, D. Keysers, T. Breuel 2008 (with tables).
#pragma once
#include <cmath>

#include "kernels/filter.h"
#include "kernels/filters/moments.h"

namespace satscope::filter_kernels::sauvola {

/// A thread owns a pixel. pixels, their table and that of their squares; out: 0 or 255.
template <class T, Sizes sizes>
struct Threshold {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, const T> table,
                       pitched<M, const std::uint64_t> squares, pitched<M, std::uint8_t> out, Extent picture, int r,
                       Border border, double k, double range) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("threshold", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, picture);
      const num<M, T> sum = window_sum<M, T>(t, table, w, border, picture);
      const num<M, std::uint64_t> square_sum = window_sum<M, std::uint64_t>(t, squares, w, border, picture);
      const Moments of{area_of<std::uint64_t>(w), bare(sum), bare(square_sum)};
      const double n = static_cast<double>(of.n), mean = static_cast<double>(of.sum) / n;
      const double deviation = sqrt(static_cast<double>(of.scaled_variance())) / n;
      const double threshold = mean * (1 + k * (deviation / range - 1));
      const double pixel = static_cast<double>(bare(num<M, T>(pixels[pixels.at(x, y)])));
      out[out.at(x, y)] = made_of(static_cast<std::uint8_t>(pixel <= threshold ? 0 : 255), sum);
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "sauvola",
      .title = "Adaptive threshold (Sauvola)",
      .paper = "Sauvola and Pietikainen 2000, Adaptive Document Image Binarization; Shafait, Keysers and Breuel 2008",
      .text = "Makes a photo of a page black and white, like a scan, even if the paper is stained or badly "
              "lit. Empty paper and the edges of shadows come out clean, so text recognition reads it better.",
      .params = {radius_param(7, k_most_radius_of_moments),
                 {.id = "k",
                  .fallback = 0.3,
                  .range = ParamRange{.min = 0, .max = 1, .step = 0.05},
                  .help = "a pixel becomes black where it is darker than the empty paper around it by this part of the "
                          "paper's brightness. Lower it where print breaks up, raise it where stains stay"},
                 {.id = "R",
                  .fallback = 128.0,
                  .range = ParamRange{.min = 1, .max = 255, .step = 1},
                  .help = "print whose greys are spread by this much (a standard deviation) counts as clear: there a "
                          "pixel is black if it is darker than the mean. Fainter print must be darker still. It seldom "
                          "needs a change"},
                 border_param()},
  }};
  self.phases = {
      {"threshold",
       "Mean and deviation around the pixel, four corners of each table, set the threshold that decides on black."},
  };
  self.definition =
      "black where the pixel is at most m(1 + k(s/R - 1)), with m the mean and s the standard "
      "deviation of its window; where there is little contrast, a pixel must be much darker than the "
      "mean to become black";
  self.tables = {"pixels", "squares"};
  self.reads =
      "4 of each of 2 tables and the pixel, at any radius; with clamp and mirror up to 16 of each near an edge; squares are "
      "summed in 64 bits, because 32 are enough only for windows of up to 66,051 pixels";
  self.reads_per_pixel = [](const FilterRequest&) { return 9.0; };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r");
  const double k = number(self, request.params, "k"), range = number(self, request.params, "R");
  const Border border = border_of(self, request);
  const TypePair types = sums_for<Backend>(largest_area(r, border, request.extent));
  FilterDraft d{.buffers = {{"picture", Scalar::u8, request.extent},
                            {"table", types.out, request.extent},
                            {"table of squares", Scalar::u64, request.extent},
                            {"black and white", Scalar::u8, request.extent}},
                .result = 3};
  const Pass pass = for_sums<Backend>(types.out, request.sizes, [&]<class T, Sizes sizes>() {
    using Kernel = Threshold<T, sizes>;
    return make_pass<Backend, Kernel>("threshold", pixel_grid(request.extent, Kernel::threads),
                                      cost_of_moments<T>(window_reads(request.extent, r, border), request.extent),
                                      pitched_in<std::uint8_t>{0}, pitched_in<T>{1}, pitched_in<std::uint64_t>{2},
                                      pitched_out<std::uint8_t>{3}, request.extent, r, border, k, range);
  });
  d.steps = {TableStep{0, 1, types}, TableStep{0, 2, k_squares}, pass};
  return d;
}

}  // namespace satscope::filter_kernels::sauvola
