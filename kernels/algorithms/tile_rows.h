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

/// Layout of a tile; `rows` of each strip.
template <Sizes sizes, int rows_of_strip>
struct TileShape {
  static constexpr int warp = sizes.warp, threads = sizes.block;
  static constexpr int strips = threads / warp, rows = rows_of_strip;
  static constexpr int width = 4 * warp, height = strips * rows;
  static_assert(threads % warp == 0, "a block must be whole warps");
  static_assert(threads >= width && rows <= warp,
                "a block needs a thread for every column and a lane for every row of a strip");

  template <class Thread>
  static SIMT int column(Thread t) {
    return 4 * t.lane();
  }
  /// The row of slot k.
  template <class Thread>
  static SIMT int row(Thread t, int k) {
    return t.warp() * rows + k;
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

/// How four adjacent values are read and stored: by one access (bytes may share it with the next four), one by one, or as the
/// buffers permit. A GPU has one kernel for each, because a kernel for several would need the registers of all.
enum class Fours : std::uint8_t { together, grouped, apart, ask };

/// Whether the kernel may assume that four adjacent values are one access.
constexpr bool are_together(Fours fours) { return fours == Fours::together || fours == Fours::grouped; }

/// Calls f.template operator()<fours>() with what the machine supports; together: whether the buffers permit one access.
template <class Backend, class F>
auto for_fours(bool together, F&& f) {
  if constexpr (requires { Backend::gpu; })
    return together ? f.template operator()<Fours::together>() : f.template operator()<Fours::apart>();
  else
    return f.template operator()<Fours::ask>();
}
/// Of a buffer whose rows are `width` long.
template <Fours fours, class Buffer>
SIMT bool by_fours(const Buffer& buffer, int width) {
  if constexpr (fours == Fours::ask) return buffer.takes4(width);
  return are_together(fours);
}

/// Stores the zeros of the padded table that border the tile; with four channels, four for each pixel.
template <class Shape, class T, int channels = 1, class M>
SIMT void store_border_of_tile(M& m, global<M, T> out, int x0, int y0, int picture_width, int picture_height, Kept kept) {
  if (kept.first == 0 && (x0 == 0 || y0 == 0))
    m.template slots<Shape::rows>("store border", [&](auto t, int k) {
      const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
      if constexpr (channels == 4) {
        if (x < picture_width && y < picture_height)
          for_border(kept, x / channels, y, [&](std::size_t i) { out.store4(i * channels, vec<num<M, T>, 4>{}); });
      } else {
        SIMT_UNROLL for (int c = 0; c < 4; ++c) if (x + c < picture_width && y < picture_height)
            store_border<M, T>(out, kept, x + c, y);
      }
    });
}

/// Whether what `kept` keeps can be stored four values at a time.
template <Fours fours, class Buffer>
SIMT bool stored_by_fours(const Buffer& out, const Kept& kept) {
  if constexpr (fours == Fours::ask) return kept.first == 1 && out.takes4(kept.width);
  return are_together(fours);
}

/// A tile whose numbers have the table's type from the start.
template <class T, Sizes sizes, int rows_of_strip, Fours fours>
struct TileRows : TileShape<sizes, rows_of_strip> {
  using Shape = TileShape<sizes, rows_of_strip>;
  using Shape::rows, Shape::warp, Shape::width, Shape::height, Shape::strips;

  template <class M>
  struct Registers {
    reg<M, vec<T, 4 * rows>> data{"data"};  // slot 4 k + c is column c of the lane in row k
  };

  /// Beyond the picture there are zeros.
  template <class In, class M>
  static SIMT void load(M& m, Registers<M>& r, global<M, const In> in, int x0, int y0, int picture_width, int picture_height) {
    using U = num<M, T>;
    if (by_fours<fours>(in, picture_width)) {
      m.template slots<rows>("load", [&](auto t, int k) {
        const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
        vec<U, 4> four{{U(0), U(0), U(0), U(0)}};
        if (x < picture_width && y < picture_height) four = in.template load4<U>(at(x, y, picture_width));
        SIMT_UNROLL for (int c = 0; c < 4; ++c) r.data[t][4 * k + c] = four[c];
      });
    } else {
      m.template slots<rows>("load", [&](auto t, int k) {
        const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
        SIMT_UNROLL for (int c = 0; c < 4; ++c) r.data[t][4 * k + c] =
            x + c < picture_width && y < picture_height ? U(in[at(x + c, y, picture_width)]) : U(0);
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
  static SIMT void store_values(M& m, global<M, T> out, int x0, int y0, int picture_width, int picture_height, Kept kept,
                                Value&& value) {
    using U = num<M, T>;
    if (stored_by_fours<fours>(out, kept)) {
      m.template slots<rows>("store", [&](auto t, int k) {
        const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
        if (x >= picture_width || y >= picture_height) return;
        vec<U, 4> four;
        SIMT_UNROLL for (int c = 0; c < 4; ++c) four[c] = value(t, k, c);
        out.store4(kept.place(x + 1, y + 1), four);
      });
    } else {
      m.template slots<rows>("store", [&](auto t, int k) {
        const int x = x0 + Shape::column(t), y = y0 + Shape::row(t, k);
        SIMT_UNROLL for (int c = 0; c < 4; ++c) if (x + c < picture_width && y < picture_height && kept.has(x + c + 1, y + 1))
            out[kept.place(x + c + 1, y + 1)] = value(t, k, c);
      });
      store_border_of_tile<Shape, T>(m, out, x0, y0, picture_width, picture_height, kept);
    }
  }
};

}  // namespace satscope
