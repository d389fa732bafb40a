// SPDX-License-Identifier: Apache-2.0
// What the doctor finds.
#pragma once
#include <string>
#include <vector>

namespace satscope::app {

/// One thing that works here, or does not.
struct Finding {
  std::string id;     ///< for scripts
  std::string title;  ///< for people
  bool works = false;
  std::string detail;  ///< what was found, or why it does not work
  std::string cure;    ///< what to do about it; empty if it works or there is nothing to do
};

/// OpenGL, interop and fonts: reported by builds with a window.
std::vector<Finding> window_findings();
/// FFmpeg, cameras, the screen.
std::vector<Finding> media_findings();

}  // namespace satscope::app
