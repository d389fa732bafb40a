// SPDX-License-Identifier: Apache-2.0
// Tiles, in four passes: each tile stores the sums of its rows and columns; carries are summed over the tiles to the left and
// above; then each tile is read again and finished by itself, since everything from outside is known.
//
//     3 1 | 7 0      rows 4 7   carries 0 4     3  4 | 11 11
//     5 2 | 2 1   ->      7 3  right    0 7  -> 8 11 | 20 21     and down: the finished row that lies
//     ----+----                                 -----+------     above each tile
//     4 4 | 4 4                                 ...
//
// Watch: the picture is read twice and the table written once (2R1W) at any size; the carries in between are small. No block
// waits for another one. Papers: D. Nehab, A. Maximo, R. S. Lima, H. Hoppe, GPU-Efficient Recursive Filtering and
// Summed-Area Tables, ACM TOG 30(6), 2011, section 6; A. Kasagi, K. Nakano, Y. Ito, Parallel Algorithms for the Summed Area
// Table on the Asynchronous Hierarchical Memory Machine, with GPU implementations, ICPP 2014.
#pragma once
#include "kernels/algorithms/tile_rows.h"

namespace satscope::tiles_2r1w {

/// Buffers between the passes. A line runs along a row of tiles: first one line for each row of the tiles, then one for each
/// row of tiles, which sums whole tiles.
struct Carries {
  int across, down;  ///< tiles
  int lines;         ///< of the buffer "row carries", lines x across
  int rows;          ///< of all tiles; line number rows + i is that of row of tiles i
  int columns;       ///< of the buffer "column carries", columns x down
};

/// A block owns a tile. in: width x height; row_sums: line y of tile column j sums row y within the tile, line rows + i sums
/// all of it; column_sums: the last row of the tile's own table.
template <class In, class T, Sizes sizes, int rows, LoadWidth load_width>
struct SumTiles {
  using Tile = TileRows<T, sizes, rows, load_width>;
  static constexpr int threads = Tile::threads, warp = Tile::warp;
  static constexpr bool overlaps = true;
  template <class M>
  struct Shared {
    shared<M, T, Tile::strips * Tile::width> bottom{"bottom", Tile::width};  // of each strip
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, pitched<M, const In> in, global<M, T> row_sums, global<M, T> column_sums, int width,
                       int height, Carries carries) {
    using U = num<M, T>;
    typename Tile::template Registers<M> r;
    const int j = m.block_x() % carries.across, i = m.block_x() / carries.across;
    Tile::template load<In>(m, r, in, j * Tile::width, i * Tile::height, width, height);
    Tile::scan_rows(m, r);
    m.template slots<rows>("write row sums", [&](auto t, int k) {
      if (t.lane() == warp - 1) row_sums[at(i * Tile::height + Tile::row(t, k), j, carries.lines)] = r.data[t][4 * k + 3];
    });
    const bool last_row = i == carries.down - 1;  // the sums of its columns are not needed
    if (!last_row) {
      Tile::scan_down(m, r, s.bottom);
      m.sync();  // because: a column's sum needs the bottoms of all strips
    }
    m.each("write column sums", Tile::width, [&](auto t) {
      U sum(0);
      if (!last_row) {
        sum = s.bottom[t.x];
        SIMT_UNROLL for (int strip = 1; strip < Tile::strips; ++strip) sum += s.bottom[strip * Tile::width + t.x];
      }
      column_sums[at(j * Tile::width + t.x, i, carries.columns)] = sum;
      if (t.x == Tile::width - 1) row_sums[at(carries.rows + i, j, carries.lines)] = sum;
    });
  }
};

/// A thread owns a line and replaces its sums by those of the tiles before each.
template <class T, Sizes sizes>
struct CarryRight {
  static constexpr int threads = sizes.block, warp = sizes.warp;
  static constexpr bool overlaps = true;

  template <class M>
  static SIMT void run(M& m, global<M, T> row_sums, Carries carries) {
    using U = num<M, T>;
    m.each("carry right", [&](auto t) {
      const int line = m.block_x() * threads + t.x;
      if (line >= carries.lines) return;
      U sum(0);
      for (int j = 0; j < carries.across; ++j) {
        [[maybe_unused]] const auto round = t.round(j);
        const U own = row_sums[at(line, j, carries.lines)];
        row_sums[at(line, j, carries.lines)] = sum;
        sum += own;
      }
    });
  }
};

/// A thread owns a column and replaces its sums by entries of the table: the row above each tile, all columns up to its own.
template <class T, Sizes sizes, int tile_width>
struct CarryDown {
  static constexpr int threads = sizes.block, warp = sizes.warp;
  static constexpr bool overlaps = true;

