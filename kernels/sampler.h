// SPDX-License-Identifier: Apache-2.0
// The one sampler. It runs a plan on sets of a picture and a table: first for a result to compare, then for times, one sample
// at a time. Its owner says when: a bench until it has enough, a race in turns. What a plan needs besides, its scratch, is the
// same for all sets, as it is where a plan runs on frame after frame.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "kernels/engine.h"
#include "kernels/last_times.h"
#include "kernels/stopwatch.h"

namespace satscope {

/// A picture and its number; another picture has another number.
struct NumberedPicture {
  std::span<const std::byte> bytes;
  std::uint64_t serial = 0;
};

/// How many passes of the plan are timed: all but the last ones without any cost, which only turn the table for its reader.
std::size_t timed_passes(const Plan& plan);

class Sampler {
 public:
  /// Allocates the first set. threads: as of Engine. sets: that runs rotate through; 0: more than caches hold.
  /// Throws as Engine does.
  Sampler(Plan plan, Machine machine, int threads = 0, int sets = 0);
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  /// Continues with another plan, as Engine::adopt. Only with one set.
  bool adopt(Plan plan);
  const Plan& plan() const { return engines_.front().plan(); }

  /// The table of one run on poisoned buffers. Empty if cancelled.
  std::vector<std::byte> result(const NumberedPicture& picture, Progress& progress);
  /// Milliseconds of the passes of the last `result` or `run_passes`.
  std::vector<double> pass_ms() const { return engines_[oldest_].pass_milliseconds(); }

  /// Adds a set and runs on it once; not if cancelled. Throws as Engine does.
  void add_set(const NumberedPicture& picture, Progress& progress);
  /// No more sets will be added. whole_rounds: see Stopwatch::complete.
  void settle(bool whole_rounds = false);
  bool settled() const { return settled_; }
  /// Whether there are as many sets as planned.
  bool enough_sets() const { return engines_.size() >= wanted_; }
  int sets() const { return static_cast<int>(engines_.size()); }
  int threads_used() const { return engines_.front().threads_used(); }

  /// Milliseconds of one run of the timed passes. Meaningless if cancelled.
  double sample(Progress& progress);
  /// See Stopwatch::pass_cache.
  void pass_cache(Progress& progress);
  /// Adds this many samples in a row; fewer if cancelled.
  void take(int count, LastTimes& times, Progress& progress);
  /// One run on the set of `result` that times each pass: see pass_ms.
  void run_passes(Progress& progress);
  /// Writes the picture into the set with the oldest one.
  void refresh(const NumberedPicture& picture);

  double run_ms() const { return stopwatch_->run_ms(); }  ///< of a recent run
  double sample_ms() const { return stopwatch_->sample_ms(); }
  /// Wakes the host's threads, so that the next run does not wait for them.
  void wake() const;

 private:
  void write(std::size_t set, const NumberedPicture& picture);
  void run_set(std::size_t set);

  std::size_t wanted_;
  int threads_;                         ///< that were asked for
  std::deque<Engine> engines_;          ///< one for each set; the first owns the scratch
  std::vector<std::uint64_t> serials_;  ///< of the pictures in them; 0: none yet
  std::size_t oldest_ = 0;              ///< set, by its picture
  bool settled_ = false;
  Progress* progress_ = nullptr;        ///< of the sample that runs
  std::optional<Stopwatch> stopwatch_;  // last: it runs on all of the above
};

}  // namespace satscope
