// SPDX-License-Identifier: Apache-2.0
// What a CPU can do: bands of rows for its threads, vectors within a row, one read of the picture from memory and one write.
//
//     band 0   p p p p     thread 0: columns added up, last row handed on -> rows of the table stored
//     band 1   p p p p     thread 1: columns added up ............ waits -> last row handed on -> rows stored
//     band 2   p p p p     thread 0 again
//
// A band fits into a core's cache. Its columns are added up first, which is cheap (bytes in 16 bits); with the row of the table
// above it they give its last row, which is all that the next band waits for. Then its rows are summed, out of the cache, and
// stored past it where the table is large. Watch: band after band waits, but only for one addition per column.
// Not written in the vocabulary of the machines, since it is about what only a CPU has: its vectors (Highway), its cache, its
// stores. The idea of handing on while the rest is still to be done is that of D. Merrill, M. Garland 2016, for a GPU.
#pragma once
#include <algorithm>

#include "kernels/engine.h"
#include "kernels/simt/crew.h"
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::cpu_simd {

/// One table. width: pixels of a row of the picture; kept: of a pixel's place, whatever the channels.
struct Job {
  const void* picture;
  void* table;
  TypePair types;
  int channels;
  int width;
  Kept kept;
  int band;       ///< rows, at most k_most_rows
  bool streamed;  ///< stores go past the cache
};

/// Because: the columns of a band of bytes are added up in 16 bits, which hold 257 of them.
inline constexpr int k_most_rows = 256;

/// Empty if this program was built with vectors, else why not.
std::string absence();
/// Makes the table, with threads of the host.
void sum_in_bands(const Job& job, const HostRun& how);
/// For tests, while nothing runs: from now on without the so many best sets of instructions that this processor has. Gives back
/// the name of the one in use; empty if none would be left, and then all are.
std::string without_best(int sets);

inline Algorithm describe() {
  Algorithm self{{
      .id = "cpu-simd",
      .title = "CPU vectors",
      .paper = "This program's own; with Merrill and Garland 2016, Single-pass Parallel Prefix Scan with Decoupled Look-back",
      .text =
          "What a processor can do: threads take bands of rows, vectors sum eight neighbours at once, and the picture is read "
          "from memory once. A band hands on its last row as soon as its columns are added up, long before its own rows are "
          "stored. It shines on every CPU, close to the speed of a copy; it loses to a GPU, whose memory is faster.",
      .params = {{.id = "stores",
                  .fallback = std::string("auto"),
                  .choices = {"auto", "streamed", "cached"},
                  .help = "streamed past the cache, which saves reading what is overwritten, or into it, where who reads the "
                          "table next finds it; auto: streamed from 4 MB on"}},
      .absence = absence,
  }};
  self.four_channels = true;
  self.refusal = [](const Request&, Machine machine) -> std::string {
    if (machine == Machine::gpu) return "cpu-simd is made of a CPU's vectors; on the GPU it is not supported";
    return {};
  };
  self.untraced =
      "cpu-simd is written for a CPU's vectors, not in the vocabulary of the machines: its steps cannot be recorded";
  // down a band twice, from band to band, and along a row
  self.float_depth = [](const Request& r) { return 1.0 * r.extent.width + 3.0 * r.extent.height; };
  return self;
}

namespace detail {

/// Rows that a core's cache holds, in bands enough for all threads to be busy to the end.
inline int rows_of_band(Extent extent, std::size_t bytes_of_row) {
  constexpr std::size_t k_cache = 256 << 10;
  constexpr int k_fewest = 8, k_bands_of_thread = 8;
  const int in_cache = static_cast<int>(std::min<std::size_t>(k_most_rows, k_cache / std::max<std::size_t>(bytes_of_row, 1)));
  return std::max(k_fewest, std::min(in_cache, extent.height / (k_bands_of_thread * host_threads())) / 4 * 4);
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  static const Algorithm self = describe();
  constexpr std::size_t k_large = 4 << 20;  // bytes of a table
  const Buffer picture{"picture", request.types.in, request.extent, request.channels},
      table{"table", request.types.out, table_extent(request.extent, request.form), request.channels};
  const Kept kept = kept_part(request.extent, request.form);
  const std::string stores = choice(self, request.params, "stores");
  const int band = detail::rows_of_band(request.extent, picture.bytes() / static_cast<std::size_t>(request.extent.height));
  const double columns = kept.end_x() - 1.0, rows = kept.end_y() - 1.0;
  const Formula additions{
      "3MN",
      {{"M", rows, "rows of sums"}, {"N", columns, "columns"}},
      "Two as the recursion has them, one for the columns of bands; vectors add a few more than one by one."};
  const Cost cost{static_cast<double>(picture.bytes()) + static_cast<double>(request.extent.area()) * request.channels *
                                                             static_cast<double>(size_of(request.types.out)),
                  for_each_channel(additions, request.channels)};
  Plan p{.buffers = {picture, table}};
  p.passes.push_back(
      make_outside_pass({"bands", {std::max(1, ceil_div(kept.end_y() - 1, band))}, cost}, in<std::byte>{0}, out<std::byte>{1}));
  p.passes.back().cpu = [=, streamed = stores == "streamed" || (stores == "auto" && table.bytes() >= k_large),
                         types = request.types, channels = request.channels,
                         width = request.extent.width](const Memory& memory, const HostRun& how) {
    sum_in_bands({memory.at[0], memory.at[1], types, channels, width, kept, band, streamed}, how);
  };
  return p;
}

}  // namespace satscope::cpu_simd
