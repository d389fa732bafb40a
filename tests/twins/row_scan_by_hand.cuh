// SPDX-License-Identifier: Apache-2.0
// The padded row scan as one would write it in plain CUDA: the yardstick for registers, shared memory and time.
#pragma once
#include <cstddef>
#include <cstdint>

namespace satscope {

constexpr int k_twin_segment = 512;
constexpr int k_twin_threads = k_twin_segment / 2;

constexpr int k_twin_hole = 5;  // 2^5 elements from hole to hole

__device__ __forceinline__ int padded_place(int i, int hole) { return i + (static_cast<unsigned>(i) >> hole); }

__global__ void __launch_bounds__(k_twin_threads)
    scan_segments_by_hand(const std::uint8_t* in, std::uint32_t* out, std::uint32_t* sums, int in_length, int out_length,
                          int segments, int hole) {
  __shared__ std::uint32_t temp[k_twin_segment + k_twin_segment / 16];
  const int tid = static_cast<int>(threadIdx.x);
  const int row = static_cast<int>(blockIdx.x), start = static_cast<int>(blockIdx.y) * k_twin_segment;
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    const int i = tid + k * k_twin_threads, x = start + i;
    temp[padded_place(i, hole)] =
        x < in_length
            ? __ldg(in + static_cast<std::size_t>(row) * static_cast<std::size_t>(in_length) + static_cast<std::size_t>(x))
            : 0U;
  }
  int offset = 1;
  for (int d = k_twin_segment / 2; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      const int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      temp[padded_place(b, hole)] += temp[padded_place(a, hole)];
    }
    offset <<= 1;
  }
  if (tid == 0) {
    sums[static_cast<std::size_t>(row) * static_cast<std::size_t>(segments) + blockIdx.y] =
        temp[padded_place(k_twin_segment - 1, hole)];
    temp[padded_place(k_twin_segment - 1, hole)] = 0;
  }
  for (int d = 1; d < k_twin_segment; d <<= 1) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      const int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      const std::uint32_t left = temp[padded_place(a, hole)];
      temp[padded_place(a, hole)] = temp[padded_place(b, hole)];
      temp[padded_place(b, hole)] += left;
    }
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    const int i = tid + k * k_twin_threads, x = start + i;
    if (x < out_length)
      out[static_cast<std::size_t>(row) * static_cast<std::size_t>(out_length) + static_cast<std::size_t>(x)] =
          temp[padded_place(i, hole)];
  }
}

}  // namespace satscope