  template <class M>
  static SIMT void run(M& m, global<M, const T> row_carries, global<M, T> column_sums, Carries carries) {
    using U = num<M, T>;
    m.each("carry down", [&](auto t) {
      const int x = m.block_x() * threads + t.x, j = x / tile_width;
      if (x >= carries.columns) return;
      U sum(0);
      for (int i = 0; i < carries.down; ++i) {
        [[maybe_unused]] const auto round = t.round(i);
        const U own = column_sums[at(x, i, carries.columns)] + row_carries[at(carries.rows + i, j, carries.lines)];
        column_sums[at(x, i, carries.columns)] = sum;
        sum += own;
      }
    });
  }
};

/// A block owns a tile. row_carries, column_carries: from the left of each row, and from above; out: what `kept` keeps of the
/// table.
template <class In, class T, Sizes sizes, int rows, LoadWidth load_width>
struct FinishTiles {
  using Tile = TileRows<T, sizes, rows, load_width>;
  static constexpr int threads = Tile::threads, warp = Tile::warp;
  static constexpr bool overlaps = true;
  template <class M>
  struct Shared {
    shared<M, T, Tile::strips * Tile::width> bottom{"bottom", Tile::width};  // of each strip
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, pitched<M, const In> in, global<M, const T> row_carries,
                       global<M, const T> column_carries, pitched<M, T> out, int width, int height, Carries carries,
                       Kept kept) {
    using U = num<M, T>;
    typename Tile::template Registers<M> r;
    reg<M, vec<T, 4>> above{"above"};
    const int j = m.block_x() % carries.across, i = m.block_x() / carries.across;
    const int x0 = j * Tile::width, y0 = i * Tile::height;
    Tile::template load<In>(m, r, in, x0, y0, width, height);
    m.template slots<rows>("carry in", [&](auto t, int k) {
      if (t.lane() == 0) r.data[t][4 * k] += U(row_carries[at(y0 + Tile::row(t, k), j, carries.lines)]);
    });
    Tile::scan_rows(m, r);
    Tile::scan_down(m, r, s.bottom);
    m.sync();  // because: a strip needs the bottoms of those above it
    m.each("above the strip", [&](auto t) {
      SIMT_UNROLL for (int c = 0; c < 4; ++c) above[t][c] = column_carries[at(x0 + Tile::column(t) + c, i, carries.columns)];
      Tile::template add_strips_above<M>(t, s.bottom, above);
    });
    Tile::store_values(m, out, x0, y0, width, height, kept,
                       [&](auto t, int k, int c) { return r.data[t][4 * k + c] + above[t][c]; });
  }
};

/// Rows that a warp holds: as many as fit into 32 registers per thread; two in small traces.
template <class T, Sizes sizes>
inline constexpr int rows_of_strip = sizes.warp < 32                               ? 2
                                     : std::is_same_v<T, AnySum> || sizeof(T) == 4 ? 8
                                                                                   : 4;

inline constexpr Sizes k_real{.warp = 32, .block = 256};
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 16}, Sizes{.warp = 8, .block = 32}, k_real};

inline Algorithm describe() {
  Algorithm self{{
      .id = "tiles-2r1w",
      .title = "Tiles read twice",
      .paper = "Nehab, Maximo, Lima and Hoppe 2011, GPU-Efficient Recursive Filtering and Summed-Area Tables; Kasagi, Nakano "
               "and Ito 2014, Parallel Algorithms for the Summed Area Table on the Asynchronous Hierarchical Memory Machine",
      .text = "It works by tiles instead of rows and columns. Each tile stores the sums of its rows and columns; two passes "
              "sum these over the tiles; then each tile is read again and finished by itself. The buffers between the passes "
              "are small, so memory traffic is little more than two reads of the picture and one write of the table. Fast on "
              "large pictures. Slow on small ones, where four launches cost more than the work.",
  }};
  self.phases = {
      {"load", "Each lane loads four neighbouring columns of the tile into registers; beyond the picture there are zeros."},
      {"carry in", "The first lane adds what lies to the left of the tile in each row."},
      {"scan fours", "Each lane adds up its four columns from left to right."},
      {"scan lanes",
       "At each stage a lane reads the total of an earlier lane, twice as far away as in the last stage, and adds it."},
      {"scan, lanes before", "Each lane adds the total of all lanes before it to its first three columns; the fourth has it."},
      {"write row sums", "The last lane holds the sum of each row of the tile and writes it for the tiles to the right."},
      {"down the strip", "Each lane adds each row of its strip to the next one below."},
      {"write column sums", "For each column the block writes the sum of the tile up to it, for the tiles below."},
      {"carry right", "One thread per row turns the sums of the tiles into sums of all tiles to the left of each."},
      {"carry down", "One thread per column turns the sums of the tiles into the row of the table above each tile."},
      {"above the strip", "Each lane fetches the row of the table above the tile and adds the strips in between."},
      {"store", "The sum within the strip plus the entry above it is the entry of the table."},
      store_border_phase(),
  };
  self.trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()};
  // a row of a tile (4 within a lane, 6 over lanes) with its carry, a column of it (8 in a strip, 8 strips), tiles before
  self.float_depth = [](const Request& r) {
    return 2.0 * (4 + 6 + 8 + 8) + r.extent.width / 128.0 + r.extent.height / 32.0 * 2;
  };
  return self;
}

