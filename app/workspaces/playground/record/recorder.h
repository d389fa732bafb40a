// SPDX-License-Identifier: Apache-2.0
// Photos and films of the result, at once or after a countdown. Nothing is recorded unless the red mark shows.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/workspaces/playground/record/recording.h"

namespace satscope::app {

struct Ui;

/// Puts the result into the clipboard as a picture, and says what came of it.
void copy_result(Ui& ui);

class Recorder {
 public:
  int timer = 0;  ///< seconds before a photo or a film begins

  /// Begins the countdown; asked during one, calls it off.
  void ask_photo(Ui& ui);
  /// Likewise; asked while a film is recorded, ends it.
  void ask_film(Ui& ui);
  /// Once per frame of the window; shown: the result is seen. True if there is something new to draw.
  bool step(Ui& ui, bool shown);
  /// Ends a film, because the program ends, and waits for its file. What became of it, a sentence; empty: none was recorded.
  std::string finish();
  double due_at(double now) const;  ///< as Workspace::due_at
  bool settled() const { return !counting_ && !recording_; }

  bool records() const { return recording_ && !recording_->stopped(); }
  /// Seconds until the photo or the film, rounded up; 0: none is coming.
  int countdown(double now) const;
  /// "REC 0:12, no sound, 2 dropped"; empty while nothing is recorded. Of a video file there is sound while it plays.
  std::string mark() const;
  bool sounds() const { return records() && recording_->sounds(); }  ///< the film has a sound so far

 private:
  enum class What : std::uint8_t { photo, film };
  struct Counting {
    What what;
    double until;
  };
  void ask(What what, Ui& ui);
  void begin(What what, Ui& ui);
  void begin_film(Ui& ui);
  void take_frame(Ui& ui);
  std::uint64_t missed(const Ui& ui) const;
  void stop(std::string why = {});

  std::optional<Counting> counting_;
  std::unique_ptr<Recording> recording_;
  double begun_ = 0, now_ = 0;         ///< seconds
  double rate_ = 0;                    ///< of the source; 0: not known
  std::optional<double> video_began_;  ///< seconds of a video at which the film began; none: no video, or it goes on otherwise
  double video_said_ = 0;              ///< of the film, of the last frame
  double ahead_ = 0;                   ///< of the film before the clock
  Extent extent_;
  std::uint64_t serial_ = 0;          ///< of the last result that was given
  std::uint64_t dropped_before_ = 0;  ///< by the source
  std::uint64_t missed_ = 0;          ///< by the source since the film began
  std::string reported_;              ///< what the window shows of it
};

/// Saves the result as it is now into the pictures folder.
void save_photo(Ui& ui);

struct PlaygroundUi;
struct ResultPane;
void draw_timer(PlaygroundUi& ui);
/// The red mark while it records, and the countdown.
void draw_record_marks(PlaygroundUi& ui, const ResultPane& pane);

}  // namespace satscope::app
