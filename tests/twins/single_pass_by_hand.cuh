// SPDX-License-Identifier: Apache-2.0
// The single pass over bytes as one would write it in plain CUDA: the yardstick for registers, spills and time. Inclusive
// tables of pictures whose rows begin at multiples of sixteen bytes.
#pragma once
#include <cstddef>
#include <cstdint>

#include "kernels/algorithms/tile_order.h"

namespace satscope {

constexpr int k_hand_threads = 128, k_hand_strips = 4, k_hand_rows = 32, k_hand_resident = 8;
constexpr int k_hand_width = 128, k_hand_height = k_hand_strips * k_hand_rows;

/// A number below; above it the launch, and whether it is a tile's own (1) or of all tiles up to it (2).
using HandWord = unsigned long long;

__device__ __forceinline__ void publish(HandWord* word, std::uint32_t value, unsigned known, unsigned launch) {
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

__device__ __forceinline__ uint4 load_once_by_hand(const uint4* from) {
  uint4 all;
  asm("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
      : "=r"(all.x), "=r"(all.y), "=r"(all.z), "=r"(all.w)
      : "l"(from));
  return all;
}

/// seen: what a look at the nearest word found.
__device__ __forceinline__ std::uint32_t look_back_by_hand(const HandWord* nearest, std::size_t stride, int before,
                                                           unsigned launch, HandWord seen) {
  while (known_in(seen, launch) == 0) seen = look_at(nearest);
  auto sum = static_cast<std::uint32_t>(seen);
  if (known_in(seen, launch) == 2) return sum;
  for (int first = 1; first < before; first += 4) {
    HandWord found[4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
      if (first + k < before) found[k] = look_at(nearest - static_cast<std::size_t>(first + k) * stride);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      if (first + k >= before) return sum;
      while (known_in(found[k], launch) == 0) found[k] = look_at(nearest - static_cast<std::size_t>(first + k) * stride);
      sum += static_cast<std::uint32_t>(found[k]);
      if (known_in(found[k], launch) == 2) return sum;
    }
  }
  return sum;
}

__global__ void __launch_bounds__(k_hand_threads, k_hand_resident)
    sum_table_by_hand(const std::uint8_t* in, std::uint32_t* out, unsigned long long* turns, HandWord* row_words,
                      HandWord* column_words, int width, int height, int across, int down) {
  __shared__ uint4 data[k_hand_height][8];
  __shared__ uint2 before[k_hand_height][8];  // 16 bits for each four
  __shared__ uint4 bottom[k_hand_strips][32];
  __shared__ std::uint32_t left[k_hand_height], strip_left[k_hand_strips];
  __shared__ uint4 up[32];
  __shared__ unsigned long long drawn;
  const int tid = static_cast<int>(threadIdx.x), lane = tid % 32, warp = tid / 32;
  const unsigned long long drew = tid == 0 ? atomicAdd(turns, 1ULL) : 0;  // looked at before the first barrier
  const TilePlace tile = tile_by_diagonals(static_cast<int>(blockIdx.x), across, down);
  const int x0 = tile.j * k_hand_width, y0 = tile.i * k_hand_height, x = x0 + 4 * lane, top = warp * k_hand_rows;
  const bool last_column = tile.j == across - 1, last_row = tile.i == down - 1;
  const auto lines = static_cast<std::size_t>(down) * k_hand_height, columns = static_cast<std::size_t>(across) * k_hand_width;
  const std::size_t first = static_cast<std::size_t>(y0 + top) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  const int here = x < width ? height - y0 - top : 0;  // rows of the picture

  // four rows at once, eight lanes for each, which sum what they load
  const int sub = lane / 8, chunk = lane % 8;
  const std::uint8_t* from =
      in + static_cast<std::size_t>(y0 + top + sub) * static_cast<std::size_t>(width) + (x0 + 16 * chunk);
  const int mine = x0 + 16 * chunk < width ? height - y0 - top - sub : 0;  // rows of the picture from the lane's first on
  uint4 loaded[k_hand_rows / 4];
#pragma unroll
  for (int k = 0; k < k_hand_rows; k += 4, from += 4 * width)
    loaded[k / 4] = k < mine ? load_once_by_hand(reinterpret_cast<const uint4*>(from)) : uint4{0, 0, 0, 0};
#pragma unroll
  for (int k = 0; k < k_hand_rows; k += 4) data[top + k + sub][chunk] = loaded[k / 4];
  __syncwarp();

#pragma unroll
  for (int k = 0; k < k_hand_rows; k += 4) {
    const uint4 fours = loaded[k / 4];
    const int y = top + k + sub;
    const std::uint32_t one = __dp4a(fours.x, 0x01010101U, 0U), two = __dp4a(fours.y, 0x01010101U, one),
                        three = __dp4a(fours.z, 0x01010101U, two);
    std::uint32_t so_far = __dp4a(fours.w, 0x01010101U, three);
#pragma unroll
    for (int d = 1; d < 8; d *= 2) {
      const std::uint32_t heard = __shfl_up_sync(~0U, so_far, static_cast<unsigned>(d));
      if (chunk >= d) so_far += heard;
    }
    const std::uint32_t heard = __shfl_up_sync(~0U, so_far, 1), earlier = chunk > 0 ? heard : 0U;
    before[y][chunk] = {earlier | (earlier + one) << 16, earlier + two | (earlier + three) << 16};
    if (chunk == 7) left[y] = so_far;
  }

  std::uint32_t even = 0, odd = 0;
#pragma unroll
  for (int k = 0; k < k_hand_rows; ++k) {
    const std::uint32_t four = reinterpret_cast<const std::uint32_t*>(data[top + k])[lane];
    even += four & 0x00FF00FFU;
    odd += four >> 8 & 0x00FF00FFU;
  }
  uint4 sums;
  sums.x = even & 0xFFFFU;
  sums.y = sums.x + (odd & 0xFFFFU);
  sums.z = sums.y + (even >> 16);
  sums.w = sums.z + (odd >> 16);
  std::uint32_t so_far = sums.w;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    const std::uint32_t heard = __shfl_up_sync(~0U, so_far, static_cast<unsigned>(d));
    if (lane >= d) so_far += heard;
  }
  const std::uint32_t lanes_before = so_far - sums.w;
  bottom[warp][lane] = {sums.x + lanes_before, sums.y + lanes_before, sums.z + lanes_before, so_far};
  if (tid == 0) {
    drawn = drew;
    if (static_cast<unsigned>(drew) == gridDim.x - 1) atomicExch(turns, ((drew >> 32) + 1) << 32);
  }
  __syncthreads();

  const unsigned launch = static_cast<unsigned>(drawn >> 32);
  HandWord* row_word = row_words + static_cast<std::size_t>(tile.j) * lines + static_cast<std::size_t>(y0 + tid);
  HandWord* column_word = column_words + static_cast<std::size_t>(tile.i) * columns + static_cast<std::size_t>(x0 + tid);
  std::uint32_t own = left[tid];
  if (!last_column) publish(row_word, own, tile.j == 0 ? 2 : 1, launch);
  const HandWord glance_up = tile.i > 0 ? look_at(column_word - columns) : 0;
  std::uint32_t from_left = 0;
  if (tile.j > 0) {
    from_left = look_back_by_hand(row_word - lines, lines, tile.j, launch, look_at(row_word - lines));
    if (!last_column) publish(row_word, from_left + own, 2, launch);
  }
  left[tid] = from_left;
  std::uint32_t whole_strip = from_left;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) whole_strip += __shfl_xor_sync(~0U, whole_strip, d);
  if (lane == 0) strip_left[warp] = whole_strip;
  __syncthreads();

