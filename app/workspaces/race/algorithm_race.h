// SPDX-License-Identifier: Apache-2.0
// Algorithms that take turns on the newest picture, on a thread and streams of their own: each gets an equal share of the time
// that the budget leaves, so that a slow one has its turns more rarely and holds up no other. A table is compared with the
// definition before its times count, and again now and then. Samples are those of a bench: passes alone, round many copies of
// the buffers; on the GPU averages over a graph of runs, where one run is short.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "app/core/race_thread.h"
#include "app/workspaces/race/settings.h"
#include "app/workspaces/race/standings.h"
#include "kernels/plan.h"

namespace satscope::app {

/// A picture as an algorithm reads it: extent.area() elements of the type.
struct RacePixels {
  Extent extent;
  Scalar type = Scalar::u8;
  std::vector<std::byte> bytes;
};

struct AlgorithmRaceRequest {
  Machine machine = Machine::cpu;
  TypePair types = k_type_pairs[0];
  std::vector<RaceEntrant> entrants;
  double budget_ms = 4;          ///< of each frame, for all entrants together
  double frame_ms = 1000. / 60;  ///< from frame to frame
  bool operator==(const AlgorithmRaceRequest&) const = default;
};

class AlgorithmRace : public RaceThread<AlgorithmRaceRequest, RacePixels, Standings> {
 public:
  /// The algorithms outlive the race. threads: of the host; 0: as each algorithm chooses.
  explicit AlgorithmRace(std::span<const Algorithm> list, int threads = 0);
};

/// Seconds from the beginning of a turn of this cost to the next one of the same entrant, so that all of them together take no
/// more than the budget of each frame.
double seconds_between_turns(double cost_ms, const AlgorithmRaceRequest& request, std::size_t entrants);

}  // namespace satscope::app
