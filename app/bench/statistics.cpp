// SPDX-License-Identifier: Apache-2.0
#include "app/bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace satscope::app {
namespace {

/// Orders of n and m times for each U from 0 to n m.
std::vector<double> orders_by_u(std::size_t n, std::size_t m) {
  // the times are placed from the shortest on: ways[k][u] if k of the first set are placed, with u pairs so far
  std::vector<std::vector<double>> ways(n + 1, std::vector<double>(n * m + 1));
  ways[0][0] = 1;
  for (std::size_t place = 0; place < n + m; ++place)
    for (std::size_t k = std::min(n, place + 1); k-- > 0;) {
      const std::size_t pairs = place - k;  // with those of the second set that are placed already
      if (pairs > m) continue;
      for (std::size_t u = 0; u + pairs <= n * m; ++u) ways[k + 1][u + pairs] += ways[k][u];
    }
  return ways[n];
}

/// How likely U is as near to one of its ends as this.
double chance_of(std::size_t n, std::size_t m, std::size_t u) {
  const std::vector<double> orders = orders_by_u(n, m);
  const double all = std::accumulate(orders.begin(), orders.end(), 0.0);
  const auto end = orders.begin() + static_cast<std::ptrdiff_t>(std::min(u + 1, orders.size()));
  return std::min(1.0, 2 * std::accumulate(orders.begin(), end, 0.0) / all);
}

}  // namespace

double rank_test(std::span<const double> a, std::span<const double> b) {
  double u = 0;
  for (const double x : a)
    for (const double y : b) u += x < y ? 1 : x == y ? 0.5 : 0;
  const double pairs = static_cast<double>(a.size() * b.size());
  return chance_of(a.size(), b.size(), static_cast<std::size_t>(std::ceil(std::min(u, pairs - u))));
}

std::optional<RatioInterval> ratio_interval(std::span<const double> a, std::span<const double> b, double chance) {
  std::vector<double> ratios;
  for (const double x : a)
    for (const double y : b) ratios.push_back(y / x);
  std::ranges::sort(ratios);
  std::size_t left_out = 0;  // on each side, and one more: the end of the interval
  while (2 * left_out < ratios.size() && chance_of(a.size(), b.size(), left_out) <= chance) ++left_out;
  if (left_out == 0) return {};
  return RatioInterval{ratios[left_out - 1], ratios[ratios.size() - left_out]};
}

double least_of_rank_test(std::size_t a, std::size_t b) { return chance_of(a, b, 0); }

namespace {

/// Of sorted times: how many are in the first part where the variance between both parts is greatest.
std::size_t best_split(std::span<const double> sorted) {
  const double all = std::accumulate(sorted.begin(), sorted.end(), 0.0), n = static_cast<double>(sorted.size());
  double sum = 0, greatest = -1;
  std::size_t best = 1;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    sum += sorted[i - 1];
    const double k = static_cast<double>(i), apart = (all - sum) / (n - k) - sum / k, between = k * (n - k) * apart * apart;
    if (between > greatest) greatest = between, best = i;
  }
  return best;
}

double mean_of(std::span<const double> times) {
  return std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
}

}  // namespace

std::optional<TwoLevels> two_levels(std::span<const double> times) {
  constexpr std::size_t k_fewest = 100;
  constexpr double k_least_share = 0.2, k_least_apart = 0.03, k_least_ms = 1e-4, k_most_between = 0.03;
  if (times.size() < k_fewest) return {};
  std::vector<double> all(times.begin(), times.end());
  std::ranges::sort(all);
  const std::span<const double> sorted = std::span(all).subspan(all.size() / 20, all.size() - 2 * (all.size() / 20));
  const std::size_t split = best_split(sorted);
  const std::span<const double> lower = sorted.first(split), upper = sorted.subspan(split);
  const double n = static_cast<double>(sorted.size()), share = static_cast<double>(split) / n;
  const double a = mean_of(lower), b = mean_of(upper), third = (b - a) / 3;
  if (std::min(share, 1 - share) < k_least_share || b - a < std::max(k_least_apart * a, k_least_ms)) return {};
  const auto between = std::ranges::count_if(sorted, [&](double ms) { return ms > a + third && ms < b - third; });
  if (static_cast<double>(between) > k_most_between * n) return {};
  return TwoLevels{lower[lower.size() / 2], upper[upper.size() / 2], 100 * share};
}

}  // namespace satscope::app
