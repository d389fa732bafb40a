// SPDX-License-Identifier: Apache-2.0
// The single pass over bytes as one would write it in plain CUDA: the yardstick for registers, spills and time. Inclusive
// tables of pictures whose rows begin at multiples of four bytes.
#pragma once
#include <cstddef>
#include <cstdint>

#include "kernels/algorithms/tile_order.h"

namespace satscope {

constexpr int k_hand_threads = 256, k_hand_strips = 8, k_hand_rows = 16;
constexpr int k_hand_width = 128, k_hand_height = k_hand_strips * k_hand_rows;

/// A number below; above it the launch, and whether it is a tile's own (1) or of all tiles up to it (2).
using HandWord = unsigned long long;

__device__ __forceinline__ void tell(HandWord* word, std::uint32_t value, unsigned known, unsigned launch) {
  const HandWord both = static_cast<HandWord>(launch << 2 | known) << 32 | value;
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(both) : "memory");
}
__device__ __forceinline__ HandWord look_at(const HandWord* word) {
  HandWord both;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(both) : "l"(word) : "memory");
  return both;
}
/// 0 where nothing is known yet.
__device__ __forceinline__ unsigned known_in(HandWord both, unsigned launch) {
  const unsigned mark = static_cast<unsigned>(both >> 32);
  return mark >> 2 == launch ? mark & 3U : 0U;
}

__device__ __forceinline__ std::uint32_t look_back_by_hand(const HandWord* nearest, std::size_t stride, int before,
                                                           unsigned launch) {
  std::uint32_t sum = 0;
  for (int first = 0; first < before; first += 4) {
    HandWord seen[4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
      if (first + k < before) seen[k] = look_at(nearest - static_cast<std::size_t>(first + k) * stride);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      if (first + k >= before) return sum;
      while (known_in(seen[k], launch) == 0) seen[k] = look_at(nearest - static_cast<std::size_t>(first + k) * stride);
      sum += static_cast<std::uint32_t>(seen[k]);
      if (known_in(seen[k], launch) == 2) return sum;
    }
  }
  return sum;
}

__global__ void __launch_bounds__(k_hand_threads, 4)
    sum_table_by_hand(const std::uint8_t* in, std::uint32_t* out, unsigned long long* turns, HandWord* row_words,
                      HandWord* column_words, int width, int height, int across, int down) {
  __shared__ uint4 bottom[k_hand_strips][32];
  __shared__ std::uint32_t left[k_hand_height];
  __shared__ uint4 up[32];
  __shared__ unsigned long long drawn;
  const int tid = static_cast<int>(threadIdx.x), lane = tid % 32, warp = tid / 32;
  if (tid == 0) {
    drawn = atomicAdd(turns, 1ULL);
    if (static_cast<unsigned>(drawn) == gridDim.x - 1) atomicExch(turns, ((drawn >> 32) + 1) << 32);
  }
  __syncthreads();
  const unsigned launch = static_cast<unsigned>(drawn >> 32);
  const TilePlace tile = tile_by_diagonals(static_cast<int>(drawn & 0xFFFFFFFFU), across, down);
  const int x0 = tile.j * k_hand_width, y0 = tile.i * k_hand_height, x = x0 + 4 * lane, y = y0 + warp * k_hand_rows;
  const bool last_column = tile.j == across - 1, last_row = tile.i == down - 1;
  const auto lines = static_cast<std::size_t>(down) * k_hand_height, columns = static_cast<std::size_t>(across) * k_hand_width;
  const std::size_t first = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);

  std::uint32_t data[k_hand_rows], before[k_hand_rows / 2];
  const std::uint8_t* from = in + first;
#pragma unroll
  for (int k = 0; k < k_hand_rows; ++k, from += width)
    data[k] = x < width && y + k < height ? __ldg(reinterpret_cast<const std::uint32_t*>(from)) : 0U;

    // two rows in each register
#pragma unroll
  for (int k = 0; k < k_hand_rows / 2; ++k)
    before[k] = __dp4a(data[2 * k], 0x01010101U, 0U) | __dp4a(data[2 * k + 1], 0x01010101U, 0U) << 16;
#pragma unroll
  for (int d = 1; d < 32; d *= 2)
