// SPDX-License-Identifier: Apache-2.0
// The interval of a median beside what is known without it: counts of resamples, a random bootstrap, and an AR(1) process, of
// whose median the standard error has a closed form.
#include "kernels/median_interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

namespace satscope {
namespace {

/// Normally distributed times around 0, of which neighbours correlate by `correlation`: x' = correlation x + noise.
class Process {
 public:
  Process(double correlation, unsigned seed) : correlation_(correlation), random_(seed), last_(normal()) {}

  std::vector<double> take(std::size_t count) {
    std::vector<double> times(count);
    for (double& time : times) time = last_ = correlation_ * last_ + std::sqrt(1 - correlation_ * correlation_) * normal();
    return times;
  }

 private:
  // Box and Muller's, because std::normal_distribution differs between libraries
  double normal() {
    const double a = (static_cast<double>(random_()) + 1) / 4294967297.0, b = static_cast<double>(random_()) / 4294967296.0;
    return std::sqrt(-2 * std::log(a)) * std::cos(2 * std::numbers::pi * b);
  }

  double correlation_;
  std::mt19937 random_;
  double last_;
};

/// The standard error of the median of n such times. A median errs as the share of times above it does, over the density there
/// (Bahadur), and two times of correlation r are on the same side of it as often as arcsin(r) says (Sheppard).
double error_of_median(double correlation, std::size_t n) {
  double sum = std::asin(1.0);
  for (double at = correlation; at > 1e-12; at *= correlation) sum += 2 * std::asin(at);
  return std::sqrt(sum / static_cast<double>(n));
}

struct Tried {
  int hits = 0;          ///< intervals that hold the median of the process
  double deviation = 0;  ///< half of the interval on average, in standard errors of 95 %
};

Tried tried(double correlation, std::size_t count, int runs) {
  Tried all;
  Process process(correlation, 7);
  for (int run = 0; run < runs; ++run) {
    const MedianInterval interval = median_interval(process.take(count));
    all.hits += interval.low <= 0 && 0 <= interval.high ? 1 : 0;
    all.deviation += (interval.high - interval.low) / 2 / 1.96 / error_of_median(correlation, count) / runs;
  }
  return all;
}

// by counting: of the 3^3 resamples of three times, 7 have a median of 1, 13 of 2 and 7 of 3
TEST(MedianInterval, IsThatOfTheBootstrap) {
  EXPECT_EQ(median_interval(std::vector{7.0}).low, 7);
  EXPECT_EQ(median_interval(std::vector{7.0}).high, 7);
  const MedianInterval three = median_interval(std::vector{3.0, 1.0, 2.0});
  EXPECT_EQ(three.low, 1) << "7 of 27 are more than 2.5 %";
  EXPECT_EQ(three.high, 3);
  // more cannot be counted: then a random bootstrap
  std::vector<double> times(101);
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = static_cast<double>(i);
  std::mt19937 random(1);
  for (std::size_t i = times.size(); i > 1; --i) std::swap(times[i - 1], times[random() % i]);
  std::vector<double> medians;
  for (int trial = 0; trial < 20000; ++trial) {
    std::vector<double> drawn(times.size());
    for (double& one : drawn) one = times[random() % times.size()];
    std::ranges::nth_element(drawn, drawn.begin() + 50);
    medians.push_back(drawn[50]);
  }
  std::ranges::sort(medians);
  const MedianInterval interval = median_interval(times);
  EXPECT_NEAR(interval.low, medians[500], 1);
  EXPECT_NEAR(interval.high, medians[19500], 1);
}

TEST(MedianInterval, OfManyTimesIsAsNarrowAsThatOfFew) {
  // the ranks of 1,000 and 1,001 times, exactly and by the normal distribution, are next to each other; a rank is a unit or so
  std::vector<double> times(1000);
  std::ranges::generate(times, [random = std::mt19937(1)]() mutable { return static_cast<double>(random() % 1000); });
  const MedianInterval exact = median_interval(times);
  times.push_back(500);
  const MedianInterval normal = median_interval(times);
  EXPECT_NEAR(exact.low, normal.low, 2);
  EXPECT_NEAR(exact.high, normal.high, 2);
}

// of 400 right intervals 380 are expected to hold the median, with a standard deviation of 4.4
TEST(MedianInterval, HoldsTheMedianWhereTimesDependOnEachOther) {
  for (const double correlation : {0.0, 0.5, 0.8}) {
    SCOPED_TRACE(correlation);
    const Tried all = tried(correlation, 1000, 400);
    EXPECT_GE(all.hits, 380 - 3 * 4.4);
    EXPECT_LE(all.hits, 380 + 3 * 4.4);
    EXPECT_NEAR(all.deviation, 1, 0.1);
  }
}

TEST(MedianInterval, BlocksAreAsLongAsTimesDependOnEachOther) {
  double alone = 0, dependent = 0;
  Process white(0, 3), red(0.8, 3);
  for (int run = 0; run < 50; ++run) {
    alone += static_cast<double>(block_length(white.take(1000))) / 50;
    dependent += static_cast<double>(block_length(red.take(1000))) / 50;
  }
  // Politis and White's length for AR(1): (1.5 G^2 / g^2 n)^(1/3) with G / g = 2 r / (1 - r^2)
  EXPECT_NEAR(dependent, std::cbrt(1.5 * std::pow(2 * 0.8 / (1 - 0.64), 2) * 1000), 5);
  EXPECT_LT(alone, 3);
  EXPECT_EQ(block_length(std::vector(100, 1.0)), 1) << "equal times";
  EXPECT_EQ(block_length(std::vector{1.0, 2.0, 3.0}), 1) << "too few to say it";
  std::vector<double> with_long = red.take(1000);
  const std::size_t without = block_length(with_long);
  with_long[500] = 1e6;
  EXPECT_NEAR(static_cast<double>(block_length(with_long)), static_cast<double>(without), 2) << "of one that is much longer";
}

TEST(MedianInterval, NoiseIsTheStandardDeviationOverTheMean) {
  EXPECT_EQ(relative_noise(std::vector{5.0}), 0);
  EXPECT_DOUBLE_EQ(relative_noise(std::vector{2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}), std::sqrt(32.0 / 7) / 5);
}

}  // namespace
}  // namespace satscope
