// SPDX-License-Identifier: Apache-2.0
// The loops are timed with the multiprocessor's own clock. Floats are added, because the compiler must not reorder their sums;
// a chain whose result is not read would be removed, so every thread stores where its chain ends.
#include "kernels/chip.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/device.h"
#include "kernels/gpu/check.h"
#include "kernels/not_supported.h"

namespace satscope {
namespace {

constexpr int k_chain = 64, k_rounds = 64;  // of a latency
constexpr int k_block = 1024, k_abreast = 4;
constexpr unsigned k_all_lanes = 0xffffffffU;

/// What a kernel found: clocks, and a number so that its work is not for nothing.
struct Found {
  long long clocks;
  unsigned kept;
};

enum class Work { shared, shuffle, add };

/// One warp: each operation waits for the one before.
template <Work work>
__global__ void latency(Found* found, unsigned step) {
  __shared__ unsigned next[32];
  next[threadIdx.x] = (threadIdx.x + step) % 32;
  __syncwarp();
  unsigned value = threadIdx.x;
  float sum = static_cast<float>(threadIdx.x);
  const float more = static_cast<float>(step);
  long long clocks = 0;
  for (int round = 0; round < k_rounds + 1; ++round) {
    if (round == 1) clocks = clock64();  // because: the first round fetches the code
#pragma unroll
    for (int i = 0; i < k_chain; ++i) {
      if constexpr (work == Work::shared) value = static_cast<volatile unsigned*>(next)[value];
      if constexpr (work == Work::shuffle) value = __shfl_up_sync(k_all_lanes, value, 1);
      if constexpr (work == Work::add) sum = __fadd_rn(sum, more);
    }
  }
  clocks = clock64() - clocks;
  if (threadIdx.x == 0) found->clocks = clocks;
  atomicAdd(&found->kept, value + static_cast<unsigned>(sum));
}

/// A multiprocessor full of warps, each with several independent chains.
template <Work work>
__global__ void __launch_bounds__(k_block) throughput(Found* found, unsigned step, int rounds) {
  __shared__ unsigned words[2 * k_block];
  words[threadIdx.x] = words[threadIdx.x + k_block] = step;
  unsigned value[k_abreast];
  float sum[k_abreast];
#pragma unroll
  for (int k = 0; k < k_abreast; ++k) {
    value[k] = threadIdx.x + static_cast<unsigned>(k);
    sum[k] = static_cast<float>(value[k]);
  }
  const float more = static_cast<float>(step);
  const volatile unsigned* const own = words + threadIdx.x;
  __syncthreads();
  const long long begin = clock64();
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < k_chain; ++i)
#pragma unroll
      for (int k = 0; k < k_abreast; ++k) {
        if constexpr (work == Work::shared) value[k] ^= own[(i * k_abreast + k) % 32 * 32];
        if constexpr (work == Work::shuffle) value[k] = __shfl_up_sync(k_all_lanes, value[k], 1);
        if constexpr (work == Work::add) sum[k] = __fadd_rn(sum[k], more);
      }
  }
  __syncthreads();
  const long long clocks = clock64() - begin;
  unsigned kept = 0;
#pragma unroll
  for (int k = 0; k < k_abreast; ++k) kept += value[k] + static_cast<unsigned>(sum[k]);
  if (threadIdx.x == 0) found[blockIdx.x].clocks = clocks;
  atomicAdd(&found[blockIdx.x].kept, kept);
}

class Bench {
 public:
  explicit Bench(int multiprocessors) : blocks_(multiprocessors), memory_(sizeof(Found) * static_cast<std::size_t>(blocks_)) {}

  template <Work work>
  double latency_of() {
    constexpr int k_tries = 5;
    double least = 1e30;
    for (int i = 0; i < k_tries; ++i) {
      latency<work><<<1, 32, 0, stream()>>>(found(), 1);
      const std::vector<Found> read = results(1);
      least = std::min(least, static_cast<double>(read[0].clocks) / (k_chain * k_rounds));
    }
    return least;
  }

  /// Operations of all lanes in a clock, of the multiprocessor in the middle.
  template <Work work>
  double throughput_of(int rounds = 64) {
    throughput<work><<<static_cast<unsigned>(blocks_), k_block, 0, stream()>>>(found(), 1, rounds);
    std::vector<Found> read = results(static_cast<std::size_t>(blocks_));
    std::ranges::nth_element(read, read.begin() + blocks_ / 2, {}, &Found::clocks);
    const double operations = 1.0 * k_block * k_abreast * k_chain * rounds;
    return operations / static_cast<double>(read[static_cast<std::size_t>(blocks_ / 2)].clocks);
  }

  /// Clocks of a long run over its milliseconds.
  double gigahertz() {
    constexpr int k_long = 20000;
    Event begin, end;
    throughput_of<Work::add>(k_long);  // so that the clock has risen
    begin.record(stream_);
    throughput<Work::add><<<static_cast<unsigned>(blocks_), k_block, 0, stream()>>>(found(), 1, k_long);
    end.record(stream_);
    const std::vector<Found> read = results(static_cast<std::size_t>(blocks_));
    const double clocks = static_cast<double>(std::ranges::max_element(read, {}, &Found::clocks)->clocks);
    return clocks / Event::milliseconds(begin, end) / 1e6;
  }

 private:
  cudaStream_t stream() const { return static_cast<cudaStream_t>(stream_.handle()); }
  Found* found() const { return static_cast<Found*>(memory_.get()); }
  std::vector<Found> results(std::size_t count) const {
    check_launch(stream());
    std::vector<Found> read(count);
    stream_.copy_to_host(read.data(), memory_.get(), count * sizeof(Found));
    stream_.wait();
    return read;
  }

  int blocks_;
  Stream stream_;
  DeviceMemory memory_;
};

}  // namespace

ChipClocks measure_chip() {
  if (!gpu_status().usable) throw NotSupported(gpu_status().reason);
  Bench bench(gpu_status().multiprocessors);
  constexpr double k_word = sizeof(unsigned);
  ChipClocks measured;
  measured.gigahertz = bench.gigahertz();
  measured.shared_latency = bench.latency_of<Work::shared>();
  measured.shuffle_latency = bench.latency_of<Work::shuffle>();
  measured.add_latency = bench.latency_of<Work::add>();
  measured.shared_bytes = k_word * bench.throughput_of<Work::shared>();
  measured.shuffles = bench.throughput_of<Work::shuffle>();
  measured.adds = bench.throughput_of<Work::add>();
  return measured;
}

}  // namespace satscope
