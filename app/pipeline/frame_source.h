// SPDX-License-Identifier: Apache-2.0
// The live source of a window: opened when it is wanted and closed when it is not, so that no camera is on unasked. Cameras go
// down their ladder; everything else is opened as it is named.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/pipeline/memory.h"
#include "app/sources/live/live_feed.h"
#include "app/sources/live/live_ladder.h"

namespace satscope::app {

/// Which live source, and how it moves.
struct LiveRequest {
  std::string words;  ///< as open_live takes them; empty: none
  Mode mode = {};     ///< asked of cameras, the screen and the synthetic camera; empty: their usual one
  bool paused = false;
  bool looping = true;
  std::optional<bool> mirrored = {};  ///< left and right changed; empty: as the source says
  SourceTransform transform = {};
  ToneMap tone_map = ToneMap::none;     ///< of HDR videos
  std::optional<GreyRange> greys = {};  ///< as LiveFeed::range
  bool allow_network = false;
  bool operator==(const LiveRequest&) const = default;
};

/// What is known about the source.
struct SourceStatus {
  bool on = false;                     ///< something is open or being opened
  FeedStatus feed = {};                ///< of what is in use
  std::vector<RungReport> rungs = {};  ///< what was tried, with a sentence each
  std::string trouble = {};            ///< a sentence about what went wrong last; empty if all is well
  bool mirrored = false;
};

class FrameSource {
 public:
  explicit FrameSource(HostPool pool) : pool_(std::move(pool)) {}

  // None of these waits for a device.
  void want(const LiveRequest& request);
  std::optional<SourceFrame> take();  ///< the newest frame that was not taken yet
  const SourceStatus& status() const { return status_; }
  /// Whether frames come by themselves, or something is still being opened.
  bool moving() const;
  void seek(double seconds);
  void step(int by);

 private:
  void update_status();
  void refresh();
  bool stands() const;
  bool last_is_stale() const;
  SourceFrame last_as_wanted();
  GreyRange greys_wanted() const;

  HostPool pool_;
  LiveRequest request_;
  std::optional<LiveLadder> ladder_;
  std::optional<SourceFrame> last_;  // that was taken
  SourceStatus status_;
};

}  // namespace satscope::app
