// SPDX-License-Identifier: Apache-2.0
// A filter and its rivals, each at many radii, one after the other and round after round, on a thread of its own. A result is
// compared before its time counts; on the GPU each racer has a stream of its own.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/race_thread.h"
#include "app/workspaces/playground/race/race_results.h"
#include "kernels/filter.h"

namespace satscope::app {

/// One byte for each pixel.
struct RacePicture {
  Extent extent;
  std::vector<std::uint8_t> bytes;
};

struct RadiusRaceRequest {
  Machine machine = Machine::cpu;
  std::string algorithm;     ///< id, of the tables; empty: the machine's default
  Params table_params = {};  ///< of that algorithm
  Params params = {};        ///< that all racers share, besides the radius
  bool operator==(const RadiusRaceRequest&) const = default;
};

/// The filter and those that compute the same in another way, in the order of the list.
std::vector<Filter> racers_of(std::string_view filter);

/// From 1 to 300, each about 1.5 times the one before.
std::span<const int> race_radii();

class RadiusRace : public RaceThread<RadiusRaceRequest, RacePicture, RaceResults> {
 public:
  /// The first racer is what the others are compared with. All know the parameter r. threads: of the host, 0 for all. Each
  /// round over the radii takes the newest picture; another request begins anew.
  explicit RadiusRace(std::vector<Filter> racers = racers_of("box"), std::span<const int> radii = race_radii(),
                      int threads = 0);
};

}  // namespace satscope::app
