// SPDX-License-Identifier: Apache-2.0
// Plain loops that the threads of a CPU share, a row at a time: first along the rows, then down the columns, which are rows of
// the transposed sums.
//
//     thread 0    3 -> 4 -> 11 -> 11      transpose,       each loop is as one would write it; only the loop over
//     thread 1    5 -> 7 ->  9 -> 10      again, and back  rows is shared (`#pragma omp parallel for` in the paper)
//
// Watch: every pass reads and writes all sums in memory again: four passes with the transposes, two without. `thread-per-row`
// is the same idea as a kernel; this is code for a CPU. Paper: L. Angioloni, F. Pegoraro, Integral Image computation,
// University of Florence, Alg. 2 and section 1.1.3.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>

#include "kernels/algorithms/library.h"
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"
#include "kernels/simt/thread_pool.h"

namespace satscope::cpu_rows {

/// Rows or columns that a thread takes at once: a square of a transpose, whose lines stay in a core's cache.
inline constexpr int k_lines = 32;

/// body(first, end) for parts of the lines 0 ... lines - 1, on threads of the host.
template <class Body>
void share(const HostRun& how, int lines, const Body& body) {
  std::atomic<int> next{0};
  // because: a few parts for each thread let a late one take fewer
  const int part = std::clamp(lines / (4 * std::max(how.threads, 1)), 1, k_lines);
  together(std::max(1, std::min(how.threads, ceil_div(lines, part))), [&](int) {
    while (!(how.progress && how.progress->cancelled.load(std::memory_order_relaxed))) {
      const int first = next.fetch_add(part, std::memory_order_relaxed);
      if (first >= lines) return;
      const int end = std::min(lines, first + part);
      body(first, end);
      if (how.progress) how.progress->blocks_done.fetch_add(end - first, std::memory_order_relaxed);
    }
  });
}

/// Running sums along the rows. in, out: width x height.
template <class In, class T>
void sum_rows(const In* in, T* out, Extent extent, const HostRun& how) {
  share(how, extent.height, [=](int first, int end) {
    for (int y = first; y < end; ++y) {
      const In* from = in + at(0, y, extent.width);
      T* to = out + at(0, y, extent.width);
      T sum{};
      for (int x = 0; x < extent.width; ++x) {
        sum += static_cast<T>(from[x]);
        to[x] = sum;
      }
    }
  });
}

/// Running sums down the columns of `in`, width x height; out: what `kept` keeps of the table. A thread walks down its columns
/// together, so that it reads them line by line.
template <class T>
void sum_columns(const T* in, T* out, Extent extent, Kept kept, const HostRun& how) {
  share(how, extent.width, [=](int first, int end) {
    const auto zero = [&](std::size_t i) { out[i] = T{}; };
    for (int x = first; x < end; ++x) for_border(kept, x, 0, zero);
    std::array<T, k_lines> sums{};
    const int last = std::min(end, kept.end_x() - 1);
    for (int y = 0; y < extent.height; ++y) {
      if (first == 0) for_border(kept, 0, y, zero);
      if (y >= kept.end_y() - 1) continue;
      for (int x = first; x < last; ++x) {
        T& sum = sums[static_cast<std::size_t>(x - first)];
        sum += in[at(x, y, extent.width)];
        out[kept.place(x + 1, y + 1)] = sum;
      }
    }
  });
}

/// in: width x height; out: what `kept` keeps, transposed, in squares that fit into a core's cache. Element (x, y) of `in` sums
/// up to and including pixel (x, y).
template <class T>
void transpose(const T* in, T* out, Extent extent, Kept kept, const HostRun& how) {
  share(how, extent.height, [=](int first, int end) {
    for (int left = 0; left < extent.width; left += k_lines)
      for (int x = left; x < std::min(extent.width, left + k_lines); ++x)
        for (int y = first; y < end; ++y) {
          if (kept.has(y + 1, x + 1)) out[kept.place(y + 1, x + 1)] = in[at(x, y, extent.width)];
          if (x == 0 || y == 0) for_border(kept, y, x, [&](std::size_t i) { out[i] = T{}; });
        }
  });
}

inline Algorithm describe() {
  Algorithm self{{
      .id = "cpu-rows",
      .title = "Rows shared by CPU threads",
      .paper = "Angioloni and Pegoraro, Integral Image computation",
      .text = "The paper's OpenMP version: plain loops along the rows and down the columns, and only the loop over rows is "
              "shared by threads. Each pass reads and writes the whole table in memory, so more threads soon stop to help. "
              "Compare with cpu-simd, which reads the picture once.",
      .params = {{.id = "transpose",
                  .fallback = true,
                  .help = "transpose the row sums, so that columns are rows in memory, and transpose the table back; else "
                          "threads walk down the columns"}},
      .absence = [] { return std::string(); },  // because: it needs nothing but a CPU
  }};
  self.refusal = [](const Request&, Machine machine) -> std::string {
    if (machine == Machine::gpu)
      return "cpu-rows shares loops among the threads of a CPU; on the GPU it is not supported, but thread-per-row is";
    return {};
  };
  self.untraced = "cpu-rows is code of satscope for the CPU, not a kernel, so its steps cannot be recorded";
  return self;
}

namespace detail {

/// A pass over all lines, which reads `from` bytes and writes `to` for each place.
inline Launch launch(std::string name, Extent shape, Scalar from, Scalar to, bool adds) {
  const double area = static_cast<double>(shape.area());
  return {std::move(name),
          {shape.height},
          {area * static_cast<double>(size_of(from) + size_of(to)),
           adds ? Formula{"L(n - 1)", {{"L", 1.0 * shape.height, "lines"}, {"n", 1.0 * shape.width, "elements of a line"}}}
                : Formula{}}};
}

template <class T>
const T* source(const Memory& memory, std::size_t buffer) {
  return static_cast<const T*>(memory.at[buffer]);
}
template <class T>
T* target(const Memory& memory, std::size_t buffer) {
  return static_cast<T*>(memory.at[buffer]);
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  static const Algorithm self = describe();
  const Extent picture = request.extent, turned = picture.transposed();
  const auto [from, to] = std::pair{request.types.in, request.types.out};
  const bool transposes = flag(self, request.params, "transpose");
  const Kept kept = kept_part(picture, request.form);
  Plan p{.buffers = {{"picture", from, picture}, {"row sums", to, picture}}};
  if (transposes) {
    p.buffers.push_back({"row sums, transposed", to, turned});
    p.buffers.push_back({"table, transposed", to, turned});
  }
  p.buffers.push_back({"table", to, table_extent(picture, request.form)});
  const auto add = [&p](Launch launch) {
    const int source = static_cast<int>(p.passes.size());  // each pass reads what the one before it wrote
    p.passes.push_back(make_outside_pass(std::move(launch), in<std::byte>{source}, out<std::byte>{source + 1}));
  };
  add(detail::launch("scan rows", picture, from, to, true));
  if (transposes) {
    add(detail::launch("transpose", picture, to, to, false));
    add(detail::launch("scan rows, transposed", turned, to, to, true));
    add(detail::launch("transpose back", turned, to, to, false));
  } else {
    add(detail::launch("scan columns", turned, to, to, true));
  }
  if constexpr (requires { Backend::host; })
    for_types<Backend>(request.types, [&]<class In, class T>() {
      using detail::source, detail::target;
      p.passes[0].cpu = [=](const Memory& m, const HostRun& how) { sum_rows(source<In>(m, 0), target<T>(m, 1), picture, how); };
      if (!transposes) {
        p.passes[1].cpu = [=](const Memory& m, const HostRun& how) {
          sum_columns(source<T>(m, 1), target<T>(m, 2), picture, kept, how);
        };
        return;
      }
      p.passes[1].cpu = [=](const Memory& m, const HostRun& how) {
        transpose(source<T>(m, 1), target<T>(m, 2), picture, kept_inclusive(turned), how);
      };
      p.passes[2].cpu = [=](const Memory& m, const HostRun& how) { sum_rows(source<T>(m, 2), target<T>(m, 3), turned, how); };
      p.passes[3].cpu = [=](const Memory& m, const HostRun& how) {
        transpose(source<T>(m, 3), target<T>(m, 4), turned, kept, how);
      };
    });
  return p;
}

}  // namespace satscope::cpu_rows
