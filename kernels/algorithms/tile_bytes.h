// SPDX-License-Identifier: Apache-2.0
// A tile of bytes that stay packed while the block waits: four neighbours of a row in one register, and the sums of two rows up
// to a lane in another. Only when all that comes from outside is known are the rows walked again, each scanned and stored as it
// is unpacked:
//
//     lane 1 of rows k, k + 1    [a b c d]  [e f g h]      packed
//                                [what lane 0 sums | and of the next row]
//     walk                       before + a, + b, + c, + d -> the row of the table below the one before
//
// Watch: sums within a tile are whole numbers, below 2^16 in a row and below 2^32 in a tile, whatever the table's type.
#pragma once
#include "kernels/algorithms/tile_rows.h"
#include "kernels/simt/packed.h"

namespace satscope {

template <class T, Sizes sizes, int rows_of_strip, Fours fours>
struct TileBytes : TileShape<sizes, rows_of_strip> {
  using Shape = TileShape<sizes, rows_of_strip>;
  static constexpr bool together = fours == Fours::together;
  using Shape::rows, Shape::warp, Shape::width, Shape::height, Shape::strips;
  using Local = std::uint32_t;  ///< of sums within a tile
  static constexpr int pairs = rows / 2;
  static_assert(rows % 2 == 0 && width * 255 < 1 << 16, "two sums of a row share a register");

  template <class M>
  struct Registers {
    reg<M, vec<Bytes4, rows>> data{"data"};
    reg<M, vec<Pair16, pairs>> before{"row sums"};  // of two rows, up to the lane; then up to the lane before
    reg<M, vec<Pair16, 2>> columns{"column sums"};  // of columns 0 and 2, and of 1 and 3
    reg<M, vec<Local, 4>> sum{"sum"};               // of the strip's columns, down to the row that is walked
  };

  /// Beyond the picture there are zeros.
  template <class In, class M>
  static SIMT void load(M& m, Registers<M>& r, global<M, const In> in, int x0, int y0, int picture_width, int picture_height) {
    if (by_fours<fours>(in, picture_width)) {
      m.template slots<rows>("load", [&](auto t, int k) {
        const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
        num<M, Bytes4> bytes{};
        if (x < picture_width && y < picture_height) bytes = in.bytes4(at(x, y, picture_width));
        r.data[t][k] = bytes;
      });
    } else {
      m.template slots<rows>("load", [&](auto t, int k) {
        const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
        num<M, In> byte[4]{};
        SIMT_UNROLL for (int c = 0; c < 4; ++c) {
          if (x + c < picture_width && y < picture_height) byte[c] = in[at(x + c, y, picture_width)];
        }
        r.data[t][k] = bytes_of(byte[0], byte[1], byte[2], byte[3]);
      });
    }
  }

  /// own: in lane k the sum of the strip's row k, in `before` what the lanes before a lane sum.
  template <class M, class Own>
  static SIMT void scan_rows(M& m, Registers<M>& r, Own& own) {
    using U = num<M, T>;
    using Pair = num<M, Pair16>;
    m.template slots<pairs>(
        "sum fours", [&](auto t, int k) { r.before[t][k] = pair_of(sum_of(r.data[t][2 * k]), sum_of(r.data[t][2 * k + 1])); });
    SIMT_UNROLL_STEPS for (int stage = 0; stage < warp_scan_stages(WarpScan::kogge_stone, warp); ++stage)
        m.template exchange<pairs>(
            {"scan lanes, stage ", stage},
            [=](auto t) { return warp_scan_source(WarpScan::kogge_stone, stage, t.lane(), warp); },
            [&](auto t, int k) { return Pair(r.before[t][k]); },
            [&](auto t, int k, const Pair& heard) { r.before[t][k] += heard; });
    m.template exchange<pairs>(
        "scan, whole rows", [](auto) { return warp - 1; }, [&](auto t, int k) { return Pair(r.before[t][k]); },
        [&](auto t, int k, const Pair& heard) {
          if (t.lane() == 2 * k) own[t] = U(first_of(heard));
          if (t.lane() == 2 * k + 1) own[t] = U(second_of(heard));
        });
    m.template exchange<pairs>(
        "scan, lanes before", [](auto t) { return t.lane() > 0 ? t.lane() - 1 : 0; },
        [&](auto t, int k) { return Pair(r.before[t][k]); },
        [&](auto t, int k, const Pair& heard) { r.before[t][k] = t.lane() > 0 ? heard : Pair{}; });
  }
  static constexpr const char* k_scan_text = "h(3w + (lw - w + 1))";

