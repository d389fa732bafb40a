// SPDX-License-Identifier: Apache-2.0
// Never a dead end: a list of inputs, the best first. One that cannot be opened, gives no first frame in time or stops giving
// frames is replaced by the next, with a sentence each. Driven by the caller of take(), so it needs no thread.
#pragma once
#include <functional>
#include <vector>

#include "app/sources/live/live_feed.h"

namespace satscope::app {

struct Rung {
  std::string name;  ///< "the camera /dev/video2"
  Opener open;
};

struct RungReport {
  std::string name;
  enum class Outcome : std::uint8_t { trying, gives, failed } outcome = Outcome::trying;
  std::string sentence;  ///< one for the user: what was tried and what became of it
};

class LiveLadder {
 public:
  static constexpr std::chrono::milliseconds k_limit{2000};

  /// Names of the connected devices, to climb again when a new one appears; empty where none can.
  using Connected = std::function<std::vector<std::string>()>;

  /// The first rung is tried at once. make: the rungs, called again for each new climb; at least one.
  LiveLadder(std::function<std::vector<Rung>()> make, OpenContext context, Connected connected = {},
             std::chrono::milliseconds limit = k_limit);

  /// The newest frame that was not taken yet. Goes on to the next rung if the current one is silent for longer than the limit.
  /// Never waits for a device.
  std::optional<SourceFrame> take();

  const std::vector<RungReport>& reports() const { return reports_; }  ///< of the last climb, in order
  std::size_t rung() const { return rung_; }
  LiveFeed& feed() { return *feed_; }
  /// Starts again with the first rung.
  void climb();
  /// Ends without waiting for a device; only the destructor may follow.
  void let_go();

 private:
  void try_rung(std::size_t rung);
  void give_up(const std::string& why);
  void look_for_devices();

  std::function<std::vector<Rung>()> make_;
  OpenContext context_;
  Connected connected_;
  std::chrono::milliseconds limit_;
  std::vector<Rung> rungs_;
  std::vector<RungReport> reports_;
  std::size_t rung_ = 0;
  std::unique_ptr<LiveFeed> feed_;
  std::chrono::steady_clock::time_point next_look_;
  std::vector<std::string> known_;
  bool exhausted_ = false;  ///< the last rung failed, too
};

/// remembered -> default -> any other -> synthetic. remembered: a device as list_cameras names it, or empty.
LiveLadder camera_ladder(const std::string& remembered, OpenContext context);

}  // namespace satscope::app
