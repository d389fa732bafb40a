// SPDX-License-Identifier: Apache-2.0
// One read, one write: a block loads a tile, tells the others what it sums, looks back for what comes from outside, and stores
// its part of the table. A word between blocks is a number and what it is known to be: an aggregate, of one tile alone, or a
// prefix, of all tiles up to it. Who looks back adds aggregates until it meets a prefix; it never waits for a chain of others.
//
//     rows       P <--- A <--- A <--- me      left: sums of a row of pixels;   P prefix, A aggregate
//     columns    P                            then up: a row of the finished table, which the tile above ends with.
//                ^                            So the corner above and to the left is in it, and counts once.
//                A
//                ^
//                me
//
// Watch: tiles start by anti-diagonals, so those that a tile needs started a whole diagonal earlier. Bytes stay packed while a
// block waits (tile_bytes.h). Papers: D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVIDIA
// Technical Report NVR-2016-002; Y. Emoto, S. Funasaka, H. Tokura, T. Honda, K. Nakano, Y. Ito, An Optimal Parallel Algorithm
// for Computing the Summed Area Table on the GPU, IPDPSW 2018.
#pragma once
#include "kernels/algorithms/tile_bytes.h"
#include "kernels/algorithms/tile_order.h"

namespace satscope::single_pass {

/// Tiles of the picture, and how the words lie: row words, of row y up to tile column j, lines x across; column words, of
/// column x down to tile row i, columns x down.
struct Tiles {
  int across, down;
  int lines, columns;
};

/// The sum of what `before` words tell, number `nearest` and each a `stride` earlier: the first prefix and all aggregates on
/// the way to it.
template <class T, class M>
SIMT num<M, T> look_back(M& m, words<M, T> from, std::size_t nearest, std::size_t stride, int before, Turn turn) {
  constexpr int glance = 4;  // because: several looks at once take the time of one
  num<M, T> sum(0);
  for (int first = 0; first < before; first += glance) {
    Seen<num<M, T>> seen[glance];
    SIMT_UNROLL for (int k = 0; k < glance; ++k) {
      if (first + k < before) seen[k] = m.look(from, nearest - static_cast<std::size_t>(first + k) * stride, turn);
    }
    SIMT_UNROLL for (int k = 0; k < glance; ++k) {
      if (first + k >= before) return sum;
      if (seen[k].known == Known::nothing)
        seen[k] = m.await(from, nearest - static_cast<std::size_t>(first + k) * stride, turn);
      if (first + k == 0)
        sum = seen[k].value;
      else
        sum += seen[k].value;
      if (seen[k].known == Known::prefix) return sum;
    }
  }
  return sum;
}

/// A block owns the tile of its turn. in: width x height; out: what `kept` keeps of the table.
template <class In, class T, class OfTile>
struct SumTable {
  using Tile = OfTile;
  using Local = typename Tile::Local;
  static constexpr int threads = Tile::threads, warp = Tile::warp;
  static constexpr int rows = Tile::rows, strips = Tile::strips;
  // because: left alone, the compiler spills registers of 8-byte sums to make room for one block more
  static constexpr int resident = sizeof(T) == 4 ? 0 : Tile::together ? 2 : 1;
  template <class M>
  struct Shared {
    shared<M, Local, strips * Tile::width> bottom{"bottom"};  // the last row of each strip's own table
    shared<M, T, Tile::height> left{"left"};                  // of each row, and the rows of its strip above it
    shared<M, T, Tile::width> up{"up"};                       // the row of the table above the tile
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const In> in, global<M, T> out, words<M, T> row_words,
                       words<M, T> column_words, int width, int height, Tiles tiles, Kept kept) {
    using U = num<M, T>;
    typename Tile::template Registers<M> r;
    reg<M, T> own{"own"}, left{"left"};
    reg<M, vec<T, 4>> above{"above"};
    const Turn turn = m.turn(row_words);
    const auto [j, i] = tile_by_diagonals(turn.number, tiles.across, tiles.down);
    const int x0 = j * Tile::width, y0 = i * Tile::height;
    const bool last_column = j == tiles.across - 1, last_row = i == tiles.down - 1;

    Tile::template load<In>(m, r, in, x0, y0, width, height);
    Tile::scan_rows(m, r, own);
    const auto row_word = [=](auto t) { return at(y0 + Tile::row(t, t.lane()), j, tiles.lines); };
    if (!last_column)
      m.each("publish rows", [&](auto t) {
        if (t.lane() < rows) m.publish(row_words, row_word(t), U(own[t]), j == 0 ? Known::prefix : Known::aggregate, turn);
      });
    Tile::scan_down(m, r, s.bottom);

    m.each("look left", [&](auto t) {
      left[t] = U(0);
      if (t.lane() >= rows || j == 0) return;
      const std::size_t nearest = row_word(t) - static_cast<std::size_t>(tiles.lines);
      const U before = look_back<T>(m, row_words, nearest, static_cast<std::size_t>(tiles.lines), j, turn);
      if (!last_column) m.publish(row_words, row_word(t), before + own[t], Known::prefix, turn);
      left[t] = before;
    });
    SIMT_UNROLL_STEPS for (int d = 1; d < rows; d *= 2) m.template exchange<1>(
        {"left, scan d=", d}, [=](auto t) { return t.lane() < rows ? t.lane() - d : -1; },
        [&](auto t, int) { return U(left[t]); }, [&](auto t, int, const U& heard) { left[t] += heard; });
    m.each("left, share", [&](auto t) {
      if (t.lane() < rows) s.left[Tile::row(t, t.lane())] = left[t];
    });
    m.sync();  // because: columns need the bottoms of all strips, and what is left of all of them

    const auto column_word = [=](auto t) { return at(x0 + t.x, i, tiles.columns); };
    if (!last_row)
      m.each("publish columns", Tile::width, [&](auto t) {
        num<M, Local> sum = s.bottom[t.x];
        SIMT_UNROLL for (int strip = 1; strip < strips; ++strip) sum += s.bottom[strip * Tile::width + t.x];
        U whole = U(sum);
        SIMT_UNROLL for (int strip = 0; strip < strips; ++strip) whole += s.left[strip * rows + rows - 1];
        own[t] = whole;
        m.publish(column_words, column_word(t), whole, i == 0 ? Known::prefix : Known::aggregate, turn);
      });
    m.each("above, left of it", [&](auto t) {
      U sum(0);
      for (int strip = 0; strip < t.warp(); ++strip) sum += s.left[strip * rows + rows - 1];
      SIMT_UNROLL for (int c = 0; c < 4; ++c) above[t][c] = sum;
    });
    if (i > 0) {
      m.each("look up", Tile::width, [&](auto t) {
        const std::size_t nearest = column_word(t) - static_cast<std::size_t>(tiles.columns);
        const U before = look_back<T>(m, column_words, nearest, static_cast<std::size_t>(tiles.columns), i, turn);
        if (!last_row) m.publish(column_words, column_word(t), before + own[t], Known::prefix, turn);
        s.up[t.x] = before;
      });
      m.sync();  // because: lanes add what others found above their columns
      m.template slots<4>("above, up", [&](auto t, int c) { above[t][c] += s.up[Tile::column(t) + c]; });
    }
    Tile::store(m, r, s.bottom, above, s.left, out, x0, y0, width, height, kept);
  }
};

inline constexpr Sizes k_real{.warp = 32, .block = 256};
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 16}, Sizes{.warp = 8, .block = 32}, k_real};

