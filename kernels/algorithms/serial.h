// SPDX-License-Identifier: Apache-2.0
// The recursion of Viola and Jones: one running sum per row, one look at the row above.
//
//        row above   . . . a . .        row sum  s = s + pixel
//        this row    . . . v            entry    v = a + s
//
// Two additions and one pass over the picture, but every entry waits for the one before it and the one above it. Watch the
// chain: nothing here can run beside anything else. Paper: P. Viola, M. Jones, CVPR 2001; Ehsan et al. 2015, (6) and (7).
#pragma once
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::serial {

/// One thread owns the whole picture. in: rows of `width` pixels; out: what `kept` keeps of their table.
template <class In, class T>
struct SumRecursively {
  static constexpr int threads = 1;
  static constexpr int warp = 32;
  template <class M>
  struct Shared {};

  template <class M>
  static SIMT void run(M& m, Shared<M>&, global<M, const In> in, global<M, T> out, int width, Kept kept) {
    using U = num<M, T>;
    // a form that drops the last row and column of P never needs the last row and column of pixels
    const int columns = kept.end_x() - 1, rows = kept.end_y() - 1;
    m.each("border, first pixel", [&](auto) { store_border<M, T>(out, kept, 0, 0); });
    for (int x = 0; x < columns; ++x) m.each("border, first row", [&](auto) { store_border<M, T>(out, kept, x, 0); });
    reg<M, T> row_sum{"row sum"};
    for (int y = 0; y < rows; ++y) {
      m.each("border, row start", [&](auto) { store_border<M, T>(out, kept, 0, y); });
      for (int x = 0; x < columns; ++x)
        m.each({"recursion row ", y}, [&](auto t) {
          const U pixel = U(in[at(x, y, width)]);
          if (x == 0)
            row_sum[t] = pixel;
          else
            row_sum[t] += pixel;
          if (y == 0)
            out[kept.place(x + 1, y + 1)] = row_sum[t];
          else
            out[kept.place(x + 1, y + 1)] = out[kept.place(x + 1, y)] + row_sum[t];
        });
    }
  }
};

inline constexpr std::array k_trace_sizes{Sizes{.warp = 32, .block = 1}};
inline constexpr double k_gpu_pixels = 1024.0 * 1024.0;

inline Algorithm describe() {
  return {
      .id = "serial",
      .title = "Serial recursion",
      .paper = "Viola and Jones 2001, Rapid Object Detection using a Boosted Cascade of Simple Features",
      .text =
          "One running sum per row plus the entry above: two additions per pixel and a single pass. "
          "Each entry needs the one before it, so a second thread would have nothing to do.",
      .natural_form = Form::inclusive,
      .four_channels = true,
      .trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()},
      .refusal = [](const Request& request, Machine machine) -> std::string {
        if (machine == Machine::gpu && static_cast<double>(request.extent.area()) > k_gpu_pixels)
          return "serial on the GPU is one thread of it; above 1024x1024 pixels that would take seconds: not supported";
        if (machine == Machine::gpu && request.channels != 1)
          return "serial on the GPU is one thread of it, which sums one channel, not four: not supported";
        return {};
      },
      .float_depth = [](const Request& r) { return 1.0 * r.extent.width + r.extent.height; },
  };
}

template <class Backend>
Plan plan(const Request& request) {
  return for_elements<Backend, true>(request, [&]<class In, class T>() {
    const double pixels = static_cast<double>(request.extent.area());
    const Kept kept = kept_part(request.extent, request.form);
    const double columns = kept.end_x() - 1.0, rows = kept.end_y() - 1.0;
    Formula additions;
    if (columns * rows > 0)
      additions = {"2MN - M - N",
                   {{"M", rows, "rows of sums"}, {"N", columns, "columns"}},
                   "The papers say 2MN; here nothing is added to the zeros left of the first column and above the first row."};
    Plan p{.buffers = {{"picture", request.types.in, request.extent, request.channels},
                       {"table", request.types.out, table_extent(request.extent, request.form), request.channels}}};
    const Cost cost{.bytes = pixels * (sizeof(In) + 2.0 * sizeof(T)),
                    .formula = for_each_channel(std::move(additions), request.channels)};
    p.passes.push_back(make_pass<Backend, SumRecursively<In, T>>("recursion", Grid{}, cost, in<In>{0}, in_out<T>{1},
                                                                 request.extent.width, kept));
    return p;
  });
}

}  // namespace satscope::serial
