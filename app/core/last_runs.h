// SPDX-License-Identifier: Apache-2.0
// The last runs of something, for the median and spread of a race.
#pragma once
#include <algorithm>
#include <deque>

#include "kernels/measure.h"

namespace satscope::app {

class LastRuns {
 public:
  static constexpr std::size_t k_most = 60;

  void add(double milliseconds) {
    runs_.push_back(milliseconds);
    if (runs_.size() > k_most) runs_.pop_front();
  }
  void clear() { runs_.clear(); }
  bool empty() const { return runs_.empty(); }
  int count() const { return static_cast<int>(runs_.size()); }
  /// The same summary that a bench makes.
  Timings timings() const {
    Timings timings{{runs_.begin(), runs_.end()}};
    std::ranges::sort(timings.milliseconds);
    return timings;
  }

 private:
  std::deque<double> runs_;
};

}  // namespace satscope::app
