// SPDX-License-Identifier: Apache-2.0
// A tile of the picture that waits in shared memory, as it was read, for what comes from outside. Before the wait it is only
// summed: a lane sums four packets (groups of four adjacent values) of a row, so that few lanes take part in a scan. After the
// wait each row is added up once:
//
//     lanes 0 ... 7     [.... .... .... ....] [.... .... .... ....] ...    a row; the next eight lanes have the next row
//     before            0    4    8    12     16 ...                       the row sum before each four
//     walk, lane l      before + a, + b, + c, + d, of its own four, row by row down the strip: each column's sum so far
//
// Watch: a lane loads the bytes that it sums, four packets, in one access, and sums some while it waits for others. Rows begin
// at aligned places; what lies beyond their ends may be read into the last tile, where it lies right of every sum that
// counts. Sums within a tile of bytes are integers, below 2^16 in a row and below 2^32 in a tile, whatever the table's type.
#pragma once
#include "kernels/algorithms/packets_of_tile.h"
#include "kernels/algorithms/tile_rows.h"
#include "kernels/simt/packed.h"

namespace satscope {

/// Traits: what a tile is compiled for (single_pass_tiles.h).
///
/// | In, T             | types of a pixel and of a sum                                                                  |
/// | Shape, Packets    | its layout, and how four adjacent values are summed                                            |
/// | load_width        | how they are read and stored                                                                   |
/// | channels          | one, or four, which are adjacent: then a four is a pixel, columns are columns of numbers, and  |
/// |                   | a row has four sums                                                                            |
/// | pixels_in_l2      | what the L2 does with pixels that are copied                                                   |
/// | before_lanes      | whether a sum is kept for what is before all packets of a lane, not before each; that takes    |
/// |                   | less shared memory, and more additions on the walk                                             |
template <class Traits>
struct WaitingTile : Traits::Shape {
  using In = typename Traits::In;
  using T = typename Traits::T;
  using Shape = typename Traits::Shape;
  using Packets = typename Traits::Packets;
  using Local = typename Packets::Local;
  using Before = typename Packets::Before;
  using Shape::rows, Shape::warp, Shape::width, Shape::height, Shape::strips, Shape::abreast;
  static constexpr int channels = Traits::channels;
  static constexpr LoadWidth load_width = Traits::load_width;
  static constexpr int group = rows < 4 ? rows : 4;  ///< rows that a warp scans at once, and packets that a lane takes
  static constexpr int chunks = warp / group;        ///< lanes for a row
  static constexpr int groups = rows / group;
  static constexpr int sharing = Traits::before_lanes ? group : 1;  ///< packets that share the sum before them
  static constexpr int sums_before = Shape::packets / sharing;      ///< of a row
  static constexpr bool in_registers = Packets::is_bytes && load_width == LoadWidth::grouped;  ///< the packets that a lane sums
  static_assert(channels == 1 || channels == 4, "four values are of one channel or of all four");
  static_assert(warp % group == 0 && rows % group == 0, "a warp must take whole groups of rows");
  static_assert(255 * 4 * warp < 1 << 16 && 255 * rows < 1 << 16,
                "16 bits must hold the byte sums of a warp's part of a row, and of a column of a strip");

  template <class M>
  struct Shared {
    shared<M, In, height * width> tile{"tile", width};
    // the sum of the warp's row before each four, or before those of a lane
    shared<M, Before, height * sums_before * channels> before{"before", (sums_before * channels)};
  };
  template <class M>
  struct LaneSums {
    reg<M, vec<Local, 4 * channels>> sum{"sum"};    // of packets up to each; of columns
    reg<M, vec<Local, 2 * channels>> scan{"scan"};  // of lanes, and of the lanes before
    reg<M, vec<typename Packets::Column, Packets::column_registers>> columns{"column sums"};
  };
  template <class M>
  struct LaneSumsAndPackets : LaneSums<M> {
    reg<M, vec<Bytes4, rows>> four{"fours"};  // number group g + q: four q of those that the lane sums in group g
  };
  template <class M>
  using Registers = std::conditional_t<in_registers, LaneSumsAndPackets<M>, LaneSums<M>>;

