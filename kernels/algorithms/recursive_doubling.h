// SPDX-License-Identifier: Apache-2.0
// Recursive doubling between two buffers: in pass k every element adds the one 2^k places before it, first along the rows, then
// down the columns. Each pass reads one buffer and writes the other, so threads do not interfere.
//
//     pixels        3  1  7  0  4       distance 1    3  4  8  7  4
//     distance 2    3  4 11 11 12       distance 4    3  4 11 11 15
//
// Watch: log2 of the width plus log2 of the height passes, each over the whole picture: few steps, but much work, all of it in
// memory. Graphics hardware without shared memory did it this way.
// Paper: J. Hensley et al., Fast Summed-Area Table Generation and its Applications, Eurographics 2005.
#pragma once
#include <cmath>

#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::recursive_doubling {

/// A block owns a part of one row, a thread one element. in: width x height; out: what `kept` keeps, each element plus the one
/// (dx, dy) before it.
template <class In, class T, Sizes sizes>
struct AddAtDistance {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, global<M, const In> in, global<M, T> out, int width, int dx, int dy, Kept kept) {
    using U = num<M, T>;
    const int y = m.block_x(), x0 = m.block_y() * threads;
    m.each({dx > 0 ? "rows, distance " : "columns, distance ", dx + dy}, [&](auto t) {
      const int x = x0 + t.x;
      if (x >= width) return;
      if (kept.has(x + 1, y + 1)) {
        const U own = U(in[at(x, y, width)]);
        if (x >= dx && y >= dy)
          out[kept.place(x + 1, y + 1)] = U(in[at(x - dx, y - dy, width)]) + own;
        else
          out[kept.place(x + 1, y + 1)] = own;
      }
      store_border<M, T>(out, kept, x, y);
    });
  }
};

inline constexpr Sizes k_real{.warp = 32, .block = 256};
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 8}, k_real};

namespace detail {

/// Distance to the element that a pass adds.
struct Distance {
  int dx, dy;
};

/// 1, 2, 4 ... along the rows, then down the columns; at least one.
inline std::vector<Distance> distances(Extent extent) {
  std::vector<Distance> list;
  for (int d = 1; d < extent.width; d *= 2) list.push_back({d, 0});
  for (int d = 1; d < extent.height; d *= 2) list.push_back({0, d});
  if (list.empty()) list.push_back({1, 0});  // because: a picture of one pixel has to become a table too
  return list;
}

inline Launch launch(const Distance& distance, Extent extent, const Kept& kept, Scalar from, Scalar to, int block) {
  const auto [dx, dy] = distance;
  const double columns = std::max(0.0, kept.end_x() - 1.0 - dx), rows = std::max(0.0, kept.end_y() - 1.0 - dy);
  const auto bytes = static_cast<double>(size_of(from)) * 2 + static_cast<double>(size_of(to));
  return {(dx > 0 ? "rows at distance " : "columns at distance ") + std::to_string(dx + dy),
          {extent.height, ceil_div(extent.width, block)},
          {static_cast<double>(extent.area()) * bytes,
           {"RC",
            {{"R", rows, dx > 0 ? "rows" : "rows with another at this distance above"},
             {"C", columns, dx > 0 ? "columns with another at this distance to the left" : "columns"}}}}};
}

}  // namespace detail

inline Algorithm describe() {
  Algorithm self{{
      .id = "recursive-doubling",
      .title = "Recursive doubling",
      .paper = "Hensley, Scheuermann, Coombe, Singh and Lastra 2005, Fast Summed-Area Table Generation and its Applications",
      .text = "Each pass adds to every element another one, at twice the distance of the pass before, and writes from one "
              "buffer into the other. The passes are few, simple and fully parallel, but every one reads and writes the whole "
              "picture. Useful where threads cannot exchange data. Slow where memory is the limit.",
  }};
  self.phases = {
      {"rows, distance",
       "Each number adds the one this far to its left and covers twice as many pixels; where there is none, it is copied.",
       "A pass reads one buffer, ping or pong, and writes the other: no thread overwrites what another still reads."},
      {"columns, distance",
       "Each number adds the one this far above and covers twice as many rows; where there is none, it is copied.",
       "A pass reads one buffer, ping or pong, and writes the other: no thread overwrites what another still reads."},
  };
  self.trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()};
  self.float_depth = [](const Request& r) {
    return std::ceil(std::log2(r.extent.width)) + std::ceil(std::log2(r.extent.height));
  };
  return self;
}

template <class Backend>
Plan plan(const Request& request) {
  const Extent extent = request.extent;
  const auto [from, to] = std::pair{request.types.in, request.types.out};
  const std::vector<detail::Distance> distances = detail::distances(extent);
  Plan p{.buffers = {{"picture", from, extent}}};
  if (distances.size() > 1) p.buffers.push_back({"ping", to, extent});
  if (distances.size() > 2) p.buffers.push_back({"pong", to, extent});
  p.buffers.push_back({"table", to, table_extent(extent, request.form)});
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    return for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      for (std::size_t i = 0; i < distances.size(); ++i) {
        const bool last = i + 1 == distances.size();
        const auto [dx, dy] = distances[i];
        const Kept kept = last ? kept_part(extent, request.form) : kept_inclusive(extent);
        const out<T> into{last ? p.table() : 1 + static_cast<int>(i % 2)};
        const Launch launch = detail::launch(distances[i], extent, kept, i == 0 ? from : to, to, sizes.block);
        if (i == 0)
          p.passes.push_back(
              make_pass<Backend, AddAtDistance<In, T, sizes>>(launch, in<In>{0}, into, extent.width, dx, dy, kept));
        else
          p.passes.push_back(make_pass<Backend, AddAtDistance<T, T, sizes>>(launch, in<T>{1 + static_cast<int>((i - 1) % 2)},
                                                                            into, extent.width, dx, dy, kept));
      }
      return std::move(p);
    });
  });
}

}  // namespace satscope::recursive_doubling