/// Rows that a warp holds: of bytes 16 words of four, else as many as 32 registers are of; in small traces two.
template <class T, Sizes sizes, bool bytes>
inline constexpr int rows_of_strip = sizes.warp < 32                               ? 2
                                     : bytes                                       ? 16
                                     : std::is_same_v<T, AnySum> || sizeof(T) == 4 ? 8
                                                                                   : 4;

inline Algorithm describe() {
  return {
      .id = "single-pass",
      .title = "Single pass",
      .paper =
          "Merrill and Garland 2016, Single-pass Parallel Prefix Scan with Decoupled Look-back; Emoto, Funasaka, Tokura, "
          "Honda, Nakano and Ito 2018, An Optimal Parallel Algorithm for Computing the Summed Area Table on the GPU",
      .text =
          "One launch reads each pixel once and writes each entry once. Blocks talk while they run: each publishes the sums of "
          "its tile at once, and looks back over those of its neighbours until it meets one that already knows all before it. "
          "It shines wherever memory is the limit, which is everywhere but on tiny pictures; it needs a machine on which a "
          "block that has started gets its turn while others wait.",
      .natural_form = Form::inclusive,
      .trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()},
      .refusal = [](const Request&, Machine) { return std::string(); },
      // a row of a tile (4 within a lane, 6 over lanes), what is left of it and of the rows above (6 in a strip, 8 strips), a
      // column of a tile (16 rows, 8 strips), three to put them together; one for each tile to the left and above
      .float_depth =
          [](const Request& r) { return 4 + 6 + 6 + 8 + 16 + 8 + 3 + r.extent.width / 128.0 + r.extent.height / 32.0 + 2; },
      .order_varies = true,
  };
}

