// SPDX-License-Identifier: Apache-2.0
// The one place where source -> engine -> OpenGL buffer happens. The interface says what it wants; the frame never waits,
// and says what there is to show.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "app/core/display_path.h"
#include "app/core/painter.h"
#include "app/pipeline/frame_source.h"
#include "app/pipeline/shown.h"
#include "app/pipeline/status.h"
#include "app/pipeline/times.h"
#include "app/pipeline/wanted.h"
#include "kernels/table.h"

namespace satscope::app {

class Frame {
 public:
  /// Needs a current OpenGL 3.3 context for its whole life. Throws std::runtime_error if `forced` cannot run here. For a
  /// painter on the host nothing is uploaded to OpenGL.
  explicit Frame(std::optional<DisplayPath> forced, Painter painter = Painter::opengl);
  ~Frame();

  void want(const Wanted& wanted);  ///< cheap when nothing changed
  void measure();                   ///< computes the table again
  void cancel();                    ///< drops slow work; what is shown stays
  /// While it holds, no new live frame is taken: it would not be seen, or the window needs the time.
  void hold(bool held);
  void set_quality(const AdaptiveQuality& quality);  ///< for the status

  /// Once per drawn frame: takes what is finished, starts what is wanted. Never waits. True if `shown` changed.
  bool advance();
  /// Whether something will change without further input, so that the window must go on calling advance.
  bool active() const;

  const Shown& shown() const;        ///< the newest table
  const Filtered& filtered() const;  ///< the newest result of a chain of filters
  const FrameStatus& status() const;
  FrameSource& source();                            ///< to seek in it
  void note(Station station, double milliseconds);  ///< what panels and drawing took, for the budget

  /// The frame that is shown in small, for thumbnails: every n-th pixel, so that no side is longer than this. Empty while there
  /// is none. Only the frame itself, no result.
  std::optional<PictureWords> small_frame(int longest_side) const;
  /// The same frame as a whole; nothing is copied, and its pixels are not written any more.
  std::optional<SourceFrame> whole_frame() const;
  /// The frame that the shown result was made of; a live source may have a newer one already.
  std::optional<SourceFrame> result_frame() const;
  /// The result as a whole, unmirrored, for a file; on the GPU this waits. Empty while there is none.
  std::optional<PictureWords> snapshot();
  /// Says which pixel `filtered_pixel` will be asked for; known with the next frame at the latest.
  void watch_pixel(int x, int y);
  std::optional<FilteredPixel> filtered_pixel(int x, int y) const;

  /// Says which entries of P the interface will read: x ... x + width, y ... y + height of this box, and the four corners of
  /// the others. Values are then known at the latest one frame later, and belong to what is shown.
  void watch(const Box& visible, std::vector<Box> boxes);
  std::optional<double> pixel(int x, int y) const;  ///< the number that entered the table
  std::optional<Value> padded(int X, int Y) const;  ///< P(X, Y)
  std::optional<BoxSum> box_sum(const Box& box) const;
  /// Known where box_sum is; only the pixels of watched boxes are summed.
  std::optional<SumTruth> box_truth(const Box& box) const;
  std::optional<Value> stage_entry(int x, int y) const;   ///< column x, row y of the stage's buffer
  std::optional<Value> before_entry(int x, int y) const;  ///< of what the stage's pass found

  /// Compares every entry of the table with the 64-bit definition, in the background; the answer is in `status`.
  void check_agreement();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