  static SIMT int place(int row, int q) { return row * width + 4 * Packets::place(q); }
  /// The row that a lane sums in group g, and its first four in that row.
  template <class Thread>
  static SIMT int summed_row(Thread t, int g) {
    return Shape::row(t, g * group + t.lane() / chunks);
  }
  template <class Thread>
  static SIMT int first_four(Thread t) {
    return Shape::part(t) * warp + t.lane() % chunks * group;
  }

  /// Beyond the picture there are zeros. Widths count numbers.
  template <class M>
  static SIMT void load(M& m, Shared<M>& s, Registers<M>& r, const pitched<M, const In>& in, int x0, int y0, int picture_width,
                        int picture_height) {
    if constexpr (in_registers)
      load_groups(m, s, r, in, x0, y0, picture_width, picture_height);
    else if (channels == 4 || loads_packets<load_width>(in))
      load_packets(m, s, in, x0, y0, picture_width, picture_height);
    else
      load_one_by_one(m, s, in, x0, y0, picture_width, picture_height);
    m.sync_warp();  // because: a lane sums what others of its warp have read
  }

  /// Asks for the pixels that `load` will read, on a GPU.
  template <class M>
  static SIMT void fetch_ahead(const M& m, const pitched<M, const In>& in, int x0, int y0, int picture_width,
                               int picture_height) {
    static_assert(Shape::height <= Shape::threads, "a thread asks for a row");
    m.each("fetch ahead", Shape::height, [&](auto t) {
      // because: one channel may be read beyond its last column, where rows lie apart
      constexpr int together = channels == 1 && sizeof(In) < 16 ? 16 / static_cast<int>(sizeof(In)) : 1;
      const int y = y0 + t.x, rest = (picture_width - x0 + together - 1) / together * together;
      if (y < picture_height) m.prefetch(in, numbers_before(in, x0, y), rest < width ? rest : width);
    });
  }

  /// Fills `before`; own: in lane k the sums of row k of the strip, as far as it is the warp's.
  template <class M, class Own>
  static SIMT void scan_rows(M& m, Shared<M>& s, Registers<M>& r, Own& own) {
    using Sum = num<M, Local>;
    const auto chunk = [](auto t) { return t.lane() % chunks; };
    SIMT_UNROLL_STEPS for (int g = 0; g < groups; ++g) {
      m.each({"sum fours, rows ", g * group}, [&](auto t) {
        const auto four = packets_of(s, r, t, g);
        SIMT_UNROLL for (int c = 0; c < channels; ++c) {
          Sum sum = row_part<M>(four[0], c);
          r.sum[t][c] = sum;
          SIMT_UNROLL for (int q = 1; q < group; ++q) r.sum[t][q * channels + c] = sum += row_part<M>(four[q], c);
          r.scan[t][2 * c] = sum;
          r.scan[t][2 * c + 1] = Sum(0);
        }
      });
      SIMT_UNROLL_STEPS for (int d = 1; d < chunks; d *= 2) m.template exchange<channels>(
          {"scan chunks d=", d}, [=](auto t) { return chunk(t) >= d ? t.lane() - d : -1; },
          [&](auto t, int c) { return Sum(r.scan[t][2 * c]); },
          [&](auto t, int c, const Sum& heard) { r.scan[t][2 * c] += heard; });
      m.template exchange<channels>(
          "scan, chunks before", [=](auto t) { return chunk(t) > 0 ? t.lane() - 1 : -1; },
          [&](auto t, int c) { return Sum(r.scan[t][2 * c]); },
          [&](auto t, int c, const Sum& heard) { r.scan[t][2 * c + 1] = heard; });
      m.each("before each four", [&](auto t) {
        const int first = summed_row(t, g) * Shape::packets + first_four(t);
        if constexpr (channels == 1) {
          const Sum earlier = r.scan[t][1];
          vec<num<M, Before>, 4> before;
          before[0] = num<M, Before>(earlier);
          SIMT_UNROLL for (int q = 1; q < group; ++q) before[q] = num<M, Before>(earlier + r.sum[t][q - 1]);
          if constexpr (group == 4)
            s.before.store4(first, before);
          else
            SIMT_UNROLL for (int q = 0; q < group; ++q) s.before[first + q] = before[q];
        } else {
          SIMT_UNROLL for (int q = 0; q < group; q += sharing) {
            vec<num<M, Before>, 4> before;
            SIMT_UNROLL for (int c = 0; c < channels; ++c) {
              const Sum earlier = r.scan[t][2 * c + 1];
              before[c] = num<M, Before>(q == 0 ? earlier : earlier + r.sum[t][(q - 1) * channels + c]);
            }
            s.before.store4((first + q) / sharing * channels, before);
          }
        }
      });
      m.template exchange<channels>(
          "scan, whole rows",
          [=](auto t) { return t.lane() < rows && t.lane() / group == g ? t.lane() % group * chunks + chunks - 1 : -1; },
          [&](auto t, int c) { return Sum(r.scan[t][2 * c]); },
          [&](auto t, int c, const Sum& heard) { own[t][c] = num<M, T>(heard); });
    }
  }
  static constexpr const char* k_scan_text = channels == 1 ? "h(5w - 3n + dn + 1)" : "4h(w + e - 3n + dn + 1)";

