// SPDX-License-Identifier: Apache-2.0
// A tile of the picture in the registers of a warp, and its transpose through shared memory (block-register-local transpose):
//
//     lane     0 1 2 3             lane     0 1 2 3
//     slot 0   a b c d   transpose slot 0   a e i m      as many rows as a thread has registers; with half as many
//     slot 1   e f g h   -------->  slot 1  b f j n      registers as lanes, two lanes share a row, half each
//     slot 2   i j k l             slot 2   c g k o
//     slot 3   m n o p             slot 3   d h l p
//
// Watch: the 33rd column of the tile, which avoids bank conflicts. A slot is one of a thread's registers.
// Paper: P. Chen et al., Efficient Algorithms for the Summed Area Tables Primitive on GPUs, CLUSTER 2018, Alg. 5. Its listing
// puts the barrier into a branch that not all warps take.
#pragma once
#include <algorithm>
#include <string>

#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope {

/// A block of `sizes.block` threads holds `registers` rows, and as many columns of each as it has threads.
template <class T, Sizes sizes, int registers>
struct RegisterTile {
  static constexpr int warp = sizes.warp;
  static constexpr int threads = sizes.block;
  static constexpr int warps = threads / warp;
  static constexpr int pitch = warp + 1;  // because: with 32 a column of the tile would lie in one bank
  // Tiles that are transposed at once: as many as fit into shared memory. A trace uses the count for sums of 4 bytes.
  static constexpr int batch = std::min<int>(32 * warp / (registers * (std::is_same_v<T, AnySum> ? 4 : sizeof(T))), warps);
  static constexpr int places = batch * registers * pitch;
  static_assert(threads % warp == 0 && warps % batch == 0, "a block must be whole batches of whole warps");
  static_assert(warp % registers == 0, "the lanes of a warp must share the rows evenly");

  // Row and column of a thread's first slot within the block, after the transpose; slot k is k columns further.
  template <class Thread>
  static SIMT int row(Thread t) {
    return t.x % registers;
  }
  template <class Thread>
  static SIMT int column(Thread t) {
    return t.x - t.x % registers;
  }

  /// Slot k of a lane: its column of row y0 + k. Beyond the picture there are zeros.
  template <class In, class M, class Data>
  static SIMT void load(M& m, Data& data, global<M, const In> in, int x0, int y0, int width, int height) {
    using U = num<M, T>;
    m.template slots<registers>("load", [&](auto t, int k) {
      const int x = x0 + t.x, y = y0 + k;
      data[t][k] = x < width && y < height ? U(in[at(x, y, width)]) : U(0);
    });
  }

  template <class M, class Tile, class Data>
  static SIMT void transpose(M& m, Tile& tile, Data& data) {
    for (int first = 0; first < warps; first += batch) {
      m.template slots<registers>("transpose, write rows", [&](auto t, int k) {
        const int own = t.warp() - first;
        if (own >= 0 && own < batch) tile[(own * registers + k) * pitch + t.lane()] = data[t][k];
      });
      m.sync_warp();  // because: a lane reads what the other lanes of its warp wrote
      m.template slots<registers>("transpose, read back", [&](auto t, int k) {
        const int own = t.warp() - first;
        if (own >= 0 && own < batch) data[t][k] = tile[(own * registers + row(t)) * pitch + t.lane() - row(t) + k];
      });
      if (first + batch < warps) m.sync();  // because: the next batch overwrites the tile
    }
  }

  /// Scans the slots of each thread, and stores their totals.
  template <class M, class Data, class Total>
  static SIMT void scan_serially(M& m, Data& data, Total& total) {
    m.template slots<registers>("serial scan", [&](auto t, int k) {
      if (k > 0) data[t][k] += data[t][k - 1];
      if (k == registers - 1) total[t.x] = data[t][k];
    });
  }

  /// Replaces the totals of `parts` parts of each of `lines` lines by the sum of the parts before each; `carry` continues from
  /// the step before. total: parts x lines.
  template <int parts, int lines, class M, class Total, class Carry>
  static SIMT void scan_totals(M& m, Total& total, Carry& carry) {
    using U = num<M, T>;
    m.sync();  // because: these threads read the totals of all
    m.each("scan totals", lines, [&](auto t) {
      U sum = carry[t.x];
      SIMT_UNROLL for (int k = 0; k < parts; ++k) {
        const U own = total[k * lines + t.x];
        total[k * lines + t.x] = sum;
        sum += own;
      }
      carry[t.x] = sum;
    });
    m.sync();  // because: every thread reads the sum of the parts before its own
  }

  /// Adds to each transposed slot the sum before its part, total[part * registers + row], and stores what `kept` keeps of the
  /// transposed picture.
  template <int part_columns, class M, class Data, class Before, class Total>
  static SIMT void add_and_store(M& m, Data& data, Before& before, Total& total, global<M, T> out, int x0, int y0, int width,
                                 int height, Kept kept) {
    m.each("sum before", [&](auto t) { before[t] = total[t.x / part_columns * registers + row(t)]; });
    m.template slots<registers>("add and store", [&](auto t, int k) {
      const int y = y0 + row(t), x = x0 + column(t) + k;
      if (y < height && x < width && kept.has(y + 1, x + 1)) out[kept.place(y + 1, x + 1)] = data[t][k] + before[t];
    });
    if (kept.first == 0)
      m.template slots<registers>("store border", [&](auto t, int k) {
        const int y = y0 + row(t), x = x0 + column(t) + k;
        if (y < height && x < width && (y == 0 || x == 0)) store_border<M, T>(out, kept, y, x);
      });
  }
};

