// SPDX-License-Identifier: Apache-2.0
// Stages that play: each pass is seen happening in its buffer, then rests. Rows grow as they are summed; where a pass turns the
// picture, pieces of it move from where the buffer before had them to where this one has them. The time comes from outside.
#pragma once
#include "app/workspaces/steps/views/stages/transform.h"

namespace satscope::app {

class StagesPlay {
 public:
  bool playing() const { return playing_; }
  /// How much of the stage's pass is seen done, 0 ... 1.
  double part(int stage) const { return stage == stage_ ? part_ : 1; }

  /// The speed at which so many passes take that long, seconds; within what the steps allow.
  static double speed_for(double seconds, int passes);

  /// From the last stage anew; returns the stage to begin with.
  int toggle(double now, int stage, int last);
  void stop();  ///< whole again, as after a jump
  void show_whole() { part_ = 1; }
  /// shown: the stage on the screen, negative while it is computed. speed: as of the steps. Returns the stage that is wanted
  /// now.
  int advance(double now, int stage, int shown, int last, double speed);

 private:
  bool playing_ = false;
  int stage_ = -1;              ///< that the rest is of
  bool begun_ = false;          ///< it has been on the screen
  double last_ = 0, done_ = 0;  ///< time of the last look; how much of the pass it has lasted
  double part_ = 1;
};

/// How a pass is seen in its buffer.
enum class Growth : std::uint8_t {
  across,  ///< its rows become longer
  down,    ///< its columns do
  turn,    ///< pieces move to another place
};
Growth growth_of(const StageBuffer& before, const PlanStage& stage);

/// Where a piece of the buffer is, in framebuffer pixels, when this part of the way is done: by the pixels that it stands for.
/// None: the buffer before has no such place.
std::optional<Point> piece_at(const StageBuffer& before, const StageBuffer& stage, Pixel cell, Extent picture,
                              const View& picture_view, const Area& area, double em, double part);

}  // namespace satscope::app
