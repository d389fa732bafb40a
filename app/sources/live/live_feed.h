// SPDX-License-Identifier: Apache-2.0
// Runs an input on its own thread. Only the newest frame is kept, never a queue: a slow reader sees fewer frames but never old
// ones, and never waits.
//
//     opener -> input -> [thread: next, wait until due] -> slot of one frame -> take()
//
// Where there are no threads, `take` does what the thread would have done since.
//
// An input whose frames are made to order makes the next one when the last was taken, or was asked for.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/sources/live/live_input.h"

namespace satscope::app {

enum class Phase : std::uint8_t {
  opening,
  running,
  ended,   ///< after the last frame; seek goes on
  failed,  ///< it cannot be opened, or it broke off; the last good frame stays good
};

struct FeedStatus {
  Phase phase = Phase::opening;
  std::string why;              ///< a sentence, of `failed`
  Description description;      ///< empty while opening
  std::uint64_t delivered = 0;  ///< frames that reached the slot
  std::uint64_t given = 0;      ///< by the source: these, and those skipped on the way
  /// Of those replaced before they were taken, and those skipped on the way. What is made to order and was not made is
  /// not dropped.
  std::uint64_t dropped = 0;
  double seconds = 0;  ///< stamp of the newest frame
  bool paused = false, looping = false;
  std::chrono::steady_clock::time_point last_sign;  ///< when a frame came, or the phase changed
};

class LiveFeed {
 public:
  /// Starts at once.
  LiveFeed(Opener opener, OpenContext context);
  /// Waits for the thread, but at most a quarter of a second: a thread that hangs in a driver is left behind, and ends by
  /// itself when the driver returns.
  ~LiveFeed();
  LiveFeed(const LiveFeed&) = delete;
  LiveFeed& operator=(const LiveFeed&) = delete;

  // None of these waits for a frame.
  std::optional<SourceFrame> take();  ///< the newest frame that was not taken yet; asks for the next
  FeedStatus status() const;
  void pause(bool paused);                    ///< the clock of the source stands still meanwhile; a device goes on unseen
  void loop(bool looping);                    ///< begin again after the end
  void mirror(std::optional<bool> mirrored);  ///< frames to come; empty: as the source says
  void transform(const SourceTransform& transform);  ///< frames to come
  /// Black and white of frames to come in deep greys; automatic: the least and the largest value so far; empty: as the source
  /// makes them.
  void range(const std::optional<GreyRange>& range);
  void seek(double seconds);  ///< shows the frame of that time, also while paused
  void step(int by);          ///< frames or stills, forward or back, also while paused

  /// Ends a feed without waiting at all.
  static void let_go(std::unique_ptr<LiveFeed> feed);
  /// Number of threads that were left behind and have not ended yet.
  static int left_behind();

 private:
  struct State;
  void end(std::chrono::milliseconds max_wait);

  std::shared_ptr<State> state_;  ///< null after let_go
};

}  // namespace satscope::app
