// SPDX-License-Identifier: Apache-2.0
// The grids that a frame paints, as textures kept for the next frame: where its n-th grid holds the same words, nothing is
// given to OpenGL.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "app/render/picture_texture.h"
#include "kernels/types.h"

namespace satscope::app {

class CellTextures {
 public:
  /// OpenGL's name of a texture with these RGBA8 words, until ImGui's next frame. Throws std::runtime_error if OpenGL refuses.
  unsigned hold(Extent grid, std::span<const std::uint32_t> words);
  int uploads() const { return uploads_; }  ///< ever

 private:
  struct Kept {
    PictureTexture texture{PictureTexture::Between::nearest};
    std::vector<std::uint32_t> words;
  };
  std::vector<std::unique_ptr<Kept>> kept_;
  std::size_t next_ = 0;
  int frame_ = -1, uploads_ = 0;
};

}  // namespace satscope::app
