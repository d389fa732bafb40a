// SPDX-License-Identifier: Apache-2.0
// Unsharp mask: what a box mean takes away is added again, so edges and texture get stronger.
//
//         ___             __/\_         p + amount (p - m)      m the mean of the window
//      __/         ->   __    \__
//                         \/            beside an edge it overshoots: a halo as wide as the window
//
// A difference up to the threshold is left as it is, so that noise does not grow. A negative amount blurs; at -100 the result
// is the mean. All in integers: (100 n p + amount (n p - S)) / (100 n), halves up, S the window's sum, n its pixels.
// Watch: widen the window, and sharpening becomes local contrast. The halo grows with it; that of the guided filter can be
// smaller.
#pragma once
#include "kernels/filters/planes.h"
#include "kernels/filters/signed_sums.h"

namespace satscope::filter_kernels::unsharp {

/// The sharpened pixel; n: pixels of the window.
SIMT constexpr std::uint8_t sharpened(std::int64_t pixel, std::int64_t sum, std::int64_t n, int percent, int threshold) {
  const std::int64_t apart = n * pixel - sum;
  if ((apart < 0 ? -apart : apart) <= threshold * n) return static_cast<std::uint8_t>(pixel);
  return clamped_byte(rounded_quotient(100 * n * pixel + percent * apart, 100 * n));
}

/// A thread owns a pixel. pixels and their table; out: the sharpened ones.
template <Sizes sizes>
struct Sharpen {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, const std::uint32_t> table,
                       pitched<M, std::uint8_t> out, Extent picture, int r, Border border, int percent, int threshold) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("sharpen", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, picture);
      const num<M, std::uint32_t> sum = window_sum<M, std::uint32_t>(t, table, w, border, picture);
      const std::int64_t pixel = bare(num<M, std::uint32_t>(pixels[pixels.at(x, y)]));
      out[out.at(x, y)] = made_of(sharpened(pixel, bare(sum), area_of<std::int64_t>(w), percent, threshold), sum);
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "unsharp",
      .title = "Unsharp mask",
      .paper = "photographic practice; the mean by Crow 1984, Summed-Area Tables for Texture Mapping",
      .text = "Makes a soft or hazy picture crisp. A small radius sharpens edges, a large one thins haze. A "
              "larger amount is stronger; edges then get bright rims.",
      .params = {radius_param(6, k_most_radius),
                 {.id = "amount",
                  .fallback = 150.0,
                  .range = ParamRange{.min = -100, .max = 500, .step = 5, .whole = true},
                  .help = "percent of the difference from the mean that is added; -100 gives the mean itself"},
                 {.id = "threshold",
                  .fallback = 0.0,
                  .range = ParamRange{.min = 0, .max = 100, .step = 1, .whole = true},
                  .help = "a pixel that differs from the mean by no more than this stays, so that noise does not grow"},
                 border_param()},
  }};
  self.phases = {
      {"sharpen", "Four corners of the table give the mean around the pixel; the difference from it is added once more."},
  };
  self.definition =
      "p + amount (p - m), with m the mean of the (2r+1)x(2r+1) window, rounded half up, within 0 to 255; p "
      "itself where it differs from m by no more than the threshold";
  self.tables = {"pixels"};
  self.reads = "4 entries of the table and the pixel, at any radius; with clamp and mirror up to 16 within r pixels of an edge";
  self.by_channel = self.alpha_stays = true;
  self.reads_per_pixel = [](const FilterRequest&) { return 5.0; };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r"), percent = whole(self, request.params, "amount"),
            threshold = whole(self, request.params, "threshold");
  const Border border = border_of(self, request);
  return in_colour<Backend>(request, false, [&](bool) {
    OneChannel one;
    FilterDraft& d = one.draft;
    const int picture = add_buffer(d, "picture", Scalar::u8, request.extent);
    const int table = add_buffer(d, "table", Scalar::u32, request.extent);
    d.result = add_buffer(d, "sharpened", Scalar::u8, request.extent);
    d.steps.emplace_back(TableStep{picture, table, *find_type_pair("8u32u")});
    d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      using Kernel = Sharpen<sizes>;
      Cost cost = cost_of_windows<std::uint32_t>(window_reads(request.extent, r, border), request.extent);
      cost.bytes += static_cast<double>(request.extent.area());
      return make_pass<Backend, Kernel>("sharpen", pixel_grid(request.extent, Kernel::threads), cost,
                                        pitched_in<std::uint8_t>{picture}, pitched_in<std::uint32_t>{table},
                                        pitched_out<std::uint8_t>{d.result}, request.extent, r, border, percent, threshold);
    }));
    return one;
  });
}

}  // namespace satscope::filter_kernels::unsharp
