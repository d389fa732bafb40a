// SPDX-License-Identifier: Apache-2.0
// The unsharp mask with sums along rows, then of these along columns. A rival of the table; the sums are those of
// box_separable.h. Watch: 2 (2 r + 1) reads and the pixel, and no table; so it wins while the radius is small.
#pragma once
#include "kernels/filters/box_separable.h"
#include "kernels/filters/unsharp.h"

namespace satscope::filter_kernels::unsharp_separable {

/// A thread owns a pixel. pixels; rows: sums along rows; out: the sharpened pixels.
template <Sizes sizes>
struct SharpenFromRows {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, const std::uint32_t> rows,
                       pitched<M, std::uint8_t> out, Extent picture, int r, Border border, int percent, int threshold) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("sharpen", in_row(first, threads, picture.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      const int x = first + t.x;
      U sum = U(0);
      for (int j = -r; j <= r; ++j) {
        [[maybe_unused]] const auto round = t.round(j + r);
        const int row = pixel_at(border, y + j, picture.height);
        if (row >= 0) sum += U(rows[rows.at(x, row)]);
      }
      const Window w = window_around(x, y, r, border, picture);
      const std::int64_t pixel = bare(U(pixels[pixels.at(x, y)]));
      out[out.at(x, y)] = made_of(unsharp::sharpened(pixel, bare(sum), area_of<std::int64_t>(w), percent, threshold), sum);
    });
  }
};

inline Filter describe() {
  const Filter of = unsharp::describe();
  Filter self{{
      .id = "unsharp-separable",
      .title = "Unsharp mask, separable",
      .paper = of.paper,
      .text = "The same picture as Unsharp mask: first along rows, then down columns. For the few pixels that "
              "sharpening usually takes it can beat the table.",
      .params = of.params,
  }};
  self.phases = {
      {"sum along the row", "Each thread sums the pixels of its row on both sides of its own."},
      {"sharpen", "The row sums above and below make the window's sum; the difference from its mean is added once more."},
  };
  self.definition = of.definition;
  self.rival_of = of.id;
  self.reads = "2 (2r+1) sums and pixels, and the pixel";
  self.by_channel = self.alpha_stays = true;
  self.reads_per_pixel = [r = self.params[0]](const FilterRequest& request) {
    return 2 * (2 * std::get<double>(r.value_in(request.params)) + 1) + 1;
  };
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
    const Extent extent = request.extent;
    const double pixels = static_cast<double>(extent.area());
    const int picture = add_buffer(d, "picture", Scalar::u8, extent), rows = add_buffer(d, "row sums", Scalar::u32, extent);
    d.result = add_buffer(d, "sharpened", Scalar::u8, extent);
    d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      using Kernel = box_separable::SumRows<std::uint32_t, sizes>;
      const double reads = extent.height * pixel_reads(extent.width, r, border);
      return make_pass<Backend, Kernel>("row sums", pixel_grid(extent, Kernel::threads),
                                        {.bytes = reads + 4 * pixels, .additions = reads}, pitched_in<std::uint8_t>{picture},
                                        pitched_out<std::uint32_t>{rows}, extent, r, border);
    }));
    d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      using Kernel = SharpenFromRows<sizes>;
      const double reads = extent.width * pixel_reads(extent.height, r, border);
      return make_pass<Backend, Kernel>("sharpen", pixel_grid(extent, Kernel::threads),
                                        {.bytes = 4 * reads + 2 * pixels, .additions = reads},
                                        pitched_in<std::uint8_t>{picture}, pitched_in<std::uint32_t>{rows},
                                        pitched_out<std::uint8_t>{d.result}, extent, r, border, percent, threshold);
    }));
    return one;
  });
}

}  // namespace satscope::filter_kernels::unsharp_separable
