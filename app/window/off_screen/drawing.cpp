// SPDX-License-Identifier: Apache-2.0
// Drawing a frame of the window, and what it takes: the views, then the interface over them.
#include <epoxy/gl.h>

#include "app/core/json.h"
#include "app/window/screen_state.h"

namespace satscope::app {

/// The first frame is shown all the same, so that there is something when somebody looks.
bool Screen::State::nobody_looks() const {
  const bool has_one = frame.shown().ready && frame.shown().picture == frame.status().live_extent;
  return has_one && !shown_workspace().uses_frames(session) && !pixels_wanted();
}

void Screen::State::begin_drawing() {
  if (painted.painter() == Painter::cpu) {
    drawing_began = std::chrono::steady_clock::now();
    return;
  }
  while (const auto took = draw_timer.take()) {
    frame.note(Station::draw, *took);
    painting_ms = *took;
  }
  draw_timer.begin();
}

void Screen::State::paint_views() {
  const Relief in_force = relief.at(now);
  const PaintedViews views_painted = painted.draw(frame.shown(), views, framebuffer, frame.filtered(), in_force.coarse);
  uploading_ms = 0;
  if (painted.painter() == Painter::cpu) {
    painting_ms = views_painted.colouring_ms + views_painted.upload_ms;
    uploading_ms = painting_ms;
    if (views_painted.count > 0) {
      frame.note(Station::colour, views_painted.colouring_ms);
      frame.note(Station::upload, views_painted.upload_ms);
    }
  }
  if (views_painted.count > 0) relief.painted(painting_ms, now);
  frame.relieve(relief.at(now));
}

/// Software draws when it is waited for, which swapping would do anyway; so the two are timed apart.
void Screen::State::end_drawing() {
  if (painted.painter() == Painter::opengl) return draw_timer.end();
  glFinish();
  const std::chrono::duration<double, std::milli> all = std::chrono::steady_clock::now() - drawing_began;
  frame.note(Station::draw, all.count() - uploading_ms);
}

nlohmann::json Screen::State::rates() const {
  const auto gaps_json = [](const FrameGaps& gaps) {
    return nlohmann::json{{"frames", gaps.frames},
                          {"seconds", gaps.seconds},
                          {"per_second", gaps.per_second()},
                          {"median_ms", gaps.median_ms},
                          {"p90_ms", gaps.p90_ms}};
  };
  const FrameStatus& status = frame.status();
  nlohmann::json live = gaps_json(status.gaps);
  live["shown"] = status.budget.shown;
  live["dropped"] = status.budget.dropped;
  return {{"live_frames", live}, {"window_frames", gaps_json(drawn.reported())}};
}

}  // namespace satscope::app
