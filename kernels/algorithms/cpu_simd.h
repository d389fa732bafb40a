// SPDX-License-Identifier: Apache-2.0
// What a CPU can do: bands of rows for its threads, vectors within a row, one read of the picture from memory and one write.
//
//     band 0   p p p p     thread 0: columns added up, last row passed on -> rows of the table stored
//     band 1   p p p p     thread 1: columns added up ............ waits -> last row passed on -> rows stored
//     band 2   p p p p     thread 0 again
//
// A band fits into a core's cache. Its columns are added up first, which is cheap (bytes in 16 bits). Together with the row of
// the table above the band they give its last row, which is all that the next band waits for. Then its rows are summed from the
// cache and, where the table is large, stored past it. Watch: a band waits for the one above only for one addition per column.
// This is not a kernel, because it uses what only a CPU has: its vectors (Highway), its cache, its stores. Passing on a result
// before the rest is done is the idea of D. Merrill, M. Garland 2016, for a GPU.
#pragma once
#include <algorithm>

#include "kernels/algorithms/cpu_simd_threads.h"
#include "kernels/engine.h"
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"
#include "kernels/simt/thread_pool.h"

namespace satscope::cpu_simd {

/// One table. width: pixels of a row of the picture; kept: counts pixels, whatever the channels.
struct Job {
  const void* picture;
  void* table;
  TypePair types;
  int channels;
  int width;
  Kept kept;
  int bands;       ///< wanted; fewer where one would have no row, more where one would exceed k_most_rows
  bool streamed;   ///< stores go past the cache
  int blocks = 0;  ///< that the progress counts for the whole table
};

/// Because: the columns of a band of bytes are added up in 16 bits, which hold the sum of 257 bytes.
inline constexpr int k_most_rows = 256;

/// Empty if this program was built with vectors, else the reason.
std::string absence();
/// Makes the table, on threads of the host.
void sum_in_bands(const Job& job, const HostRun& how);
/// For tests, while nothing runs: stops using the best sets of instructions, as many as given. Returns the name of the set in
/// use; empty if none would be left, and then all are used again.
std::string without_best(int sets);

inline Algorithm describe() {
  Algorithm self{{
      .id = "cpu-simd",
      .title = "CPU vectors",
      .paper = "This program's own; with Merrill and Garland 2016, Single-pass Parallel Prefix Scan with Decoupled Look-back",
      .text =
          "What a CPU can do: each thread takes bands of rows, vectors sum up to sixteen neighbours at once, and the picture "
          "is read from memory once. A band passes on its last row as soon as its columns are added up, long before its own "
          "rows are stored. It measures how many threads make it faster; one is enough if a single core already saturates "
          "the memory. How close it comes to the speed of a copy depends on the CPU; `satscope bench` measures both. A GPU is "
          "faster because its memory is faster.",
      .params = {{.id = "stores",
                  .fallback = std::string("auto"),
                  .choices = {"auto", "streamed", "cached"},
                  .help = "streamed: bypass the cache, which avoids reading lines before they are overwritten; cached: keep "
                          "the table in the cache for its next reader; auto: streamed from 1 MB on, or from 8 MB on where a "
                          "filter reads it next"}},
      .absence = absence,
  }};
  self.four_channels = true;
  self.refusal = [](const Request&, Machine machine) -> std::string {
    if (machine == Machine::gpu) return "cpu-simd uses the vectors of a CPU; on the GPU it is not supported";
    return {};
  };
  self.untraced = "cpu-simd is vector code of satscope for the CPU, not a kernel, so its steps cannot be recorded";
  // down a band twice, from band to band, and along a row
  self.float_depth = [](const Request& r) { return 1.0 * r.extent.width + 3.0 * r.extent.height; };
  return self;
}

namespace detail {

/// Bands for this many threads, at least 1: low enough for a core's cache, as many for each thread and enough to keep all busy
/// to the end, but none of fewer than k_fewest_rows unless it is the only one.
inline int bands_of(int rows, std::size_t bytes_of_row, int threads) {
  constexpr std::size_t k_cache = 160 << 10;
  constexpr int k_fewest_rows = 8, k_bands_of_thread = 8;
  const int in_cache =
      static_cast<int>(std::clamp<std::size_t>(k_cache / std::max<std::size_t>(bytes_of_row, 1), k_fewest_rows, k_most_rows));
  const int bands_of_thread = std::max(k_bands_of_thread, ceil_div(ceil_div(rows, in_cache), threads));
  return std::max(1, std::min(threads * bands_of_thread, rows / k_fewest_rows));
}

#if defined(__wasm__)
inline constexpr bool k_has_streaming_stores = false;
#else
inline constexpr bool k_has_streaming_stores = true;
#endif

/// Whether a table of so many bytes is stored past the cache, which WebAssembly cannot: it would only copy each row once more.
inline bool streamed(const std::string& stores, std::size_t bytes, bool read_next) {
  constexpr std::size_t k_cache_of_core = 1 << 20, k_cache_of_all = 8 << 20;
  if (!k_has_streaming_stores) return false;
  return stores == "streamed" || (stores == "auto" && bytes >= (read_next ? k_cache_of_all : k_cache_of_core));
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  static const Algorithm self = describe();
  const Buffer picture{"picture", request.types.in, request.extent, request.channels},
      table{"table", request.types.out, table_extent(request.extent, request.form), request.channels};
  const Kept kept = kept_part(request.extent, request.form);
  const std::string stores = choice(self, request.params, "stores");
  const std::size_t bytes_of_row = picture.bytes() / static_cast<std::size_t>(request.extent.height);
  // because: the plan is made before threads are chosen, so the progress counts the bands that all of them would take
  const int blocks = detail::bands_of(kept.end_y() - 1, bytes_of_row, host_threads());
  const double columns = kept.end_x() - 1.0, rows = kept.end_y() - 1.0;
  const Formula additions{
      "3MN",
      {{"M", rows, "rows of sums"}, {"N", columns, "columns"}},
      "Two as in the recursion, and at most one for the columns of the bands; vectors make a few more than a scalar loop."};
  const Cost cost{static_cast<double>(picture.bytes()) + static_cast<double>(request.extent.area()) * request.channels *
                                                             static_cast<double>(size_of(request.types.out)),
                  for_each_channel(additions, request.channels)};
  Plan p{.buffers = {picture, table}};
  p.passes.push_back(make_outside_pass({"bands", {blocks}, cost}, in<std::byte>{0}, out<std::byte>{1}));
  p.passes.back().cpu = [=, streamed = detail::streamed(stores, table.bytes(), request.read_next), types = request.types,
                         channels = request.channels, width = request.extent.width](const Memory& memory, const HostRun& how) {
    const int bands = detail::bands_of(kept.end_y() - 1, bytes_of_row, std::max(how.threads, 1));
    sum_in_bands({memory.at[0], memory.at[1], types, channels, width, kept, bands, streamed, blocks}, how);
  };
  p.passes.back().worth = [types = request.types, channels = request.channels, bytes = p.bytes()](int offered) {
    return threads_worth(types, channels, bytes, offered);
  };
  return p;
}

}  // namespace satscope::cpu_simd
