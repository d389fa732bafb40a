// SPDX-License-Identifier: Apache-2.0
// What the source panel keeps beside the session: the cameras that are connected, asked for on a thread of its own, because a
// driver may take its time.
#pragma once
#include <string>
#include <vector>

#include "app/core/newest_worker.h"
#include "app/sources/live/camera_list.h"

namespace satscope::app {

class CameraWatch {
 public:
  /// Looks once a second whether other devices are connected, and asks them what they can do. `now` in seconds. True if the
  /// list changed.
  bool look(double now);
  const std::vector<Camera>& cameras() const { return cameras_; }
  bool looking() const { return lister_.busy(); }

  std::string screen_part;  ///< "WxH+X+Y" as it is typed; empty: all of the screen

 private:
  std::vector<std::string> devices_;
  std::vector<Camera> cameras_;
  double next_look_ = 0;
  NewestWorker<std::vector<Camera>> lister_;
};

}  // namespace satscope::app