namespace detail {

inline double bytes_of(const Carries& c, Scalar type) {
  return (static_cast<double>(c.lines) * c.across + static_cast<double>(c.columns) * c.down) *
         static_cast<double>(size_of(type));
}

template <class Tile>
Cost cost_of_sums(Extent picture, const Carries& c, Scalar from, Scalar to) {
  Formula formula = Tile::formula(Tile::k_scan_text, 1.0 * c.across * c.down);
  formula.text += " + v(" + std::string(Tile::k_down_text) + " + 4w(s - 1))";
  formula.symbols.push_back({"v", c.across * (c.down - 1.0), "tiles with one below"});
  return {static_cast<double>(picture.area()) * static_cast<double>(size_of(from)) + bytes_of(c, to), formula};
}

inline Cost cost_right(const Carries& c, Scalar type) {
  return {2.0 * c.lines * c.across * static_cast<double>(size_of(type)),
          {"La", {{"L", 1.0 * c.lines, "rows, and one line per row of tiles"}, {"a", 1.0 * c.across, "tiles across"}}}};
}

inline Cost cost_down(const Carries& c, Scalar type) {
  return {2.0 * c.columns * c.down * static_cast<double>(size_of(type)) + 1.0 * c.across * c.down,
          {"2Cd", {{"C", 1.0 * c.columns, "columns"}, {"d", 1.0 * c.down, "tiles down"}}}};
}

template <class Tile>
Cost cost_of_finish(Extent picture, const Carries& c, Scalar from, Scalar to, const Kept& kept) {
  Formula formula = Tile::formula("h + " + std::string(Tile::k_scan_text) + " + " + Tile::k_down_text + " + 2ws(s - 1)",
                                  1.0 * c.across * c.down);
  formula.text += " + MN";
  formula.symbols.push_back({"M", kept.end_y() - 1.0, "rows"});
  formula.symbols.push_back({"N", kept.end_x() - 1.0, "columns that are stored"});
  return {static_cast<double>(picture.area()) * static_cast<double>(size_of(from) + size_of(to)) + bytes_of(c, to), formula};
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  const Extent picture = request.extent;
  const auto [from, to] = std::pair{request.types.in, request.types.out};
  const Kept kept = kept_part(picture, request.form);
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    return for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      constexpr int rows = rows_of_strip<T, sizes>;
      using Tile = TileRows<T, sizes, rows, LoadWidth::ask>;  // of any
      const int across = ceil_div(picture.width, Tile::width), down = ceil_div(picture.height, Tile::height);
      const Carries carries{.across = across,
                            .down = down,
                            .lines = down * Tile::height + down,
                            .rows = down * Tile::height,
                            .columns = across * Tile::width};
      Plan p{.buffers = {aligned_picture<Backend>(request),
                         {"row carries", to, {carries.lines, across}},
                         {"column carries", to, {carries.columns, down}},
                         aligned_table<Backend>(request)}};
      p.passes.push_back(make_pass<Backend, SumTiles<In, T, sizes, rows, load_width_of<Backend>>>(
          "sum tiles", {across * down}, detail::cost_of_sums<Tile>(picture, carries, from, to), pitched_in<In>{0}, out<T>{1},
          out<T>{2}, picture.width, picture.height, carries));
      p.passes.push_back(make_pass<Backend, CarryRight<T, sizes>>("carry right", {ceil_div(carries.lines, sizes.block)},
                                                                  detail::cost_right(carries, to), in_out<T>{1}, carries));
      p.passes.push_back(make_pass<Backend, CarryDown<T, sizes, Tile::width>>(
          "carry down", {ceil_div(carries.columns, sizes.block)}, detail::cost_down(carries, to), in<T>{1}, in_out<T>{2},
          carries));
      p.passes.push_back(make_pass<Backend, FinishTiles<In, T, sizes, rows, load_width_of<Backend>>>(
          "finish tiles", {across * down}, detail::cost_of_finish<Tile>(picture, carries, from, to, kept), pitched_in<In>{0},
          in<T>{1}, in<T>{2}, pitched_out<T>{3}, picture.width, picture.height, carries, kept));
      return p;
    });
  });
}

}  // namespace satscope::tiles_2r1w
