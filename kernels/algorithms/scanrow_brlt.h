// SPDX-License-Identifier: Apache-2.0
// Register blocking, the other way round: every warp keeps a tile in registers and scans its rows by shuffles between the lanes
// (warp_scan.h); then the tile is transposed through shared memory (register_tile.h) and stored transposed. Running the same
// kernel twice gives the table.
//
//     3 1 7 0   warp scan   3 4 11 11   transpose   3  5      stored transposed:
//     5 2 2 1   -------->   5 7  9 10   -------->   4  7      what were rows are columns
//                                                   11 9
//                                                   11 10
//
// Watch: log2(32) stages of shuffles, where BRLT-ScanRow adds within a thread; each stage waits for the one before.
// Paper: P. Chen et al., Efficient Algorithms for the Summed Area Tables Primitive on GPUs, CLUSTER 2018, IV-A.
#pragma once
#include "kernels/algorithms/register_tile.h"
#include "kernels/algorithms/warp_scan.h"

namespace satscope::scanrow_brlt {

/// A block owns as many rows of a picture of width x height as a thread has registers. It walks along them, one column per
/// thread at a time. in: width x height; out: the row sums, transposed: element (y, x) sums the pixels of row y up to column x;
/// `kept` says which of them are stored.
template <class In, class T, Sizes sizes = register_tile::k_real, int registers = 32>
struct ScanRowsThenTranspose {
  using Tile = RegisterTile<T, sizes, registers>;
  static constexpr int warp = Tile::warp;
  static constexpr int threads = Tile::threads;
  static constexpr int warps = Tile::warps;

  template <class M>
  struct Shared {
    shared<M, T, Tile::places> tile{"tile"};
    // of each warp's part of each row, then the sum of the parts before it
    shared<M, T, warps * registers> total{"total", registers};
    shared<M, T, registers> carry{"carry"};  // of each row, up to the columns done so far
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const In> in, global<M, T> out, int width, int height, Kept kept,
                       WarpScan kind) {
    using U = num<M, T>;
    reg<M, vec<T, registers>> data{"data"};
    reg<M, T> before{"before"};
    const int y0 = m.block_x() * registers;
    m.each("clear carry", registers, [&](auto t) { s.carry[t.x] = U(0); });
    for (int x0 = 0; x0 < width; x0 += threads) {
      Tile::template load<In>(m, data, in, x0, y0, width, height);
      scan_warp<T, registers>(m, kind, data, 0);
      Tile::transpose(m, s.tile, data);
      m.each("keep totals", [&](auto t) {
        if (t.lane() - Tile::row(t) == warp - registers) s.total[t.warp() * registers + Tile::row(t)] = data[t][registers - 1];
      });
      Tile::template scan_totals<warps, registers>(m, s.total, s.carry);
      Tile::template add_and_store<warp>(m, data, before, s.total, out, x0, y0, width, height, kept);
    }
  }
};

inline Algorithm describe() {
  Algorithm self{{
      .id = "scanrow-brlt",
      .title = "ScanRow-BRLT",
      .paper =
          "Chen, Wahib, Takizawa, Takano and Matsuoka 2018, Efficient Algorithms for the Summed Area Tables Primitive on GPUs",
      .text = "Warps keep tiles in registers, scan each row by shuffles between the lanes, and transpose the result before "
              "they store it. Compare the patterns of the warp scan: the deeper the pattern, the more stages wait for each "
              "other. It shows the cost of a scan across lanes. BRLT-ScanRow is faster: it needs no shuffles, and for a tile "
              "of 32x32 a quarter of the additions of Kogge-Stone, 992 instead of 4128.",
      .params = {warp_scan::param(), register_tile::block_param(), register_tile::registers_param()},
  }};
  self.phases = {
      {"clear carry", "Every carry is 0, because this pass has summed nothing yet."},
      {"load", "Each thread loads one column of the tile, one number per register; beyond the picture there are zeros.",
       "Neighbouring threads read neighbouring pixels."},
      {"warp scan", "At each stage a lane reads the number of another lane and adds it to its own.",
       "After the last stage every lane holds the sum of all lanes up to it."},
      {"transpose, write rows",
       "Each lane writes its registers, a column of the tile, to shared memory, because it reads back pixels of one row, which "
       "other lanes hold.",
       "An unused column in the tile keeps the lanes in different banks."},
      {"transpose, read back",
       "Each thread reads its row of the tile, or half of it, to store it as a column; each access goes down columns."},
      {"keep totals",
       "The last number of each row is the total of this warp and goes to shared memory, because the warps to the right must "
       "add "
       "it."},
      {"scan totals",
       "Each warp's total of a row becomes the sum of all totals before it in the row; the next steps add that to the warp's "
       "numbers.",
       "With carry the row's next tile, if there is one, begins where this one ends."},
      {"sum before", "Each thread fetches the sum of the row before its warp, because the warp's scan began at 0."},
      {"add and store",
       "Each thread adds that sum to its registers and stores them with rows and columns swapped: the second pass scans "
       "columns "
       "as rows and turns them back."},
      store_border_phase(),
  };
  for (Phase& phase : register_tile::turned_phases()) self.phases.push_back(std::move(phase));
  self.slips = warp_scan::slips();
  self.slips.push_back(register_tile::slip());
  self.trace_sizes = {register_tile::k_trace_sizes.begin(), register_tile::k_trace_sizes.end()};
  // per direction: within a warp (at most serially), then over the warps of a step (at most 32), which continue along the row
  self.float_depth = [](const Request& r) { return 2.0 * (31 + 33) + (r.extent.width + r.extent.height) / 32.0; };
  return self;
}

namespace detail {

inline Launch launch(const register_tile::Turn& turn, Sizes sizes, int registers, WarpScan kind) {
  using namespace register_tile;
  const double warps = 1.0 * sizes.block / sizes.warp;
  return {turn.name,
          {ceil_div(turn.picture.height, registers)},
          {bytes_moved(turn.picture, turn.from, turn.to),
           {"wrk" + warp_scan::additions_text(kind) + " + wrk + MN",
            {{"w", warps, "warps"},
             {"r", 1.0 * registers, "rows of a block"},
             {"k", steps_along(turn.picture, registers, sizes.block), "tiles, each a step of its block"},
             {"n", 1.0 * sizes.warp, "lanes of a warp"},
             {"l", std::log2(1.0 * sizes.warp), "log2 n"},
             {"M", turn.kept.end_y() - 1.0, "rows of what is stored, which is turned"},
             {"N", turn.kept.end_x() - 1.0, "its columns"}},
            "The paper counts the warp scans; to these come the sums of the warps' totals."}}};
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  static const Algorithm self = describe();
  const WarpScan kind = warp_scan::asked(self, request);
  return register_tile::run_twice<Backend>(
      self, request,
      [kind]<class From, class T, Sizes sizes, int registers>(in<From> source, out<T> to, const register_tile::Turn& turn) {
        return make_pass<Backend, ScanRowsThenTranspose<From, T, sizes, registers>>(
            detail::launch(turn, sizes, registers, kind), source, to, turn.picture.width, turn.picture.height, turn.kept, kind);
      });
}

}  // namespace satscope::scanrow_brlt
