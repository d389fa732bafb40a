// SPDX-License-Identifier: Apache-2.0
// One read, one write: a block loads a tile, publishes its sums, looks back for what comes from other tiles, and stores its
// part of the table. A tile status word is a value and its status: an aggregate, of one tile alone, or a prefix, of all
// tiles up to it. The look-back adds aggregates until it meets a prefix, so it never waits for a chain of other blocks.
//
//     rows       P <--- A <--- A <--- me      left: sums of a row of pixels;   P prefix, A aggregate
//     columns    P                            then up: a row of the finished table, the last one of the tile above.
//                ^                            It includes the corner above left, which so counts once.
//                A
//                ^
//                me
//
// Watch: tiles start by anti-diagonals, so those that a tile needs started a diagonal earlier, or just before it in large
// pictures with groups of tiles (tile_order.h). A tile waits in shared memory as it was read (waiting_tile.h). A block reads
// the column above once before it looks left; often that is enough. Papers: D. Merrill, M. Garland, Single-pass Parallel Prefix
// Scan with Decoupled Look-back, NVIDIA Technical Report NVR-2016-002; Y. Emoto, S. Funasaka, H. Tokura, T. Honda, K. Nakano,
// Y. Ito, An Optimal Parallel Algorithm for Computing the Summed Area Table on the GPU, IPDPSW 2018.
#pragma once
#include <optional>

#include "kernels/algorithms/single_pass_tiles.h"
#include "kernels/algorithms/tile_order.h"

namespace satscope::single_pass {

/// Tiles of the picture, and the layout of the words. Row words (row y, up to tile column j): lines x across; with four
/// channels a row has four lines. Column words (column x, down to tile row i): columns x down.
struct Tiles {
  int across, down;
  int lines, columns;
  int side;  ///< log2 of the tiles side by side that start one after the other
};

/// Looks back over `before` words, from word `nearest` in steps of `stride`: the sum of the first prefix and all aggregates on
/// the way to it; the same for each of `channels` adjacent words, whose looks travel together. seen: the result of an earlier
/// look at the nearest.
template <class T, int channels, class M>
SIMT vec<num<M, T>, channels> look_back(M& m, tile_status<M, T> from, std::size_t nearest, std::size_t stride, int before,
                                        Turn turn, vec<Seen<num<M, T>>, channels> seen) {
  // because: two looks at once take the time of one; more are slower (docs/PERFORMANCE.md)
  constexpr int glance = channels == 1 ? 2 : 1;
  vec<num<M, T>, channels> sum;
  bool walks[channels], any = false;
  SIMT_UNROLL for (int c = 0; c < channels; ++c) {
    if (seen[c].known == Known::nothing) seen[c] = m.await(from, nearest + c, turn);
    sum[c] = seen[c].value;
    any |= walks[c] = seen[c].known != Known::prefix;
  }
  if (!any) return sum;
  for (int remaining = before - 1; remaining > 0; remaining -= glance, nearest -= glance * stride) {
    Seen<num<M, T>> found[glance][channels];
    const auto earlier = [=](int k, int c) { return nearest - static_cast<std::size_t>(k + 1) * stride + c; };
    SIMT_UNROLL for (int k = 0; k < glance; ++k) {
      if (k < remaining) SIMT_UNROLL for (int c = 0; c < channels; ++c) found[k][c] = m.look(from, earlier(k, c), turn);
    }
    SIMT_UNROLL for (int k = 0; k < glance; ++k) {
      if (k >= remaining) return sum;
      any = false;
      SIMT_UNROLL for (int c = 0; c < channels; ++c) {
        if (!walks[c]) continue;
        if (found[k][c].known == Known::nothing) found[k][c] = m.await(from, earlier(k, c), turn);
        sum[c] += found[k][c].value;
        any |= walks[c] = found[k][c].known != Known::prefix;
      }
      if (!any) return sum;
    }
  }
  return sum;
}

/// A block owns one tile. in: width x height numbers; out: what `kept` keeps of the table. vec4 channels are adjacent: each of
/// their columns is a column of its own, and a row has four sums.
template <class Traits>
struct SumTable {
  using Tile = WaitingTile<Traits>;
  using In = typename Traits::In;
  using T = typename Traits::T;
  using Local = typename Tile::Local;
  static constexpr int channels = Traits::channels, threads = Tile::threads, warp = Tile::warp;
  static constexpr int rows = Tile::rows, strips = Tile::strips, abreast = Tile::abreast;
  static constexpr int resident = Traits::resident;
  static constexpr bool overlaps = true, fetches_ahead = true;
  template <class M>
  struct Shared {
    typename Tile::template Shared<M> waiting;
    shared<M, Local, strips * Tile::width> bottom{"bottom", Tile::width};     // the last row of each warp's own table
    shared<M, T, (Tile::height + strips) * abreast * channels> left{"left"};  // of each warp's part of a row, and of its rows
    shared<M, T, Tile::width> up{"up"};                                       // the row of the table above the tile
  };