#pragma unroll
    for (int k = 0; k < k_hand_rows / 2; ++k) {
      const std::uint32_t heard = __shfl_up_sync(~0U, before[k], static_cast<unsigned>(d));
      if (lane >= d) before[k] += heard;
    }
  std::uint32_t own = 0;
#pragma unroll
  for (int k = 0; k < k_hand_rows / 2; ++k) {
    const std::uint32_t whole = __shfl_sync(~0U, before[k], 31), heard = __shfl_up_sync(~0U, before[k], 1);
    if (lane == 2 * k) own = whole & 0xFFFFU;
    if (lane == 2 * k + 1) own = whole >> 16;
    before[k] = lane > 0 ? heard : 0U;
  }
  HandWord* row_word = row_words + static_cast<std::size_t>(tile.j) * lines + static_cast<std::size_t>(y + lane);
  if (!last_column && lane < k_hand_rows) tell(row_word, own, tile.j == 0 ? 2 : 1, launch);

  std::uint32_t even = 0, odd = 0, sum = 0;
#pragma unroll
  for (int k = 0; k < k_hand_rows; ++k) {
    even += data[k] & 0x00FF00FFU;
    odd += data[k] >> 8 & 0x00FF00FFU;
    if (k % 2 == 0) sum = __dp2a_lo(before[k / 2], 0x0101U, sum);
  }
  uint4 down_to;
  down_to.x = sum += even & 0xFFFFU;
  down_to.y = sum += odd & 0xFFFFU;
  down_to.z = sum += even >> 16;
  down_to.w = sum += odd >> 16;
  bottom[warp][lane] = down_to;

  std::uint32_t from_left = 0;
  if (lane < k_hand_rows && tile.j > 0) {
    from_left = look_back_by_hand(row_word - lines, lines, tile.j, launch);
    if (!last_column) tell(row_word, from_left + own, 2, launch);
  }
#pragma unroll
  for (int d = 1; d < k_hand_rows; d *= 2) {
    const std::uint32_t heard = __shfl_up_sync(~0U, from_left, static_cast<unsigned>(d));
    if (lane >= d) from_left += heard;
  }
  if (lane < k_hand_rows) left[warp * k_hand_rows + lane] = from_left;
  __syncthreads();

  HandWord* column_word = column_words + static_cast<std::size_t>(tile.i) * columns + static_cast<std::size_t>(x0 + tid);
  if (tid < k_hand_width && !last_row) {
    own = 0;
#pragma unroll
    for (int strip = 0; strip < k_hand_strips; ++strip)
      own += reinterpret_cast<const std::uint32_t*>(bottom[strip])[tid] + left[strip * k_hand_rows + k_hand_rows - 1];
    tell(column_word, own, tile.i == 0 ? 2 : 1, launch);
  }
  if (tile.i > 0 && tid < k_hand_width) {
    const std::uint32_t from_above = look_back_by_hand(column_word - columns, columns, tile.i, launch);
    if (!last_row) tell(column_word, from_above + own, 2, launch);
    reinterpret_cast<std::uint32_t*>(up)[tid] = from_above;
  }
  __syncthreads();

  uint4 above = tile.i > 0 ? up[lane] : uint4{0, 0, 0, 0};
  for (int strip = 0; strip < warp; ++strip) {
    const uint4 more = bottom[strip][lane];
    const std::uint32_t rows_above = left[strip * k_hand_rows + k_hand_rows - 1];
    above.x += more.x + rows_above;
    above.y += more.y + rows_above;
    above.z += more.z + rows_above;
    above.w += more.w + rows_above;
  }

  std::uint32_t* to = out + first;
#pragma unroll
  for (int k = 0; k < k_hand_rows; ++k, to += width) {
    std::uint32_t row = k % 2 == 0 ? before[k / 2] & 0xFFFFU : before[k / 2] >> 16;
    above.x += row += data[k] & 0xFFU;
    above.y += row += data[k] >> 8 & 0xFFU;
    above.z += row += data[k] >> 16 & 0xFFU;
    above.w += row += data[k] >> 24;
    if (x >= width || y + k >= height) continue;
    const std::uint32_t outside = left[warp * k_hand_rows + k];
    *reinterpret_cast<uint4*>(to) = {above.x + outside, above.y + outside, above.z + outside, above.w + outside};
  }
}

}  // namespace satscope
