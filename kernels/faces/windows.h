// SPDX-License-Identifier: Apache-2.0
// The search of detect.h as kernels: for each size of the window the picture is scaled, two tables are made by any algorithm,
// and a thread owns a window.
//
//      picture -> scaled -> table, table of squares -> reached: how many stages each window passed
//                                                         |
//      rows of windows, one byte each:   2 1 1 1 3 ...    v   settled: those that the search does not look at are marked
//
// Where the first stage rejects a window, its right neighbour is not looked at. Threads cannot wait for their left neighbour,
// so all windows are looked at, and then each counts the rejected ones just left of it: after an odd number of them it is
// skipped. Nodes are read by all lanes of a warp at once; what the lanes read of the tables is as far apart as the windows.
#pragma once
#include "kernels/faces/levels.h"
#include "kernels/filters/planes.h"
#include "kernels/units.h"

namespace satscope::faces {

/// Bytes of a window: k_flat, or 1 and the stages that it passed, or k_skipped.
inline constexpr std::uint8_t k_flat = 0, k_rejected_first = 1, k_skipped = 255;
inline constexpr std::size_t k_most_stages = 253;

/// A cascade as numbers in buffers, in the order of inputs of a draft.
struct CascadeNumbers {
  std::vector<std::uint32_t> rects;  ///< three for each node: x, y, width, height, a byte each, x in the lowest
  std::vector<double> weights;       ///< four for each node: of its rectangles, and its threshold
  std::vector<std::uint32_t> ways;   ///< two for each node: left and right, as Node's, in two's complement
  std::vector<double> leaves;
  std::vector<std::uint32_t> trees;   ///< first node and first leaf
  std::vector<std::uint32_t> stages;  ///< first tree and number of trees
  std::vector<double> thresholds;     ///< of the stages

  explicit CascadeNumbers(const Cascade& cascade);
};

/// What a draft needs to know of a search.
struct WindowSearch {
  Extent window;  ///< of the cascade
  std::size_t nodes, leaves, trees, stages;
  std::vector<Level> levels;  ///< at least one
  std::size_t windows() const;
};

namespace windows {

using filter_kernels::in_row;
using filter_kernels::pixel_grid;

/// A thread owns a pixel of the scaled picture; as scale_linear.
template <Sizes sizes>
struct Scale {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, std::uint8_t> out, Extent picture, Extent size) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("scale", in_row(first, threads, size.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      const int x = first + t.x;
      const Between column = place_between(x, picture.width, size.width), row = place_between(y, picture.height, size.height);
      const U a = U(pixels[pixels.at(column.first, row.first)]), b = U(pixels[pixels.at(column.second, row.first)]);
      const U c = U(pixels[pixels.at(column.first, row.second)]), d = U(pixels[pixels.at(column.second, row.second)]);
      const std::uint32_t above = bare(a) * (256 - column.weight) + bare(b) * column.weight;
      const std::uint32_t below = bare(c) * (256 - column.weight) + bare(d) * column.weight;
      const std::uint32_t value = (above * (256 - row.weight) + below * row.weight + 32768) >> 16;
      out[out.at(x, y)] = made_of(static_cast<std::uint8_t>(value), a);
    });
  }
};

/// Columns x to x + width, rows y to y + height of the picture, from its inclusive table.
template <class M, class T>
SIMT num<M, T> rect_sum(const pitched<M, const T>& table, int x, int y, int width, int height) {
  using U = num<M, T>;
  U sum = U(table[table.at(x + width - 1, y + height - 1)]);
  if (y > 0) sum = sum - U(table[table.at(x + width - 1, y - 1)]);
  if (x > 0) sum = sum - U(table[table.at(x - 1, y + height - 1)]);
  if (x > 0 && y > 0) sum = sum + U(table[table.at(x - 1, y - 1)]);
  return sum;
}

/// What of a level a kernel knows.
struct Place {
  Extent window, windows;
  int step, stages;
  std::uint32_t from;  ///< number of its first window among those of all levels
};

