// SPDX-License-Identifier: Apache-2.0
// Work beside a measurement: threads that compute all the time, at the priority of everybody else, as a browser or a video
// decoder does.
#pragma once
#include <latch>
#include <thread>
#include <vector>

namespace satscope::app {

class BusyThreads {
 public:
  /// Returns when each of them runs.
  explicit BusyThreads(int count);
  /// Ends them.
  ~BusyThreads() = default;
  BusyThreads(const BusyThreads&) = delete;
  BusyThreads& operator=(const BusyThreads&) = delete;

 private:
  std::latch begun_;  ///< outlives the threads: the last ones may still be leaving it when the constructor returns
  std::vector<std::jthread> threads_;
};

}  // namespace satscope::app
