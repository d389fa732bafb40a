// SPDX-License-Identifier: Apache-2.0
// A thread adds up a row from left to right, then the row a stride further on, and so on; then columns in the same way, either
// as rows of the transposed table or straight down.
//
//     thread 0    3 -> 4 -> 11 -> 11        transpose,         3  4 11 11
//     thread 1    5 -> 7 ->  9 -> 10        again, and back    8 11 20 21
//
// Watch: no thread waits for another or shares data with it. But along the rows of a GPU, neighbouring threads read addresses a
// row apart; down the columns they read neighbours. This kernel is the paper's CUDA version, which a CPU emulates; its OpenMP
// version is `cpu-rows`. Paper: L. Angioloni, F. Pegoraro, Integral Image computation, University of Florence, Alg. 2.
#pragma once
#include "kernels/algorithms/transpose.h"
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::thread_per_row {

/// The direction of the lines.
enum class Lines : std::uint8_t { rows, columns };

/// A thread owns lines number i, i + total, i + 2 total ... and walks along them, `stretch` elements per step.
/// in: width x height; out: what `kept` keeps of the sums along the lines.
template <class In, class T, Sizes sizes>
struct ScanLines {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, global<M, const In> in, global<M, T> out, int width, int height, Lines way, int total, int stretch,
                       Kept kept) {
    using U = num<M, T>;
    const bool along_rows = way == Lines::rows;
    const int lines = along_rows ? height : width, length = along_rows ? width : height;
    reg<M, T> sum{"sum"};
    m.each("clear", [&](auto t) { sum[t] = U(0); });
    for (std::int64_t first = 0; first < lines; first += total)
      for (int start = 0; start < length; start += stretch)
        m.each(along_rows ? "along rows" : "down columns", [&](auto t) {
          const int index = m.block_x() * threads + t.x;
          if (index >= total || first + index >= lines) return;
          const int line = static_cast<int>(first) + index;
          for (int i = start; i < length && i < start + stretch; ++i) {
            const int x = along_rows ? i : line, y = along_rows ? line : i;
            const U value = U(in[at(x, y, width)]);
            if (i == 0)
              sum[t] = value;
            else
              sum[t] += value;
            if (kept.has(x + 1, y + 1)) out[kept.place(x + 1, y + 1)] = sum[t];
            store_border<M, T>(out, kept, x, y);
          }
        });
  }
};

inline constexpr int k_stretch = 128;
/// On the host, a thread of the kernel is a host thread with its own line.
inline constexpr Sizes k_host{.warp = 32, .block = 1, .tile = 16};
inline constexpr Sizes k_real{.warp = 32, .block = 64, .tile = 16};
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 4, .tile = 4}, Sizes{.warp = 4, .block = 8, .tile = 4},
                                          k_real};

inline Algorithm describe() {
  Algorithm self{{
      .id = "thread-per-row",
      .title = "A thread per row",
      .paper = "Angioloni and Pegoraro, Integral Image computation",
      .text = "Each thread adds up its own rows, then its own columns, and exchanges nothing with others. With the transpose, "
              "columns are rows in memory, which helps the caches of a CPU. Without it, neighbouring threads read neighbouring "
              "columns, which helps a GPU. This is the paper's CUDA version; `cpu-rows` is the one with OpenMP. "
              "Slow on a GPU when there are fewer rows than threads, because most of the GPU is idle.",
      .params = {{.id = "threads",
                  .fallback = std::string("auto"),
                  .choices = {"auto"},
                  .range = ParamRange{.min = 1, .max = 65536, .step = 1, .whole = true},
                  .help = "number of threads for all rows or columns; auto: one per row, then one per column"},
                 {.id = "transpose",
                  .fallback = true,
                  .help = "transpose the row sums, so that columns are rows in memory, and transpose the table back"}},
  }};
  self.phases = {
      {"clear", "Every thread starts with a sum of 0."},
      {"along rows", "Each thread walks along a row of its own and writes the running sum at every place.",
       "Neighbouring threads touch places a whole row apart."},
      {"down columns", "Each thread walks down a column of row sums and adds them up: the table.",
       "Neighbouring threads touch neighbouring places."},
      {"scan rows", "After it each place has the sum of its row up to its own column.",
       "Before, there were the pixels of the picture."},
      {"scan rows, transposed", "The pass adds up these sums down each column, which is a row here.",
       "Before, there were the sums along the rows, turned: a row holds a column."},
      {"scan columns", "The pass adds up these sums down each column.", "Before, there were the sums along the rows."},
      {"transpose", "After it each row holds a column, so that the same walk sums along the columns.",
       "Before, there were the sums along the rows."},
      {"transpose back", "After it rows are rows again.", "Before, there was the table with rows and columns swapped."},
  };
  for (Phase& phase : transpose_phases()) self.phases.push_back(std::move(phase));
  self.phases.pop_back();  // strided, which is not a way of this one
  self.trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()};
  return self;
}