namespace detail {

template <class Tile>
Cost cost_of(const Request& request, const Tiles& tiles, const Kept& kept) {
  const double blocks = 1.0 * tiles.across * tiles.down, element = static_cast<double>(size_of(request.types.out));
  Formula formula = Tile::formula(
      std::string(Tile::k_scan_text) + " + " + Tile::k_down_text + " + s(rp - r + 1) + 0.5ws(s - 1) + " + Tile::k_store_text,
      blocks);
  formula.text += " + ht + v(4w(2s - 1) + 4ws) + 4wu + 2MN";
  const double between = std::max(0, tiles.across - 2), below = std::max(0, tiles.down - 2);
  for (const Symbol& symbol :
       {Symbol{"r", 1.0 * Tile::rows, "rows of a strip"}, Symbol{"p", std::log2(1.0 * Tile::rows), "log2 r"},
        Symbol{"t", between * tiles.down, "tiles with a neighbour left and right"},
        Symbol{"v", (tiles.down - 1.0) * tiles.across, "tiles with a neighbour above, and with one below"},
        Symbol{"u", below * tiles.across, "tiles with a neighbour above and below"}, Symbol{"M", kept.end_y() - 1.0, "rows"},
        Symbol{"N", kept.end_x() - 1.0, "columns that are kept"}})
    formula.symbols.push_back(symbol);
  formula.note =
      "Where each look finds a prefix, as when blocks run one after the other; every aggregate on the way is one more.";
  return {static_cast<double>(request.extent.area()) * (static_cast<double>(size_of(request.types.in)) + element) +
              blocks * (Tile::height + Tile::width) * 2 * 2 * element,
          formula};
}

template <class Backend, class In, class T, Sizes sizes, bool bytes>
Plan plan_of(const Request& request) {
  const Extent picture = request.extent;
  const Scalar to = request.types.out;
  const Kept kept = kept_part(picture, request.form);
  constexpr int rows = rows_of_strip<T, sizes, bytes>;
  using Shape = TileShape<sizes, rows>;
  const int across = ceil_div(picture.width, Shape::width), down = ceil_div(picture.height, Shape::height);
  const Tiles tiles{.across = across, .down = down, .lines = down * Shape::height, .columns = across * Shape::width};
  Plan p{.buffers = {{"picture", request.types.in, picture},
                     {"row words", to, {tiles.lines, across}, 1, true},
                     {"column words", to, {tiles.columns, down}, 1, true},
                     {"table", to, table_extent(picture, request.form)}}};
  for_fours<Backend>(picture.width % 4 == 0 && request.form == Form::inclusive, [&]<Fours fours>() {
    using Tile = std::conditional_t<bytes, TileBytes<T, sizes, rows, fours>, TileRows<T, sizes, rows, fours>>;
    p.passes.push_back(make_pass<Backend, SumTable<In, T, Tile>>(
        "sum table", {across * down}, cost_of<Tile>(request, tiles, kept), in<In>{0}, out<T>{3}, words_of<T>{1}, words_of<T>{2},
        picture.width, picture.height, tiles, kept));
  });
  return p;
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    return for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      if constexpr (std::is_same_v<In, AnyPixel>) {
        const bool bytes = request.types.in == Scalar::u8 && !request.types.squares;
        return bytes ? detail::plan_of<Backend, In, T, sizes, true>(request)
                     : detail::plan_of<Backend, In, T, sizes, false>(request);
      } else {
        return detail::plan_of<Backend, In, T, sizes, std::is_same_v<In, std::uint8_t>>(request);
      }
    });
  });
}

}  // namespace satscope::single_pass
