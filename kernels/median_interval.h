// SPDX-License-Identifier: Apache-2.0
// How sure a median is: the interval in which the medians of resampled times lie (Efron's bootstrap). How many
// of n resampled times are at most the k-th smallest is binomially distributed, so the interval is computed and no random
// number is drawn:
//
//     P(median of a resample <= x_k) = P(Binomial(n, k / n) >= (n + 1) / 2)
#pragma once
#include <span>

namespace satscope {

struct MedianInterval {
  double low = 0, high = 0;
  /// Half of its width, in parts of the median.
  double relative_half_width(double median) const { return median > 0 ? (high - low) / 2 / median : 0; }
};

inline constexpr double k_confidence = 0.95;

/// From the 2.5 % to the 97.5 % quantile of the bootstrap's medians. Of a single time: that time. Needs at least one.
MedianInterval median_interval(std::span<const double> times);

/// The standard deviation in parts of the mean. 0 of a single time.
double relative_noise(std::span<const double> times);

}  // namespace satscope
