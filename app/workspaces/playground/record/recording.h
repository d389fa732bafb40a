// SPDX-License-Identifier: Apache-2.0
// A film of results on its way into a file, written by a thread of its own. It never makes the window wait: a frame that comes
// while too many wait is dropped, and counted.
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/pipeline/shown.h"
#include "app/sources/live/live_input.h"
#include "app/sources/live/video_encoder.h"

namespace satscope::app {

/// The sound of a video whose frames are recorded while it plays.
struct VideoSound {
  std::string video;  ///< its file
  double from = 0;    ///< seconds of the video at which the film begins
};

class Recording {
 public:
  using Open = std::function<std::unique_ptr<VideoWriter>(const std::string& name, const VideoForm& form, std::string& why)>;

  /// file: an .mp4; if something has that name in the end, the film takes the next number. open: makes the writer, as
  /// open_encoder does. sound: copied where there is some. Throws std::system_error if no thread can begin.
  Recording(std::string file, const VideoForm& form, std::optional<VideoSound> sound = {}, Open open = open_encoder);
  /// Finishes the file with the frames so far.
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// A result shown at this moment since the beginning; each stays until the next. in_step: the video is as far as the film.
  /// Once it is not, the sound has ended.
  void give(PictureWords picture, double seconds, bool in_step = true);
  /// No more come, the last one stays until then. missed: frames of the source that did not get so far. why: a clause why it
  /// ended by itself, empty if it did not.
  void stop(double seconds, std::uint64_t missed = 0, std::string why = {});
  bool stopped() const;
  /// After `stop`: returns when the file is there, or cannot be.
  void wait();

  /// Once the file is there, or cannot be: a sentence with its whole path. Empty before.
  struct Outcome {
    std::string text;
    bool good = false;
    std::string file = {};  ///< its whole path; empty: there is none
  };
  std::optional<Outcome> outcome() const;
  /// Whether the file takes no more, although the user did not stop it.
  bool failed() const { return failed_; }

  std::uint64_t frames() const { return frames_; }    ///< given to the encoder; in the end, those in the file
  std::uint64_t dropped() const { return dropped_; }  ///< because too many waited
  const std::string& file() const { return file_; }
  /// Whether there is sound, up to now.
  bool sounds() const { return sounds_; }

 private:
  struct Shot {
    PictureWords picture;
    double seconds = 0;
    bool in_step = true;
  };
  void work();
  std::unique_ptr<LiveInput> open_sound() const;
  void end_sound(double seconds);
  void write_all(VideoWriter& writer);
  std::string finish(VideoWriter& writer, std::string trouble);

  const std::string file_;
  VideoForm form_;
  const std::optional<VideoSound> sound_;
  const Open open_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Shot> waiting_;
  std::optional<double> until_;  ///< set by stop
  std::uint64_t missed_ = 0;
  std::string why_;
  std::optional<Outcome> outcome_;
  std::atomic<std::uint64_t> frames_{0}, dropped_{0};
  std::atomic<bool> failed_{false}, sounds_{false};
  std::string sound_said_;  ///< of the thread
  bool heard_nothing_ = false;
  std::thread thread_;  ///< last, so that all else is there when it begins
};

}  // namespace satscope::app
