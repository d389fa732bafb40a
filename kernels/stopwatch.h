// SPDX-License-Identifier: Apache-2.0
// The one stopwatch. It times runs of some work that rotate through sets of buffers, so that no cache holds the next set. On
// the GPU a sample is the mean of the runs in a recorded graph, which keeps launch gaps small: one run, or several in a row if
// one is too short for the clock of events. On the host it is one run, and several where the clock is as coarse as browsers
// make it.
//
//     set      0  1  2  3  0  1  2  3  0  1  2  3
//     sample  |   first  |  second  |  third
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

/// Bytes that the machine's last cache holds.
std::size_t cache_bytes(Machine machine);
/// How many buffer sets of this size exceed twice the cache (at least 2, at most k_most_sets).
int sets_beyond_cache(std::size_t bytes_per_set, Machine machine);
/// Shortest sample on the host: long beside a tick of its clock. 0 where the clock is fine.
double shortest_host_sample_ms();
/// How many samples of this length fit into a time.
int samples_within(double milliseconds, double sample_ms, int least, int most);

class Stopwatch {
 public:
  /// One run on a set. On the host it is done on return, on the GPU it is enqueued on the stream.
  using Run = std::function<void(std::size_t set)>;

  /// stream: null on the host. shortest_ms: of a sample, on the host.
  Stopwatch(const Stream* stream, Run run, double shortest_ms = shortest_host_sample_ms());

  /// One more set. The first run on it, which touches every page, is not a sample: it runs now, or the caller timed it.
  void add_set();
  void add_set(double first_run_ms);
  std::size_t sets() const { return sets_; }
  void clear();  ///< no sets
  /// After the last set. GPU: records graphs. A graph of short runs is a whole number of rounds, or as short as possible.
  void complete(bool whole_rounds);
  /// Milliseconds of one run: on the next set, or the mean of as many as a sample has.
  double sample();
  /// On the host: a run on each set, so that the cache holds nothing any more of what others did. Watch: stores past the cache
  /// are slower until what others have written there has gone to memory.
  void pass_cache();

  double run_ms() const { return run_ms_; }  ///< milliseconds of a recent run
  double sample_ms() const;                  ///< milliseconds that a sample takes, about

 private:
  struct Recorded {
    Graph graph;
    int runs;
  };
  double timed(const std::function<void()>& work);
  void run_next();

  const Stream* stream_;
  Run run_;
  double shortest_ms_;
  std::optional<Event> before_, after_;  ///< of the GPU
  std::size_t sets_ = 0, next_ = 0;      ///< next set, or graph
  std::vector<Recorded> graphs_;
  double run_ms_ = 0;
};

}  // namespace satscope
