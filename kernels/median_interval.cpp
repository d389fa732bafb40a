// SPDX-License-Identifier: Apache-2.0
#include "kernels/median_interval.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace satscope {
namespace {

constexpr double k_deviations = 1.959964;  // of the normal distribution, for 95 %

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

std::vector<double> sorted_of(std::span<const double> times) {
  std::vector<double> sorted(times.begin(), times.end());
  std::ranges::sort(sorted);
  return sorted;
}

/// Of Student's distribution, 97.5 %: the expansion 26.7.5 of Abramowitz and Stegun.
double student_quantile(double freedom) {
  const double z = k_deviations, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z, inverse = 1 / freedom;
  return z + inverse * ((z3 + z) / 4 +
                        inverse * ((5 * z5 + 16 * z3 + 3 * z) / 96 + inverse * (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384));
}

/// How far in ranks the median of a resample may lie from the middle, where blocks of this length are drawn.
double ranks_away(std::span<const double> times, double median, std::size_t length) {
  const std::size_t n = times.size();
  const double blocks = static_cast<double>(n) / static_cast<double>(length);
  // of each block, which goes on at the first time after the last: how many of its times are at most the median
  const auto counts = [&](std::size_t at) { return times[at % n] <= median ? 1 : 0; };
  int count = 0;
  for (std::size_t i = 0; i < length; ++i) count += counts(i);
  double sum = 0, squares = 0;
  for (std::size_t begin = 0; begin < n; ++begin) {
    sum += count;
    squares += static_cast<double>(count) * count;
    count += counts(begin + length) - counts(begin);
  }
  const double all = static_cast<double>(n), mean = sum / all, variance = squares / all - mean * mean;
  return student_quantile(blocks - 1) * std::sqrt(blocks * variance * blocks / (blocks - 1));
}

}  // namespace

std::size_t block_length(std::span<const double> times) {
  const std::size_t n = times.size();
  constexpr std::size_t k_fewest = 16;
  if (n < k_fewest) return 1;
  // because: a single long time would hide how the others depend on each other
  const std::vector<double> sorted = sorted_of(times);
  std::vector<double> ranks;
  for (const double time : times) {
    const auto [first, last] = std::ranges::equal_range(sorted, time);
    ranks.push_back(static_cast<double>((first - sorted.begin()) + (last - sorted.begin()) - static_cast<std::ptrdiff_t>(n)));
  }
  const double all = static_cast<double>(n);
  const auto covariance = [&](std::size_t lag) {
    double sum = 0;
    for (std::size_t i = lag; i < n; ++i) sum += ranks[i] * ranks[i - lag];
    return sum / all;
  };
  // from here on as the authors write it: the last lag before `in_row` small correlations, then a flat-top window twice as wide
  const auto in_row = std::max<std::size_t>(5, static_cast<std::size_t>(std::ceil(std::sqrt(std::log10(all)))));
  const std::size_t most = std::min(n - 1, static_cast<std::size_t>(std::ceil(std::sqrt(all))) + in_row);
  std::vector<double> at;
  for (std::size_t lag = 0; lag <= most; ++lag) at.push_back(covariance(lag));
  if (at[0] <= 0) return 1;
  const double small = 2 * std::sqrt(std::log10(all) / all) * at[0];
  std::size_t last = 0;
  for (std::size_t lag = 1, row = 0; lag <= most && row < in_row; ++lag) {
    row = std::abs(at[lag]) < small ? row + 1 : 0;
    if (row == 0) last = lag;
  }
  const std::size_t width = std::min(2 * std::max<std::size_t>(last, 1), most);
  double level = at[0], slope = 0;
  for (std::size_t lag = 1; lag <= width; ++lag) {
    const double window = std::min(1.0, 2 - 2 * static_cast<double>(lag) / static_cast<double>(width));
    level += 2 * window * at[lag];
    slope += 2 * window * static_cast<double>(lag) * at[lag];
  }
  if (level <= 0) return 1;
  const double length = std::cbrt(1.5 * (slope / level) * (slope / level) * all);
  return static_cast<std::size_t>(std::lround(std::clamp(length, 1.0, std::min(3 * std::sqrt(all), all / 3))));
}

MedianInterval median_interval(std::span<const double> times) {
  const std::vector<double> sorted = sorted_of(times);
  const std::size_t n = sorted.size();
  constexpr double k_left = (1 - k_confidence) / 2;
  if (const std::size_t length = block_length(times); length > 1) {
    const double middle = static_cast<double>(n + 1) / 2, away = ranks_away(times, sorted[(n - 1) / 2], length);
    const auto at = [&](double rank) {
      return sorted[static_cast<std::size_t>(std::clamp(rank, 1.0, static_cast<double>(n))) - 1];
    };
    return {at(std::floor(middle - away)), at(std::ceil(middle + away))};
  }
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
