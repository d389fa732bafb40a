// SPDX-License-Identifier: Apache-2.0
// Frames as a virtual camera that other programs can watch.
#pragma once
#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>

#include "app/commands/shared/output.h"
#include "app/sources/live/virtual_camera.h"

namespace satscope::app {

/// Returns false if a stop was requested before that.
inline bool wait_until(std::chrono::steady_clock::time_point due, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_until(lock, stop, due, [] { return false; });
  return !stop.stop_requested();
}

/// A virtual camera that shows each frame at its time.
class CameraOutput {
 public:
  CameraOutput(const std::string& device, Extent picture, bool paced)
      : camera_(device, picture, bus_), paced_(paced), began_(std::chrono::steady_clock::now()) {
    note(fmt::format("other programs see it as the camera {}", camera_.describe()));
  }
  void write(const SourceFrame& frame, const std::stop_token& stop) {
    const std::chrono::duration<double> seconds(frame.seconds);
    if (paced_ && !wait_until(began_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(seconds), stop)) return;
    camera_.write(frame.extent, frame.words());
  }
  std::string describe() const { return camera_.describe(); }

 private:
  CameraBus bus_;
  VirtualCamera camera_;
  bool paced_;  ///< else the input keeps the time
  std::chrono::steady_clock::time_point began_;
};

}  // namespace satscope::app
