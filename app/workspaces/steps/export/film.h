// SPDX-License-Identifier: Apache-2.0
// Steps as a film: in each step its numbers move, then rest.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/sources/files/few_colours.h"
#include "app/sources/live/video_writer.h"
#include "app/ui/drawing/page.h"
#include "app/workspaces/steps/export/page.h"

namespace satscope::app {

struct FilmFrame {
  std::size_t position = 0;  ///< steps done
  double arrived = 1;        ///< how far the numbers of the last one are on their way, 0 ... 1
  double seconds = 0;        ///< when it is shown, since the beginning
};

/// From `first` to `last` steps done, at so many steps a second. The last frame is there twice, so that it rests too.
std::vector<FilmFrame> film_of(std::size_t first, std::size_t last, double speed);

inline constexpr double k_film_rate = 20;  ///< frames a second while numbers move

/// Draws a film into a .gif or a video, frame by frame, in the context of OpenGL that is current. Unless it gets to the end,
/// nothing is left.
class FilmWriter {
 public:
  /// size, scale: of the pages.
  FilmWriter(std::string file, Extent size, double scale, const Palette& palette, Pages& page, std::vector<FilmFrame> film,
             IfTaken if_taken = IfTaken::replace);

  /// The next piece of work. False: that was the last, and the file is there. Throws std::runtime_error with a sentence.
  bool go_on();
  std::size_t done() const { return written_; }  ///< frames
  std::size_t all() const { return film_.size(); }
  std::string name() const { return writer_ ? writer_->name() : ""; }  ///< that the finished file got
  std::string describe() const { return writer_ ? writer_->describe() : ""; }

 private:
  std::vector<std::uint32_t> drawn(const FilmFrame& frame);
  void begin();

  std::string file_;
  Area area_;
  const Palette& palette_;
  Pages& page_;
  std::vector<FilmFrame> film_;
  IfTaken if_taken_;
  PixelPage pixels_;
  ColourCount colours_;
  std::size_t looked_at_ = 0;  ///< frames whose colours were counted
  std::size_t written_ = 0;
  std::unique_ptr<VideoWriter> writer_;
};

}  // namespace satscope::app
