// SPDX-License-Identifier: Apache-2.0
// Register blocking: every warp keeps a tile of 32 columns in registers and transposes it through shared memory
// (register_tile.h). Then each thread owns a part of a row and scans it serially, so 32 rows are scanned at once. The result is
// stored transposed; running the same kernel twice gives the table.
//
//     3 1 7 0          3 5          3  5        each lane scans down its own registers;
//     5 2 2 1   --->   1 2   --->   4  7        warps pass on their totals through
//                      7 2          11 9        shared memory
//                      0 1          11 10
//
// Watch: there are no shuffles, and every global access is coalesced.
// Paper: P. Chen et al., Efficient Algorithms for the Summed Area Tables Primitive on GPUs, CLUSTER 2018, IV-B, Fig. 3.
#pragma once
#include "kernels/algorithms/register_tile.h"

namespace satscope::brlt_scanrow {

/// A block owns as many rows of a picture of width x height as a thread has registers. It walks along them, one column per
/// thread at a time. in: width x height; out: the row sums, transposed: element (y, x) sums the pixels of row y up to column x;
/// `kept` says which of them are stored.
template <class In, class T, Sizes sizes = register_tile::k_real, int registers = 32>
struct ScanRowsTransposed {
  using Tile = RegisterTile<T, sizes, registers>;
  static constexpr int warp = Tile::warp;
  static constexpr int threads = Tile::threads;

  template <class M>
  struct Shared {
    shared<M, T, Tile::places> tile{"tile"};
    shared<M, T, threads> total{"total", registers};  // of each part of each row, then the sum of the parts before it
    shared<M, T, registers> carry{"carry"};           // of each row, up to the columns done so far
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const In> in, global<M, T> out, int width, int height, Kept kept) {
    using U = num<M, T>;
    reg<M, vec<T, registers>> data{"data"};
    reg<M, T> before{"before"};
    const int y0 = m.block_x() * registers;
    m.each("clear carry", registers, [&](auto t) { s.carry[t.x] = U(0); });
    for (int x0 = 0; x0 < width; x0 += threads) {
      Tile::template load<In>(m, data, in, x0, y0, width, height);
      Tile::transpose(m, s.tile, data);
      Tile::scan_serially(m, data, s.total);
      Tile::template scan_totals<threads / registers, registers>(m, s.total, s.carry);
      Tile::template add_and_store<registers>(m, data, before, s.total, out, x0, y0, width, height, kept);
    }
  }
};

inline Algorithm describe() {
  Algorithm self{{
      .id = "brlt-scanrow",
      .title = "BRLT-ScanRow",
      .paper =
          "Chen, Wahib, Takizawa, Takano and Matsuoka 2018, Efficient Algorithms for the Summed Area Tables Primitive on GPUs",
      .text =
          "Warps keep tiles in registers: 32 columns and 32 rows, or 16 rows if at most 4,096 rows are scanned. They transpose "
          "the tiles through padded shared memory, so that each thread scans a row, or half of one, serially. One kernel runs "
          "twice: the second run scans the columns and transposes the table back. Fast on large pictures: few additions, no "
          "shuffles, coalesced accesses. Slow on small ones, whose rows give too few blocks to fill a GPU.",
      .params = {register_tile::block_param(), register_tile::registers_param()},
  }};
  self.phases = {
      {"clear carry", "Every carry is 0, because this pass has summed nothing yet."},
      {"load", "Each thread loads one column of the tile, one number per register; beyond the picture there are zeros.",
       "Neighbouring threads read neighbouring pixels."},
      {"transpose, write rows",
       "Each lane writes its registers, a column of the tile, to shared memory, because it reads back pixels of one row, which "
       "other lanes hold.",
       "An unused column in the tile keeps the lanes in different banks."},
      {"transpose, read back",
       "Each thread reads its row of the tile, or half of it, to add it up alone; each access goes down columns."},
      {"serial scan",
       "Each thread adds up its own registers, one after the other, and stores the total, which threads further along the "
       "row must add.",
       "No thread needs another one here."},
      {"scan totals",
       "Each thread's total becomes the sum of all totals before it in its row; the next steps add that to the thread's "
       "registers.",
       "With carry the row's next tile, if there is one, begins where this one ends."},
      {"sum before", "Each thread fetches the sum of the row before its numbers, because its own scan began at 0."},
      {"add and store",
       "Each thread adds that sum to its registers and stores them with rows and columns swapped: the second pass scans "
       "columns "
       "as rows and turns them back."},
      store_border_phase(),
  };
  for (Phase& phase : register_tile::turned_phases()) self.phases.push_back(std::move(phase));
  self.slips = {register_tile::slip()};
  self.trace_sizes = {register_tile::k_trace_sizes.begin(), register_tile::k_trace_sizes.end()};
  // per direction: within a thread, then over the parts of a step (at most 32 of 16 columns), which continue along the row
  self.float_depth = [](const Request& r) { return 2.0 * (31 + 33) + (r.extent.width + r.extent.height) / 16.0; };
  return self;
}

namespace detail {

inline Launch launch(const register_tile::Turn& turn, int threads, int registers) {
  using namespace register_tile;
  return {turn.name,
          {ceil_div(turn.picture.height, registers)},
          {bytes_moved(turn.picture, turn.from, turn.to),
           serial_scan_additions(threads, registers, steps_along(turn.picture, registers, threads), turn.kept, true)}};
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  static const Algorithm self = describe();
  return register_tile::run_twice<Backend>(
      self, request,
      [&]<class From, class T, Sizes sizes, int registers>(in<From> source, out<T> to, const register_tile::Turn& turn) {
        return make_pass<Backend, ScanRowsTransposed<From, T, sizes, registers>>(
            detail::launch(turn, sizes.block, registers), source, to, turn.picture.width, turn.picture.height, turn.kept);
      });
}

}  // namespace satscope::brlt_scanrow
