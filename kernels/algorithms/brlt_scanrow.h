// SPDX-License-Identifier: Apache-2.0
// Register cache: every warp holds a 32 x 32 tile in registers, transposes it through shared memory, and then each thread
// owns a row, so that a plain serial scan per thread scans 32 rows at once. The result is stored transposed; the same
// kernel run twice gives the table.
//
//     lane     0 1 2 3             lane     0 1 2 3
//     slot 0   a b c d   transpose slot 0   a e i m      each lane now scans down its own slots;
//     slot 1   e f g h   -------->  slot 1  b f j n      warps pass on their totals through shared memory
//     slot 2   i j k l             slot 2   c g k o
//     slot 3   m n o p             slot 3   d h l p
//
// Watch: no shuffle anywhere, every global access is coalesced, and the 33rd column that keeps the banks apart.
// Paper: P. Chen et al., Efficient Algorithms for the Summed Area Tables Primitive on GPUs, CLUSTER 2018, Alg. 5, Fig. 3.
#pragma once
#include <algorithm>

#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::brlt_scanrow {

inline constexpr Sizes k_real{.warp = 32, .block = 512};
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 8}, Sizes{.warp = 8, .block = 16}, k_real};

/// A block owns 32 rows of a picture of width x height and walks along them, warps * 32 columns at a time.
/// in: width x height; out: their row sums, transposed, so that element (y, x) sums the pixels of row y up to column x;
/// `kept` says which of them stay.
template <class In, class T, Sizes sizes = k_real>
struct ScanRowsTransposed {
  static constexpr int warp = sizes.warp;
  static constexpr int threads = sizes.block;
  static constexpr int warps = threads / warp;
  // tiles that are transposed at once: what fits in shared memory
  static constexpr int batch = std::min<int>(32 / sizeof(T), warps);
  static_assert(threads % warp == 0 && warps % batch == 0, "a block is whole batches of whole warps");
  static constexpr int pitch = warp + 1;  // because: with 32 a column of the tile would lie in one bank

  template <class M>
  struct Shared {
    shared<M, T, batch * warp * pitch> tile{"tile"};
    shared<M, T, warps * warp> total{"total"};  // of each warp's part of each row, then the sum of the parts before it
    shared<M, T, warp> carry{"carry"};          // of each row, up to the columns done so far
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const In> in, global<M, T> out, int width, int height, Kept kept) {
    using U = num<M, T>;
    reg<M, vec<T, warp>> data{"data"};
    const int y0 = m.block_x() * warp;
    m.each("clear carry", warp, [&](auto t) { s.carry[t.x] = U(0); });
    for (int x0 = 0; x0 < width; x0 += threads) {
      m.each("load", [&](auto t) {
        const int x = x0 + t.x;
        SIMT_UNROLL for (int j = 0; j < warp; ++j) {
          const int y = y0 + j;
          data[t][j] = x < width && y < height ? U(in[at(x, y, width)]) : U(0);
        }
      });
      for (int first = 0; first < warps; first += batch) {
        m.each("transpose, write rows", [&](auto t) {
          const int k = t.warp() - first;
          if (k >= 0 && k < batch) {
            SIMT_UNROLL for (int j = 0; j < warp; ++j) s.tile[(k * warp + j) * pitch + t.lane()] = data[t][j];
          }
        });
        m.sync_warp();  // because: a lane reads what the other lanes of its warp wrote
        m.each("transpose, read columns", [&](auto t) {
          const int k = t.warp() - first;
          if (k >= 0 && k < batch) {
            SIMT_UNROLL for (int j = 0; j < warp; ++j) data[t][j] = s.tile[(k * warp + t.lane()) * pitch + j];
          }
        });
        if (first + batch < warps) m.sync();  // because: the next batch overwrites the tile
      }
      m.each("serial scan", [&](auto t) {
        SIMT_UNROLL for (int j = 1; j < warp; ++j) data[t][j] += data[t][j - 1];
        s.total[t.x] = data[t][warp - 1];
      });
      m.sync();  // because: the first warp reads the totals of all
      m.each("scan totals", warp, [&](auto t) {
        U sum = s.carry[t.x];
        SIMT_UNROLL for (int k = 0; k < warps; ++k) {
          const U own = s.total[k * warp + t.x];
          s.total[k * warp + t.x] = sum;
          sum += own;
        }
        s.carry[t.x] = sum;
      });
      m.sync();  // because: every warp reads the sum of the parts before it
      m.each("add and store", [&](auto t) {
        const U before = s.total[t.x];
        const int y = y0 + t.lane(), x1 = x0 + t.warp() * warp;
        if (y < height) {
          SIMT_UNROLL for (int j = 0; j < warp; ++j) {
            if (x1 + j < width && kept.has(y + 1, x1 + j + 1)) out[kept.place(y + 1, x1 + j + 1)] = data[t][j] + before;
          }
        }
      });
      if (kept.first == 0)
        m.each("store border", [&](auto t) {
          const int y = y0 + t.lane(), x1 = x0 + t.warp() * warp;
          if (y < height && (y == 0 || x1 == 0)) {
            SIMT_UNROLL for (int j = 0; j < warp; ++j) {
              if (x1 + j < width) store_border<M, T>(out, kept, y, x1 + j);
            }
          }
        });
    }
  }
};