  /// bottom, strips x width: the last row of each warp's own table.
  template <class M, class Bottom>
  static SIMT void scan_down(M& m, Shared<M>& s, Registers<M>& r, Bottom& bottom) {
    using Sum = num<M, Local>;
    m.template slots<rows>("down, sum columns", [&](auto t, int k) {
      Packets::template add<M>(r.columns[t], Packets::template read<M>(s.tile, place(Shape::row(t, k), Shape::four(t))),
                               k == 0);
    });
    m.each("down, fours", [&](auto t) {
      const vec<Sum, 4> column = Packets::template sums<M>(r.columns[t]);
      Sum sum = column[0];
      r.sum[t][0] = sum;
      SIMT_UNROLL for (int c = 1; c < 4; ++c) {
        if constexpr (channels == 1)
          sum += column[c];
        else
          sum = column[c];
        r.sum[t][c] = sum;
      }
      SIMT_UNROLL for (int c = 0; c < channels; ++c) r.scan[t][2 * c] = channels == 1 ? sum : Sum(column[c]);
    });
    SIMT_UNROLL_STEPS for (int d = 1; d < warp; d *= 2) m.template exchange<channels>(
        {"down, scan lanes d=", d}, [=](auto t) { return t.lane() - d; }, [&](auto t, int c) { return Sum(r.scan[t][2 * c]); },
        [&](auto t, int c, const Sum& heard) { r.scan[t][2 * c] += heard; });
    m.template exchange<channels>(
        "down, lanes before", [](auto t) { return t.lane() - 1; }, [&](auto t, int c) { return Sum(r.scan[t][2 * c]); },
        [&](auto t, int c, const Sum& heard) { SIMT_UNROLL for (int k = c; k < 4; k += channels) r.sum[t][k] += heard; });
    m.each("down, bottoms", [&](auto t) {
      bottom.store4(Shape::strip(t) * width + Shape::column(t),
                    {{Sum(r.sum[t][0]), Sum(r.sum[t][1]), Sum(r.sum[t][2]), Sum(r.sum[t][3])}});
    });
  }
  static constexpr const char* k_down_text = channels == 1 ? "4w(h - s) + s(3w + lw - w + 1 + 4(w - 1))" : "4w(h - s) + 4slw";

