// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/camera_input.h"
#include "app/sources/live/live_open.h"

namespace satscope::app {

bool reads_without_ffmpeg(std::string_view /*format*/) { return false; }

Opened open_camera_by_v4l2(const std::string& /*device*/, const OpenContext& /*context*/) { return {}; }

Opened open_camera(const std::string& words, const OpenContext& /*context*/) {
  if (!words_behind(words, k_camera)) return {};
  return Opened::because(
      "cameras are not supported on Windows yet; 'synthetic' moves, too, and the browser's version has cameras");
}

}  // namespace satscope::app