  /// bottom, strips x width: the last row of each strip's own table.
  template <class M, class Bottom>
  static SIMT void scan_down(M& m, Registers<M>& r, Bottom& bottom) {
    using Sum = num<M, Local>;
    m.template slots<rows>("down, sum columns", [&](auto t, int k) {
      const num<M, Bytes4> bytes = r.data[t][k];
      if (k == 0) {
        r.columns[t][0] = even_of(bytes);
        r.columns[t][1] = odd_of(bytes);
      } else {
        r.columns[t][0] += even_of(bytes);
        r.columns[t][1] += odd_of(bytes);
      }
    });
    m.each("down, bottoms", [&](auto t) {
      Sum sum = sum_of(r.before[t][0]);
      SIMT_UNROLL for (int k = 1; k < pairs; ++k) sum += sum_of(r.before[t][k]);
      const num<M, Pair16> even = r.columns[t][0], odd = r.columns[t][1];
      const int first = t.warp() * width + Shape::column(t);
      bottom[first] = sum += first_of(even);
      bottom[first + 1] = sum += first_of(odd);
      bottom[first + 2] = sum += second_of(even);
      bottom[first + 3] = sum += second_of(odd);
    });
  }
  static constexpr const char* k_down_text = "4w(h - s) + ws(r + 3)";

  /// Stores what `kept` keeps. bottom: of all strips; above: sums from outside the tile and above the strip, for each column of
  /// the lane; left: in row y of the tile, those to the left of the strip's rows down to it.
  template <class M, class Bottom, class Above, class Left>
  static SIMT void store(M& m, Registers<M>& r, Bottom& bottom, Above& above, Left& left, global<M, T> out, int x0, int y0,
                         int picture_width, int picture_height, Kept kept) {
    using U = num<M, T>;
    using Sum = num<M, Local>;
    m.each("above, strips", [&](auto t) {
      vec<Sum, 4> sum{{Sum(0), Sum(0), Sum(0), Sum(0)}};
      for (int strip = 0; strip < t.warp(); ++strip) {
        SIMT_UNROLL for (int c = 0; c < 4; ++c) sum[c] += bottom[strip * width + Shape::column(t) + c];
      }
      SIMT_UNROLL for (int c = 0; c < 4; ++c) r.sum[t][c] = sum[c];
    });
    const bool at_once = stored_by_fours<fours>(out, kept);
    m.template slots<rows>("walk and store", [&](auto t, int k) {
      const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
      const num<M, Bytes4> bytes = r.data[t][k];
      const num<M, Pair16> before = r.before[t][k / 2];
      Sum row = k % 2 == 0 ? first_of(before) : second_of(before);
      vec<U, 4> four;
      SIMT_UNROLL for (int c = 0; c < 4; ++c) {
        row += byte_of(bytes, c);
        r.sum[t][c] += row;
        four[c] = U(Sum(r.sum[t][c]));
      }
      if (y >= picture_height) return;
      const U from_left = left[Shape::row(t, k)];
      if (at_once) {
        if (x >= picture_width) return;
        SIMT_UNROLL for (int c = 0; c < 4; ++c) four[c] = four[c] + above[t][c] + from_left;
        out.store4(kept.place(x + 1, y + 1), four);
      } else {
        SIMT_UNROLL for (int c = 0; c < 4; ++c) if (x + c < picture_width && kept.has(x + c + 1, y + 1))
            out[kept.place(x + c + 1, y + 1)] = four[c] + above[t][c] + from_left;
      }
    });
    if (!at_once) store_border_of_tile<Shape, T>(m, out, x0, y0, picture_width, picture_height, kept);
  }
  static constexpr const char* k_store_text = "2ws(s - 1) + 8wh";
};

}  // namespace satscope
