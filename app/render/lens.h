// SPDX-License-Identifier: Apache-2.0
// What was drawn into the current framebuffer, copied to a texture so that it can be drawn again, larger.
#pragma once
#include <memory>

#include "kernels/types.h"

namespace satscope::app {

class Lens {
 public:
  /// All but construction needs a current OpenGL 3.3 context, and so does destruction after a copy.
  Lens();
  ~Lens();
  Lens(const Lens&) = delete;

  /// Copies pixels, whose rows count from the bottom. Throws std::runtime_error if OpenGL refuses.
  void copy(int x, int y, Extent extent);
  /// A GL_TEXTURE_2D with linear filtering, the lowest row first; made when first asked for.
  unsigned texture();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
