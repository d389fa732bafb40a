// SPDX-License-Identifier: Apache-2.0
// The packets of sound that are read between those of a video. Internal to app/sources/ffmpeg.
#pragma once
#include <deque>
#include <functional>
#include <vector>

#include "app/sources/ffmpeg/ffmpeg.h"
#include "app/sources/live/live_input.h"

namespace satscope::app::ffmpeg {

class StoredSound : public Sound {
 public:
  /// Streams of the file that is open; they belong to it.
  std::vector<const AVStream*> streams;
  /// When the video begins, in seconds of the file: its first frame is at 0.
  double start = 0;
  /// The video was read to its end, so the sound is copied to its own end.
  bool whole = false;

  void drop() override {
    kept_ = false;
    waiting_.clear();
  }
  bool kept() const { return kept_; }
  bool begin_alone(double seconds) override;
  bool alone() const { return alone_; }
  /// Whether it is a packet of these streams; then it is moved from.
  bool keep(Packet& packet);
  /// The next packet that begins before this time of the video; null: none is here yet. Unit of its stamps: of its stream.
  Packet take(double until);
  /// Whether a packet that begins later is here.
  bool reaches(double until) const;
  /// Reads on until that is so, or the file is at its end; the video is skipped. For a video that is cut.
  std::function<void(double until)> read_on;
  /// The next packets that are read are those of this time of the file, or some before it. False: there are none.
  std::function<bool(double seconds)> go_to;

 private:
  double begins(const AVPacket& packet) const;

  bool kept_ = true, alone_ = false;
  std::deque<Packet> waiting_;
};

}  // namespace satscope::app::ffmpeg
