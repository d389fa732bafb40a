// SPDX-License-Identifier: Apache-2.0
// The median with a histogram that slides: a column of pixels enters the window and one leaves. A rival of the tables.
//
//      . - o o o + .        the histogram of the window before,       2 (2 r + 1) reads for each pixel instead of 5 per bin,
//      . - o o o + .        less the column -, and the column +       and one histogram per row instead of a table per bin
//      . - o o o + .
//
// A thread owns a row and walks along it. Watch: no memory to speak of, and for small windows few reads; but the reads grow
// with the radius, and there are only as many threads as rows. Paper: T. Huang, G. Yang, G. Tang, A Fast Two-Dimensional Median
// Filtering Algorithm, 1979.
#pragma once
#include "kernels/filters/median.h"

namespace satscope::filter_kernels::median_sliding {

/// A thread owns a row; out: the medians of its pixels.
template <int bins, Sizes sizes>
struct SlideHistogram {
  static constexpr int threads = sizes.warp;  // because: few rows must still keep many multiprocessors busy
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, std::uint8_t> out, Extent picture, int r,
                       Border border, int percent) {
    using U = num<M, std::uint32_t>;
    constexpr int width = k_greys / bins;
    const int first = m.block_x() * threads, rows = in_row(first, threads, picture.height);
    reg<M, vec<std::uint32_t, bins>> counts{"counts"};
    // the pixels of a column of the window enter (sign 1) or leave (-1) the histogram of thread t
    const auto column = [&](auto t, int x, int sign) {
      const int at = pixel_at(border, x, picture.width);
      for (int j = -r; j <= r; ++j) {
        [[maybe_unused]] const auto round = t.round((x + r) * (2 * r + 1) + j + r);
        const int row = pixel_at(border, first + t.x + j, picture.height);
        if (at < 0 || row < 0) {
          if (border == Border::zero) counts[t][0] = sign > 0 ? U(counts[t][0]) + U(1) : U(counts[t][0]) - U(1);
          continue;
        }
        const U pixel = U(pixels[pixels.at(at, row)]), one = made_of(std::uint32_t{1}, pixel);
        const int bin = static_cast<int>(bare(pixel)) / width;
        counts[t][bin] = sign > 0 ? U(counts[t][bin]) + one : U(counts[t][bin]) - one;
      }
    };
    const auto take = [&](auto t, int x) {
      const Window w = window_around(x, first + t.x, r, border, picture);
      const std::uint32_t wanted = median::wanted_of(area_of<std::uint32_t>(w), percent);
      U walked = U(0);
      std::uint8_t grey = 0;
      for (int bin = 0; bin < bins; ++bin) {
        [[maybe_unused]] const auto round = t.round(bin);
        const U count = U(counts[t][bin]), before = walked;
        walked += count;
        if (bare(before) < wanted && wanted <= bare(walked))
          grey = median::grey_of(wanted, static_cast<std::uint32_t>(bin), width, bare(before), bare(count));
      }
      out[out.at(x, first + t.x)] = made_of(grey, walked);
    };
    m.each("first window", rows, [&](auto t) {
      for (int bin = 0; bin < bins; ++bin) counts[t][bin] = U(0);
      for (int i = -r; i <= r; ++i) column(t, i, 1);
      take(t, 0);
    });
    for (int x = 1; x < picture.width; ++x)
      m.each({"slide to column ", x}, rows, [&](auto t) {
        column(t, x + r, 1);
        column(t, x - r - 1, -1);
        take(t, x);
      });
  }
};

inline Filter describe() {
  const Filter of = median::describe();
  Filter self{{
      .id = "median-sliding",
      .title = "Speck removal, sliding",
      .paper = "Huang, Yang and Tang 1979, A Fast Two-Dimensional Median Filtering Algorithm",
      .text = "The same picture as Speck removal: one histogram per row slides along it, where a column of "
              "pixels enters and one leaves. It needs no tables; the time grows with the radius.",
      .params = of.params,
  }};
  self.phases = {
      {"first window", "Each thread counts the first window of its row."},
      {"slide to column", "One column of pixels enters the histogram and one leaves it; then the bins are walked."},
  };
  self.definition = of.definition;
  self.rival_of = of.id;
  self.reads = "2 (2r+1) pixels";
  self.by_channel = self.alpha_stays = self.led_by_luma = true;
  self.reads_per_pixel = [r = self.params[0]](const FilterRequest& request) {
    return 2 * (2 * std::get<double>(r.value_in(request.params)) + 1);
  };
  return self;
}

/// Places of the picture, or zeros that count, in a line of windows: those of the first window, and those that enter and leave.
inline double places_along(int length, int r, Border border, bool zeros) {
  double places = 0;
  const auto counts = [&](int i) { places += pixel_at(border, i, length) >= 0 || (zeros && border == Border::zero); };
  for (int i = -r; i <= r; ++i) counts(i);
  for (int x = 1; x < length; ++x) {
    counts(x + r);
    counts(x - r - 1);
  }
  return places;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r"), percent = whole(self, request.params, "part");
  const Border border = border_of(self, request);
  return in_colour_as_chosen<Backend>(self, request, [&] {
    OneChannel one;
    FilterDraft& d = one.draft;
    const Extent extent = request.extent;
    const int picture = add_buffer(d, "picture", Scalar::u8, extent), bins = bins_of(self, request);
    d.result = add_buffer(d, "median", Scalar::u8, extent);
    const auto slide = [&]<int count>() {
      d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
        using Kernel = SlideHistogram<count, sizes>;
        double down = 0, down_with_zeros = 0;
        for (int y = 0; y < extent.height; ++y)
          for (int j = y - r; j <= y + r; ++j) {
            const bool inside = pixel_at(border, j, extent.height) >= 0;
            down += inside;
            down_with_zeros += inside || border == Border::zero;
          }
        const double pixels = static_cast<double>(extent.area());
        return make_pass<Backend, Kernel>(
            "slide histogram", Grid{ceil_div(extent.height, Kernel::threads)},
            {.bytes = down * places_along(extent.width, r, border, false) + pixels,
             .additions = down_with_zeros * places_along(extent.width, r, border, true) + count * pixels},
            pitched_in<std::uint8_t>{picture}, pitched_out<std::uint8_t>{d.result}, extent, r, border, percent);
      }));
    };
    if (bins == 4)
      slide.template operator()<4>();
    else if (bins == 32)
      slide.template operator()<32>();
    else
      slide.template operator()<16>();
    return one;
  });
}

}  // namespace satscope::filter_kernels::median_sliding
