// SPDX-License-Identifier: Apache-2.0
// The last times of something, with their median and spread. The one place that computes quantiles.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <vector>

namespace satscope {

/// How many times a median covers, unless stated otherwise.
inline constexpr std::size_t k_most_times = 60;

class LastTimes {
 public:
  LastTimes() = default;
  explicit LastTimes(std::size_t most) : most_(most) {}

  /// Adds one; above `most` the oldest is forgotten.
  void add(double milliseconds) {
    times_.push_back(milliseconds);
    if (times_.size() > most_) times_.pop_front();
  }
  void clear() { times_.clear(); }
  bool empty() const { return times_.empty(); }
  const std::deque<double>& all() const { return times_; }
  int count() const { return static_cast<int>(times_.size()); }

  /// The value below which this share (0 ... 1) of the times lies, interpolated. NaN without a time.
  double quantile(double share) const {
    if (empty()) return std::nan("");
    std::vector<double> sorted(times_.begin(), times_.end());
    std::ranges::sort(sorted);
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
  }
  double median() const { return quantile(0.5); }
  double p10() const { return quantile(0.1); }
  double p90() const { return quantile(0.9); }

 private:
  std::size_t most_ = k_most_times;
  std::deque<double> times_;
};

}  // namespace satscope
