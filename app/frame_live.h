// SPDX-License-Identifier: Apache-2.0
// The live source: a thread that draws the moving scene at the pace of a camera. Only the newest frame is kept, never a
// queue, so whoever is slow sees fewer frames but never old ones.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "app/frame_pool.h"
#include "kernels/types.h"

namespace satscope::app {

struct LiveFrame {
  Extent extent;
  HostBlock rgba;  ///< extent.area() RGBA8 words; nobody writes them any more
};

class LiveSource {
 public:
  explicit LiveSource(HostPool pool);
  ~LiveSource();

  // None of these waits for a frame.
  void run(Extent extent);          ///< starts, or goes on; another extent drops what is drawn
  void stop();                      ///< the scene's clock stands still meanwhile
  std::optional<LiveFrame> take();  ///< the newest frame that was not taken yet

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
