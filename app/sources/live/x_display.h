// SPDX-License-Identifier: Apache-2.0
// Whether an X server still runs. Without one, FFmpeg's screen grabber continues with its last picture.
#pragma once
#include <string>

namespace satscope::app {

/// False if no server listens any more where this display of this machine (":0", ":0.0") was. True for displays elsewhere.
bool x_display_answers(const std::string& display);

/// Xlib calls this when the connection breaks, and then ends the process. Does nothing if Xlib is not loaded, as GLFW loads it
/// for a window on an X server.
void on_lost_x_display(int (*handler)(void* display));

}  // namespace satscope::app
