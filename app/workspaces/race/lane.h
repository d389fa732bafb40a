// SPDX-License-Identifier: Apache-2.0
// One entrant on its way: its copies of the buffers, the runs that were timed, and what is known of its tables. Internal to the
// race of algorithms, and used by its thread alone.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/core/last_runs.h"
#include "app/workspaces/race/standings.h"
#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/reference.h"

namespace satscope::app {

/// What all entrants share.
struct RaceCourse {
  Machine machine = Machine::cpu;
  TypePair types;
  int threads = 0;  ///< of the host, 0 for all
  Extent extent;
  std::span<const std::byte> picture;
  std::uint64_t serial = 0;  ///< of the picture
  double budget_ms = 0;      ///< a run that takes longer is timed before all copies are there, as they come so slowly
};

class RaceLane {
 public:
  using Clock = std::chrono::steady_clock;

  /// algorithm: null if there is none of this name.
  RaceLane(RaceEntrant entrant, const Algorithm* algorithm);
  RaceLane(RaceLane&&) = default;
  RaceLane& operator=(RaceLane&&) = default;

  const RaceEntrant& entrant() const { return entrant_; }
  const Standing& standing() const { return told_; }
  bool out() const { return told_.state == Standing::State::wrong || told_.state == Standing::State::refused; }
  int runs() const { return runs_.count(); }
  Clock::time_point due() const { return due_; }  ///< of its next turn
  double cost_ms() const { return cost_ms_; }     ///< of its last turn
  /// seconds_between: that one sees, because a run takes more than the budget; else 0.
  void set_due(Clock::time_point due, double seconds_between);

  /// One sample, or one step towards the first. True if something else than times is new: it is wrong, refused, or ready. A GPU
  /// that fails throws.
  bool turn(const RaceCourse& course, Progress& progress);
  /// Gives the buffers back; what was found stays.
  void rest();

 private:
  struct Copy {
    Engine engine;
    std::uint64_t serial = 0;  ///< of the picture in it
  };

  bool enter(const RaceCourse& course);
  void add_copy(const RaceCourse& course, Progress& progress);
  void refresh(Copy& copy, const RaceCourse& course);
  double sample(Progress& progress);
  void time_some(const RaceCourse& course, Progress& progress);
  void record_graphs();
  bool check_again(const RaceCourse& course, Progress& progress);
  bool judge(const Copy& copy, const RaceCourse& course);
  /// From here on it has no times, and a sentence why.
  void give_up(Standing::State state, std::string why);
  void tell();

  RaceEntrant entrant_;
  const Algorithm* algorithm_;
  Request request_;
  Plan plan_;
  std::deque<Copy> copies_;
  std::size_t wanted_copies_ = 0;  ///< 0: it has not entered
  std::vector<Graph> graphs_;      ///< of some consecutive runs each; empty where one run is long enough for the clock
  int runs_in_graph_ = 1;
  std::vector<Event> events_;  ///< before and after a graph
  std::size_t next_ = 0;       ///< copy, or graph
  std::size_t oldest_ = 0;     ///< copy, by its picture
  double once_ms_ = 0;         ///< of the last run by itself
  LastRuns runs_;
  int runs_past_cache_ = 0;  ///< of them, since all copies are there
  double cost_ms_ = 0;
  Clock::time_point due_{}, check_due_{};
  Standing told_;
};

}  // namespace satscope::app
