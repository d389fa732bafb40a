// SPDX-License-Identifier: Apache-2.0
// n rows in lockstep, one column per clock cycle: first all row sums, then, a stage later, the entries of the first pair of
// rows, and then each further pair, one stage behind the pair above it. A step of this kernel is a clock cycle of the engine.
//
//     cycle        0    1    2    3       in cycle c
//     rows 0, 1    S0   S1   S2   S3      S: all row sums of column c
//     rows 2, 3    S0   S1   S2   S3
//     rows 0, 1    .    E0   E1   E2      E: entries of column c - 1, from the row above the group
//     rows 2, 3    .    .    E0   E1      entries of column c - 2, from row 1
//
// The first row of a pair adds its row sum to the entry above the pair, the second one adds both row sums: 2.5 additions per
// pixel for every n. Watch: the pipeline fills once; from then on n entries come out per cycle.
// Paper: S. Ehsan et al. 2015, (8) to (22), Fig. 5 and 6; x is the row there.
#pragma once
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::rows_n {

/// One block owns the whole picture, a thread one row of each group of n. stride: cycles between the first columns of two
/// groups. in: width x height; out: what `kept` keeps of the table. If the last group is not full, some threads are idle.
template <class In, class T, Sizes sizes>
struct RowsInLockstep {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;
  static constexpr int most_stages = threads / 2 + 1;
  template <class M>
  struct Shared {
    shared<M, T, threads * most_stages> sums{"row sums"};  // of the last columns: a pair further down needs them later
    shared<M, T, threads * 2> entry{"entries"};            // of this cycle and of the one before
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const In> in, global<M, T> out, int width, int height, int n, int stride,
                       Kept kept) {
    using U = num<M, T>;
    store_borders<T>(m, out, kept, width, height, threads);
    const int columns = kept.end_x() - 1, rows = kept.end_y() - 1;
    if (columns < 1 || rows < 1) return;
    const int stages = n / 2 + 1, groups = (rows + n - 1) / n;
    const int last_pairs = (rows - (groups - 1) * n + 1) / 2;  // of the last group, which may not be full
    const std::int64_t cycles = std::int64_t{groups - 1} * stride + columns + last_pairs;
    reg<M, T> row_sum{"row sum"};
    // column and group of the current row sums, and their place: counted, because a division takes a cycle's time
    int column = 0, group = 0, slot = 0;
    for (std::int64_t cycle = 0; cycle < cycles; ++cycle) {
      const int now = static_cast<int>(cycle % 2), before = 1 - now;
      m.each({"cycle ", static_cast<int>(cycle)}, n, [&](auto t) {
        if (const int y = group * n + t.x; group < groups && column < columns && y < rows) {
          const U pixel = U(in[at(column, y, width)]);
          if (column == 0)
            row_sum[t] = pixel;
          else
            row_sum[t] += pixel;
          s.sums[t.x * most_stages + slot] = row_sum[t];
        }
        // the stages by which this thread's pair lags; fewer than a group's cycles and than the stored sums
        const int pair = t.x / 2, second = t.x % 2, behind = 1 + pair;
        const bool wraps = column < behind;
        const int x = column - behind + (wraps ? stride : 0), own_group = group - (wraps ? 1 : 0);
        const int y = own_group * n + t.x, above = y - second;
        if (own_group < 0 || own_group >= groups || x >= columns || y >= rows) return;
        const int kept_slot = slot - behind + (slot < behind ? stages : 0);
        U entry = U(s.sums[(t.x - second) * most_stages + kept_slot]);
        if (above > 0) entry = (pair > 0 ? U(s.entry[(2 * pair - 1) * 2 + before]) : U(out[kept.place(x + 1, above)])) + entry;
        if (second == 1) entry += U(s.sums[t.x * most_stages + kept_slot]);
        s.entry[t.x * 2 + now] = entry;
        out[kept.place(x + 1, y + 1)] = entry;
      });
      if (++column == stride) {
        column = 0;
        ++group;
      }
      slot = slot + 1 == stages ? 0 : slot + 1;
      m.sync();  // because: the next cycle reads row sums and entries that other threads made
    }
  }
};

inline constexpr Sizes k_real{.warp = 32, .block = 64};
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 8}, k_real};

