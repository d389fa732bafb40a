// SPDX-License-Identifier: Apache-2.0
// Keeps the views as they were painted. Most frames of the window change a pointer, a number or a button; where OpenGL runs
// on the CPU, painting both views again for each would cost many times the rest of the frame.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/painter.h"
#include "app/pipeline/frame.h"
#include "app/ui/views/view_spec.h"

namespace satscope::app {

/// What was painted anew, and what that took on the host.
struct PaintedViews {
  int count = 0;
  double colouring_ms = 0, upload_ms = 0;  ///< where the host paints
};

class ViewCache {
 public:
  /// Needs a current OpenGL 3.3 context for its whole life. Without an order the host paints where OpenGL runs on the CPU, by
  /// its name or by a short trial. Throws std::runtime_error with the log of the shaders' compiler.
  explicit ViewCache(std::optional<Painter> ordered);
  ~ViewCache();

  Painter painter() const;
  const std::string& reason() const;  ///< why this one, a clause

  /// Draws views of one window of `framebuffer` pixels into the framebuffer that is bound for drawing; paints only those
  /// whose content or specification differs from the last call's. coarse: at half their resolution; what was painted coarse
  /// is painted again when it is false. Scissoring must be off. filtered: for views of that kind.
  PaintedViews draw(const Shown& shown, const std::vector<ViewSpec>& views, Extent framebuffer, const Filtered& filtered = {},
                    bool coarse = false);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
