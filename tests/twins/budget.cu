// SPDX-License-Identifier: Apache-2.0
// What budget.py compiles to read the compiler's resource report: the pair of twins, and the other kernels with a budget.
#include "kernels/algorithms/brlt_scanrow.h"
#include "kernels/algorithms/scan_transpose_scan.h"
#include "kernels/algorithms/single_pass.h"
#include "kernels/simt/on_gpu.h"
#include "tests/twins/row_scan_by_hand.cuh"
#include "tests/twins/single_pass_by_hand.cuh"

namespace satscope {

constexpr Sizes k_sizes = scan_transpose_scan::real_sizes(k_twin_segment);
using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using scan_transpose_scan::Pairs;
template <class T>
using gpu_buffer = Gpu::global<T>;
template <class T>
using gpu_rows = pitched<Gpu, T>;

template __global__ void launch<scan_transpose_scan::ScanSegments<u8, u32, k_sizes>>(gpu_buffer<const u8>, gpu_buffer<u32>,
                                                                                     gpu_buffer<u32>, int, int, int, int,
                                                                                     Pairs);
template __global__ void launch<brlt_scanrow::ScanRowsTransposed<u8, u32>>(gpu_buffer<const u8>, gpu_buffer<u32>, int, int,
                                                                           Kept);
template __global__ void launch<brlt_scanrow::ScanRowsTransposed<u32, u32>>(gpu_buffer<const u32>, gpu_buffer<u32>, int, int,
                                                                            Kept);
template __global__ void launch<brlt_scanrow::ScanRowsTransposed<u64, u64>>(gpu_buffer<const u64>, gpu_buffer<u64>, int, int,
                                                                            Kept);
template __global__ void launch<brlt_scanrow::ScanRowsTransposed<float, float>>(gpu_buffer<const float>, gpu_buffer<float>, int,
                                                                                int, Kept);
template __global__ void launch<Transpose<u32, k_sizes>>(gpu_buffer<const u32>, gpu_buffer<u32>, int, int, Kept, Entries);
template __global__ void launch<scan_transpose_scan::ScanSegments<vec4<u8>, vec4<u32>, k_sizes>>(gpu_buffer<const vec4<u8>>,
                                                                                                 gpu_buffer<vec4<u32>>,
                                                                                                 gpu_buffer<vec4<u32>>, int,
                                                                                                 int, int, int, Pairs);
template __global__ void launch<scan_transpose_scan::ScanSegments<vec4<u32>, vec4<u32>, k_sizes>>(gpu_buffer<const vec4<u32>>,
                                                                                                  gpu_buffer<vec4<u32>>,
                                                                                                  gpu_buffer<vec4<u32>>, int,
                                                                                                  int, int, int, Pairs);
template __global__ void launch<scan_transpose_scan::ScanSegments<vec4<float>, vec4<float>, k_sizes>>(
    gpu_buffer<const vec4<float>>, gpu_buffer<vec4<float>>, gpu_buffer<vec4<float>>, int, int, int, int, Pairs);
template __global__ void launch<scan_transpose_scan::ScanSums<vec4<u32>, k_sizes>>(gpu_buffer<vec4<u32>>, int, int, Pairs);
template __global__ void launch<scan_transpose_scan::AddSums<vec4<u32>, k_sizes>>(gpu_buffer<const vec4<u32>>,
                                                                                  gpu_buffer<vec4<u32>>, int, int);
template __global__ void launch<Transpose<vec4<u32>, k_sizes>>(gpu_buffer<const vec4<u32>>, gpu_buffer<vec4<u32>>, int, int,
                                                               Kept, Entries);
/// One byte more than a launch of the kernel asks for: budget.py reads the size of the symbol.
template <class Kernel>
__device__ char asked_for[asked_shared_bytes<Kernel>() + 1];

using single_pass::TileSize;
template <class In, class T, LoadWidth fours, int channels, TileSize size>
using SumTable = single_pass::SumTable<single_pass::TileTraits<
    In, T, single_pass::TileKind{single_pass::k_real, sizeof(In) == 1 ? 1 : sizeof(T), sizeof(T), channels, size, fours}>>;
template <class In, class T>
using sum_table = void(gpu_rows<const In>, gpu_rows<T>, Gpu::tile_status<T>, Gpu::tile_status<T>, int, int, single_pass::Tiles,
                       Kept);
template __global__ sum_table<u8, u32> launch<SumTable<u8, u32, LoadWidth::grouped, 1, TileSize::small>>;
template __global__ sum_table<u8, u32> launch<SumTable<u8, u32, LoadWidth::grouped, 1, TileSize::medium>>;
template __global__ sum_table<u8, u32> launch<SumTable<u8, u32, LoadWidth::grouped, 1, TileSize::large>>;
template __global__ sum_table<u8, u32> launch<SumTable<u8, u32, LoadWidth::grouped, 4, TileSize::medium>>;
template __global__ sum_table<u8, u32> launch<SumTable<u8, u32, LoadWidth::grouped, 4, TileSize::large>>;
template __global__ sum_table<float, float> launch<SumTable<float, float, LoadWidth::together, 1, TileSize::small>>;
template __global__ sum_table<float, float> launch<SumTable<float, float, LoadWidth::together, 1, TileSize::medium>>;
template __device__ char asked_for<SumTable<u8, u32, LoadWidth::grouped, 1, TileSize::large>>[];
template __device__ char asked_for<SumTable<u8, u32, LoadWidth::grouped, 4, TileSize::medium>>[];
template __device__ char asked_for<SumTable<u8, u32, LoadWidth::grouped, 4, TileSize::large>>[];

}  // namespace satscope