  static SIMT int left_of_row(int row, int part) { return (row * abreast + part) * channels; }
  static SIMT int left_of_strip(int strip, int part) { return left_of_row(Tile::height + strip, part); }

  static SIMT TilePlace tile_of(int block, const Tiles& tiles) {
    // because: kernels without groups save the test
    return Traits::in_groups ? tile_by_diagonals(block, tiles.across, tiles.down, tiles.side)
                             : tile_by_diagonals(block, tiles.across, tiles.down);
  }

  /// On a GPU, while the launch before still runs: the first blocks ask for their pixels.
  template <class M>
  static SIMT void fetch_ahead(const M& m, const pitched<M, const In>& in, const pitched<M, T>&, const tile_status<M, T>&,
                               const tile_status<M, T>&, int width, int height, const Tiles& tiles, const Kept&) {
    constexpr int bytes = Tile::width * Tile::height * static_cast<int>(sizeof(In));
    if (m.block() >= m.multiprocessors() * Traits::bytes_ahead / bytes) return;
    const auto [j, i] = tile_of(m.block(), tiles);
    if (j < tiles.across) Tile::fetch_ahead(m, in, j * Tile::width, i * Tile::height, width, height);
  }

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, pitched<M, const In> in, pitched<M, T> out, tile_status<M, T> row_words,
                       tile_status<M, T> column_words, int width, int height, Tiles tiles, Kept kept) {
    using U = num<M, T>;
    typename Tile::template Registers<M> r;
    reg<M, vec<T, abreast * channels>> own{"own"};  // sums of a row, what is left of its parts; sum of a column
    reg<M, vec<T, 4>> above{"above"};
    reg<M, Seen<T>> glance{"glance up"};
    const auto [j, i] = tile_of(m.begin(row_words), tiles);
    if (Traits::in_groups && j >= tiles.across) {  // the last group may reach beyond the last tile
      m.turn(row_words);                           // because: all blocks of a launch are counted
      return;
    }
    const int x0 = j * Tile::width, y0 = i * Tile::height;
    const bool last_column = j == tiles.across - 1, last_row = i == tiles.down - 1;

    Tile::load(m, s.waiting, r, in, x0, y0, width, height);
    Tile::scan_rows(m, s.waiting, r, own);
    if constexpr (abreast > 1)
      m.each("share row sums", [&](auto t) {
        if (t.lane() < rows)
          SIMT_UNROLL for (int c = 0; c < channels; ++c) s.left[left_of_row(Tile::row(t, t.lane()), Tile::part(t)) + c] =
              own[t][c];
      });
    const Turn turn = m.turn(row_words);
    // the first warp of a strip publishes the row sums
    const auto has_row = [](auto t) { return t.lane() < rows && Tile::part(t) == 0; };
    if constexpr (abreast > 1) {
      m.sync();  // because: a row's sum has parts of several warps
      m.each("add row sums", [&](auto t) {
        if (has_row(t) && !last_column)
          SIMT_UNROLL for (int part = 1; part < abreast; ++part) SIMT_UNROLL for (int c = 0; c < channels; ++c) own[t][c] +=
              s.left[left_of_row(Tile::row(t, t.lane()), part) + c];
      });
    }

    const auto row_word = [=](auto t, int c) { return at((y0 + Tile::row(t, t.lane())) * channels + c, j, tiles.lines); };
    m.each("publish rows", [&](auto t) {
      if (has_row(t) && !last_column)
        SIMT_UNROLL for (int c = 0; c < channels; ++c)
            m.publish(row_words, row_word(t, c), U(own[t][c]), j == 0 ? Known::prefix : Known::aggregate, turn);
    });
    Tile::scan_down(m, s.waiting, r, s.bottom);
    const auto column_word = [=](auto t) { return at(x0 + t.x, i, tiles.columns); };
    const auto column_before = [=](auto t) { return column_word(t) - static_cast<std::size_t>(tiles.columns); };
    if (i > 0) m.each("glance up", Tile::width, [&](auto t) { glance[t] = m.look(column_words, column_before(t), turn); });
    m.each("look left", [&](auto t) {
      vec<U, channels> before{};
      if (has_row(t)) {
        if (j > 0) {
          const auto stride = static_cast<std::size_t>(tiles.lines);
          vec<Seen<U>, channels> seen;
          SIMT_UNROLL for (int c = 0; c < channels; ++c) seen[c] = m.look(row_words, row_word(t, c) - stride, turn);
          before = look_back<T, channels>(m, row_words, row_word(t, 0) - stride, stride, j, turn, seen);
          if (!last_column)
            SIMT_UNROLL for (int c = 0; c < channels; ++c)
                m.publish(row_words, row_word(t, c), before[c] + own[t][c], Known::prefix, turn);
        }
        SIMT_UNROLL for (int c = 0; c < channels; ++c) {
          U so_far = before[c];
          SIMT_UNROLL for (int part = 0; part < abreast; ++part) {
            const int place = left_of_row(Tile::row(t, t.lane()), part) + c;
            const U sum = part + 1 < abreast ? U(s.left[place]) : U(0);
            s.left[place] = so_far;
            own[t][part * channels + c] = so_far;
            if (part + 1 < abreast) so_far += sum;
          }
        }
      }
    });
    SIMT_UNROLL_STEPS for (int d = 1; d < rows; d *= 2) m.template exchange<abreast * channels>(
        {"left, sum d=", d}, [=](auto t) { return has_row(t) && t.lane() + d < rows ? t.lane() + d : -1; },
        [&](auto t, int c) { return U(own[t][c]); }, [&](auto t, int c, const U& heard) { own[t][c] += heard; });
    m.each("left, share", [&](auto t) {
      if (t.lane() == 0 && Tile::part(t) == 0)
        SIMT_UNROLL for (int c = 0; c < abreast * channels; ++c) s.left[left_of_strip(Tile::strip(t), 0) + c] = own[t][c];
    });

    if (!last_row) {
      m.sync();  // because: columns need the bottoms of all strips, and what is left of them
      m.each("publish columns", Tile::width, [&](auto t) {
        num<M, Local> sum = s.bottom[t.x];
        SIMT_UNROLL for (int strip = 1; strip < strips; ++strip) sum += s.bottom[strip * Tile::width + t.x];
        U whole = U(sum);
        const int part = t.x / (4 * warp);
        SIMT_UNROLL for (int strip = 0; strip < strips; ++strip) whole += s.left[left_of_strip(strip, part) + t.x % channels];
        own[t][0] = whole;
        m.publish(column_words, column_word(t), whole, i == 0 ? Known::prefix : Known::aggregate, turn);
      });
    }
    m.each("look up", Tile::width, [&](auto t) {
      U before(0);
      if (i > 0) {
        before = look_back<T, 1>(m, column_words, column_before(t), static_cast<std::size_t>(tiles.columns), i, turn,
                                 {{Seen<U>(glance[t])}})[0];
        if (!last_row) m.publish(column_words, column_word(t), before + own[t][0], Known::prefix, turn);
      }
      s.up[t.x] = before;
    });
    m.sync();  // because: lanes add what others found above their columns
    m.each("above", [&](auto t) {
      const int column = Tile::column(t);
      vec<U, 4> sum = s.up.template load4<U>(column);
      for (int strip = 0; strip < Tile::strip(t); ++strip) {
        const auto bottom = s.bottom.template load4<num<M, Local>>(strip * Tile::width + column);
        vec<U, channels> beside;
        if constexpr (channels == 4)
          beside = s.left.template load4<U>(left_of_strip(strip, Tile::part(t)));
        else
          beside[0] = s.left[left_of_strip(strip, Tile::part(t))];
        SIMT_UNROLL for (int c = 0; c < 4; ++c) sum[c] += U(bottom[c]) + beside[c % channels];
      }
      SIMT_UNROLL for (int c = 0; c < 4; ++c) above[t][c] = sum[c];
    });
    Tile::walk(m, s.waiting, above, s.left, out, x0, y0, width, kept);
  }
};