/// A thread owns a window. out: k_flat, or 1 and the stages that it passed.
template <Sizes sizes>
struct Look {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> table, pitched<M, const std::uint64_t> squares,
                       global<M, const std::uint32_t> rects, global<M, const double> weights,
                       global<M, const std::uint32_t> ways, global<M, const double> leaves,
                       global<M, const std::uint32_t> trees, global<M, const std::uint32_t> stages,
                       global<M, const double> thresholds, global<M, std::uint8_t> out, Place place) {
    const int row = m.block_x(), first = m.block_y() * threads;
    m.each("look", in_row(first, threads, place.windows.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      using D = num<M, double>;
      const int x = (first + t.x) * place.step, y = row * place.step;
      const int inner_width = place.window.width - 2, inner_height = place.window.height - 2;
      const U inside = rect_sum<M, std::uint32_t>(table, x + 1, y + 1, inner_width, inner_height);
      const num<M, std::uint64_t> inside_squares = rect_sum<M, std::uint64_t>(squares, x + 1, y + 1, inner_width, inner_height);
      const double n = inner_width * inner_height, sum = bare(inside);
      const double scaled_variance = n * static_cast<double>(bare(inside_squares)) - sum * sum;
      std::uint8_t reached = k_flat;
      if (scaled_variance > 0) {
        const auto unit = static_cast<float>(1 / ::sqrt(scaled_variance));
        if (static_cast<double>(static_cast<float>(n) * unit) < 1e-1) {
          int round = 0, passed = 0;
          for (; passed < place.stages; ++passed) {
            const auto stage = static_cast<std::size_t>(2 * passed);
            const std::uint32_t first_tree = bare(U(stages[stage])), count = bare(U(stages[stage + 1]));
            double of_stage = 0;
            for (std::uint32_t i = first_tree; i < first_tree + count; ++i) {
              const std::uint32_t root = bare(U(trees[2 * std::size_t{i}])), leaf = bare(U(trees[2 * std::size_t{i} + 1]));
              int at = 0;
              do {
                [[maybe_unused]] const auto named = t.round(round++);
                const std::size_t node = root + static_cast<std::uint32_t>(at);
                float value = 0;
                for (std::size_t k = 0; k < 3; ++k) {
                  const auto weight = static_cast<float>(bare(D(weights[4 * node + k])));
                  if (k == 2 && weight == 0) break;
                  const std::uint32_t r = bare(U(rects[3 * node + k]));
                  const U part =
                      rect_sum<M, std::uint32_t>(table, x + static_cast<int>(r & 255), y + static_cast<int>(r >> 8 & 255),
                                                 static_cast<int>(r >> 16 & 255), static_cast<int>(r >> 24));
                  const float term = weight * static_cast<float>(static_cast<std::int32_t>(bare(part)));
                  value = k == 0 ? term : value + term;
                }
                const bool left = value * unit < static_cast<float>(bare(D(weights[4 * node + 3])));
                at = static_cast<int>(bare(U(ways[2 * node + (left ? 0 : 1)])));
              } while (at > 0);
              of_stage += bare(D(leaves[leaf + static_cast<std::uint32_t>(-at)]));
            }
            if (of_stage < bare(D(thresholds[static_cast<std::size_t>(passed)]))) break;
          }
          reached = static_cast<std::uint8_t>(1 + passed);
        }
      }
      out[place.from + at(first + t.x, row, place.windows.width)] = made_of(reached, inside);
    });
  }
};

/// A thread owns a window. out: what was reached, or k_skipped after an odd number of windows that the first stage rejects.
template <Sizes sizes>
struct Settle {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, global<M, const std::uint8_t> reached, global<M, std::uint8_t> out, Place place) {
    const int row = m.block_x(), first = m.block_y() * threads;
    m.each("settle", in_row(first, threads, place.windows.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      const std::size_t own = place.from + at(first + t.x, row, place.windows.width);
      int rejected = 0;
      while (rejected < first + t.x) {
        [[maybe_unused]] const auto round = t.round(rejected);
        if (bare(U(reached[own - static_cast<std::size_t>(rejected) - 1])) != k_rejected_first) break;
        ++rejected;
      }
      const U value = U(reached[own]);
      out[own] = made_of(rejected % 2 == 1 ? k_skipped : static_cast<std::uint8_t>(bare(value)), value);
    });
  }
};