namespace register_tile {

inline constexpr Sizes k_real{.warp = 32, .block = 512};
/// The paper's blocks for sums of `bytes` bytes (sections IV-A2 and IV-C1).
constexpr Sizes printed_sizes(std::size_t bytes) { return {.warp = 32, .block = 4096 / static_cast<int>(bytes)}; }
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 8}, Sizes{.warp = 8, .block = 16}, k_real};

/// Up to so many rows, blocks of 32 rows are too few for a large GPU, and blocks of 16 are faster.
inline constexpr int k_few_rows = 4096;

inline Param registers_param() {
  return {.id = "registers",
          .fallback = std::string("auto"),
          .choices = {"auto", "32", "16"},
          .help = "pixels that a thread holds in registers; auto: 16 if at most " + std::to_string(k_few_rows) +
                  " rows or columns are scanned, else 32; on a toy machine as many as a warp has lanes, or half as many",
          .needs = {"block", {"tuned"}}};
}

inline Param block_param() {
  return {.id = "block",
          .fallback = std::string("tuned"),
          .choices = {"tuned", "printed"},
          .help =
              "tuned: 512 threads, with as many registers as `registers` says; printed: the paper's, 32 registers in each of "
              "1,024 threads, or of 512 where a sum has 8 bytes"};
}

/// Calls f.template operator()<sizes, registers>() as the request asks, for sums of T, where `rows` rows are scanned: registers
/// are as many as a warp has lanes, 32 on the real machine, or half as many.
template <class Backend, class T, class F>
Pass for_registers(const Algorithm& self, const Request& request, int rows, F&& f) {
  if (choice(self, request.params, "block") == "printed") {
    if constexpr (is_traced<Backend>)
      throw std::invalid_argument("in a trace the threads of a block are a size of the machine, not a parameter");
    else
      return f.template operator()<printed_sizes(sizeof(T)), 32>();
  }
  const std::string asked = choice(self, request.params, "registers");
  const bool half = asked == "16" || (asked == "auto" && rows <= k_few_rows);
  return for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
    if (half) return f.template operator()<sizes, sizes.warp / 2>();
    return f.template operator()<sizes, sizes.warp>();
  });
}

/// Of the passes of a plan of `run_twice`.
inline std::vector<Phase> turned_phases() {
  return {{"scan rows", "After it each place has the sum of its row up to its own column, with rows and columns swapped.",
           "Before, there were the pixels of the picture."},
          {"scan columns", "The pass adds up these sums down each column and swaps back.",
           "Before, there were the sums along the rows, turned: a row holds a column."}};
}

inline Slip slip() {
  return {"Chen et al. 2018, Algorithm 5", "The barrier is in a branch that only some warps take.",
          "A barrier that not all threads reach has no defined effect.", "All threads of the block pass the barrier."};
}

/// One run of a kernel that scans rows and stores them transposed.
struct Turn {
  std::string name;
  Extent picture;  ///< whose rows are scanned
  Scalar from, to;
  Kept kept;
};

/// A plan of one kernel run twice: over the rows of the picture, then over those of the transposed row sums.
/// make(source, to, turn) makes the pass, as a template over the types of both, sizes and registers.
template <class Backend, class F>
Plan run_twice(const Algorithm& self, const Request& request, F&& make) {
  const Extent picture = request.extent, turned = picture.transposed();
  const auto [from, to] = std::pair{request.types.in, request.types.out};
  Plan p{.buffers = {{"picture", from, picture},
                     {"row sums, transposed", to, turned},
                     {"table", to, table_extent(picture, request.form)}}};
  const Turn rows{"scan rows", picture, from, to, kept_inclusive(turned)},
      columns{"scan columns", turned, to, to, kept_part(picture, request.form)};
  return for_types<Backend>(request.types, [&]<class In, class T>() {
    const auto scan = [&]<class From>(in<From> source, out<T> target, const Turn& turn) {
      p.passes.push_back(for_registers<Backend, T>(self, request, turn.picture.height, [&]<Sizes sizes, int registers>() {
        return make.template operator()<From, T, sizes, registers>(source, target, turn);
      }));
    };
    scan(in<In>{0}, out<T>{1}, rows);
    scan(in<T>{1}, out<T>{2}, columns);
    return std::move(p);
  });
}

/// The cost of a pass whose threads scan their slots serially. steps: of blocks along their rows or columns. turned: what is
/// stored has the columns of what is read as rows.
inline Formula serial_scan_additions(int threads, int registers, double steps, const Kept& kept, bool turned) {
  return {"t(w - 1)k + tk + MN",
          {{"t", 1.0 * threads, "threads"},
           {"w", 1.0 * registers, "numbers in each"},
           {"k", steps, "tiles, each a step of its block"},
           {"M", kept.end_y() - 1.0, turned ? "rows of what is stored, which is turned" : "rows"},
           {"N", kept.end_x() - 1.0, turned ? "its columns" : "columns that are stored"}},
          "The paper counts the serial scans, t(w - 1); to these come the sums of the threads' totals."};
}

/// Number of steps of blocks that own `lines` lines each and walk along them, `length` elements at a time.
inline double steps_along(Extent picture, int lines, int length) {
  return static_cast<double>(ceil_div(picture.height, lines)) * ceil_div(picture.width, length);
}

/// Bytes of a pass over the whole picture.
inline double bytes_moved(Extent picture, Scalar from, Scalar to) {
  return static_cast<double>(picture.area()) * static_cast<double>(size_of(from) + size_of(to));
}

}  // namespace register_tile
}  // namespace satscope
