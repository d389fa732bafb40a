// SPDX-License-Identifier: Apache-2.0
// The one stopwatch: times runs of some work that go round sets of buffers, of which no cache holds the next one. On the GPU a
// sample is the mean of the runs in a recorded graph, so that gaps between launches are small: one run, or several in a row
// where one is too short for the clock of events.
//
//     set      0  1  2  3  0  1  2  3  0 ...
//     sample  |  first   | second |  third      each as many runs as last long enough
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "kernels/device.h"
#include "kernels/types.h"

namespace satscope {

/// Shortest sample on the GPU: long enough for the clock of events, short enough for a spread.
inline constexpr double k_graph_milliseconds = 0.5;
inline constexpr int k_most_sets = 64;

/// What both machines keep in their caches, at most.
std::size_t cache_bytes(Machine machine);
/// How many buffer sets of this size exceed the cache twice over (at least 2, at most k_most_sets).
int sets_beyond_cache(std::size_t bytes_per_set, Machine machine);
/// How many samples of this length fit into a time.
int samples_within(double milliseconds, double sample_ms, int least, int most);

class Laps {
 public:
  /// One run on a set. Host: done on return. GPU: enqueued on the stream on return.
  using Run = std::function<void(std::size_t set)>;

  /// stream: null on the host.
  Laps(const Stream* stream, Run run);

  /// One more set. A first run on it, which touches every page, is no sample: it runs now, or took so long.
  void add_set();
  void add_set(double first_run_ms);
  std::size_t sets() const { return sets_; }
  void clear();  ///< no sets
  /// After the last set. GPU: records graphs; of short runs each is whole rounds, or else lasts hardly longer than needed.
  void complete(bool whole_rounds);
  /// Milliseconds of one run: of the next set, or the mean of the next graph.
  double sample();

  double run_ms() const { return run_ms_; }  ///< of the last run that was timed by itself
  double sample_ms() const;                  ///< about the time that a sample takes

 private:
  struct Recorded {
    Graph graph;
    int runs;
  };
  double timed(const std::function<void()>& work);

  const Stream* stream_;
  Run run_;
  std::optional<Event> before_, after_;  ///< of the GPU
  std::size_t sets_ = 0, next_ = 0;      ///< next set, or graph
  std::vector<Recorded> graphs_;
  double run_ms_ = 0;
};

}  // namespace satscope
