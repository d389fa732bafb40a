// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/camera_watch.h"

#include <cstdlib>
#include <utility>

namespace satscope::app {

bool CameraWatch::look(double now, bool with_windows) {
  constexpr double k_between_looks = 1;
  if (now >= next_look_) {
    next_look_ = now + k_between_looks;
    std::vector<std::string> connected = camera_devices();
    if (connected != devices_) {
      devices_ = std::move(connected);
      lister_.submit([](JobProgress&) { return list_cameras(); });
    }
    const char* const display = std::getenv("DISPLAY");
    if (with_windows && display && !window_lister_.busy())
      window_lister_.submit(
          [name = std::string(display)](JobProgress&) { return x_windows(name).value_or(std::vector<XWindow>()); });
  }
  bool changed = false;
  if (auto outcome = lister_.take(); outcome && outcome->result) {
    cameras_ = std::move(*outcome->result);
    changed = true;
  }
  if (auto outcome = window_lister_.take(); outcome && outcome->result && *outcome->result != windows_) {
    windows_ = std::move(*outcome->result);
    changed = true;
  }
  return changed;
}

}  // namespace satscope::app
