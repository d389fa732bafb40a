// SPDX-License-Identifier: Apache-2.0
// A rival: what a user would call instead. OpenCV's cv::integral, one call, on one core.
//
//     picture  p p p        0 0 0 0        it adds a row and a column of zeros: it makes padded tables
//              p p p   ->   0 P P P
//                           0 P P P
//
// Watch: one thread, since a row needs the row above, but vectors within a row. `cpu-simd` has to beat it.
#pragma once
#include "kernels/algorithms/library.h"

namespace satscope::opencv {

/// Empty if OpenCV can be called here, else the reason. The first call loads it.
std::string absence();
/// The reason. built: there is a module that calls it; why_not: what the loader said of that file; empty: it was not found.
std::string sentence_of_absence(bool built, const std::string& why_not);

/// The padded table of a picture, of types that `takes` allows, on one thread: it has no use for more. Throws
/// std::runtime_error with OpenCV's message.
void integral(const void* picture, Extent extent, const TypePair& types, void* table);

/// Unsigned tables have the bits of signed ones.
constexpr bool takes(const TypePair& types) {
  if (types.squares) return false;
  if (types.in == Scalar::u8) return size_of(types.out) == 4;
  return types.in == types.out && is_float(types.in);
}

inline Algorithm describe() {
  return library::describe(
      {
          .id = "opencv",
          .title = "OpenCV's integral",
          .paper = "Bradski 2000, The OpenCV Library; cv::integral of the installed version",
          .text = "The library's own function, called as a user calls it. It processes one row after the other on one core, "
                  "with vectors within a row. Fast while the picture is in the cache; slower than code that gives half of the "
                  "rows to a second core.",
          .absence = absence,
      },
      "cv::integral", Machine::cpu, takes);
}

template <class Backend>
Plan plan(const Request& request) {
  Plan p = library::plan(request, "cv::integral", 1);
  p.passes.back().cpu = [extent = request.extent, types = request.types](const Memory& memory, const HostRun& how) {
    integral(memory.at[0], extent, types, memory.at[1]);
    if (how.progress) how.progress->blocks_done.fetch_add(1, std::memory_order_relaxed);
  };
  return p;
}

}  // namespace satscope::opencv