namespace detail {

/// Cycles between two groups: one per column, and enough for the last pair of a group to finish before the next group begins.
constexpr int stride(int columns, int n) { return std::max(columns, n / 2); }

/// Numbers of first and of second rows of pairs.
struct Pairs {
  Pairs(int rows, int n) : first(rows / n * (n / 2) + (rows % n + 1) / 2), second(rows - first) {}
  int first, second;
};

inline Formula additions(int rows, int columns, int n) {
  if (rows < 1 || columns < 1) return {};
  const Pairs pairs(rows, n);
  const std::vector<Symbol> size{{"M", 1.0 * rows, "rows of sums"}, {"N", 1.0 * columns, "columns"}};
  const std::string why = "The paper gives 2.5MN; here nothing is added to the zeros before the first row and column.";
  if (rows % n == 0) return {"2.5MN - M - 2N", size, why};
  return {"M(N - 1) + (a + 2b)N - sN",
          {size[0],
           size[1],
           {"a", 1.0 * pairs.first, "first rows of a pair"},
           {"b", 1.0 * pairs.second, "second rows of a pair"},
           {"s", rows == 1 ? 1.0 : 2.0, "rows without a row above their pair"}},
          why + " The last group is not full."};
}

inline Hardware hardware(const Request& request, int n) {
  const int rows = request.extent.height, columns = request.extent.width;
  const double bits = word_length(request.types, 1.0 * rows * columns);
  const Symbol of_n{"n", 1.0 * n, "rows at once"}, width{"N", 1.0 * columns, "columns"};
  const int groups = ceil_div(rows, n), last_rows = rows - (groups - 1) * n;
  return {.cycles = {"(g - 1)c + N + f",
                     {{"g", 1.0 * groups, "groups of n rows"},
                      {"c", 1.0 * stride(columns, n), "cycles from a group to the next"},
                      width,
                      {"f", 1.0 * ceil_div(last_rows, 2), "pairs of rows in the last group, one stage each"}},
                     "The paper gives MN/n, without the stages of the last column."},
          .adders = {"2.5n", {of_n}, "One per row sum, and one or two more for the entries of a pair."},
          .registers = {"2n + 0.5n(0.5n - 1)", {of_n}, "Row sums, entries, and the row sums that later stages wait for."},
          .memory_bits = {"bN", {{"b", bits, "bits of the largest entry"}, width}, "One row of the table."}};
}

}  // namespace detail

inline Algorithm describe() {
  const Param n{.id = "n",
                .fallback = 4.0,
                .range = ParamRange{.min = 2, .max = 1.0 * k_real.block, .step = 2, .whole = true},
                .help = "rows processed at once; the paper builds 2 and 4"};
  const auto rows_at_once = [n](const Request& r) { return static_cast<int>(std::get<double>(n.value_in(r.params))); };
  Algorithm self{{
      .id = "rows-n",
      .title = "n rows at once",
      .paper = "Ehsan, Clark, Rehman and McDonald-Maier 2015, Integral Images: Efficient Algorithms for Their Computation and "
               "Storage in Resource-Constrained Embedded Vision Systems",
      .text = "A hardware engine that processes one column of n rows per clock cycle: first the row sums, then the pairs of "
              "rows, each one stage behind the pair above. It needs half an addition per pixel more than the recursion and is "
              "n times as fast. Good in hardware, where adders are cheap and memory is not. Slow on GPUs, which have thousands "
              "of threads while it uses n threads of one block: seconds to minutes for the largest pictures.",
      .params = {n},
  }};
  self.phases = {
      border_phase(),
      {"cycle",
       "In one clock cycle every row adds a pixel to its running sum, and each pair of rows adds what is above it, one column "
       "behind the pair before.",
       "All rows read the same column of the picture."},
  };
  self.trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()};
  self.float_depth = [](const Request& r) { return 1.0 * r.extent.width + 2.0 * r.extent.height; };
  self.hardware = [rows_at_once](const Request& r) { return detail::hardware(r, rows_at_once(r)); };
  return self;
}

template <class Backend>
Plan plan(const Request& request) {
  static const Algorithm self = describe();
  const int n = whole(self, request.params, "n");
  const auto [width, height] = request.extent;
  const Kept kept = kept_part(request.extent, request.form);
  const int columns = kept.end_x() - 1, rows = kept.end_y() - 1;
  const auto from = static_cast<double>(size_of(request.types.in)), to = static_cast<double>(size_of(request.types.out));
  const double row_above = rows < 1 ? 0 : 1.0 / n;  // of the entries, what is read back
  const Cost cost{static_cast<double>(request.extent.area()) * (from + (1 + 2 * row_above) * to),
                  detail::additions(rows, columns, n)};
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    Plan p{.buffers = {{"picture", request.types.in, request.extent},
                       {"table", request.types.out, table_extent(request.extent, request.form)}}};
    return for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      if (n > sizes.block)
        throw std::invalid_argument("a block of " + std::to_string(sizes.block) +
                                    " threads processes no more rows at once, so " + std::to_string(n) + " are not supported");
      p.passes.push_back(make_pass<Backend, RowsInLockstep<In, T, sizes>>(
          "rows in lockstep", Grid{}, cost, in<In>{0}, in_out<T>{1}, width, height, n, detail::stride(columns, n), kept));
      return std::move(p);
    });
  });
}

}  // namespace satscope::rows_n
