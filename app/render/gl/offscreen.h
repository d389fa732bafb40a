// SPDX-License-Identifier: Apache-2.0
// An OpenGL 3.3 core context without a window: EGL without any surface, so it needs neither an X server nor GLFW.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/types.h"

namespace satscope::app {

/// A context that is current in the making thread from construction to destruction, and a framebuffer to draw into.
class Offscreen {
 public:
  /// Throws std::runtime_error with a sentence if EGL is not installed or none of its devices gives OpenGL 3.3.
  explicit Offscreen(Extent size);
  ~Offscreen();
  Offscreen(Offscreen&&) = delete;

  Extent size() const;
  void bind();                        ///< draws go into the framebuffer, the viewport is all of it
  void fill_nothing();                ///< from here on OpenGL takes and checks all calls, but fills no pixel
  std::vector<std::uint32_t> read();  ///< RGBA8 words (R in the lowest byte), top row first, size().area() of them

  const std::string& renderer() const;  ///< GL_RENDERER
  const std::string& version() const;   ///< GL_VERSION
  const std::string& platform() const;  ///< which EGL display was used, in words

 private:
  /// A context that is current and ends with the last pointer to it; platform: where it was found, in words.
  static std::shared_ptr<void> make_context(std::string& platform);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
