// SPDX-License-Identifier: Apache-2.0
// The definition itself: every entry adds up all pixels above it and to its left, by its own double loop.
//
//     entry (2, 1)    p p p .
//                     p p p .      6 pixels, 5 additions; the next entry starts again from nothing
//                     . . . .
//
// Watch: no thread waits for another, so all run at once, and yet nothing is slower: the additions grow with the square of the
// picture's area. Papers: P. Viola, M. Jones, CVPR 2001; in the form of S. Ehsan et al. 2015, (1) to (5).
#pragma once
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::definition {

/// A block owns a part of one row, a thread one entry. in: width x height; out: what `kept` keeps of the table.
template <class In, class T, Sizes sizes>
struct SumByDefinition {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, global<M, const In> in, global<M, T> out, int width, Kept kept) {
    using U = num<M, T>;
    const int y = m.block_x(), x0 = m.block_y() * threads;
    reg<M, T> sum{"sum"};
    for (int row = 0; row <= y; ++row)
      m.each({"sum row ", row}, [&](auto t) {
        const int x = x0 + t.x;
        if (x >= width || !kept.has(x + 1, y + 1)) return;
        U part = U(in[at(0, row, width)]);
        if (row > 0) part = U(sum[t]) + part;
        for (int column = 1; column <= x; ++column) part += U(in[at(column, row, width)]);
        sum[t] = part;
      });
    m.each("store", [&](auto t) {
      const int x = x0 + t.x;
      if (x >= width) return;
      if (kept.has(x + 1, y + 1)) out[kept.place(x + 1, y + 1)] = sum[t];
      store_border<M, T>(out, kept, x, y);
    });
  }
};

inline constexpr Sizes k_real{.warp = 32, .block = 64};
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 8}, k_real};
inline constexpr std::size_t k_pixels = 128 * 128;
inline constexpr int k_traced_side = 32;

inline Algorithm describe() {
  Algorithm self{{
      .id = "definition",
      .title = "Definition",
      .paper = "Viola and Jones 2001, Rapid Object Detection using a Boosted Cascade of Simple Features; in the form of Ehsan "
               "et al. 2015, (1)",
      .text = "Every entry by its own double loop over all pixels above it and to its left. No entry needs another, so nothing "
              "waits, but a picture of M x N pixels takes about M\u00b2N\u00b2/4 additions. All other algorithms are compared "
              "with it, and all are faster from a few pixels on.",
  }};
  self.phases = {
      {"sum row", "Each thread adds up all pixels above and to the left of its own entry, one row of pixels at a time.",
       "Neighbouring threads read and add the same pixels again."},
      {"store", "Each thread stores its sum: that is its entry."},
  };
  self.trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()};
  self.trace_limit = k_traced_side;
  self.refusal = [](const Request& request, Machine) -> std::string {
    if (request.extent.area() > k_pixels)
      return "definition makes about M\u00b2N\u00b2/4 additions for M x N pixels, which takes seconds to hours above 128x128, "
             "so larger pictures are not supported";
    return {};
  };
  self.float_depth = [](const Request& r) { return 1.0 * r.extent.width * r.extent.height; };
  return self;
}

template <class Backend>
Plan plan(const Request& request) {
  const auto [width, height] = request.extent;
  const Kept kept = kept_part(request.extent, request.form);
  const double rows = kept.end_y() - 1.0, columns = kept.end_x() - 1.0;
  const Formula additions{"0.25M(M + 1)N(N + 1) - MN",
                          {{"M", rows, "rows of sums"}, {"N", columns, "columns"}},
                          "Ehsan et al. round it to M\u00b2N\u00b2/4."};
  const double pixels_read = 0.25 * rows * (rows + 1) * columns * (columns + 1);
  const Cost cost{pixels_read * static_cast<double>(size_of(request.types.in)) +
                      static_cast<double>(request.extent.area()) * static_cast<double>(size_of(request.types.out)),
                  additions};
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    Plan p{.buffers = {{"picture", request.types.in, request.extent},
                       {"table", request.types.out, table_extent(request.extent, request.form)}}};
    const auto with = [&]<Sizes sizes>() {
      p.passes.push_back(make_pass<Backend, SumByDefinition<In, T, sizes>>("sum", Grid{height, ceil_div(width, sizes.block)},
                                                                           cost, in<In>{0}, out<T>{1}, width, kept));
      return std::move(p);
    };
    return for_machine<Backend, k_trace_sizes>(request.sizes, with);
  });
}

}  // namespace satscope::definition
