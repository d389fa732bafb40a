// SPDX-License-Identifier: Apache-2.0
// A tile of the picture in the registers of a block: every warp holds a strip of rows, every lane four neighbouring pixels of
// each of them. Rows are scanned across the lanes, columns down the strip and then over the strips above.
//
//     strip of warp 0    lane 0     lane 1     lane 2     lane 3       a row: four values within a lane,
//                        a b c d    e f g h    i j k l    m n o p      then across the lanes
//     strip of warp 1    lane 0     lane 1     lane 2     lane 3       a column: the slots of a lane,
//                        A B C D    E F G H    I J K L    M N O P      then the bottoms of the strips
//
// Watch: a row needs one shuffle per four pixels and stage, a column none; one barrier joins the strips.
#pragma once
#include <array>
#include <bit>

#include "kernels/algorithms/warp_scan.h"
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope {

/// Layout of a tile: strips of `rows` rows, each of `warps_abreast` warps side by side. The block of `sizes` is one warp a
/// strip.
template <Sizes sizes, int rows_of_strip, int warps_abreast = 1>
struct TileShape {
  static constexpr int warp = sizes.warp, abreast = warps_abreast, threads = abreast * sizes.block;
  static constexpr int strips = sizes.block / warp, rows = rows_of_strip;
  static constexpr int packets = abreast * warp;  ///< of a row
  static constexpr int width = 4 * packets, height = strips * rows;
  static_assert(sizes.block % warp == 0, "a block must be whole warps");
  static_assert(threads >= width && rows <= warp,
                "a block needs a thread for every column and a lane for every row of a strip");

  template <class Thread>
  static SIMT int strip(Thread t) {
    return t.warp() / abreast;
  }
  /// Which of the warps side by side.
  template <class Thread>
  static SIMT int part(Thread t) {
    return t.warp() % abreast;
  }
  /// The lane's four within a row.
  template <class Thread>
  static SIMT int four(Thread t) {
    return part(t) * warp + t.lane();
  }
  template <class Thread>
  static SIMT int column(Thread t) {
    return 4 * four(t);
  }
  /// The row of slot k.
  template <class Thread>
  static SIMT int row(Thread t, int k) {
    return strip(t) * rows + k;
  }

  /// A number per tile, times the number of tiles.
  static Formula formula(const std::string& text, double tiles) {
    return {"k(" + text + ")",
            {{"k", tiles, "tiles"},
             {"h", 1.0 * height, "rows of a tile"},
             {"w", 1.0 * warp, "lanes, of four columns each"},
             {"l", std::bit_width(static_cast<unsigned>(warp)) - 1.0, "log2 w"},
             {"s", 1.0 * strips, "strips of a tile"}}};
  }
};

/// How four adjacent values are read and stored: by one access, or, of bytes, by one with the next packets. Rows of a trace are
/// packed, so that those of an odd width are not aligned: its kernels ask.
enum class LoadWidth : std::uint8_t { together, grouped, ask };

/// How a machine's kernels take packets that are aligned where rows are.
template <class Backend, LoadWidth aligned = LoadWidth::together>
inline constexpr LoadWidth load_width_of = is_traced<Backend> ? LoadWidth::ask : aligned;

template <LoadWidth load_width, class Buffer>
SIMT bool loads_packets(const Buffer& buffer) {
  if constexpr (load_width == LoadWidth::ask) return buffer.takes4(buffer.pitch);
  return true;
}
/// Whether what `kept` keeps can be stored four values at a time. Some may lie beyond the last column, where rows lie apart.
template <LoadWidth load_width, class Buffer>
SIMT bool stores_packets(const Buffer& out, const Kept& kept) {
  if constexpr (load_width == LoadWidth::ask) return kept.first == 1 && out.takes4(out.pitch);
  return true;
}

/// A picture and its table whose inclusive parts begin each row at a multiple of k_row_bytes; packed in a trace.
template <class Backend>
Buffer aligned_picture(const Request& request) {
  Buffer buffer{"picture", request.types.in, request.extent, request.channels};
  // because: four channels are four values, which are aligned anyway, and frames in colour come packed
  if (!is_traced<Backend> && request.channels == 1) buffer.rows = aligned_rows(request.extent.width, buffer.place_bytes());
  return buffer;
}
template <class Backend>
Buffer aligned_table(const Request& request) {
  Buffer buffer{"table", request.types.out, table_extent(request.extent, request.form), request.channels};
  if (!is_traced<Backend>) buffer.rows = aligned_rows_of_table(request.extent.width, request.form, buffer.place_bytes());
  return buffer;
}

/// Stores the zeros of the padded table that border the tile, a thread for each place; with four channels, four of them.
template <class Shape, class T, int channels = 1, class M>
SIMT void store_border_of_tile(M& m, const pitched<M, T>& out, int x0, int y0, const Kept& kept) {
  if (kept.first == 1 || (x0 > 0 && y0 > 0)) return;
  const int first_x = x0 / channels + 1, first_y = y0 + 1;
  m.each("store border", [&](auto t) {
    const auto zero = [&](int X, int Y) {
      if constexpr (channels == 4)
        out.store4(out.at(X, Y) * channels, vec<num<M, T>, 4>{});
      else
        out[out.at(X, Y)] = num<M, T>(0);
    };
    if (y0 == 0 && t.x < Shape::width / channels && first_x + t.x < kept.end_x()) zero(first_x + t.x, 0);
    if (x0 == 0 && t.x < Shape::height && first_y + t.x < kept.end_y()) zero(0, first_y + t.x);
    if (x0 == 0 && y0 == 0 && t.x == 0) zero(0, 0);
  });
}

/// A tile whose numbers have the table's type from the start.
template <class T, Sizes sizes, int rows_of_strip, LoadWidth load_width>
struct TileRows : TileShape<sizes, rows_of_strip> {
  using Shape = TileShape<sizes, rows_of_strip>;
  using Shape::rows, Shape::warp, Shape::width, Shape::height, Shape::strips;

  template <class M>
  struct Registers {
    reg<M, vec<T, 4 * rows>> data{"data"};  // slot 4 k + c is column c of the lane in row k
  };

  /// Beyond the picture there are zeros.
  template <class In, class M>
  static SIMT void load(M& m, Registers<M>& r, const pitched<M, const In>& in, int x0, int y0, int picture_width,
                        int picture_height) {
    using U = num<M, T>;
    if (loads_packets<load_width>(in)) {
      m.template slots<rows>("load", [&](auto t, int k) {
        const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
        vec<U, 4> four{{U(0), U(0), U(0), U(0)}};
        if (x < picture_width && y < picture_height) four = in.template load4<U>(in.at(x, y));
        SIMT_UNROLL for (int c = 0; c < 4; ++c) r.data[t][4 * k + c] = four[c];
      });
    } else {
      m.template slots<rows>("load", [&](auto t, int k) {
        const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
        SIMT_UNROLL for (int c = 0; c < 4; ++c) r.data[t][4 * k + c] =
            x + c < picture_width && y < picture_height ? U(in[in.at(x + c, y)]) : U(0);
      });
    }
  }

  /// Scans each row of a strip, over all columns of the tile.
  template <class M>
  static SIMT void scan_rows(M& m, Registers<M>& r) {
    using U = num<M, T>;
    m.template slots<rows>("scan fours", [&](auto t, int k) {
      SIMT_UNROLL for (int c = 1; c < 4; ++c) r.data[t][4 * k + c] += r.data[t][4 * k + c - 1];
    });
    SIMT_UNROLL_STEPS for (int stage = 0; stage < warp_scan_stages(WarpScan::kogge_stone, warp); ++stage)
        m.template exchange<rows>(
            {"scan lanes, stage ", stage},
            [=](auto t) { return warp_scan_source(WarpScan::kogge_stone, stage, t.lane(), warp); },
            [&](auto t, int k) { return U(r.data[t][4 * k + 3]); },
            [&](auto t, int k, const U& heard) { r.data[t][4 * k + 3] += heard; });
    m.template exchange<rows>(
        "scan, lanes before", [](auto t) { return t.lane() - 1; }, [&](auto t, int k) { return U(r.data[t][4 * k + 3]); },
        [&](auto t, int k, const U& heard) { SIMT_UNROLL for (int c = 0; c < 3; ++c) r.data[t][4 * k + c] += heard; });
  }
  static constexpr const char* k_scan_text = "h(3w + (lw - w + 1) + 3(w - 1))";

  /// Scans each column of a strip; bottom, strips x width: the last row of each strip.
  template <class M, class Bottom>
  static SIMT void scan_down(M& m, Registers<M>& r, Bottom& bottom) {
    m.template slots<rows>("down the strip", [&](auto t, int k) {
      SIMT_UNROLL for (int c = 0; c < 4; ++c) {
        if (k > 0) r.data[t][4 * k + c] += r.data[t][4 * (k - 1) + c];
        if (k == rows - 1) bottom[t.warp() * width + Shape::column(t) + c] = r.data[t][4 * k + c];
      }
    });
  }
  static constexpr const char* k_down_text = "4w(h - s)";

  /// Adds the sums of the strips above a lane's own to its four columns.
  template <class M, class Thread, class Bottom, class Sums>
  static SIMT void add_strips_above(Thread t, Bottom& bottom, Sums& sums) {
    vec<num<M, T>, 4> sum;
    SIMT_UNROLL for (int c = 0; c < 4; ++c) sum[c] = sums[t][c];
    for (int strip = 0; strip < t.warp(); ++strip) {
      SIMT_UNROLL for (int c = 0; c < 4; ++c) sum[c] += bottom[strip * width + Shape::column(t) + c];
    }
    SIMT_UNROLL for (int c = 0; c < 4; ++c) sums[t][c] = sum[c];
  }

  /// Stores value(t, k, c) where `kept` keeps it.
  template <class M, class Value>
  static SIMT void store_values(M& m, const pitched<M, T>& out, int x0, int y0, int picture_width, int picture_height,
                                Kept kept, Value&& value) {
    using U = num<M, T>;
    const int end_y = kept.end_y() - 1;  // of the rows that are stored
    if (stores_packets<load_width>(out, kept)) {
      m.template slots<rows>("store", [&](auto t, int k) {
        const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
        if (x >= picture_width || y >= end_y) return;
        vec<U, 4> four;
        SIMT_UNROLL for (int c = 0; c < 4; ++c) four[c] = value(t, k, c);
        out.store4(kept.place_in(out, x + 1, y + 1), four);
      });
    } else {
      m.template slots<rows>("store", [&](auto t, int k) {
        const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
        SIMT_UNROLL for (int c = 0; c < 4; ++c) if (x + c < picture_width && y < picture_height && kept.has(x + c + 1, y + 1))
            out[kept.place_in(out, x + c + 1, y + 1)] = value(t, k, c);
      });
    }
    store_border_of_tile<Shape, T>(m, out, x0, y0, kept);
  }
};

}  // namespace satscope
