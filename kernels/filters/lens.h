// SPDX-License-Identifier: Apache-2.0
// A lens for texture: local mean, variance or standard deviation of every window, from two tables.
//
//      V = n Q - S^2        n^2 times the variance, exact in 64 bits; floats would subtract two large rounded numbers
//
//      mean        S / n             halves up
//      variance    g V / (64 n^2)    halves up, at most 255: the largest, 127.5^2, shows as 254 with g = 1
//      deviation   g 2 sqrt(V) / n   halves up, at most 255: the largest, 127.5, shows as 255 with g = 1
//
// All in integers: the deviation is the largest d with ((2 d - 1) n)^2 <= 16 g^2 V, found in eight steps.
// Watch: flat paper is black, cloth and leaves are bright, edges show their windows. Paper: Shafait, Keysers, Breuel 2008.
#pragma once
#include "kernels/filter.h"
#include "kernels/filters/moments.h"

namespace satscope::filter_kernels::lens {

enum class Show : std::uint8_t { mean, variance, deviation };
inline constexpr std::array k_shows{Named<Show>{Show::mean, "mean"}, Named<Show>{Show::variance, "variance"},
                                    Named<Show>{Show::deviation, "deviation"}};

// because: 16 g^2 V stays below 2^64
inline constexpr int k_most_radius = 500, k_most_gain = 8;

SIMT constexpr std::uint64_t at_most_255(std::uint64_t value) { return value < 255 ? value : 255; }

SIMT constexpr std::uint64_t shown(Show show, const Moments& of, std::uint64_t gain) {
  if (show == Show::mean) return rounded_mean(of.sum, of.n);
  const std::uint64_t v = of.scaled_variance();
  if (show == Show::variance) return at_most_255((gain * v + 32 * of.n * of.n) / (64 * of.n * of.n));
  std::uint64_t d = 0;
  SIMT_UNROLL for (int bit = 7; bit >= 0; --bit) {
    const std::uint64_t tried = d | std::uint64_t{1} << bit, root = (2 * tried - 1) * of.n;
    if (root * root <= 16 * gain * gain * v) d = tried;
  }
  return d;
}

/// A thread owns a pixel. The tables of the pixels and of their squares; out: what is shown.
template <class T, Sizes sizes>
struct ShowMoments {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const T> table, pitched<M, const std::uint64_t> squares, pitched<M, std::uint8_t> out,
                       Extent picture, int r, Border border, Show show, int gain) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("look", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, picture);
      const num<M, T> sum = window_sum<M, T>(t, table, w, border, picture);
      const num<M, std::uint64_t> square_sum = window_sum<M, std::uint64_t>(t, squares, w, border, picture);
      const Moments of{area_of<std::uint64_t>(w), bare(sum), bare(square_sum)};
      out[out.at(x, y)] = made_of(static_cast<std::uint8_t>(shown(show, of, static_cast<std::uint64_t>(gain))), sum);
    });
  }
};

inline Filter describe() {
  Param show{.id = "show",
             .fallback = std::string("deviation"),
             .help =
                 "deviation: how much the greys around a pixel differ, the usual choice; variance: the same "
                 "squared, so that strong detail stands out; mean: a plain blur"};
  for (const Named<Show>& one : k_shows) show.choices.emplace_back(one.id);
  Filter self{{
      .id = "lens",
      .title = "Texture and sharpness (local variance)",
      .paper = "Shafait, Keysers and Breuel 2008, Efficient Implementation of Local Adaptive Thresholding Techniques",
      .text = "Shows where the picture has detail: rough or sharp parts become bright, flat or blurred ones "
              "black. Use it to find what is in focus or the print on a page, or to draw outlines.",
      .params = {radius_param(5, k_most_radius),
                 show,
                 {.id = "gain",
                  .fallback = 1.0,
                  .range = ParamRange{.min = 1, .max = k_most_gain, .step = 1, .whole = true},
                  .help = "how many times as bright, to see faint detail; the mean stays as it is"},
                 border_param()},
  }};
  self.phases = {
      {"look", "Four corners of each table give the mean and the mean of the squares: from both comes the variance."},
  };
  self.definition =
      "mean of the (2r+1)x(2r+1) window, or gain times variance/64, or gain times twice the standard "
      "deviation, rounded; the variance is the mean of the squares minus the square of the mean, exact "
      "in 64-bit integers, but mostly rounding error in 32-bit floats";
  self.tables = {"pixels", "squares"};
  self.reads = "4 of each of 2 tables, at any radius; with clamp and mirror up to 16 of each within r pixels of an edge";
  self.reads_per_pixel = [](const FilterRequest&) { return 8.0; };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r"), gain = whole(self, request.params, "gain");
  const std::string id = choice(self, request.params, "show");
  const Show show = known_in(k_shows, "measure", id).value;
  const Border border = border_of(self, request);
  const TypePair types = sums_for<Backend>(largest_area(r, border, request.extent));
  FilterDraft d{.buffers = {{"picture", Scalar::u8, request.extent},
                            {"table", types.out, request.extent},
                            {"table of squares", Scalar::u64, request.extent},
                            {id, Scalar::u8, request.extent}},
                .result = 3};
  const Pass pass = for_sums<Backend>(types.out, request.sizes, [&]<class T, Sizes sizes>() {
    using Kernel = ShowMoments<T, sizes>;
    Cost cost = cost_of_moments<T>(window_reads(request.extent, r, border), request.extent);
    cost.bytes -= static_cast<double>(request.extent.area());  // the pixel itself is not read
    return make_pass<Backend, Kernel>("look", pixel_grid(request.extent, Kernel::threads), cost, pitched_in<T>{1},
                                      pitched_in<std::uint64_t>{2}, pitched_out<std::uint8_t>{3}, request.extent, r, border,
                                      show, gain);
  });
  d.steps = {TableStep{0, 1, types}, TableStep{0, 2, k_squares}, pass};
  return d;
}

}  // namespace satscope::filter_kernels::lens
