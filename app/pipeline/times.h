// SPDX-License-Identifier: Apache-2.0
// How long tables took, and the passes that made them: the last runs of one algorithm on pictures of one size.
#pragma once
#include <chrono>
#include <deque>
#include <vector>

#include "app/pipeline/content.h"
#include "app/pipeline/frame.h"
#include "kernels/last_times.h"

namespace satscope::app {

class TableTimes {
 public:
  /// Forgets all; from here on it is this plan.
  void start(const Plan& plan);
  /// Adds the times of a table, and tells them.
  void note(const Content& fresh, FrameStatus& status);

 private:
  LastTimes tables_;
  std::vector<LastTimes> passes_;
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

}  // namespace satscope::app
