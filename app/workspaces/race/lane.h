// SPDX-License-Identifier: Apache-2.0
// One entrant on its way: its sampler, the runs that were timed, and what is known of its tables. Internal to the race of
// algorithms, and used by its thread alone.
#pragma once
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "app/workspaces/race/standings.h"
#include "kernels/adopted.h"
#include "kernels/last_times.h"
#include "kernels/reference.h"
#include "kernels/sampler.h"

namespace satscope::app {

/// What all entrants share.
struct RaceCourse {
  Machine machine = Machine::cpu;  ///< of those who name none
  TypePair types;
  int threads = 0;  ///< of the host; 0: as each algorithm chooses
  Extent extent;
  NumberedPicture picture;
  double budget_ms = 0;  ///< a run that takes longer is timed before all sets of buffers are there, as they come so slowly
};

class RaceLane {
 public:
  using Clock = std::chrono::steady_clock;

  /// algorithm: null if there is none of this name.
  RaceLane(RaceEntrant entrant, const Algorithm* algorithm);
  RaceLane(RaceLane&&) = default;
  RaceLane& operator=(RaceLane&&) = default;

  const RaceEntrant& entrant() const { return entrant_; }
  const Standing& standing() const { return reported_; }
  bool out() const { return reported_.state == Standing::State::wrong || reported_.state == Standing::State::refused; }
  int runs() const { return runs_.count(); }
  Clock::time_point due() const { return due_; }  ///< of its next turn
  double cost_ms() const { return cost_ms_; }     ///< of its last turn
  /// seconds_between: that one sees, because a run takes more than the budget; else 0.
  void set_due(Clock::time_point due, double seconds_between);

  /// Begins anew if the algorithm is another program than before.
  void follow_changes();
  /// One sample, or one step towards the first. True if something else than times is new: it is wrong, refused, or ready. A GPU
  /// that fails throws.
  bool turn(const RaceCourse& course, Progress& progress);
  /// Gives the buffers back; what was found stays.
  void rest();

 private:
  Machine machine(const RaceCourse& course) const { return entrant_.machine.value_or(course.machine); }
  void enter(const RaceCourse& course);  ///< throws NotSupported
  /// Of a user's file: throws NotSupported if one emulated run would take too long, as runs on corners of the picture show.
  void try_corners(const RaceCourse& course, Progress& progress) const;
  void add_sets(const RaceCourse& course, Clock::time_point until, Progress& progress);
  void time_some(const RaceCourse& course, Progress& progress);
  /// One that is timed by a process of its own: all samples of the turn.
  bool turn_apart(const OwnGpuProcess& own, const RaceCourse& course, Progress& progress);
  /// False: the table is wrong, and it says where.
  bool judge(const Comparison& comparison, const RaceCourse& course);
  bool judge(std::span<const std::byte> table, const RaceCourse& course);
  /// From here on it has no times, and a sentence why.
  void give_up(Standing::State state, std::string why);
  void report();

  RaceEntrant entrant_;
  const Algorithm* algorithm_;
  int changes_ = 0;  ///< of the algorithm, by the time of its results
  Request request_;
  std::unique_ptr<Sampler> sampler_;  ///< null: it has not entered
  LastTimes runs_, whole_runs_;       ///< whole: with copies, of one that is timed by its own process
  int runs_past_cache_ = 0;           ///< of them, since all sets of buffers are there
  double cost_ms_ = 0;
  Clock::time_point due_{}, check_due_{};
  Standing reported_;
};

}  // namespace satscope::app
