// SPDX-License-Identifier: Apache-2.0
// A rival: NVIDIA's own library of image functions, NPP, and its nppiIntegral, one call, on the GPU.
//
//     picture -> sums along rows -> sums down columns, with a row and a column of zeros: it makes padded tables
//
// Watch: two kernels that each read and write the whole table. P. Chen et al. 2018 compare with it (their Table II).
#pragma once
#include "kernels/simt/pass.h"

namespace satscope::npp {

/// Empty if NPP can be called here, else why not. The first answer loads it.
std::string absence();

/// Enqueues on a cudaStream_t the padded table of a picture, of types that `takes`. Throws std::runtime_error with NPP's number
/// of what went wrong.
void integral(const void* picture, Extent extent, const TypePair& types, void* table, void* stream);

/// Unsigned tables have the bits of signed ones.
constexpr bool takes(const TypePair& types) { return types.in == Scalar::u8 && !types.squares && size_of(types.out) == 4; }

inline Algorithm describe() {
  Algorithm self{{
      .id = "npp",
      .title = "NPP's nppiIntegral",
      .paper = "NVIDIA Performance Primitives, of the CUDA toolkit; compared with by Chen et al. 2018",
      .text = "The function of NVIDIA's image library, called as a user calls it. It sums rows, then columns, and so moves the "
              "table to memory and back twice. It shines where few lines of code matter; it loses to whoever keeps sums in "
              "registers.",
      .absence = absence,
  }};
  self.natural_form = Form::padded;
  self.refusal = [](const Request& request, Machine machine) -> std::string {
    if (machine == Machine::cpu) return "nppiIntegral runs on the GPU; on the CPU it is not supported";
    if (request.form != Form::padded)
      return "nppiIntegral makes padded tables; " + std::string(id_of(request.form)) + " ones are not supported";
    if (!takes(request.types)) return "nppiIntegral has no tables of " + std::string(request.types.id) + ": not supported";
    return {};
  };
  self.untraced = "nppiIntegral is compiled code of a library: its steps cannot be recorded";
  self.float_depth = [](const Request& r) { return 1.0 * r.extent.width + r.extent.height; };
  return self;
}

template <class Backend>
Plan plan(const Request& request) {
  const Extent table = table_extent(request.extent, request.form);
  const double sums = static_cast<double>(table.area()) * static_cast<double>(size_of(request.types.out));
  const Cost cost{static_cast<double>(request.extent.area()) * static_cast<double>(size_of(request.types.in)) + 3 * sums,
                  {"2MN",
                   {{"M", 1.0 * request.extent.height, "rows"}, {"N", 1.0 * request.extent.width, "columns"}},
                   "As many as the recursion needs; what the library makes is not counted."}};
  Plan p{.buffers = {{"picture", request.types.in, request.extent}, {"table", request.types.out, table}}};
  p.passes.push_back(make_outside_pass({"nppiIntegral", {}, cost}, in<std::byte>{0}, out<std::byte>{1}));
  p.passes.back().gpu = [extent = request.extent, types = request.types](const Memory& memory, void* stream) {
    integral(memory.at[0], extent, types, memory.at[1], stream);
  };
  return p;
}

}  // namespace satscope::npp
