// SPDX-License-Identifier: Apache-2.0
// The window off-screen, with a clock that only its frames move on, and nothing that it writes.
#pragma once
#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/core/files/atomic_file.h"
#include "app/render/gl/offscreen.h"
#include "app/window/screen.h"

namespace satscope::app {

class Rehearsal {
 public:
  explicit Rehearsal(WindowOptions options) : offscreen(options.size), screen(rehearsed(options), Settings{}, host_) {}

  void frame(double seconds = 0.1) {
    now_ += seconds;
    screen.step(now_);
    offscreen.bind();
    screen.draw(offscreen.size(), now_);
  }

  /// Without a frame.
  void let_pass(double seconds) { now_ += seconds; }

  /// Until nothing is on its way, and the act of a card was looked for since.
  void rest() {
    constexpr std::chrono::seconds k_max_wait{60};
    constexpr int k_calm_frames = 6;
    const auto end = std::chrono::steady_clock::now() + k_max_wait;
    for (int calm = 0; calm < k_calm_frames;) {
      frame();
      calm = screen.settled() || held ? calm + 1 : 0;
      if (calm == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      if (std::chrono::steady_clock::now() > end) throw std::runtime_error("the window did not come to rest in a minute");
    }
  }

 private:
  static const WindowOptions& rehearsed(WindowOptions& options) {
    options.rehearses = true;
    return options;
  }

  const WriteNothing nothing_;  // first: what the window still writes at its end is not written either
  Host host_;
  double now_ = 0;

 public:
  Offscreen offscreen;
  Screen screen;
  bool held = false;  ///< the left button
};

}  // namespace satscope::app
