// SPDX-License-Identifier: Apache-2.0
// A video file through the chain, from its first frame to its last and with its sound, or all pictures of a folder, as fast as
// they can be filtered. It reads the files itself, so what the window plays meanwhile does not matter.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/sources/live/live_input.h"
#include "kernels/filter.h"

namespace satscope::app {

struct Ui;

struct WholeFilmRequest {
  std::string source;  ///< a video file, or a folder of pictures
  std::string file;  ///< an .mp4; if something has that name in the end, the film takes the next number. Of pictures: a folder
  bool folder = false;  ///< the source is one
  std::vector<ChainLink> chain;
  bool luma = false;  ///< it alone is filtered
  SourceTransform transform = {};
  ToneMap tone_map = ToneMap::none;
  std::optional<GreyRange> greys = {};
};

class WholeFilm {
 public:
  struct Outcome {
    std::string text;  ///< a sentence
    std::string file;  ///< its whole path; empty: there is none
    bool good = false;
  };

  /// Whether the source is a video file that has an end, or a folder.
  static bool possible(const Ui& ui) { return of_video(ui) || of_folder(ui); }
  static bool of_video(const Ui& ui);
  static bool of_folder(const Ui& ui);
  /// Begins; asked again, ends with the frames so far.
  void ask(Ui& ui);
  /// Throws std::system_error if no thread can begin.
  void begin(WholeFilmRequest request, double seconds);
  void stop();
  /// Once per step of the window. True if there is something new to draw.
  bool step(Ui& ui);
  /// Stops, and waits for the file. What became of it, a sentence; empty: there was none.
  std::string finish();
  double due_at(double now) const;  ///< as Workspace::due_at

  bool runs() const { return job_ != nullptr; }
  bool runs_folder() const { return job_ && job_->request.folder; }
  std::optional<Outcome> outcome() const;
  std::string mark() const;  ///< "FILM 42 %, 120 frames"; empty while there is none

 private:
  struct Job {
    WholeFilmRequest request;
    double seconds = 0;            ///< of the whole video; of a folder the number of its pictures
    std::atomic<double> done = 0;  ///< of these
    std::atomic<std::uint64_t> frames = 0;
    mutable std::mutex mutex;
    std::optional<Outcome> outcome;
  };
  static Outcome work(Job& job, const std::stop_token& stop);
  static Outcome work_on_folder(Job& job, const std::stop_token& stop);

  std::unique_ptr<Job> job_;  ///< null: it does not run
  std::jthread thread_;       ///< after the job, which it uses
  std::string marked_;        ///< what the window shows
};

}  // namespace satscope::app