  /// Stores what `kept` keeps. above: for each column of the lane, the table's row above the strip; left: for row y of the
  /// tile, what is left of each warp's part of it. `above` becomes the entries of the current row.
  template <class M, class Above, class Left>
  static SIMT void walk(M& m, Shared<M>& s, Above& above, Left& left, const pitched<M, T>& out, int x0, int y0,
                        int picture_width, const Kept& kept) {
    using U = num<M, T>;
    using Sum = num<M, Local>;
    const bool at_once = channels == 4 || stores_packets<load_width>(out, kept);
    // of the columns and rows that are stored; one channel may go beyond its last column, where rows lie apart
    const int end_x = channels == 4 ? (kept.end_x() - 1) * channels : picture_width, end_y = kept.end_y() - 1;
    m.template slots<rows>("walk and store", [&](auto t, int k) {
      const int row = Shape::row(t, k), x = x0 + Shape::column(t), y = y0 + row;
      const int own = row * Shape::packets + Shape::four(t), outside = (row * abreast + Shape::part(t)) * channels;
      vec<U, 4> entry;
      if constexpr (channels == 1) {
        const auto four = Packets::template read<M>(s.tile, place(row, Shape::four(t)));
        const U from_left = left[outside];
        Sum sum = Sum(s.before[own]);
        SIMT_UNROLL for (int c = 0; c < 4; ++c) {
          sum += Packets::template one<M>(four, c);
          above[t][c] += from_left + U(sum);
          entry[c] = above[t][c];
        }
      } else {
        const auto from_left = left.template load4<U>(outside);
        const auto before = s.before.template load4<Sum>(own / sharing * channels);
        const vec<Sum, 4> sum = sum_up_to<M>(s, row, Shape::four(t));
        SIMT_UNROLL for (int c = 0; c < 4; ++c) {
          above[t][c] += from_left[c] + U(before[c] + sum[c]);
          entry[c] = above[t][c];
        }
      }
      if (at_once) {
        // because: outside the branch the compiler shares it among the rows
        const std::size_t to = kept.place_in(out, x / channels + 1, y0 + Shape::row(t, 0) + 1) + at(0, k, out.pitch);
        if (x < end_x && y < end_y) out.store4(to * channels, entry);
      } else {
        SIMT_UNROLL for (int c = 0; c < 4; ++c) if (x + c < picture_width && y < end_y && x + c + 1 < kept.end_x())
            out[kept.place_in(out, x + c + 1, y + 1)] = entry[c];
      }
    });
    store_border_of_tile<Shape, T, channels>(m, out, x0, y0, kept);
  }
  static constexpr const char* k_walk_text = channels == 1 ? "12wh" : "12wh + 2wh(g - 1)";

 private:
  /// Element number of number x of row y.
  template <class Picture>
  static SIMT std::size_t numbers_before(const Picture& in, int x, int y) {
    return at(x, y, in.pitch * channels);
  }
  /// What a four adds to row sum c.
  template <class M, class Numbers>
  static SIMT num<M, Local> row_part(const Numbers& four, int c) {
    if constexpr (channels == 1)
      return Packets::sum(four);
    else
      return Packets::template one<M>(four, c);
  }

  /// n packets of a row from four q on, a multiple of n.
  template <class M, int n>
  static SIMT auto packets_from(Shared<M>& s, int row, int q) {
    if constexpr (Packets::is_bytes) {
      return s.tile.template bytes4s<n>(place(row, q));
    } else {
      vec<decltype(Packets::template read<M>(s.tile, 0)), n> all;
      SIMT_UNROLL for (int k = 0; k < n; ++k) all[k] = Packets::template read<M>(s.tile, place(row, q + k));
      return all;
    }
  }

  /// Of each column, the sum of four q and of those before it that share its `before`.
  template <class M>
  static SIMT vec<num<M, Local>, 4> sum_up_to(Shared<M>& s, int row, int q) {
    const int last = q % sharing;
    const auto all = packets_from<M, sharing>(s, row, q - last);
    vec<num<M, typename Packets::Column>, Packets::column_registers> columns;
    SIMT_UNROLL for (int k = 0; k < sharing; ++k) if (k <= last) Packets::template add<M>(columns, all[k], k == 0);
    return Packets::template sums<M>(columns);
  }

