// SPDX-License-Identifier: Apache-2.0
// A rival: NVIDIA's own library of image functions, NPP, and its nppiIntegral, one call, on the GPU.
//
//     picture -> sums along rows -> sums down columns, with a row and a column of zeros: it makes padded tables
//
// Watch: two kernels that each read and write the whole table. P. Chen et al. 2018 compare with it (their Table II).
#pragma once
#include "kernels/algorithms/library.h"
#include "kernels/device.h"

namespace satscope::npp {

/// Empty if NPP can be called here, else the reason. The first call loads it.
std::string absence();

/// Enqueues on a cudaStream_t the padded table of a picture, of types that `takes` allows. Throws std::runtime_error with NPP's
/// status.
void integral(PlacedRows picture, Extent extent, const TypePair& types, PlacedRows table, void* stream);

/// Unsigned tables have the bits of signed ones.
constexpr bool takes(const TypePair& types) { return types.in == Scalar::u8 && !types.squares && size_of(types.out) == 4; }

inline Algorithm describe() {
  return library::describe(
      {
          .id = "npp",
          .title = "NPP's nppiIntegral",
          .paper = "NVIDIA Performance Primitives, of the CUDA toolkit; a baseline of Chen et al. 2018",
          .text =
              "The function of NVIDIA's image library, called as a user calls it. Version 9 sums rows, then columns (Chen et "
              "al., Table II): the table is written twice and read once. It takes few lines of code. Algorithms that keep "
              "sums in registers are faster.",
          .absence = absence,
      },
      "nppiIntegral", Machine::gpu, takes);
}

template <class Backend>
Plan plan(const Request& request) {
  Plan p = library::plan(request, "nppiIntegral", 3);
  // because: NPP's own images begin their rows at aligned addresses
  for (Buffer& buffer : p.buffers) buffer.rows = aligned_rows(buffer.shape.width, buffer.place_bytes());
  p.passes.back().gpu = [extent = request.extent, types = request.types, from = p.buffers[0].pitch_bytes(),
                         to = p.buffers[1].pitch_bytes()](const Memory& memory, void* stream) {
    integral({memory.at[0], from}, extent, types, {memory.at[1], to}, stream);
  };
  return p;
}

}  // namespace satscope::npp
