// SPDX-License-Identifier: Apache-2.0
// What the source panel keeps beside the session: the cameras that are connected, and the windows on the screen, asked for on
// threads of their own, because a driver or an X server may take its time.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "app/core/newest_worker.h"
#include "app/sources/live/camera_list.h"
#include "app/sources/live/x_windows.h"
#include "app/ui/keys.h"
#include "kernels/table.h"

namespace satscope::app {

/// Begins a crop with the mouse, in a workspace that has such an action, or leaves it.
inline constexpr Action k_crop_on_picture{"crop-on-picture"};
/// Text of k_transform_source before a box of what is shown: "WxH+X+Y".
inline constexpr std::string_view k_crop_to_shown = "shown ";

class CameraWatch {
 public:
  /// Looks once a second whether other devices are connected, and asks them what they can do. `now` in seconds. with_windows:
  /// and which windows there are. True if a list changed.
  bool look(double now, bool with_windows);
  const std::vector<Camera>& cameras() const { return cameras_; }
  const std::vector<XWindow>& windows() const { return windows_; }

  std::string screen_part;  ///< "WxH+X+Y" as it is typed; empty: all of the screen
  std::string crop;         ///< likewise, of the source
  Box crop_in_force;        ///< when it was typed

 private:
  std::vector<std::string> devices_;
  std::vector<Camera> cameras_;
  double next_look_ = 0;
  NewestWorker<std::vector<Camera>> lister_;
  std::vector<XWindow> windows_;
  NewestWorker<std::vector<XWindow>> window_lister_;
};

}  // namespace satscope::app