  if (!last_row) {
    own = 0;
#pragma unroll
    for (int strip = 0; strip < k_hand_strips; ++strip)
      own += reinterpret_cast<const std::uint32_t*>(bottom[strip])[tid] + strip_left[strip];
    publish(column_word, own, tile.i == 0 ? 2 : 1, launch);
  }
  std::uint32_t from_above = 0;
  if (tile.i > 0) {
    from_above = look_back_by_hand(column_word - columns, columns, tile.i, launch, glance_up);
    if (!last_row) publish(column_word, from_above + own, 2, launch);
  }
  reinterpret_cast<std::uint32_t*>(up)[tid] = from_above;
  __syncthreads();

  uint4 above = up[lane];
  for (int strip = 0; strip < warp; ++strip) {
    const uint4 more = bottom[strip][lane];
    const std::uint32_t beside = strip_left[strip];
    above.x += more.x + beside;
    above.y += more.y + beside;
    above.z += more.z + beside;
    above.w += more.w + beside;
  }

  std::uint32_t* to = out + first;
#pragma unroll
  for (int k = 0; k < k_hand_rows; ++k, to += width) {
    const std::uint32_t four = reinterpret_cast<const std::uint32_t*>(data[top + k])[lane];
    std::uint32_t row = reinterpret_cast<const std::uint16_t*>(before[top + k])[lane] + left[top + k];
    above.x += row += four & 0xFFU;
    above.y += row += four >> 8 & 0xFFU;
    above.z += row += four >> 16 & 0xFFU;
    above.w += row += four >> 24;
    if (k < here) __stcs(reinterpret_cast<uint4*>(to), above);
  }
}

}  // namespace satscope
