// SPDX-License-Identifier: Apache-2.0
// Draws one view of a picture, a table, a stage or a filtered frame into the current framebuffer, through the shader program
// `view`.
#pragma once
#include <memory>
#include <optional>

#include "app/pipeline/frame.h"
#include "app/ui/views/view_look.h"

namespace satscope::app {

class ViewPainter {
 public:
  /// Needs a current OpenGL 3.3 context for its whole life. Throws std::runtime_error with the compiler's log.
  ViewPainter();
  ~ViewPainter();

  /// Fills the viewport. Only the background if nothing is ready. Leaves viewport, scissor test, program, vertex array and
  /// texture bindings as they were.
  void paint(const Shown& shown, const ViewSpec& spec);
  /// The same for views of kind `filtered`.
  void paint(const Filtered& filtered, const ViewSpec& spec);
  void paint(const std::optional<ViewLook>& view, const ViewSpec& spec);  ///< of this look

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
