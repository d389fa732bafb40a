// SPDX-License-Identifier: Apache-2.0
// The entrants of a race over the size of the picture, or filters over the radius, measured as by `satscope bench` on a thread
// of its own: results come one by one, and a sweep that was stopped goes on.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/bench/run.h"
#include "app/workspaces/race/settings.h"

namespace satscope::app {

/// The entrants on the sizes of a preset of bench, by its id, or on squares from 256 to 4096; on every machine that there is. A
/// preset that varies something else brings its own.
BenchOrder sweep_of(const RaceEdit& edit, const TypePair& types, const std::string& preset);

/// The results, and the cases of the order that wait without a time, so that printed times are where they will be. known:
/// null before the first.
BenchReport with_waiting(const std::shared_ptr<const BenchReport>& known, const BenchOrder& order);

class RaceSweep {
 public:
  RaceSweep() = default;
  ~RaceSweep() { stop(); }  // and waits, at most for the floor that is being measured
  RaceSweep(const RaceSweep&) = delete;
  RaceSweep& operator=(const RaceSweep&) = delete;

  /// Begins, or goes on with what an earlier one of the same order left over. Nothing happens while one runs.
  void start(const BenchOrder& order);
  /// The case at hand is given up, what was measured stays. Does not wait.
  void stop() { thread_.request_stop(); }
  bool running() const { return running_; }

  /// What is known now.
  struct Known {
    std::shared_ptr<const BenchReport> report;  ///< null before the first
    std::string doing;                          ///< in a few words; a sentence if it failed
    std::uint64_t serial = 0;                   ///< grows with each change
  };
  Known known() const;

 private:
  void publish(const BenchReport& report, std::string doing);

  std::atomic<bool> running_{false};
  mutable std::mutex mutex_;
  Known known_;
  std::optional<BenchOrder> order_;  ///< of the results, for going on
  std::jthread thread_;              // last: it uses all of the above
};

}  // namespace satscope::app
