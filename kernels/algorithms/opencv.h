// SPDX-License-Identifier: Apache-2.0
// A rival: what a user would call instead. OpenCV's cv::integral, one call, on one core.
//
//     picture  p p p        0 0 0 0        row and column of zeros come with it: it makes padded tables
//              p p p   ->   0 P P P
//                           0 P P P
//
// Watch: one thread, since a row needs the row above, but vectors within a row. It is what `cpu-simd` has to beat.
#pragma once
#include "kernels/simt/pass.h"

namespace satscope::opencv {

/// Empty if OpenCV can be called here, else why not. The first answer loads it.
std::string absence();

/// The padded table of a picture, of types that `takes`, on one thread: more are of no use to it. Throws std::runtime_error
/// with OpenCV's own words.
void integral(const void* picture, Extent extent, const TypePair& types, void* table);

/// Unsigned tables have the bits of signed ones.
constexpr bool takes(const TypePair& types) {
  if (types.squares) return false;
  if (types.in == Scalar::u8) return size_of(types.out) == 4;
  return types.in == types.out && is_float(types.in);
}

inline Algorithm describe() {
  Algorithm self{{
      .id = "opencv",
      .title = "OpenCV's integral",
      .paper = "Bradski 2000, The OpenCV Library; cv::integral of the version that is installed",
      .text = "The library's own function, called as a user calls it. It walks the rows one after the other on one core, with "
              "vectors within a row. It shines where the picture is in the cache; it loses where a second core could have half "
              "of the rows.",
      .absence = absence,
  }};
  self.natural_form = Form::padded;
  self.refusal = [](const Request& request, Machine machine) -> std::string {
    if (machine == Machine::gpu) return "cv::integral runs on the CPU; on the GPU it is not supported";
    if (request.form != Form::padded)
      return "cv::integral makes padded tables; " + std::string(id_of(request.form)) + " ones are not supported";
    if (!takes(request.types)) return "cv::integral has no tables of " + std::string(request.types.id) + ": not supported";
    return {};
  };
  self.untraced = "cv::integral is compiled code of a library: its steps cannot be recorded";
  self.float_depth = [](const Request& r) { return 1.0 * r.extent.width + r.extent.height; };
  return self;
}

template <class Backend>
Plan plan(const Request& request) {
  const Extent table = table_extent(request.extent, request.form);
  const double pixels = static_cast<double>(request.extent.area());
  const Cost cost{pixels * static_cast<double>(size_of(request.types.in)) +
                      static_cast<double>(table.area()) * static_cast<double>(size_of(request.types.out)),
                  {"2MN",
                   {{"M", 1.0 * request.extent.height, "rows"}, {"N", 1.0 * request.extent.width, "columns"}},
                   "As many as the recursion needs; what the library makes is not counted."}};
  Plan p{.buffers = {{"picture", request.types.in, request.extent}, {"table", request.types.out, table}}};
  p.passes.push_back(make_outside_pass({"cv::integral", {}, cost}, in<std::byte>{0}, out<std::byte>{1}));
  p.passes.back().cpu = [extent = request.extent, types = request.types](const Memory& memory, const HostRun& how) {
    integral(memory.at[0], extent, types, memory.at[1]);
    if (how.progress) how.progress->blocks_done.fetch_add(1, std::memory_order_relaxed);
  };
  return p;
}

}  // namespace satscope::opencv
