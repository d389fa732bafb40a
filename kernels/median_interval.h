// SPDX-License-Identifier: Apache-2.0
// How sure the median of a run is: the interval in which the medians of resampled times lie. Times of a run depend on each
// other, as the machine is slower for a while, so blocks of consecutive times are drawn (circular block bootstrap) as long as
// that lasts (Politis and White 2004, corrected by Patton, Politis and White 2009). How many of n resampled times are at most
// the k-th smallest is then a sum over blocks, so the interval is computed and no random number is drawn:
//
//     blocks of 1   P(median of a resample <= x_k) = P(Binomial(n, k / n) >= (n + 1) / 2), Efron's bootstrap
//     longer ones   normal, with the variance of the blocks' counts and Student's quantile, as there may be few blocks
//
// It says nothing of other runs, whose memory lies elsewhere.
#pragma once
#include <cstddef>
#include <span>

namespace satscope {

struct MedianInterval {
  double low = 0, high = 0;
  /// Half of its width, in parts of the median.
  double relative_half_width(double median) const { return median > 0 ? (high - low) / 2 / median : 0; }
};

inline constexpr double k_confidence = 0.95;

/// Fewer times say nothing of a median: of four, all lie on one side of it once in eight times.
inline constexpr int k_fewest_of_median = 5;

/// How many consecutive times depend on each other, by their ranks: 1, if they do not or are too few to say it.
std::size_t block_length(std::span<const double> times);

/// From the 2.5 % to the 97.5 % quantile of the bootstrap's medians; times: in the order in which they were taken. Of a single
/// time: that time. Needs at least one.
MedianInterval median_interval(std::span<const double> times);

/// The standard deviation in parts of the mean. 0 of a single time.
double relative_noise(std::span<const double> times);

}  // namespace satscope
