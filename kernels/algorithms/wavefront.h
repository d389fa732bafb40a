// SPDX-License-Identifier: Apache-2.0
// Delayed rows: the recursion of Viola and Jones for all rows at once, each row one step behind the row above, so that the
// entries of an anti-diagonal are computed at the same time.
//
//     step   1 2 3 4 5
//            2 3 4 5 6       row r begins r steps late; step s computes the entries marked s,
//            3 4 5 6 7       each from its row sum and the entry above, which step s - 1 computed
//
// Watch: the parallelism grows 1, 2, 3, ... and falls again; there are always M + N - 1 steps, however many threads there are.
// Paper: S. Ehsan et al. 2015, Fig. 3 and 4, (6) and (7).
#pragma once
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::wavefront {

/// One block owns the whole picture; in each step a thread owns one entry. in: width x height; row_sums: one per row; out: what
/// `kept` keeps of the table.
template <class In, class T, Sizes sizes>
struct SumDiagonals {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, global<M, const In> in, global<M, T> row_sums, global<M, T> out, int width, int height,
                       Kept kept) {
    using U = num<M, T>;
    store_borders<T>(m, out, kept, width, height, threads);
    const int columns = kept.end_x() - 1, rows = kept.end_y() - 1;
    for (int step = 0; step < columns + rows - 1; ++step) {
      const int first = step < columns ? 0 : step - columns + 1, last = step < rows ? step : rows - 1;
      for (int y0 = first; y0 <= last; y0 += threads) {
        const int left = last - y0 + 1;
        m.each({"diagonal ", step}, left < threads ? left : threads, [&](auto t) {
          const int y = y0 + t.x, x = step - y;
          const U pixel = U(in[at(x, y, width)]);
          const U sum = x == 0 ? pixel : row_sums[static_cast<std::size_t>(y)] + pixel;
          row_sums[static_cast<std::size_t>(y)] = sum;
          if (y == 0)
            out[kept.place(x + 1, y + 1)] = sum;
          else
            out[kept.place(x + 1, y + 1)] = out[kept.place(x + 1, y)] + sum;
        });
      }
      m.sync();  // because: the next diagonal reads entries and row sums that other threads made
    }
  }
};

inline constexpr Sizes k_real{.warp = 32, .block = 1024};
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 8}, Sizes{.warp = 8, .block = 16}, k_real};

inline Algorithm describe() {
  Algorithm self{{
      .id = "wavefront",
      .title = "Wavefront",
      .paper = "Ehsan, Clark, Rehman and McDonald-Maier 2015, Integral Images: Efficient Algorithms for Their Computation and "
               "Storage in Resource-Constrained Embedded Vision Systems",
      .text = "All rows at once, each one step behind the row above: the entries of an anti-diagonal depend only on the "
              "diagonal before. It has as few additions as the recursion, and as much parallelism as the dependencies allow. "
              "Good in systolic arrays. Slow on GPUs, where every step ends in a barrier and the entries of a diagonal are in "
              "different rows of memory.",
  }};
  self.phases = {
      border_phase(),
      {"diagonal",
       "Entries on one anti-diagonal do not need each other, so all of them are computed at once, one thread per row.",
       "Few threads have work in the first and the last corner."},
  };
  self.trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()};
  return self;
}

template <class Backend>
Plan plan(const Request& request) {
  const auto [width, height] = request.extent;
  const Kept kept = kept_part(request.extent, request.form);
  const double rows = kept.end_y() - 1.0, columns = kept.end_x() - 1.0;
  Formula additions;
  if (rows * columns > 0)
    additions = {"2MN - M - N",
                 {{"M", rows, "rows of sums"}, {"N", columns, "columns"}},
                 "The papers give 2MN, which counts additions of zero."};
  const auto from = static_cast<double>(size_of(request.types.in)), to = static_cast<double>(size_of(request.types.out));
  const Cost cost{static_cast<double>(request.extent.area()) * (from + 4 * to), additions};
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    Plan p{.buffers = {{"picture", request.types.in, request.extent},
                       {"row sums", request.types.out, {1, height}},
                       {"table", request.types.out, table_extent(request.extent, request.form)}}};
    return for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      p.passes.push_back(make_pass<Backend, SumDiagonals<In, T, sizes>>("diagonals", Grid{}, cost, in<In>{0}, in_out<T>{1},
                                                                        in_out<T>{2}, width, height, kept));
      return std::move(p);
    });
  });
}

}  // namespace satscope::wavefront
