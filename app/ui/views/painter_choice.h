// SPDX-License-Identifier: Apache-2.0
// Who colours the views on this machine. A shader that runs on the CPU takes tens of milliseconds for what the host does by
// vectors in one or two.
#pragma once
#include <optional>
#include <string>

#include "app/core/painter.h"
#include "app/ui/views/view_painter.h"

namespace satscope::app {

struct PainterChoice {
  Painter painter = Painter::opengl;
  std::string reason;  ///< a clause
};

/// With the current OpenGL context. Makes the shader where it is chosen or tried.
PainterChoice choose_painter(std::optional<Painter> ordered, std::optional<ViewPainter>& shader);

/// Milliseconds that the shader takes for a small view, with all samples: the second time, when it is ready to draw.
double time_of_small_view(ViewPainter& shader);

}  // namespace satscope::app
