// SPDX-License-Identifier: Apache-2.0
// Keeps the views as they were painted. Most frames of the window change a pointer, a number or a button; where OpenGL runs
// on the CPU, painting both views again for each would cost many times the rest of the frame.
#pragma once
#include <memory>
#include <vector>

#include "app/ui/view_painter.h"

namespace satscope::app {

class ViewCache {
 public:
  /// Needs a current OpenGL 3.3 context for its whole life.
  ViewCache();
  ~ViewCache();

  /// Draws views of one window of `framebuffer` pixels into the framebuffer that is bound for drawing; paints only those
  /// whose content or specification differs from the last call's. Scissoring must be off. Returns how many were painted.
  /// filtered: for views of that kind.
  int draw(ViewPainter& painter, const Shown& shown, const std::vector<ViewSpec>& views, Extent framebuffer,
           const Filtered& filtered = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
