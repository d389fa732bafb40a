// SPDX-License-Identifier: Apache-2.0
// A rival: what a user would call instead. OpenCV's cv::integral, one call, on one core.
//
//     picture  p p p        0 0 0 0        it adds a row and a column of zeros: it makes padded tables
//              p p p   ->   0 P P P
//                           0 P P P
//
// Watch: one thread, since a row needs the row above, but vectors within a row. `cpu-simd` has to beat it.
#pragma once
#include "kernels/simt/pass.h"

namespace satscope::opencv {

/// Empty if OpenCV can be called here, else the reason. The first call loads it.
std::string absence();

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
  return {
      .id = "opencv",
      .title = "OpenCV's integral",
      .paper = "Bradski 2000, The OpenCV Library; cv::integral of the installed version",
      .text =
          "The library's own function, called as a user calls it. It processes one row after the other on one core, with "
          "vectors within a row. Fast while the picture is in the cache; slower than code that gives half of the rows to a "
          "second core.",
      .natural_form = Form::padded,
      .refusal = [](const Request& request, Machine machine) -> std::string {
        if (machine == Machine::gpu) return "cv::integral runs on the CPU; on the GPU it is not supported";
        if (request.form != Form::padded)
          return "cv::integral makes padded tables; " + std::string(id_of(request.form)) + " ones are not supported";
        if (!takes(request.types)) return "cv::integral has no tables of " + std::string(request.types.id) + ": not supported";
        return {};
      },
      .absence = absence,
      .untraced = "cv::integral is compiled library code, so its steps cannot be recorded",
      .float_depth = [](const Request& r) { return 1.0 * r.extent.width + r.extent.height; },
  };
}

template <class Backend>
Plan plan(const Request& request) {
  const Extent table = table_extent(request.extent, request.form);
  const double pixels = static_cast<double>(request.extent.area());
  const Cost cost{pixels * static_cast<double>(size_of(request.types.in)) +
                      static_cast<double>(table.area()) * static_cast<double>(size_of(request.types.out)),
                  {"2MN",
                   {{"M", 1.0 * request.extent.height, "rows"}, {"N", 1.0 * request.extent.width, "columns"}},
                   "As many as the recursion needs; those of the library are not counted."}};
  Plan p{.buffers = {{"picture", request.types.in, request.extent}, {"table", request.types.out, table}}};
  p.passes.push_back(make_outside_pass({"cv::integral", {}, cost}, in<std::byte>{0}, out<std::byte>{1}));
  p.passes.back().cpu = [extent = request.extent, types = request.types](const Memory& memory, const HostRun& how) {
    integral(memory.at[0], extent, types, memory.at[1]);
    if (how.progress) how.progress->blocks_done.fetch_add(1, std::memory_order_relaxed);
  };
  return p;
}

}  // namespace satscope::opencv
