// SPDX-License-Identifier: Apache-2.0
// A mosaic: each square cell becomes its mean, four entries of the table whatever its side.
//
//      grid        +--+--+--+--+        content     +-----+-----+        a quadtree: a square whose standard deviation is
//                  +--+--+--+--+                    |     +--+--+        above `split` becomes four, down to the smallest cell
//                  +--+--+--+--+                    |     +--+--+
//
// Cells are aligned to the upper left corner and cut at the right and lower edge. The smallest cells of the tree have the side
// `cell`, the largest cell * 2^levels. Each smallest cell finds its square from the largest down, from the tables of the pixels
// and of their squares; n Q - S^2 > split^2 n^2 is exact in integers, and means are rounded, halves up. In colour the luma
// splits, and each channel has its own means. Watch: for one regular mosaic the table is a detour, because each pixel is read
// once anyway. For the tree it is not: a square of any size costs the same, so trying all of them is cheap.
// Papers: S. Horowitz, T. Pavlidis, Picture Segmentation by a Tree Traversal Algorithm, JACM 23(2), 1976; F. Crow 1984.
#pragma once
#include <algorithm>

#include "kernels/filters/moments.h"
#include "kernels/filters/planes.h"

namespace satscope::filter_kernels::mosaic {

inline constexpr int k_most_side = 2048;  ///< of a square, so that its moments fit into 64 bits

/// Squares of a mosaic: those of level l have the side cell * 2^l.
struct Squares {
  Extent picture;
  int cell, levels;

  SIMT constexpr int columns() const { return (picture.width + cell - 1) / cell; }
  SIMT constexpr int rows() const { return (picture.height + cell - 1) / cell; }
  /// The square of this level that holds the smallest cell (column, row), cut to the picture.
  SIMT constexpr Window at(int column, int row, int level) const {
    const int side = cell << level, x = (column >> level) * side, y = (row >> level) * side;
    return {x, y, x + side < picture.width ? x + side : picture.width, y + side < picture.height ? y + side : picture.height};
  }
};

/// A thread owns a smallest cell. Tables of the pixels and of their squares; out: the level of the square that it belongs to.
template <Sizes sizes>
struct Split {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> table, pitched<M, const std::uint64_t> squares,
                       pitched<M, std::uint8_t> out, Squares all, int deviation) {
    const int row = m.block_x(), first = m.block_y() * threads;
    m.each("split", in_row(first, threads, all.columns()), [&](auto t) {
      const int column = first + t.x;
      const auto apart = static_cast<std::uint64_t>(deviation);
      num<M, std::uint32_t> sum = num<M, std::uint32_t>(0);
      int level = all.levels;
      for (; level > 0; --level) {
        [[maybe_unused]] const auto round = t.round(level);
        const Window w = all.at(column, row, level);
        sum = window_sum<M, std::uint32_t>(t, table, w, Border::clip, all.picture);
        const num<M, std::uint64_t> square_sum = window_sum<M, std::uint64_t>(t, squares, w, Border::clip, all.picture);
        const Moments of{area_of<std::uint64_t>(w), bare(sum), bare(square_sum)};
        if (of.scaled_variance() <= apart * apart * of.n * of.n) break;
      }
      out[out.at(column, row)] = made_of(static_cast<std::uint8_t>(level), sum);
    });
  }
};

/// The level of a cell's square: 0 on a grid, else what was found.
template <class M>
SIMT int level_of(int, int) {
  return 0;
}
template <class M>
SIMT int level_of(int column, int row, const pitched<M, const std::uint8_t>& levels) {
  return static_cast<int>(bare(num<M, std::uint32_t>(levels[levels.at(column, row)])));
}

/// A thread owns a smallest cell. levels: of its square, none on a grid; out: the mean of its square.
template <Sizes sizes>
struct MeanOfCells {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M, class... Levels>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> table, pitched<M, std::uint8_t> out, Squares all,
                       Levels... levels) {
    const int row = m.block_x(), first = m.block_y() * threads;
    m.each("mean of each cell", in_row(first, threads, all.columns()), [&](auto t) {
      const int column = first + t.x;
      const Window w = all.at(column, row, level_of<M>(column, row, levels...));
      const num<M, std::uint32_t> sum = window_sum<M, std::uint32_t>(t, table, w, Border::clip, all.picture);
      out[out.at(column, row)] = made_of(rounded_mean(bare(sum), area_of<std::uint32_t>(w)), sum);
    });
  }
};