inline Algorithm describe() {
  Algorithm self{{
      .id = "single-pass",
      .title = "Single pass",
      .paper = "Merrill and Garland 2016, Single-pass Parallel Prefix Scan with Decoupled Look-back; Emoto, Funasaka, Tokura, "
               "Honda, Nakano and Ito 2018, An Optimal Parallel Algorithm for Computing the Summed Area Table on the GPU",
      .text = "One launch reads each pixel once and writes each entry once. Each block publishes the sums of its tile at once, "
              "then looks back over those of its neighbours until it meets a complete prefix (decoupled look-back). Fast "
              "on large pictures, where memory is the limit; on small ones the launch and the look-back take longer than the "
              "memory. It needs a machine that starts blocks in the order of their numbers. Those that have started may run "
              "in any order, and must go on while others wait.",
  }};
  self.params = {{.id = "tile",
                  .fallback = std::string("auto"),
                  .choices = {"auto", "small", "medium", "large"},
                  .help =
                      "the tile of a block: small is half as high as medium; large is twice as wide, or, with four channels, "
                      "twice as high; auto: by the number of tiles, on a toy machine medium"}};
  self.refusal = [](const Request& request, Machine) -> std::string {
    const std::optional<TileSize> asked = asked_tile(request);
    const int number = bytes_of_number(request.types), sum = static_cast<int>(size_of(request.types.out));
    if (!asked || TileKind{k_real, number, sum, request.channels, *asked}.exists()) return "";
    return *asked == TileSize::small
               ? "single-pass has small tiles for one channel with sums of 4 bytes; others are not supported"
               : "single-pass has large tiles for bytes with sums of 4 bytes; others are not supported";
  };
  const std::string pairs = "Two column sums of bytes share a register; one addition makes both: 0 and 2, then 1 and 3.";
  self.phases = {
      {"load", "Each pixel of the tile is loaded, once; beyond the picture there are zeros."},
      {"sum fours", "Each lane sums its pixels of a row in groups of four, and adds these up."},
      {"scan chunks",
       "Each lane reads the sum of an earlier lane of its row, twice as far away as in the last step, and adds it."},
      {"scan, chunks before", "Each lane reads the sum of all lanes before it in its row."},
      {"before each four", "For every group of four pixels, keep the sum of what lies before it in the row of the tile."},
      {"scan, whole rows", "In each row, one lane reads the sum of the whole row of the tile."},
      {"share row sums", "Each warp stores the sum of its columns of each row, for the first warp of the strip."},
      {"add row sums", "The first warp of a strip adds up the sums of its warps, because it publishes each row's."},
      {"publish rows",
       "The block publishes the sum of each of its rows without waiting for another block, so that the tiles to the right "
       "can go on."},
      {"down, sum columns", "Each lane adds up its four columns down the strip; the strip's bottom row is made of these sums.",
       pairs},
      {"down, fours",
       "Each lane adds up its four column sums from left to right, for the last row of its strip's own table; four channels "
       "stay apart.",
       pairs},
      {"down, scan lanes", "Each lane reads the sum of an earlier lane, twice as far away as in the last step, and adds it."},
      {"down, lanes before", "Each lane adds the sum of all lanes before it to its four columns."},
      {"down, bottoms",
       "A tile has strips of rows: the bottom row of each goes to shared memory, where the strips below find it."},
      {"glance up",
       "A first look at what the tile above has published, because often that is enough; the block does not wait for it."},
      {"look left", "For each row, add up what the tiles to the left have published, back to the nearest complete prefix.",
       "A prefix ends the walk; an aggregate means one tile more."},
      {"left, sum",
       "The lanes of a warp add up what lies left of their rows; the first one then has the sum for the strip, all rows of the "
       "warp."},
      {"left, share",
       "The first lane of each warp keeps the sum of all that lies left of its strip, the rows of the warp, in array left: the "
       "strips below add it.",
       "The first places of that array are for single rows; those for strips follow."},
      {"publish columns", "For each column the block publishes the sum of its rows up to that column.",
       "It does not wait for the blocks above, so the tiles below can go on."},
      {"look up",
       "For each column, add up what the tiles above have published, back to the nearest complete prefix: the tile's own "
       "entries "
       "begin with that.",
       "A prefix ends the walk; an aggregate means one tile more."},
      {"above", "Each lane gets the entries above its strip: those above the tile, plus the strips in between."},
      {"walk and store", "Down the strip, each entry is the one above it plus the sum of its row so far."},
      store_border_phase(),
  };
  self.four_channels = true;
  self.trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()};
  // the longest chain: down a strip and along its bottom (15 + 9), the strips and what is left of them (8), the running sum (32
  // for bytes), three to combine them and two for large tiles; one for each tile to the left and above
  self.float_depth = [](const Request& r) {
    return 24 + 8 + 32 + 3 + 2 + r.extent.width * r.channels / 128.0 + r.extent.height / 32.0;
  };
  self.order_varies = true;
  return self;
}