/// Buffer 0 is the picture; the result has a byte for each window of each level.
template <class Backend>
FilterDraft draft(const WindowSearch& search, const FilterRequest& request) {
  using filter_kernels::add_buffer;
  FilterDraft d;
  const auto count = [](std::size_t n) { return static_cast<int>(n); };
  const int picture = add_buffer(d, "picture", Scalar::u8, request.extent);
  const int rects = add_buffer(d, "rectangles of nodes", Scalar::u32, {3, count(search.nodes)});
  const int weights = add_buffer(d, "weights and thresholds", Scalar::f64, {4, count(search.nodes)});
  const int ways = add_buffer(d, "ways", Scalar::u32, {2, count(search.nodes)});
  const int leaves = add_buffer(d, "leaves", Scalar::f64, {count(search.leaves), 1});
  const int trees = add_buffer(d, "trees", Scalar::u32, {2, count(search.trees)});
  const int stages = add_buffer(d, "stages", Scalar::u32, {2, count(search.stages)});
  const int thresholds = add_buffer(d, "thresholds", Scalar::f64, {count(search.stages), 1});
  d.inputs = {rects, weights, ways, leaves, trees, stages, thresholds};
  const Extent all{count(search.windows()), 1};
  const int reached = add_buffer(d, "reached", Scalar::u8, all), settled = add_buffer(d, "settled", Scalar::u8, all);
  d.result = settled;
  const auto with_sizes = [&](auto&& make) {
    d.steps.emplace_back(for_machine<Backend, filter_kernels::k_trace_sizes>(request.sizes, make));
  };
  std::uint32_t from = 0;
  for (const Level& level : search.levels) {
    const Place place{search.window, level.windows(), level.step, count(search.stages), from};
    from += static_cast<std::uint32_t>(place.windows.area());
    const double pixels = static_cast<double>(level.size.area()), looks = static_cast<double>(place.windows.area());
    const int scaled = add_buffer(d, "scaled", Scalar::u8, level.size), table = add_buffer(d, "table", Scalar::u32, level.size),
              squares = add_buffer(d, "table of squares", Scalar::u64, level.size);
    with_sizes([&]<Sizes sizes>() {
      using Kernel = Scale<sizes>;
      return make_pass<Backend, Kernel>("scale", pixel_grid(level.size, Kernel::threads), {.bytes = 5 * pixels},
                                        pitched_in<std::uint8_t>{picture}, pitched_out<std::uint8_t>{scaled}, request.extent,
                                        level.size);
    });
    d.steps.emplace_back(TableStep{scaled, table, *find_type_pair("8u32u")});
    d.steps.emplace_back(TableStep{scaled, squares, *find_type_pair("8u64u-sq")});
    with_sizes([&]<Sizes sizes>() {
      using Kernel = Look<sizes>;
      // as if each window left after a stage of one node with two rectangles
      return make_pass<Backend, Kernel>(
          "look", pixel_grid(place.windows, Kernel::threads), {.bytes = looks * (4 * 12 + 8 * 4 + 1), .additions = looks * 12},
          pitched_in<std::uint32_t>{table}, pitched_in<std::uint64_t>{squares}, in<std::uint32_t>{rects}, in<double>{weights},
          in<std::uint32_t>{ways}, in<double>{leaves}, in<std::uint32_t>{trees}, in<std::uint32_t>{stages},
          in<double>{thresholds}, out<std::uint8_t>{reached}, place);
    });
    with_sizes([&]<Sizes sizes>() {
      using Kernel = Settle<sizes>;
      return make_pass<Backend, Kernel>("settle", pixel_grid(place.windows, Kernel::threads), {.bytes = 3 * looks},
                                        in<std::uint8_t>{reached}, out<std::uint8_t>{settled}, place);
    });
  }
  return d;
}

}  // namespace windows

// Defined for each machine where it is compiled.
FilterDraft windows_on_cpu(const WindowSearch& search, const FilterRequest& request);
FilterDraft windows_traced(const WindowSearch& search, const FilterRequest& request);
FilterDraft windows_on_gpu(const WindowSearch& search, const FilterRequest& request);  ///< no steps in a build without CUDA

/// The search as a filter that makes no picture, with the runners of all machines; it is in no list.
Filter window_filter(const Cascade& cascade, Extent picture, const Search& search);

}  // namespace satscope::faces