/// A thread owns a pixel. levels, if any, and means of the smallest cells; out: the mean of its square, half as light on a
/// line.
template <Sizes sizes>
struct Paint {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M, class... Levels>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> means, pitched<M, std::uint8_t> out, Squares all, bool lines,
                       Levels... levels) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("paint", in_row(first, threads, all.picture.width), [&](auto t) {
      const int x = first + t.x, column = x / all.cell, row = y / all.cell;
      const int side = all.cell << level_of<M>(column, row, levels...);
      const bool on_line = lines && side > 2 && (x % side == 0 || y % side == 0);
      const num<M, std::uint32_t> mean = num<M, std::uint32_t>(means[means.at(column, row)]);
      out[out.at(x, y)] = made_of(static_cast<std::uint8_t>(on_line ? bare(mean) / 2 : bare(mean)), mean);
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "mosaic",
      .title = "Mosaic",
      .paper =
          "Horowitz and Pavlidis 1976, Picture Segmentation by a Tree Traversal Algorithm; sums of any square by Crow 1984",
      .text = "Makes coarse squares of one colour, to hide a face or a number plate, or to simplify the "
              "picture. With cells by content, squares are small where there is much to see and large "
              "elsewhere.",
      .params = {{.id = "cell",
                  .fallback = 12.0,
                  .range = ParamRange{.min = 2, .max = k_most_side, .step = 1, .whole = true},
                  .help = "side of a cell in pixels; by content, of the smallest cell"},
                 {.id = "by",
                  .fallback = std::string("grid"),
                  .choices = {"grid", "content"},
                  .help = "grid: all cells have one size; content: squares split where there is much to see"},
                 {.id = "levels",
                  .fallback = 4.0,
                  .range = ParamRange{.min = 1, .max = 7, .step = 1, .whole = true},
                  .help = "how often the side doubles from the smallest cell to the largest, up to 2048 pixels",
                  .needs = {"by", {"content"}}},
                 {.id = "split",
                  .fallback = 10.0,
                  .range = ParamRange{.min = 0, .max = 127, .step = 1, .whole = true},
                  .help = "a square splits into four where its greys differ by more than this (a standard deviation)",
                  .needs = {"by", {"content"}}},
                 {.id = "lines", .fallback = false, .help = "draw the edges of the cells"}},
  }};
  self.phases = {
      {"split", "From the largest square down: a square whose deviation is above the limit splits into four.",
       "Each step down costs four reads of each of two tables, however large the square is."},
      {"mean of each cell", "Four corners of the table give the sum of the cell; divided by its area that is its colour."},
      {"paint", "Each pixel takes the colour of its cell."},
  };
  self.definition =
      "mean of the cell x cell square that holds the pixel, rounded half up; by content, of the "
      "largest square of the quadtree whose standard deviation is at most split; every square takes "
      "four reads of two tables, whatever its side";
  self.tables = {"pixels", "squares"};
  self.reads = "the mean of its cell; for each cell 4 entries of the table, and by content 4 of each of 2 tables per level";
  self.by_channel = self.alpha_stays = self.led_by_luma = true;
  self.reads_per_pixel = [params = self.params](const FilterRequest& request) {
    const auto by = std::ranges::find(params, "by", &Param::id);
    return by->value_in(request.params) == ParamValue(std::string("content")) ? 2.0 : 1.0;
  };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int cell = whole(self, request.params, "cell"), deviation = whole(self, request.params, "split");
  const bool by_content = choice(self, request.params, "by") == "content", lines = flag(self, request.params, "lines");
  int levels = whole(self, request.params, "levels");
  while (levels > 0 && cell > k_most_side >> levels) --levels;
  return in_colour<Backend>(request, by_content, [&](bool led) {
    OneChannel one;
    FilterDraft& d = one.draft;
    const Extent extent = request.extent;
    const Squares all{extent, cell, by_content ? levels : 0};
    const Extent cells{all.columns(), all.rows()};
    const double pixels = static_cast<double>(extent.area()), count = static_cast<double>(cells.area());
    const auto with_sizes = [&](auto&& make) {
      d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, make));
    };
    const int picture = add_buffer(d, "picture", Scalar::u8, extent),
              luma = led ? add_buffer(d, "luma", Scalar::u8, extent) : picture;
    const int table = add_buffer(d, "table", Scalar::u32, extent);
    int of_luma = table, level = -1;
    if (by_content) {
      if (led) of_luma = add_buffer(d, "table of the luma", Scalar::u32, extent);
      const int squares = add_buffer(d, "table of squares", Scalar::u64, extent);
      level = add_buffer(d, "levels", Scalar::u8, cells);
      d.steps = {TableStep{luma, of_luma, *find_type_pair("8u32u")}, TableStep{luma, squares, k_squares}};
      with_sizes([&]<Sizes sizes>() {
        using Kernel = Split<sizes>;
        // as if every square split, away from the upper and left edge
        return make_pass<Backend, Kernel>("split", pixel_grid(cells, Kernel::threads),
                                          {.bytes = count * (1 + levels * 4.0 * (4 + 8)), .additions = count * levels * 6},
                                          pitched_in<std::uint32_t>{of_luma}, pitched_in<std::uint64_t>{squares},
                                          pitched_out<std::uint8_t>{level}, all, deviation);
      });
      if (led) one.once = static_cast<int>(d.steps.size());
    }
    if (led || !by_content) d.steps.emplace_back(TableStep{picture, table, *find_type_pair("8u32u")});
    const int means = add_buffer(d, "means", Scalar::u8, cells);
    d.result = add_buffer(d, "mosaic", Scalar::u8, extent);
    const auto paint = [&](auto... of_squares) {
      constexpr bool tree = sizeof...(of_squares) > 0;
      with_sizes([&]<Sizes sizes>() {
        using Kernel = MeanOfCells<sizes>;
        const double reads = (2.0 * cells.width - 1) * (2.0 * cells.height - 1);  // none beyond the upper and left edge
        return make_pass<Backend, Kernel>(
            tree ? "mean of each square" : "mean of each cell", pixel_grid(cells, Kernel::threads),
            {.bytes = reads * 4 + (tree ? 2 : 1) * count, .additions = reads - count}, pitched_in<std::uint32_t>{table},
            pitched_out<std::uint8_t>{means}, all, of_squares...);
      });
      with_sizes([&]<Sizes sizes>() {
        using Kernel = Paint<sizes>;
        return make_pass<Backend, Kernel>("paint", pixel_grid(extent, Kernel::threads), {.bytes = (tree ? 3 : 2) * pixels},
                                          pitched_in<std::uint8_t>{means}, pitched_out<std::uint8_t>{d.result}, all, lines,
                                          of_squares...);
      });
    };
    if (by_content)
      paint(pitched_in<std::uint8_t>{level});
    else
      paint();
    return one;
  });
}

}  // namespace satscope::filter_kernels::mosaic