namespace detail {

/// Lines of a buffer that are summed separately.
struct ScanOf {
  std::string name;
  Extent shape;
  Lines way;
  int total;  ///< threads; 0: one per line
  Scalar from, to;
  Kept kept;

  int lines() const { return way == Lines::rows ? shape.height : shape.width; }
  int threads() const { return total == 0 ? lines() : total; }
  Launch launch(int block) const {
    const double length = way == Lines::rows ? shape.width : shape.height;
    return {name,
            {ceil_div(std::min(threads(), lines()), block)},
            {static_cast<double>(shape.area()) * static_cast<double>(size_of(from) + size_of(to)),
             {"L(n - 1)", {{"L", 1.0 * lines(), "lines"}, {"n", length, "elements of a line"}}}}};
  }
};

template <class Backend, class In, class T, Sizes sizes>
Pass scan(const ScanOf& of, in<In> from, out<T> to) {
  const bool step_by_step = sizes != k_real && sizes != k_host;  // because: in a small trace every element is a step to be seen
  const int stretch = step_by_step ? 1 : k_stretch;
  return make_pass<Backend, ScanLines<In, T, sizes>>(of.launch(sizes.block), from, to, of.shape.width, of.shape.height, of.way,
                                                     of.threads(), stretch, of.kept);
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  static const Algorithm self = describe();
  const int total = whole_unless_choice(self, request.params, "threads").value_or(0);
  const bool transpose = flag(self, request.params, "transpose");
  const Extent picture = request.extent, turned = picture.transposed();
  const auto [from, to] = std::pair{request.types.in, request.types.out};
  const Kept kept = kept_part(picture, request.form);
  Plan p{.buffers = {{"picture", from, picture}, {"row sums", to, picture}}};
  if (transpose) {
    p.buffers.push_back({"row sums, transposed", to, turned});
    p.buffers.push_back({"table, transposed", to, turned});
  }
  p.buffers.push_back({"table", to, table_extent(picture, request.form)});
  const detail::ScanOf rows{"scan rows", picture, Lines::rows, total, from, to, kept_inclusive(picture)};
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    const auto with = [&]<Sizes sizes>() {
      const std::size_t element = size_of(to);
      p.passes.push_back(detail::scan<Backend, In, T, sizes>(rows, in<In>{0}, out<T>{1}));
      if (!transpose) {
        const detail::ScanOf columns{"scan columns", picture, Lines::columns, total, to, to, kept};
        p.passes.push_back(detail::scan<Backend, T, T, sizes>(columns, in<T>{1}, out<T>{2}));
        return std::move(p);
      }
      const detail::ScanOf columns{"scan rows, transposed", turned, Lines::rows, total, to, to, kept_inclusive(turned)};
      p.passes.push_back(transposing<Backend, T, sizes>("transpose", false, in<T>{1}, picture, out<T>{2},
                                                        kept_inclusive(turned), Entries::inclusive, element));
      p.passes.push_back(detail::scan<Backend, T, T, sizes>(columns, in<T>{2}, out<T>{3}));
      p.passes.push_back(transposing<Backend, T, sizes>("transpose back", false, in<T>{3}, turned, out<T>{4}, kept,
                                                        Entries::inclusive, element));
      return std::move(p);
    };
    if constexpr (requires { Backend::host; })
      return with.template operator()<k_host>();
    else
      return for_machine<Backend, k_trace_sizes>(request.sizes, with);
  });
}

}  // namespace satscope::thread_per_row
