// SPDX-License-Identifier: Apache-2.0
// Two rows per clock cycle, without a row of the table in memory: adjacent entries of a row differ by the sum of a column,
// which needs log2(rows * 255) bits where an entry needs log2(rows * columns * 255). The row above is rebuilt from its first
// entry and the differences D, with one addition per entry.
//
//     row above    a   a+D1   a+D1+D2  ...     kept: a, D1, D2, ...
//     two rows     as with n = 2 at once       D of the second row: entry - entry before it
//
// Watch: it needs one more addition per pixel than `rows-n`, 3.5 instead of 2.5, and a third less memory. A step of this kernel
// is a clock cycle.
// Paper: S. Ehsan et al. 2015, section 5, Fig. 8 and 9, Table 3; x is the row there.
#pragma once
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::column_difference {

/// One block of two threads owns the whole picture, a thread per row of each group of two. stride: cycles between the first
/// columns of two groups. in: width x height; column_sums: one per column; out: what `kept` keeps of the table.
template <class In, class T>
struct RowsOverColumnSums {
  static constexpr int threads = 2;
  static constexpr int warp = 32;
  template <class M>
  struct Shared {
    shared<M, T, 2> above{"row above"};  // its entry of this cycle's column, and of the one before
    shared<M, T, 4> sums{"row sums"};    // of both rows, of this cycle and of the one before
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const In> in, global<M, T> column_sums, global<M, T> out, int width,
                       int height, int stride, Kept kept) {
    using U = num<M, T>;
    store_borders<T>(m, out, kept, width, height, threads);
    const int columns = kept.end_x() - 1, rows = kept.end_y() - 1;
    if (columns < 1 || rows < 1) return;
    const int groups = (rows + 1) / 2;
    const std::int64_t cycles = std::int64_t{groups - 1} * stride + columns + 1;
    reg<M, T> row_sum{"row sum"}, last{"entry before"};
    m.each("clear", [&](auto t) {
      row_sum[t] = U(0);
      last[t] = U(0);
    });
    // column and group of the current row sums, counted because a division takes a cycle's time
    int column = 0, group = 0;
    for (std::int64_t cycle = 0; cycle < cycles; ++cycle) {
      const int now = static_cast<int>(cycle % 2), before = 1 - now;
      m.each({"cycle ", static_cast<int>(cycle)}, [&](auto t) {
        if (const int y = 2 * group + t.x; group < groups && column < columns && y < rows) {
          const U pixel = U(in[at(column, y, width)]);
          if (column == 0)
            row_sum[t] = pixel;
          else
            row_sum[t] += pixel;
          s.sums[t.x * 2 + now] = row_sum[t];
          if (t.x == 0 && group > 0) {
            if (column == 0)
              s.above[now] = column_sums[0];  // because: the first entry of a row is the sum of its column
            else
              s.above[now] = s.above[before] + column_sums[static_cast<std::size_t>(column)];
          }
        }
        const int x = column == 0 ? stride - 1 : column - 1, own_group = column == 0 ? group - 1 : group;
        const int y = 2 * own_group + t.x;
        if (own_group < 0 || x >= columns || y >= rows) return;
        U entry = U(s.sums[before]);
        if (own_group > 0) entry = U(s.above[before]) + entry;
        if (t.x == 1) {
          entry += U(s.sums[2 + before]);
          if (x == 0)
            column_sums[0] = entry;
          else
            column_sums[static_cast<std::size_t>(x)] = entry - U(last[t]);
          last[t] = entry;
        }
        out[kept.place(x + 1, y + 1)] = entry;
      });
      if (++column == stride) {
        column = 0;
        ++group;
      }
      m.sync();  // because: the next cycle reads what the other thread made
    }
  }
};

inline constexpr std::array k_trace_sizes{Sizes{.warp = 32, .block = 2}};

namespace detail {

/// Cycles between two groups: one per column, and at least two, because a first entry is stored a cycle after its row sum.
constexpr int stride(int columns) { return std::max(columns, 2); }

inline Formula additions(int rows, int columns) {
  if (rows < 1 || columns < 1) return {};
  return {"M(N - 1) + (a + 2b)N - sN + (a - 1)(N - 1) + b(N - 1)",
          {{"M", 1.0 * rows, "rows of sums"},
           {"N", 1.0 * columns, "columns"},
           {"a", 1.0 * ((rows + 1) / 2), "groups of two rows"},
           {"b", 1.0 * (rows / 2), "groups that are full"},
           {"s", rows == 1 ? 1.0 : 2.0, "rows without a row above their group"}},
          "Row sums, entries, the row above rebuilt, and the differences kept."};
}

inline Hardware hardware(const Request& request) {
  const int rows = request.extent.height, columns = request.extent.width;
  const double bits = word_length(request.types, rows);
  const Symbol width{"N", 1.0 * columns, "columns"};
  return {.cycles = {"(g - 1)c + N + 1",
                     {{"g", 1.0 * ceil_div(rows, 2), "groups of two rows"},
                      {"c", 1.0 * stride(columns), "cycles from a group to the next"},
                      width},
                     "The paper gives MN/2, without the cycle that fills the pipeline."},
          .adders = {"7", {}, "Two row sums, three for the entries, one for the row above and one for the differences."},
          .registers = {"6", {}, "Row sums and entries of both rows, the row above, and its first entry."},
          .memory_bits = {"bN", {{"b", bits, "bits of the largest column sum"}, width}, "A column sum of each column."},
          .megahertz = 146.71};  // Table 3
}

}  // namespace detail

inline Algorithm describe() {
  Algorithm self{{
      .id = "column-difference",
      .title = "Column differences",
      .paper = "Ehsan, Clark, Rehman and McDonald-Maier 2015, Integral Images: Efficient Algorithms for Their Computation and "
               "Storage in Resource-Constrained Embedded Vision Systems",
      .text = "Two rows per clock cycle, as in rows-n. But it stores only the column sums instead of a row of the table, "
              "because they need fewer bits; it rebuilds the row above from them. Good where internal memory is scarce: it "
              "needs a third less. The price is one more addition per pixel, 3.5 instead of 2.5, and machines with a fixed "
              "word length save nothing.",
  }};
  self.phases = {
      border_phase(),
      {"clear", "Running sums and the entries before start at 0."},
      {"cycle",
       "Two rows at once; the row above them is rebuilt from its column sums, one addition per column, so it need not be "
       "stored.",
       "The column sums replace a whole row of the table."},
  };
  self.trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()};
  self.refusal = [](const Request& request, Machine) -> std::string {
    if (is_float(request.types.out))
      return "column-difference supports integer tables only: it rebuilds each row from differences, and floats would be "
             "rounded again in every row, so they are not supported";
    return {};
  };
  self.float_depth = [](const Request& r) { return 1.0 * r.extent.width * r.extent.height; };
  self.hardware = detail::hardware;
  return self;
}

template <class Backend>
Plan plan(const Request& request) {
  const auto [width, height] = request.extent;
  const Kept kept = kept_part(request.extent, request.form);
  const int columns = kept.end_x() - 1, rows = kept.end_y() - 1;
  const auto from = static_cast<double>(size_of(request.types.in)), to = static_cast<double>(size_of(request.types.out));
  const Cost cost{static_cast<double>(request.extent.area()) * (from + 2 * to), detail::additions(rows, columns)};
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    Plan p{.buffers = {{"picture", request.types.in, request.extent},
                       {"column sums", request.types.out, {width, 1}},
                       {"table", request.types.out, table_extent(request.extent, request.form)}}};
    const Launch launch{"two rows in lockstep", {}, cost};
    p.passes.push_back(make_pass<Backend, RowsOverColumnSums<In, T>>(launch, in<In>{0}, in_out<T>{1}, in_out<T>{2}, width,
                                                                     height, detail::stride(columns), kept));
    return p;
  });
}

}  // namespace satscope::column_difference