  /// The packets that a lane sums in group g.
  template <class M, class Thread>
  static SIMT auto packets_of(Shared<M>& s, Registers<M>& r, Thread t, int g) {
    const int first = first_four(t), row = summed_row(t, g);
    if constexpr (in_registers) {
      vec<num<M, Bytes4>, group> all;
      SIMT_UNROLL for (int q = 0; q < group; ++q) all[q] = r.four[t][g * group + q];
      return all;
    } else {
      return packets_from<M, group>(s, row, first);
    }
  }

  template <class M>
  static SIMT void load_one_by_one(M& m, Shared<M>& s, const pitched<M, const In>& in, int x0, int y0, int picture_width,
                                   int picture_height) {
    m.template slots<rows>("load", [&](auto t, int k) {
      const int y = y0 + Shape::row(t, k);
      SIMT_UNROLL for (int c = 0; c < 4; ++c) {  // neighbouring lanes read neighbours
        const int column = 4 * Shape::part(t) * warp + c * warp + t.lane(), x = x0 + column,
                  to = place(Shape::row(t, k), column / 4) + column % 4;
        s.tile[to] = x < picture_width && y < picture_height ? num<M, In>(in[in.at(x, y)]) : num<M, In>();
      }
    });
  }

  template <class M>
  static SIMT void load_packets(M& m, Shared<M>& s, const pitched<M, const In>& in, int x0, int y0, int picture_width,
                                int picture_height) {
    const auto inside = [=](auto t, int k) {
      return x0 + Shape::column(t) < picture_width && y0 + Shape::row(t, k) < picture_height;
    };
    const auto from = [=](auto t, int k) {
      return numbers_before(in, x0 + Shape::column(t), y0 + Shape::row(t, 0)) + numbers_before(in, 0, k);
    };
    const auto to = [](auto t, int k) { return place(Shape::row(t, k), Shape::four(t)); };
    // because: on a GPU, asynchronous copies of 4 bytes are slower than loads; a trace would have too many registers to draw
    if constexpr (Packets::is_bytes && !std::is_same_v<In, AnyPixel>) {
      reg<M, vec<Bytes4, rows>> loaded{"loaded"};  // because: all are on their way before one is waited for
      m.template slots<rows>("load", [&](auto t, int k) {
        const std::size_t first = from(t, k);
        num<M, Bytes4> bytes{};
        if (inside(t, k)) bytes = in.template bytes4s<1>(first)[0];
        loaded[t][k] = bytes;
      });
      m.template slots<rows>("load, to the tile", [&](auto t, int k) {
        s.tile.template store_bytes4s<1>(to(t, k), {{num<M, Bytes4>(loaded[t][k])}});
      });
    } else {
      m.template slots<rows>("load", [&](auto t, int k) {
        m.template copy4<Traits::pixels_in_l2>(in, from(t, k), s.tile, to(t, k), inside(t, k));
      });
      m.copied();
    }
  }

  /// A lane loads the packets that it sums.
  template <class M>
  static SIMT void load_groups(M& m, Shared<M>& s, Registers<M>& r, const pitched<M, const In>& in, int x0, int y0,
                               int picture_width, int picture_height) {
    m.template slots<groups>("load", [&](auto t, int g) {
      const int x = x0 + 4 * first_four(t);
      const std::size_t first = numbers_before(in, x, y0 + summed_row(t, 0)) + numbers_before(in, 0, g * group);
      vec<num<M, Bytes4>, group> all{};
      if (x < picture_width && y0 + summed_row(t, g) < picture_height) all = in.template bytes4s<group>(first);
      SIMT_UNROLL for (int q = 0; q < group; ++q) r.four[t][g * group + q] = all[q];
    });
    m.template slots<groups>("load, to the tile", [&](auto t, int g) {
      vec<num<M, Bytes4>, group> all;
      SIMT_UNROLL for (int q = 0; q < group; ++q) all[q] = r.four[t][g * group + q];
      s.tile.template store_bytes4s<group>(place(summed_row(t, g), first_four(t)), all);
    });
  }
};

}  // namespace satscope
