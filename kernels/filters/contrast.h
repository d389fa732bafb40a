// SPDX-License-Identifier: Apache-2.0
// Local contrast normalisation: every window comes to the same mean and the same standard deviation.
//
//      128 + gain (p - m)         gain = target / max(s, floor)
//
//      faint texture in shadow and strong texture in light:  _.-._ /\/\/\   ->   /\/\/\ /\/\/\        m = S / n
//                                                                                          s = sqrt(n Q - S^2) / n
//
// The floor keeps the noise of flat places from being lifted without limit: no gain is above target / floor. `keep` gives back
// a part of the mean, in percent: at 100 light and shade stay, and only the contrast is evened. S and Q are sums from two
// tables, n Q - S^2 is exact, and from there on it is IEEE doubles, each operation rounded separately, as in sauvola.h. In
// colour m and s are those of the luma, and what a channel differs from the luma stays as it is. Watch: the shadow over a page
// vanishes, and its print does not. Paper: K. Jarrett et al., What is the Best Multi-Stage Architecture for Object
// Recognition?, ICCV 2009.
#pragma once
#include <cmath>

#include "kernels/filters/moments.h"
#include "kernels/filters/planes.h"
#include "kernels/filters/signed_sums.h"

namespace satscope::filter_kernels::contrast {

/// How a pixel is normalised.
struct Norm {
  double target, floor;  ///< standard deviations
  int keep;              ///< percent of the mean

  /// The luma of a pixel comes to the norm; what the channel differs from it stays.
  SIMT std::uint8_t of(std::int64_t luma, std::int64_t channel, const Moments& window) const {
    constexpr double k_middle = 128;
    const double n = static_cast<double>(window.n), mean = static_cast<double>(window.sum) / n;
    const double deviation = sqrt(static_cast<double>(window.scaled_variance())) / n;
    const double gain = target / (deviation > floor ? deviation : floor);
    const double base = (k_middle * (100 - keep) + mean * keep) / 100;
    const double apart =
        static_cast<double>(luma * static_cast<std::int64_t>(window.n) - static_cast<std::int64_t>(window.sum));
    const double value = base + gain * (apart / n) + static_cast<double>(channel - luma);
    return static_cast<std::uint8_t>(value < 0 ? 0 : value > 255 ? 255 : ::floor(value + 0.5));
  }
};

/// A thread owns a pixel. pixels; the luma where it leads; its table and that of its squares; out: the normalised pixels.
template <bool led, Sizes sizes>
struct Normalise {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, const std::uint8_t> luma,
                       pitched<M, const std::uint32_t> table, pitched<M, const std::uint64_t> squares,
                       pitched<M, std::uint8_t> out, Extent picture, int r, Border border, Norm norm) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("normalise", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, picture);
      const num<M, std::uint32_t> sum = window_sum<M, std::uint32_t>(t, table, w, border, picture);
      const num<M, std::uint64_t> square_sum = window_sum<M, std::uint64_t>(t, squares, w, border, picture);
      const Moments window{area_of<std::uint64_t>(w), bare(sum), bare(square_sum)};
      const std::int64_t pixel = bare(num<M, std::uint32_t>(pixels[pixels.at(x, y)]));
      const std::int64_t leading = led ? std::int64_t{bare(num<M, std::uint32_t>(luma[luma.at(x, y)]))} : pixel;
      out[out.at(x, y)] = made_of(norm.of(leading, pixel, window), sum);
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "contrast",
      .title = "Even light (local contrast)",
      .paper =
          "Jarrett, Kavukcuoglu, Ranzato and LeCun 2009, What is the Best Multi-Stage Architecture for Object Recognition?",
      .text = "Evens out the light: what lies in the shade becomes as clear as what lies in the sun. For "
              "scans, maps and shadows across a picture; for a dark room try Lift shadows. If noise appears "
              "in flat parts, raise \"flat below\" a little.",
      .params = {radius_param(30, k_most_radius_of_moments),
                 {.id = "target",
                  .fallback = 50.0,
                  .range = ParamRange{.min = 0, .max = 127, .step = 1},
                  .help = "the contrast that every place comes to: how much its greys differ, as a standard deviation"},
                 {.id = "floor",
                  .fallback = 12.0,
                  .range = ParamRange{.min = 1, .max = 127, .step = 1},
                  .help = "a place whose greys differ by less than this counts as flat and is lifted less, so that "
                          "noise stays low"},
                 {.id = "keep",
                  .fallback = 0.0,
                  .range = ParamRange{.min = 0, .max = 100, .step = 5, .whole = true},
                  .help = "percent of the old light and shade that stays; at 0 every place becomes as bright as every "
                          "other"},
                 border_param()},
  }};
  self.phases = {
      {"normalise",
       "Four corners of each table give mean and deviation; the pixel's difference from the mean is scaled to the target.",
       "The gain is never above target / floor."},
  };
  self.definition =
      "base + target (p - m)/max(s, floor), rounded, within 0 to 255, with m the mean and s the standard deviation "
      "of the window, and base between 128 and m as keep says";
  self.tables = {"pixels", "squares"};
  self.reads = "4 of each of 2 tables and the pixel, at any radius; with clamp and mirror up to 16 of each near an edge";
  self.by_channel = self.alpha_stays = self.led_by_luma = true;
  self.reads_per_pixel = [](const FilterRequest&) { return 9.0; };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r");
  const Border border = border_of(self, request);
  const Norm norm{number(self, request.params, "target"), number(self, request.params, "floor"),
                  whole(self, request.params, "keep")};
  return in_colour<Backend>(request, true, [&](bool led) {
    OneChannel one;
    FilterDraft& d = one.draft;
    const int picture = add_buffer(d, "picture", Scalar::u8, request.extent);
    const int luma = led ? add_buffer(d, "luma", Scalar::u8, request.extent) : picture;
    const int table = add_buffer(d, "table", Scalar::u32, request.extent);
    const int squares = add_buffer(d, "table of squares", Scalar::u64, request.extent);
    d.result = add_buffer(d, "normalised", Scalar::u8, request.extent);
    d.steps = {TableStep{luma, table, *find_type_pair("8u32u")}, TableStep{luma, squares, k_squares}};
    if (led) one.once = 2;
    const auto normalise = [&]<bool by_luma>() {
      d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
        using Kernel = Normalise<by_luma, sizes>;
        Cost cost = cost_of_moments<std::uint32_t>(window_reads(request.extent, r, border), request.extent);
        if (by_luma) cost.bytes += static_cast<double>(request.extent.area());
        return make_pass<Backend, Kernel>("normalise", pixel_grid(request.extent, Kernel::threads), cost,
                                          pitched_in<std::uint8_t>{picture}, pitched_in<std::uint8_t>{luma},
                                          pitched_in<std::uint32_t>{table}, pitched_in<std::uint64_t>{squares},
                                          pitched_out<std::uint8_t>{d.result}, request.extent, r, border, norm);
      }));
    };
    if constexpr (!is_traced<Backend>)
      if (led) {
        normalise.template operator()<true>();
        return one;
      }
    normalise.template operator()<false>();
    return one;
  });
}

}  // namespace satscope::filter_kernels::contrast
