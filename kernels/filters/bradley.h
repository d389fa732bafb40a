// SPDX-License-Identifier: Apache-2.0
// A page half in shadow becomes black on white: a pixel is black if it is at least t percent darker than the mean around it.
//
//      100 n I <= (100 - t) S      I the pixel, S the window's sum, n its pixels: no division, no rounding
//
// Watch: no single threshold works where the light falls off, while the local mean follows the shadow. A pixel equal to the
// threshold is black, as in the paper's listing: so a black page stays black, and with t = 0 a flat one becomes black.
// Paper: D. Bradley, G. Roth, Adaptive Thresholding Using the Integral Image, J. Graphics Tools 12(2), 2007.
#pragma once
#include "kernels/filter.h"
#include "kernels/filters/window.h"

namespace satscope::filter_kernels::bradley {

/// A thread owns a pixel. pixels and table of one picture; out: 0 or 255.
template <class T, Sizes sizes>
struct Threshold {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, const T> table, pitched<M, std::uint8_t> out,
                       Extent picture, int r, Border border, int percent) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("threshold", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, picture);
      const num<M, T> sum = window_sum<M, T>(t, table, w, border, picture);
      const std::uint64_t pixel = bare(num<M, T>(pixels[pixels.at(x, y)]));
      const std::uint64_t bound = static_cast<std::uint64_t>(100 - percent) * bare(sum);
      const bool black = 100 * pixel * area_of<std::uint64_t>(w) <= bound;
      out[out.at(x, y)] = made_of(static_cast<std::uint8_t>(black ? 0 : 255), sum);
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "bradley",
      .title = "Adaptive threshold (Bradley and Roth)",
      .paper = "Bradley and Roth 2007, Adaptive Thresholding Using the Integral Image",
      .text = "Makes a photo of a page black and white, like a scan, even if half of it is in shadow: what is "
              "clearly darker than its surroundings becomes black. If the edge of a shadow leaves a black "
              "streak, use Sauvola's threshold.",
      .params = {radius_param(40),
                 {.id = "t",
                  .fallback = 15.0,
                  .range = ParamRange{.min = 0, .max = 100, .step = 1, .whole = true},
                  .help = "a pixel becomes black if it is at least so many percent darker than the mean"},
                 border_param()},
  }};
  self.phases = {
      {"threshold", "Four corners give the mean around the pixel; a pixel at least t percent darker becomes black."},
  };
  self.definition =
      "black where the pixel is at most (1 - t/100) of the mean of its (2r+1)x(2r+1) window, else white; the paper takes an "
      "eighth of the picture's width as window, and t = 15";
  self.tables = {"pixels"};
  self.reads = "4 entries of the table and the pixel, at any radius; with clamp and mirror up to 16 within r pixels of an edge";
  self.reads_per_pixel = [](const FilterRequest&) { return 5.0; };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r"), percent = whole(self, request.params, "t");
  const Border border = border_of(self, request);
  const TypePair types = sums_for<Backend>(largest_area(r, border, request.extent));
  FilterDraft d{.buffers = {{"picture", Scalar::u8, request.extent},
                            {"table", types.out, request.extent},
                            {"black and white", Scalar::u8, request.extent}},
                .result = 2};
  const Pass pass = for_sums<Backend>(types.out, request.sizes, [&]<class T, Sizes sizes>() {
    using Kernel = Threshold<T, sizes>;
    Cost cost = cost_of_windows<T>(window_reads(request.extent, r, border), request.extent);
    cost.bytes += static_cast<double>(request.extent.area());
    return make_pass<Backend, Kernel>("threshold", pixel_grid(request.extent, Kernel::threads), cost,
                                      pitched_in<std::uint8_t>{0}, pitched_in<T>{1}, pitched_out<std::uint8_t>{2},
                                      request.extent, r, border, percent);
  });
  d.steps = {TableStep{0, 1, types}, pass};
  return d;
}

}  // namespace satscope::filter_kernels::bradley
