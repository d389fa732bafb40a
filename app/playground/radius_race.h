// SPDX-License-Identifier: Apache-2.0
// A filter and its rivals, each at many radii, one after the other and round after round, on a thread of its own. A result is
// compared before its time counts; on the GPU each racer has a stream of its own.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/playground/race_results.h"
#include "kernels/filter.h"

namespace satscope::app {

/// One byte for each pixel.
struct RacePicture {
  Extent extent;
  std::vector<std::uint8_t> bytes;
};

struct RaceWish {
  Machine machine = Machine::cpu;
  std::string algorithm;     ///< id, of the tables; empty: the machine's default
  Params table_params = {};  ///< of that algorithm
  Params params = {};        ///< that all racers share, besides the radius
  bool operator==(const RaceWish&) const = default;
};

/// The filter and those that compute the same in another way, in the order of the list.
std::vector<Filter> racers_of(std::string_view filter);

/// From 1 to 300, each about 1.5 times the one before.
std::span<const int> race_radii();

class RadiusRace {
 public:
  /// Runs on the race's thread.
  using Picture = std::function<RacePicture()>;

  /// The first racer is what the others are compared with. All know the parameter r. threads: of the host, 0 for all.
  explicit RadiusRace(std::vector<Filter> racers = racers_of("box"), std::span<const int> radii = race_radii(),
                      int threads = 0);
  ~RadiusRace();  ///< waits for the pass that runs
  RadiusRace(const RadiusRace&) = delete;

  /// Runs until `stop`; cheap when nothing changed. Another wish begins anew.
  void run(const RaceWish& wish);
  /// Ends the round that runs, at the latest with its pass, and does not wait for that. What was found stays.
  void stop();
  /// Whether a newer picture is welcome: each round takes one.
  bool wants_picture() const;
  void give(Picture picture);

  bool running() const;
  std::uint64_t serial() const { return serial_; }     ///< grows with every change of the results
  std::shared_ptr<const RaceResults> results() const;  ///< never null

 private:
  class Track;
  void work();

  const std::vector<Filter> racers_;
  const std::vector<int> radii_;
  const int threads_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<RaceWish> wish_;
  Picture next_;
  bool wanted_ = true;  ///< a picture, by the next round
  bool failed_ = false;
  bool ending_ = false;
  std::shared_ptr<Progress> progress_;  ///< of the round that runs
  std::shared_ptr<const RaceResults> results_;
  std::atomic<std::uint64_t> serial_{0};
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace satscope::app
