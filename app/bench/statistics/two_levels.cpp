// SPDX-License-Identifier: Apache-2.0
#include "app/bench/statistics/two_levels.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace satscope::app {
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
