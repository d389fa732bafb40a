// SPDX-License-Identifier: Apache-2.0
#include "kernels/median_interval.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace satscope {
namespace {

/// P(Binomial(n, p) >= least). Logarithms, because 2^-n is no double for large n.
double tail(std::size_t n, double p, std::size_t least) {
  if (p <= 0) return least == 0 ? 1 : 0;
  if (p >= 1) return 1;
  const double up = std::log(p), down = std::log1p(-p);
  double of_zero = static_cast<double>(n) * down, sum = 0;  // of_zero: logarithm of the probability of i
  for (std::size_t i = 0; i <= n; ++i) {
    if (i >= least) sum += std::exp(of_zero);
    of_zero += std::log(static_cast<double>(n - i)) - std::log(static_cast<double>(i + 1)) + up - down;
  }
  return sum;
}

/// The smallest rank k (from 1) with P(median of a resample <= x_k) >= share; `least` of the n must lie there.
std::size_t rank_of(std::size_t n, std::size_t least, double share) {
  // because: more are as good as normally distributed, and the sums are long
  constexpr std::size_t k_most_exact = 1000;
  if (n > k_most_exact) {
    constexpr double k_deviations = 1.959964;  // of 95 %
    const double middle = static_cast<double>(n + 1) / 2, away = k_deviations * std::sqrt(static_cast<double>(n)) / 2;
    const double rank = share < 0.5 ? std::floor(middle - away) : std::ceil(middle + away);
    return static_cast<std::size_t>(std::clamp(rank, 1.0, static_cast<double>(n)));
  }
  std::size_t low = 1, high = n;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (tail(n, static_cast<double>(middle) / static_cast<double>(n), least) >= share)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace

MedianInterval median_interval(std::span<const double> times) {
  std::vector<double> sorted(times.begin(), times.end());
  std::ranges::sort(sorted);
  const std::size_t n = sorted.size();
  constexpr double k_left = (1 - k_confidence) / 2;
  // of an even number the median is between two: the lower one bounds it below, the upper one above
  const std::size_t low = rank_of(n, (n + 1) / 2, k_left), high = rank_of(n, n / 2 + 1, 1 - k_left);
  return {sorted[low - 1], sorted[high - 1]};
}

double relative_noise(std::span<const double> times) {
  if (times.size() < 2) return 0;
  double mean = 0, squares = 0;
  for (const double time : times) mean += time / static_cast<double>(times.size());
  for (const double time : times) squares += (time - mean) * (time - mean);
  return mean > 0 ? std::sqrt(squares / static_cast<double>(times.size() - 1)) / mean : 0;
}

}  // namespace satscope
