// SPDX-License-Identifier: Apache-2.0
// Register blocking without a transpose: a warp walks along a row, 32 pixels at a time, scans them by shuffles (warp_scan.h)
// and carries the sum on to the next 32; then threads walk down the columns, with a serial scan in each thread.
//
//     one row    3 1 7 0 | 5 2 2 1    scan    3 4 11 11 | 16 18 20 21      (11 is carried)
//
//     columns    3 4  -->  3  4       each thread adds down its own column
//                5 7       8 11
//
// Watch: both passes read and store whole rows of memory, so nothing is transposed; but along the row each 32 pixels wait for
// the 32 before. Paper: P. Chen et al., Efficient Algorithms for the Summed Area Tables Primitive on GPUs, CLUSTER 2018, IV-C.
#pragma once
#include "kernels/algorithms/register_tile.h"
#include "kernels/algorithms/warp_scan.h"

namespace satscope::scanrow_column {

/// A warp owns a row of a picture of width x height. in, out: width x height; out: the row sums.
template <class In, class T, Sizes sizes = register_tile::k_real, int registers = 32>
struct ScanRows {
  static constexpr int warp = sizes.warp;
  static constexpr int threads = sizes.block;
  static constexpr int rows = threads / warp;

  template <class M>
  static SIMT void run(M& m, global<M, const In> in, global<M, T> out, int width, int height, WarpScan kind) {
    using U = num<M, T>;
    reg<M, vec<T, registers>> data{"data"};
    reg<M, T> carry{"carry"};
    const int y0 = m.block_x() * rows;
    for (int x0 = 0; x0 < width; x0 += warp * registers) {
      m.template slots<registers>("load", [&](auto t, int k) {
        const int x = x0 + k * warp + t.lane(), y = y0 + t.warp();
        data[t][k] = x < width && y < height ? U(in[at(x, y, width)]) : U(0);
      });
      SIMT_UNROLL_STEPS for (int j = 0; j < registers; ++j) {
        if (x0 + j * warp < width) {
          if (x0 + j > 0)
            m.each("carry in", [&](auto t) {
              if (t.lane() == 0) data[t][j] += carry[t];
            });
          scan_warp<T, 1>(m, kind, data, j);
          m.template exchange<1>(
              "carry out", [](auto) { return warp - 1; }, [&](auto t, int) { return U(data[t][j]); },
              [&](auto t, int, const U& sum) { carry[t] = sum; });
        }
      }
      m.template slots<registers>("store", [&](auto t, int k) {
        const int x = x0 + k * warp + t.lane(), y = y0 + t.warp();
        if (x < width && y < height) out[at(x, y, width)] = data[t][k];
      });
    }
  }
};

/// A block owns as many columns as a warp has lanes and walks down them; each warp takes as many rows as a thread has
/// registers. in: row sums, width x height; out: what `kept` keeps of their table.
template <class T, Sizes sizes = register_tile::k_real, int registers = 32>
struct ScanColumns {
  using Tile = RegisterTile<T, sizes, registers>;
  static constexpr int warp = Tile::warp;
  static constexpr int threads = Tile::threads;
  static constexpr int warps = Tile::warps;
  // because: left to itself, ptxas gives a thread of a block of 1,024 half of the registers that it may have, and spills more
  static constexpr int resident = threads > 512 ? 1 : 0;
  template <class M>
  struct Shared {
    shared<M, T, threads> total{"total", warp};  // of each warp's part of each column, then the sum of the parts before it
    shared<M, T, warp> carry{"carry"};           // of each column, down to the rows done so far
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const T> in, global<M, T> out, int width, int height, Kept kept) {
    using U = num<M, T>;
    reg<M, vec<T, registers>> data{"data"};
    reg<M, T> before{"before"};
    const int x0 = m.block_x() * warp;
    m.each("clear carry", warp, [&](auto t) { s.carry[t.x] = U(0); });
    for (int y0 = 0; y0 < height; y0 += warps * registers) {
      m.template slots<registers>("load", [&](auto t, int k) {
        const int x = x0 + t.lane(), y = y0 + t.warp() * registers + k;
        data[t][k] = x < width && y < height ? U(in[at(x, y, width)]) : U(0);
      });
      Tile::scan_serially(m, data, s.total);
      Tile::template scan_totals<warps, warp>(m, s.total, s.carry);
      m.each("sum before", [&](auto t) { before[t] = s.total[t.x]; });
      m.template slots<registers>("add and store", [&](auto t, int k) {
        const int x = x0 + t.lane(), y = y0 + t.warp() * registers + k;
        if (x < width && y < height && kept.has(x + 1, y + 1)) out[kept.place(x + 1, y + 1)] = data[t][k] + before[t];
      });
      if (kept.first == 0)
        m.template slots<registers>("store border", [&](auto t, int k) {
          const int x = x0 + t.lane(), y = y0 + t.warp() * registers + k;
          if (x < width && y < height && (x == 0 || y == 0)) store_border<M, T>(out, kept, x, y);
        });
    }
  }
};

inline Algorithm describe() {
  Algorithm self{{
      .id = "scanrow-column",
      .title = "ScanRowColumn",
      .paper =
          "Chen, Wahib, Takizawa, Takano and Matsuoka 2018, Efficient Algorithms for the Summed Area Tables Primitive on GPUs",
      .text = "Along the rows a warp scans 32 pixels at a time by shuffles and carries the sum on. Down the columns each "
              "thread adds up its own registers. Nothing is transposed. Fast down the columns, where every access is coalesced "
              "and there are no shuffles. Slow along the rows, where each 32 pixels wait for the 32 before.",
      .params = {warp_scan::param(), register_tile::block_param(), register_tile::registers_param()},
  }};
  self.phases = {
      {"load", "Each thread loads its numbers into registers; beyond the picture there are zeros.",
       "Neighbouring lanes read neighbouring places."},
      {"carry in", "The first lane adds the sum of the row so far, and the scan passes it on to all lanes."},
      {"warp scan", "At each stage a lane reads the number of another lane and adds it to its own.",
       "After the last stage every lane holds the sum of all lanes up to it."},
      {"carry out", "All lanes read the sum of the last lane, because the scan of the next pixels of the row begins with it."},
      {"store",
       "The scanned row goes to global memory, because registers end with the thread and the next pass reads the columns from "
       "there."},
      {"clear carry", "Every carry is 0, because this pass has summed nothing yet."},
      {"serial scan",
       "Each thread adds up its own registers, one after the other, and stores the total, which the threads below must add.",
       "No thread needs another one here."},
      {"scan totals",
       "Each thread's total becomes the sum of all totals above it in its column; the next steps add that to the thread's "
       "registers.",
       "The sum of the whole column is carried to the rows below."},
      {"sum before", "Each thread fetches the sum of the column above its numbers, because its own scan began at 0."},
      {"add and store", "Each thread adds that sum to its registers and stores them: entries of the table."},
      store_border_phase(),
      {"scan rows", "After it each place has the sum of its row up to its own column.",
       "Before, there were the pixels of the picture."},
      {"scan columns", "The pass adds up these sums down each column.", "Before, there were the sums along the rows."},
  };
  self.slips = warp_scan::slips();
  self.trace_sizes = {register_tile::k_trace_sizes.begin(), register_tile::k_trace_sizes.end()};
  // along a row 31 within a warp and one for each 32 before; down the columns as BRLT-ScanRow, over at most 32 warps
  self.float_depth = [](const Request& r) { return 31 + r.extent.width / 32.0 + (31 + 33) + r.extent.height / 16.0; };
  return self;
}

namespace detail {

inline Launch rows_launch(Extent picture, Sizes sizes, Scalar from, Scalar to, WarpScan kind) {
  const int rows = sizes.block / sizes.warp, blocks = ceil_div(picture.height, rows);
  return {"scan rows",
          {blocks},
          {register_tile::bytes_moved(picture, from, to),
           {"R(c" + warp_scan::additions_text(kind) + " + c - 1)",
            {{"R", 1.0 * blocks * rows, "rows of all blocks"},
             {"c", 1.0 * ceil_div(picture.width, sizes.warp), "scans of a row"},
             {"n", 1.0 * sizes.warp, "lanes of a warp"},
             {"l", std::log2(1.0 * sizes.warp), "log2 n"}}}}};
}

inline Launch columns_launch(Extent picture, Sizes sizes, int registers, Scalar to, const Kept& kept) {
  const int step = sizes.block / sizes.warp * registers;
  return {"scan columns",
          {ceil_div(picture.width, sizes.warp)},
          {register_tile::bytes_moved(picture, to, to),
           register_tile::serial_scan_additions(
               sizes.block, registers, register_tile::steps_along(picture.transposed(), sizes.warp, step), kept, false)}};
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  static const Algorithm self = describe();
  const WarpScan kind = warp_scan::asked(self, request);
  const Extent picture = request.extent;
  const auto [from, to] = std::pair{request.types.in, request.types.out};
  Plan p{
      .buffers = {{"picture", from, picture}, {"row sums", to, picture}, {"table", to, table_extent(picture, request.form)}}};
  const Kept kept = kept_part(picture, request.form);
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    const auto add = [&](int lines, auto&& make) {
      p.passes.push_back(register_tile::for_registers<Backend, T>(self, request, lines, make));
    };
    add(picture.height, [&]<Sizes sizes, int registers>() {
      return make_pass<Backend, ScanRows<In, T, sizes, registers>>(detail::rows_launch(picture, sizes, from, to, kind),
                                                                   in<In>{0}, out<T>{1}, picture.width, picture.height, kind);
    });
    add(picture.width, [&]<Sizes sizes, int registers>() {
      return make_pass<Backend, ScanColumns<T, sizes, registers>>(detail::columns_launch(picture, sizes, registers, to, kept),
                                                                  in<T>{1}, out<T>{2}, picture.width, picture.height, kept);
    });
    return std::move(p);
  });
}

}  // namespace satscope::scanrow_column
