// SPDX-License-Identifier: Apache-2.0
// Motion blur by walking along the line. A rival of the sheared table.
//
//      . . . x
//      . x x .      2 q + 1 reads for each pixel: 49 for q = 24; the table takes 4, but it must be made for each direction
//      x . . .
//
// Watch: neighbours along a line read almost the same pixels and share nothing.
#pragma once
#include "kernels/filters/motion_blur.h"

namespace satscope::filter_kernels::motion_blur_naive {

using motion_blur::Shear;

/// A thread owns a pixel.
template <Sizes sizes>
struct WalkLine {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, std::uint8_t> out, Shear by, Border border) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("walk the line", in_row(first, threads, by.picture.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      const int x = first + t.x, at = by.along(x, y), from = by.across(x, y) - by.shift(at);
      U sum = U(0);
      std::uint32_t n = 0;
      for (int i = at - by.q; i <= at + by.q; ++i) {
        [[maybe_unused]] const auto round = t.round(i - at + by.q);
        const int v = from + by.shift(i);
        const int column = pixel_at(border, by.steep ? v : i, by.picture.width);
        const int row = pixel_at(border, by.steep ? i : v, by.picture.height);
        const bool inside = column >= 0 && row >= 0;
        if (inside) sum += U(pixels[pixels.at(column, row)]);
        if (inside || border != Border::clip) ++n;
      }
      out[out.at(x, y)] = made_of(rounded_mean(bare(sum), n), sum);
    });
  }
};

/// Pixels in the lines of all pixels together.
inline double pixels_read(const Shear& by, Border border) {
  double reads = 0;
  for (int step = -by.q; step <= by.q; ++step)
    for (int i = 0; i < by.length(); ++i) {
      const int slid = by.shift(i + step) - by.shift(i), beyond = slid < 0 ? -slid : slid;
      const bool cut = border == Border::clip || border == Border::zero;
      if (!cut)
        reads += by.breadth();
      else if (i + step >= 0 && i + step < by.length() && beyond < by.breadth())
        reads += by.breadth() - beyond;
    }
  return reads;
}

inline Filter describe() {
  const Filter of = motion_blur::describe();
  Filter self{{
      .id = "motion-blur-naive",
      .title = "Motion blur, naive",
      .paper = "the definition",
      .text = "The same picture as Motion blur: every pixel walks along its own line. For short lines that is "
              "less work than a table; the time grows with the length.",
      .params = of.params,
  }};
  self.phases = {{"walk the line", "Each thread adds up the pixels of its line and divides by their count."}};
  self.definition = of.definition;
  self.rival_of = of.id;
  self.reads = "2q+1 pixels";
  self.by_channel = self.alpha_stays = true;
  self.reads_per_pixel = [about = Described(self)](const FilterRequest& request) {
    return 2.0 * motion_blur::shear_of(about, request).q + 1;
  };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const Border border = border_of(self, request);
  const Shear by = motion_blur::shear_of(self, request);
  return in_colour<Backend>(request, false, [&](bool) {
    OneChannel one;
    FilterDraft& d = one.draft;
    const int picture = add_buffer(d, "picture", Scalar::u8, request.extent);
    d.result = add_buffer(d, "motion blur", Scalar::u8, request.extent);
    d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      using Kernel = WalkLine<sizes>;
      const double reads = pixels_read(by, border);
      return make_pass<Backend, Kernel>("walk lines", pixel_grid(request.extent, Kernel::threads),
                                        {.bytes = reads + static_cast<double>(request.extent.area()), .additions = reads},
                                        pitched_in<std::uint8_t>{picture}, pitched_out<std::uint8_t>{d.result}, by, border);
    }));
    return one;
  });
}

}  // namespace satscope::filter_kernels::motion_blur_naive
