// SPDX-License-Identifier: Apache-2.0
// Stages that play: each pass is seen happening in its buffer, then rests. Rows grow as they are summed; where a pass turns the
// picture, pieces of it move from where the buffer before had them to where this one has them.
#pragma once
#include "app/workspaces/steps/clock.h"
#include "app/workspaces/steps/views/stages/transform.h"

namespace satscope::app {

/// A place is a stage: the picture, then what each pass leaves. A pass is seen happening for three quarters of its time.
class StagesClock final : public Clock {
 public:
  explicit StagesClock(int last);
  /// How much of the pass is seen done of the stage that this buffer shows, 0 ... 1.
  double part(std::size_t stage, double now) const { return stage == position() ? arrived(now) : 1; }

 private:
  void placed() override {}
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