namespace detail {

/// log2 of the number of tiles in a group. resident: blocks that share a multiprocessor.
inline int side_of_groups(int across, int down, int resident) {
  const int at_once = resident * k_multiprocessors;
  if (across * down <= at_once) return 0;  // because: those that all run at once are faster one by one
  const auto beyond = [=](int side) { return (ceil_div(across, 1 << side) << side) - across; };
  int side = 4;
  while (8 * beyond(side) > across) --side;
  return side;
}

template <class Tile>
Cost cost_of(const Request& request, const Tiles& tiles) {
  constexpr int channels = Tile::channels;
  const double blocks = 1.0 * tiles.across * tiles.down, element = static_cast<double>(size_of(request.types.out));
  const std::string of_rows = channels == 1 ? "" : "4";
  const std::string of_warp = std::string(Tile::k_scan_text) + " + " + Tile::k_down_text + " + " + of_rows +
                              "s(rp - r + 1) + 4ws(s - 1) + " + Tile::k_walk_text;
  const bool parts = Tile::abreast > 1;
  Formula formula = Tile::formula(parts ? "a(" + of_warp + ")" : of_warp, blocks);
  formula.text += " + " + of_rows + "ht + " +
                  (parts ? "v4wa(2s - 1) + 4wau + " + of_rows + "h(a - 1)(b + k)" : std::string("v4w(2s - 1) + 4wu"));
  const double between = std::max(0, tiles.across - 2), below = std::max(0, tiles.down - 2);
  for (const Symbol& symbol :
       {Symbol{"r", 1.0 * Tile::rows, "rows of a strip"}, Symbol{"p", std::log2(1.0 * Tile::rows), "log2 r"},
        Symbol{"t", between * tiles.down, "tiles with a neighbour left and right"},
        Symbol{"v", (tiles.down - 1.0) * tiles.across, "tiles with a neighbour below"},
        Symbol{"u", below * tiles.across, "tiles with a neighbour above and below"},
        Symbol{"n", 1.0 * Tile::chunks, "lanes per row that is scanned"}, Symbol{"d", std::log2(1.0 * Tile::chunks), "log2 n"}})
    formula.symbols.push_back(symbol);
  if (parts)
    for (const Symbol& symbol : {Symbol{"a", 1.0 * Tile::abreast, "warps side by side"},
                                 Symbol{"b", (tiles.across - 1.0) * tiles.down, "tiles with a neighbour right"}})
      formula.symbols.push_back(symbol);
  if (channels == 4)
    for (const Symbol& symbol : {Symbol{"g", 1.0 * Tile::sharing, "pixels that share the sum before them"},
                                 Symbol{"e", 1.0 * Tile::sums_before / Tile::abreast, "such sums of a warp's part of a row"}})
      formula.symbols.push_back(symbol);
  formula.note = "If each look finds a prefix, as when blocks run one after the other; every aggregate on the way adds one.";
  const double pixels = static_cast<double>(request.extent.area()) * channels;
  return {pixels * (static_cast<double>(size_of(request.types.in)) + element) +
              blocks * (Tile::height * channels + Tile::width) * 2 * 2 * element,
          formula};
}

/// The pass, by the kernel for `kind`.
template <class Backend, class In, class T, TileKind kind>
Pass pass_of(const Request& request, const Tiles& tiles) {
  using Kernel = SumTable<TileTraits<In, T, kind>>;
  const int blocks = (ceil_div(tiles.across, 1 << tiles.side) << tiles.side) * tiles.down;
  return make_pass<Backend, Kernel>("sum table", {blocks}, cost_of<typename Kernel::Tile>(request, tiles), pitched_in<In>{0},
                                    pitched_out<T>{3}, words_of<T>{1}, words_of<T>{2}, request.extent.width * kind.channels,
                                    request.extent.height, tiles, kept_part(request.extent, request.form));
}

template <class Backend, class In, class T, TileKind kind>
Plan plan_of(const Request& request) {
  using Shape = typename TileTraits<In, T, kind>::Shape;
  const int columns = request.extent.width * kind.channels;
  const Scalar to = request.types.out;
  const int across = ceil_div(columns, Shape::width), down = ceil_div(request.extent.height, Shape::height);
  const Tiles tiles{.across = across,
                    .down = down,
                    .lines = down * Shape::height * kind.channels,
                    .columns = across * Shape::width,
                    .side = kind.in_groups() ? side_of_groups(across, down, kind.resident()) : 0};
  Plan p{.buffers = {aligned_picture<Backend>(request),
                     {"row words", to, {tiles.lines, across}, 1, true},
                     {"column words", to, {tiles.columns, down}, 1, true},
                     aligned_table<Backend>(request)}};
  if constexpr (kind.number == 1 && kind.channels == 4)
    if (columns % 16 != 0) {  // because: rows of four channels are packed
      p.passes = {pass_of<Backend, In, T, kind.loaded(LoadWidth::together)>(request, tiles)};
      return p;
    }
  constexpr LoadWidth width = load_width_of < Backend, kind.number == 1 ? LoadWidth::grouped : LoadWidth::together > ;
  p.passes = {pass_of<Backend, In, T, kind.loaded(width)>(request, tiles)};
  return p;
}

/// With the tiles that the request asks for, or the fastest ones.
template <class Backend, class In, class T, TileKind medium>
Plan plan_sized(const Request& request) {
  using Shape = typename TileTraits<In, T, medium>::Shape;
  const int tiles =
      ceil_div(request.extent.width * medium.channels, Shape::width) * ceil_div(request.extent.height, Shape::height);
  const TileSize fastest = medium.sizes.warp < 32 ? TileSize::medium : fastest_size(medium, tiles);
  const TileSize size = asked_tile(request).value_or(fastest);
  constexpr TileKind small = medium.sized(TileSize::small), large = medium.sized(TileSize::large);
  if constexpr (small.exists())
    if (size == TileSize::small) return plan_of<Backend, In, T, small>(request);
  if constexpr (large.exists())
    if (size == TileSize::large) return plan_of<Backend, In, T, large>(request);
  return plan_of<Backend, In, T, medium>(request);
}

/// In the numbers that the types ask for. A trace has one type for all, so it asks the request.
template <class Backend, class In, class T, Sizes sizes>
Plan plan_typed(const Request& request) {
  if constexpr (std::is_same_v<In, AnyPixel>) {
    const bool eight = size_of(request.types.out) == 8;
    switch (bytes_of_number(request.types)) {
      case 1:
        return eight ? plan_sized<Backend, In, T, TileKind{sizes, 1, 8}>(request)
                     : plan_sized<Backend, In, T, TileKind{sizes, 1, 4}>(request);
      case 4: return plan_sized<Backend, In, T, TileKind{sizes, 4, 4}>(request);
      default: return plan_sized<Backend, In, T, TileKind{sizes, 8, 8}>(request);
    }
  } else {
    constexpr TileKind one{sizes, bytes_of_number(std::is_same_v<In, std::uint8_t>, sizeof(T)), sizeof(T)};
    if constexpr (has_four_channels<Backend, In, T>)
      if (request.channels == 4) return plan_sized<Backend, In, T, TileKind{sizes, one.number, one.bytes_of_sum, 4}>(request);
    return plan_sized<Backend, In, T, one>(request);
  }
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    return for_machine<Backend, k_trace_sizes>(
        request.sizes, [&]<Sizes sizes>() { return detail::plan_typed<Backend, In, T, sizes>(request); });
  });
}

}  // namespace satscope::single_pass
