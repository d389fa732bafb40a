// SPDX-License-Identifier: Apache-2.0
#include "kernels/gpu/widen.h"

#include "kernels/gpu/check.h"
#include "kernels/simt/pass.h"

namespace satscope {
namespace {

constexpr int k_threads = 256;
constexpr int k_rounds = 4;  // independent loads in flight before the first store

template <class T, int n>
struct alignas(sizeof(T) * n) Pack {
  T v[n];
};

/// A thread moves k_rounds packs of 16 table bytes, a block's length apart.
template <class In, class T>
__global__ void __launch_bounds__(k_threads) widen_packs(const In* pixels, T* table, std::size_t count) {
  constexpr int n = 16 / sizeof(T);
  const std::size_t packs = count / n;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * k_threads * k_rounds + threadIdx.x;
  Pack<In, n> in[k_rounds];
#pragma unroll
  for (int r = 0; r < k_rounds; ++r)
    if (const std::size_t i = first + static_cast<std::size_t>(r) * k_threads; i < packs)
      in[r] = reinterpret_cast<const Pack<In, n>*>(pixels)[i];
#pragma unroll
  for (int r = 0; r < k_rounds; ++r)
    if (const std::size_t i = first + static_cast<std::size_t>(r) * k_threads; i < packs) {
      Pack<T, n> out;
#pragma unroll
      for (int k = 0; k < n; ++k) out.v[k] = static_cast<T>(in[r].v[k]);
      reinterpret_cast<Pack<T, n>*>(table)[i] = out;
    }
  if (blockIdx.x == 0 && threadIdx.x < count % n) {
    const std::size_t i = packs * n + threadIdx.x;
    table[i] = static_cast<T>(pixels[i]);
  }
}

}  // namespace

void widen(const void* pixels, void* table, std::size_t count, const TypePair& types, void* stream) {
  for_types(types, [&]<class In, class T>() {
    const std::size_t per_block = static_cast<std::size_t>(k_threads) * k_rounds * (16 / sizeof(T));
    const auto blocks = static_cast<unsigned>((count + per_block - 1) / per_block);
    widen_packs<In, T><<<blocks, k_threads, 0, static_cast<cudaStream_t>(stream)>>>(static_cast<const In*>(pixels),
                                                                                    static_cast<T*>(table), count);
    check_launch(static_cast<cudaStream_t>(stream));
  });
}

}  // namespace satscope
