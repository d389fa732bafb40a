// SPDX-License-Identifier: Apache-2.0
// A frame that two windows show: it is drawn once in the context of the first, and a part of it is drawn again in a context
// that shares its textures.
#pragma once
#include <memory>

#include "kernels/types.h"

namespace satscope::app {

/// Pixels of a frame, whose rows count from the top.
struct FramePart {
  int x = 0, y = 0;
  Extent extent;
};

class SharedFrame {
 public:
  /// Needs the first context for `begin`, `end` and destruction, and the second for `show`. All may throw std::runtime_error.
  SharedFrame();
  ~SharedFrame();
  SharedFrame(const SharedFrame&) = delete;

  /// What follows is drawn into the frame, of this size.
  void begin(Extent extent);
  /// Puts the frame into the first window, which has so many pixels.
  void end(Extent window);
  /// In the second context: as large as it fits into a window of this size, in its middle; black around it.
  void show(const FramePart& part, Extent window);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
