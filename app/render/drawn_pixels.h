// SPDX-License-Identifier: Apache-2.0
// Pixels that OpenGL draws into, beside whatever window there is. They belong to the context that is current.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "app/render/colour_map.h"
#include "kernels/types.h"

namespace satscope::app {

class DrawnPixels {
 public:
  /// Throws std::runtime_error with a sentence if OpenGL has no room for so many.
  explicit DrawnPixels(Extent size);
  ~DrawnPixels();
  DrawnPixels(DrawnPixels&&) = delete;

  Extent size() const;
  void bind();                        ///< draws go here, the viewport is all of it
  std::vector<std::uint32_t> read();  ///< RGBA8 words (R in the lowest byte), top row first, size().area() of them
  /// What `paint` draws on ground of one colour; afterwards draws go where they went before.
  std::vector<std::uint32_t> painted(Rgb ground, const std::function<void()>& paint);
  /// The same on no ground: with the opacity of each pixel, and its colour as it is without a ground.
  std::vector<std::uint32_t> painted_on_nothing(const std::function<void()>& paint);

 private:
  std::vector<std::uint32_t> painted_on(Rgb ground, float opacity, const std::function<void()>& paint);
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
