// SPDX-License-Identifier: Apache-2.0
// What the painters of views have in common: the story, the area within its margins, and texts as long as there is room.
#pragma once
#include <string>
#include <vector>

#include "app/workspaces/steps/view.h"

namespace satscope::app {

class StepPainter {
 protected:
  StepPainter(Drawing& drawing, const StepsState& steps, const Area& area, ViewScene* scene)
      : drawing_(drawing),
        palette_(drawing.palette),
        em_(drawing.em),
        steps_(steps),
        story_(steps.player()->story()),
        scene_(scene),
        area_{area.x + em_, area.y, area.width - 2 * em_, area.height},
        low_(area.height < 14 * em_) {}

  void line(double y, const std::vector<std::string>& texts, Rgb colour) {
    drawing_.text({area_.x, y}, drawing_.first_that_fits(texts, area_.width), {colour});
  }
  /// What a key or the wheel does, after a sentence; empty on a page, which has none.
  std::string hint(const std::string& text) const { return scene_ ? " " + text : ""; }
  void add(ViewShape shape) {
    if (scene_) scene_->shapes.push_back(std::move(shape));
  }

  Drawing& drawing_;
  const Palette& palette_;
  const double em_;
  const StepsState& steps_;
  const Story& story_;
  ViewScene* const scene_;  ///< may be null
  const Area area_;
  const bool low_;  ///< then what is drawn needs the room of some lines
};

}  // namespace satscope::app
