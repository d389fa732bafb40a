// SPDX-License-Identifier: Apache-2.0
// A picture from the host as a texture that the interface's draw lists can use.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "kernels/types.h"

namespace satscope::app {

class PictureTexture {
 public:
  /// What is seen where a texel is larger than a pixel.
  enum class Between : std::uint8_t { linear, nearest };
  /// All but construction needs a current OpenGL 3.3 context, and so does destruction after an upload.
  explicit PictureTexture(Between between = Between::linear);
  ~PictureTexture();
  PictureTexture(const PictureTexture&) = delete;

  /// RGBA8 words, extent.area() of them, top row first. Throws std::runtime_error if OpenGL refuses.
  void upload(Extent extent, std::span<const std::uint32_t> rgba);
  Extent extent() const;
  /// A GL_TEXTURE_2D; 0 before the first upload.
  unsigned texture() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
