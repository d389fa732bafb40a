// SPDX-License-Identifier: Apache-2.0
// A rival: the scan that every CUDA programmer has, CUB's BlockScan, along rows, with transposes in between.
//
//     picture --BlockScan--> row sums --transpose--> --BlockScan--> table, transposed --transpose--> table
//
// Watch: each of the four passes runs about as fast as memory allows, but each reads a whole picture or table and writes a
// whole table. CUB: D. Merrill and others, part of the CUDA toolkit.
#pragma once
#include "kernels/algorithms/transpose.h"
#include "kernels/device.h"
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::cub {

/// What is summed along the rows: pixels of the type pair, or its sums.
enum class Numbers : std::uint8_t { pixels, sums };

/// Enqueues on a cudaStream_t: out(x, y) = sum of in(0 ... x, y), of the pair's sums. A block owns a row.
void scan_rows(const TypePair& types, Numbers numbers, const void* in, void* out, Extent extent, void* stream);

inline constexpr Sizes k_real{.warp = 32, .block = 256, .tile = 16};

inline Algorithm describe() {
  Algorithm self{{
      .id = "cub",
      .title = "CUB's block scan",
      .paper = "Merrill and Garland 2016, Single-pass Parallel Prefix Scan with Decoupled Look-back; CUB of the CUDA toolkit",
      .text =
          "NVIDIA's block-wide scan along every row, a transpose, the same scan again, and a transpose back: what one writes "
          "in an afternoon. Good for scanning a single line. Slow for a table, which is written four times and read three "
          "times.",
      .absence = [] { return gpu_status().toolkit.empty() ? gpu_status().reason : std::string(); },
  }};
  self.refusal = [](const Request&, Machine machine) -> std::string {
    if (machine == Machine::cpu) return "CUB runs on the GPU; on the CPU it is not supported";
    return {};
  };
  self.untraced = "CUB's block scan is library code, so its steps cannot be recorded";
  return self;
}

namespace detail {

template <class Backend>
Pass scan_pass(const char* name, const TypePair& types, Numbers numbers, Extent extent, int from, int to) {
  const Scalar read = numbers == Numbers::pixels ? types.in : types.out;
  const Cost cost{static_cast<double>(extent.area()) * static_cast<double>(size_of(read) + size_of(types.out)),
                  {"M(N - 1)",
                   {{"M", 1.0 * extent.height, "rows"}, {"N", 1.0 * extent.width, "elements of a row"}},
                   "The fewest a scan can make; those of the library are not counted."}};
  Pass pass = make_outside_pass({name, {extent.height}, cost}, in<std::byte>{from}, out<std::byte>{to});
  if constexpr (requires { Backend::gpu; })
    pass.gpu = [=](const Memory& memory, void* stream) {
      scan_rows(types, numbers, memory.at[static_cast<std::size_t>(from)], memory.at[static_cast<std::size_t>(to)], extent,
                stream);
    };
  return pass;
}

/// On machines that never run it, a pass is only described.
template <class Backend>
Pass turning_pass(const char* name, const TypePair& types, Extent shape, int from, int to, const Kept& kept) {
  Pass pass = make_outside_pass({name, {}, {static_cast<double>(shape.area()) * 2 * static_cast<double>(size_of(types.out))}},
                                in<std::byte>{from}, out<std::byte>{to});
  if constexpr (requires { Backend::gpu; })
    for_types<Backend>(types, [&]<class In, class T>() {
      pass.gpu = transposing<Backend, T, k_real>(name, false, in<T>{from}, shape, out<T>{to}, kept, Entries::inclusive,
                                                 size_of(types.out))
                     .gpu;
    });
  return pass;
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  const Extent picture = request.extent, turned = picture.transposed();
  const Scalar from = request.types.in, to = request.types.out;
  const Kept kept = kept_part(picture, request.form);
  Plan p{.buffers = {{"picture", from, picture},
                     {"row sums", to, picture},
                     {"row sums, transposed", to, turned},
                     {"table, transposed", to, turned},
                     {"table", to, table_extent(picture, request.form)}}};
  const Kept all = kept_inclusive(turned);
  p.passes.push_back(detail::scan_pass<Backend>("block scan of rows", request.types, Numbers::pixels, picture, 0, 1));
  p.passes.push_back(detail::turning_pass<Backend>("transpose", request.types, picture, 1, 2, all));
  p.passes.push_back(detail::scan_pass<Backend>("block scan of columns", request.types, Numbers::sums, turned, 2, 3));
  p.passes.push_back(detail::turning_pass<Backend>("transpose back", request.types, turned, 3, 4, kept));
  return p;
}

}  // namespace satscope::cub
