// SPDX-License-Identifier: Apache-2.0
// Whether the times of a run lie at two levels, as those of a machine do whose clock or memory has two states: their median is
// then that of one level, and its interval says nothing of the other.
//
//     o o                 o o
//     oooo                ooo
//     oooooo   .    o    ooooo
//     |-----|  middle  |-----|      of the way from one mean to the other, the middle third is nearly empty
#pragma once
#include <optional>
#include <span>

namespace satscope::app {

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