inline Algorithm describe() {
  return {
      .id = "brlt-scanrow",
      .title = "BRLT-ScanRow",
      .paper =
          "Chen, Wahib, Takizawa, Takano and Matsuoka 2018, Efficient Algorithms for the Summed Area Tables Primitive on GPUs",
      .text =
          "Warps keep 32x32 tiles in registers and transpose them through padded shared memory; then each thread scans a "
          "row of its own serially. One kernel, run twice: the second run scans the columns and turns the table back.",
      .natural_form = Form::inclusive,
      .trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()},
      .refusal = [](const Request&, Machine) { return std::string(); },
      // per direction: 31 within a thread, the warps' totals, a carry per step along the row
      .float_depth = [](const Request& r) { return 2.0 * (31 + 17) + (r.extent.width + r.extent.height) / 512.0 * 16; },
  };
}

namespace detail {

template <class Backend, class In, class T, Sizes sizes>
Plan plan(const Request& request) {
  const Extent picture = request.extent, turned = picture.transposed();
  const double pixels = static_cast<double>(picture.area());
  Plan p{.buffers = {{"picture", request.types.in, picture},
                     {"row sums, transposed", request.types.out, turned},
                     {"table", request.types.out, table_extent(picture, request.form)}}};
  using Rows = ScanRowsTransposed<In, T, sizes>;
  using Columns = ScanRowsTransposed<T, T, sizes>;
  const auto additions = [](Extent in, const Kept& kept) {
    const double steps = static_cast<double>(ceil_div(in.height, sizes.warp)) * ceil_div(in.width, sizes.block);
    return Formula{"t(w - 1)k + tk + MN",
                   {{"t", 1.0 * sizes.block, "threads"},
                    {"w", 1.0 * sizes.warp, "numbers in each"},
                    {"k", steps, "steps of blocks along their rows"},
                    {"M", kept.end_y() - 1.0, "rows"},
                    {"N", kept.end_x() - 1.0, "columns that are kept"}},
                   "The paper counts the serial scans, t(w - 1); each thread's total and what stands before it come on top."};
  };
  const Kept between = kept_inclusive(turned), kept = kept_part(picture, request.form);
  p.passes.push_back(make_pass<Backend, Rows>("scan rows", Grid{ceil_div(picture.height, Rows::warp)},
                                              {pixels * (sizeof(In) + sizeof(T)), additions(picture, between)}, in<In>{0},
                                              out<T>{1}, picture.width, picture.height, between));
  p.passes.push_back(make_pass<Backend, Columns>("scan columns", Grid{ceil_div(picture.width, Columns::warp)},
                                                 {pixels * 2.0 * sizeof(T), additions(turned, kept)}, in<T>{1}, out<T>{2},
                                                 turned.width, turned.height, kept));
  return p;
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    if constexpr (requires { Backend::traced; })
      return for_sizes<k_trace_sizes>(request.sizes,
                                      [&]<Sizes sizes>() { return detail::plan<Backend, In, T, sizes>(request); });
    else
      return detail::plan<Backend, In, T, k_real>(request);
  });
}

}  // namespace satscope::brlt_scanrow
