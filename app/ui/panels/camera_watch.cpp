// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/camera_watch.h"

#include <utility>

namespace satscope::app {

bool CameraWatch::look(double now) {
  constexpr double k_between_looks = 1;
  if (now >= next_look_) {
    next_look_ = now + k_between_looks;
    std::vector<std::string> connected = camera_devices();
    if (connected != devices_) {
      devices_ = std::move(connected);
      lister_.submit([](JobProgress&) { return list_cameras(); });
    }
  }
  auto outcome = lister_.take();
  if (!outcome || !outcome->result) return false;
  cameras_ = std::move(*outcome->result);
  return true;
}

}  // namespace satscope::app
