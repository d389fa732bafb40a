// SPDX-License-Identifier: Apache-2.0
// Whether two sets of runs differ: the exact two-sided Mann-Whitney U test, from how often a time of one set is below a time of
// the other. It takes no times to be normal, and a single slow run cannot decide alone.
//
//     U = pairs (a, b) with a < b, of which there are n m; if the sets are alike, every order of the n + m times is as likely
//
// Paper: Mann and Whitney 1947, On a Test of Whether one of Two Random Variables is Stochastically Larger than the Other.
#pragma once
#include <cstddef>
#include <optional>
#include <span>

namespace satscope::app {

/// How likely two like sets differ at least so much, 0 to 1. Equal times count half to each side, rounded towards alike.
double rank_test(std::span<const double> a, std::span<const double> b);

struct RatioInterval {
  double low = 0, high = 0;
};

/// By how much the times of b are those of a, as a range that a rank test does not exclude at `chance`: the ratios of all pairs
/// without as many of the least and of the greatest as the test allows (Hodges and Lehmann 1963). None: there are too few.
std::optional<RatioInterval> ratio_interval(std::span<const double> a, std::span<const double> b, double chance);

/// The least value that rank_test can have of so many times: 1 / 35 of 4 and 4.
double least_of_rank_test(std::size_t a, std::size_t b);

// Whether the times of a run lie at two levels, as those of a machine do whose clock or memory has two states: their median is
// then that of one level, and its interval says nothing of the other.
//
//     o o                 o o
//     oooo                ooo
//     oooooo   .    o    ooooo
//     |-----|  middle  |-----|      of the way from one mean to the other, the middle third is nearly empty

struct TwoLevels {
  double low_ms = 0, high_ms = 0;  ///< medians of the shorter and of the longer times
  double low_percent = 0;          ///< of all times that belong to the lower level
};

/// The two levels of at least 100 times, without the shortest and the longest 5 %. They are split where the variance within
/// both parts is least (Otsu). Each has a fifth of the times, they are 3 % and 100 ns apart, and at most 3 % of the times lie
/// in the middle third between their means. A distribution with a single peak has at least 6.7 % there: if its density falls
/// from one side of the third to the other, at least a sixth of the farther part lies in the half of the third that is next to
/// it, and as much in the other half. Else nothing.
std::optional<TwoLevels> two_levels(std::span<const double> times);

}  // namespace satscope::app
