// SPDX-License-Identifier: Apache-2.0
// A view coloured on the host, as shaders/view.frag colours it, within one level. Where OpenGL runs on the CPU this takes a
// fiftieth of the shader's time: each texel is coloured once, with vectors, and not once for each pixel that it touches.
//
//     rows of texels -> colours of 16 bits -> summed down the samples of a pixel -> summed across -> RGBA8
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "app/render/look.h"

namespace satscope::app {

class Colouring {
 public:
  Colouring();
  ~Colouring();

  /// Where a view goes: RGBA8 words (R in the lowest byte), `pitch` words from row to row, negative where rows go up.
  struct Canvas {
    std::uint32_t* top_left;
    std::ptrdiff_t pitch;
  };
  /// Colours the whole view, on this thread and on at most threads - 1 others. Any size; the view has an area.
  void colour(const TexelLook& look, const HostTexels& texels, const Canvas& to, int threads);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
