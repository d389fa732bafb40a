// SPDX-License-Identifier: Apache-2.0
// How long tables took, and the passes that made them: the last runs of one algorithm on pictures of one size.
#pragma once
#include <chrono>
#include <deque>
#include <vector>

#include "app/pipeline/content.h"
#include "app/pipeline/frame.h"

namespace satscope::app {

class TableTimes {
 public:
  /// Forgets all; from here on it is this plan.
  void start(const Plan& plan);
  /// Adds the times of a table, and tells them.
  void note(const Content& fresh, FrameStatus& status);

 private:
  std::deque<double> tables_;
  std::vector<std::deque<double>> passes_;
  std::vector<PassTimes> told_;
};

/// Frames that were shown within the last second.
class ShownRate {
 public:
  void note();  ///< one more, now
  void clear() { shows_.clear(); }
  double per_second() const;  ///< 0 before there are two

 private:
  std::deque<std::chrono::steady_clock::time_point> shows_;
};

/// Runs that a median is of.
inline constexpr std::size_t k_most_times = 60;

/// One more; the oldest is forgotten.
void keep_time(std::deque<double>& times, double milliseconds);

/// The value that a share of the values, 0 ... 1, lies below; between two of them where it falls there. At least one value.
double quantile(const std::deque<double>& values, double share);

}  // namespace satscope::app
