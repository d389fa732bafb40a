// SPDX-License-Identifier: Apache-2.0
#include "kernels/algorithms/cpu_simd_threads.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <tuple>

#include "kernels/algorithms/cpu_simd.h"
#include "kernels/host_block.h"

namespace satscope::cpu_simd {
namespace {

using Clock = std::chrono::steady_clock;

/// Pictures and tables of 512x512, 1280x720, 1920x1080, 3840x2160 bytes summed in 32 bits, about.
constexpr std::array<std::size_t, 4> k_measured{5 << 18, 4'500'000, 10'000'000, 40'000'000};

/// The algorithm with each number of threads, by turns.
std::vector<ThreadsTried> tried(const TypePair& types, int channels, std::size_t bytes, int offered) {
  const std::size_t in = size_of(types.in) * static_cast<std::size_t>(channels),
                    out = size_of(types.out) * static_cast<std::size_t>(channels);
  constexpr double k_shape = 16.0 / 9;
  const int width = static_cast<int>(std::sqrt(k_shape * static_cast<double>(bytes / (in + out)))) / 16 * 16;
  const Extent extent{width, static_cast<int>(bytes / (in + out) / static_cast<std::size_t>(width))};
  const HostBlock picture = make_host_block(extent.area() * in), table = make_host_block(extent.area() * out);
  std::memset(picture.get(), 1, extent.area() * in);  // because: memory can be faster on zeros; so filled, floats are normal
  Job job{.picture = picture.get(),
          .table = table.get(),
          .types = types,
          .channels = channels,
          .width = width,
          .kept = kept_part(extent, Form::inclusive),
          .bands = 1,
          .streamed = detail::streamed("auto", bytes / (in + out) * out, false)};
  const auto run = [&](int threads) {
    job.bands = detail::bands_of(extent.height, static_cast<std::size_t>(width) * in, threads);
    sum_in_bands(job, {.threads = threads});
  };
  std::vector<ThreadsTried> all;
  for (const int threads : threads_to_try(offered)) all.push_back({threads, std::numeric_limits<double>::max()});

  constexpr int k_fewest_rounds = 5, k_most_rounds = 8;
  constexpr std::chrono::milliseconds k_enough{2};
  run(offered);  // not counted: the system gives memory and begins threads
  const Clock::time_point began = Clock::now();
  for (int round = 0; round < k_most_rounds && (round < k_fewest_rounds || Clock::now() - began < k_enough); ++round)
    for (ThreadsTried& one : all) {
      const Clock::time_point before = Clock::now();
      run(one.threads);
      one.milliseconds = std::min(one.milliseconds, std::chrono::duration<double, std::milli>(Clock::now() - before).count());
    }
  return all;
}

}  // namespace

int fewest_nearly_best(std::span<const ThreadsTried> tried) {
  constexpr double k_nearly = 1.1, k_nearly_alone = 1.2;
  double best = std::numeric_limits<double>::max();
  for (const ThreadsTried& one : tried) best = std::min(best, one.milliseconds);
  int fewest = 0;
  for (const ThreadsTried& one : tried)
    if (one.milliseconds <= (one.threads == 1 ? k_nearly_alone : k_nearly) * best && (fewest == 0 || one.threads < fewest))
      fewest = one.threads;
  return std::max(fewest, 1);
}

std::vector<int> threads_to_try(int offered) {
  std::vector<int> numbers;
  for (int threads = 1; threads < offered; threads *= 2) numbers.push_back(threads);
  numbers.push_back(std::max(offered, 1));
  return numbers;
}

std::size_t measured_for(std::size_t bytes) {
  const auto* const above = std::ranges::upper_bound(k_measured, bytes);
  return above == k_measured.begin() ? 0 : *std::prev(above);
}

int threads_worth(const TypePair& types, int channels, std::size_t bytes, int offered) {
  const std::size_t as = measured_for(bytes);
  if (offered <= 1 || as == 0 || !absence().empty()) return 1;
  static std::mutex mutex;  // also because two that measure at once would slow each other
  static std::map<std::tuple<Scalar, Scalar, bool, int, std::size_t, int>, int> known;
  const std::lock_guard lock(mutex);
  const auto [kind, fresh] = known.try_emplace({types.in, types.out, types.squares, channels, as, offered}, 1);
  if (fresh) {
    try {
      kind->second = fewest_nearly_best(tried(types, channels, as, offered));
    } catch (const std::bad_alloc&) {  // because: a table that fits must not fail for a measurement that does not
    }
  }
  return kind->second;
}

}  // namespace satscope::cpu_simd
