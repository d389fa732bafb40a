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
  std::string detail;        ///< what was found, or why it does not work
  std::string cure;          ///< what to do about it; empty if it works or there is nothing to do
  bool known = true;         ///< false: the system does not say whether it works
  std::string purpose = {};  ///< what needs it, a noun; empty: what its title says
};

/// OpenGL, interop and fonts: reported by builds with a window.
std::vector<Finding> window_findings();
/// FFmpeg, cameras, the screen.
std::vector<Finding> media_findings();
/// Libraries and files that a few algorithms, formats or commands need.
std::vector<Finding> module_findings();
/// Threads, and what disturbs a measurement: other programs and the clock.
std::vector<Finding> machine_findings();

}  // namespace satscope::app
