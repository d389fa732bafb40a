// SPDX-License-Identifier: Apache-2.0
#include "kernels/algorithms/cub.h"

#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

#include "kernels/gpu/check.h"

namespace satscope::cub {
namespace {

constexpr int k_threads = 256, k_items = 8;

/// A block owns a row and walks along it, k_threads * k_items numbers at a time. in, out: width numbers per row.
template <class In, class T>
__global__ void __launch_bounds__(k_threads) scan_row(const In* in, T* out, int width) {
  using Load = ::cub::BlockLoad<In, k_threads, k_items, ::cub::BLOCK_LOAD_TRANSPOSE>;
  using Scan = ::cub::BlockScan<T, k_threads>;
  using Store = ::cub::BlockStore<T, k_threads, k_items, ::cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Scan::TempStorage scan;
    typename Store::TempStorage store;
  } temp;
  const std::size_t row = static_cast<std::size_t>(blockIdx.x) * static_cast<std::size_t>(width);
  T before{};
  for (int first = 0; first < width; first += k_threads * k_items) {
    In loaded[k_items];
    T sums[k_items], all;
    Load(temp.load).Load(in + row + first, loaded, width - first, In{});
    __syncthreads();  // because: scan and load share their memory
#pragma unroll
    for (int i = 0; i < k_items; ++i) sums[i] = static_cast<T>(loaded[i]);
    Scan(temp.scan).InclusiveSum(sums, sums, all);
    __syncthreads();  // because: store and scan share their memory
#pragma unroll
    for (int i = 0; i < k_items; ++i) sums[i] += before;
    before += all;
    Store(temp.store).Store(out + row + first, sums, width - first);
    __syncthreads();  // because: the next load and this store share their memory
  }
}

template <class In, class T>
void launch_scan(const void* in, void* out, Extent extent, cudaStream_t stream) {
  scan_row<In, T><<<static_cast<unsigned>(extent.height), k_threads, 0, stream>>>(static_cast<const In*>(in),
                                                                                  static_cast<T*>(out), extent.width);
  check_launch(stream);
}

}  // namespace

void scan_rows(const TypePair& types, Numbers numbers, const void* in, void* out, Extent extent, void* stream) {
  for_types(types, [&]<class In, class T>() {
    if (numbers == Numbers::pixels)
      launch_scan<In, T>(in, out, extent, static_cast<cudaStream_t>(stream));
    else
      launch_scan<T, T>(in, out, extent, static_cast<cudaStream_t>(stream));
  });
}

}  // namespace satscope::cub
