// SPDX-License-Identifier: Apache-2.0
#pragma once

struct GLFWwindow;

namespace satscope::app {

/// Has the system draw the window's title bar dark or light, where it asks the program (Windows).
void set_title_bar(GLFWwindow* window, bool dark);

}  // namespace satscope::app
