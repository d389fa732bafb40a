// SPDX-License-Identifier: Apache-2.0
#include "app/window/desktop/title_bar.h"

#include <windows.h>
// after windows.h
#define GLFW_EXPOSE_NATIVE_WIN32
#include <GLFW/glfw3.h>
#include <GLFW/glfw3native.h>
#include <dwmapi.h>

namespace satscope::app {

void set_title_bar(GLFWwindow* window, bool dark) {
  constexpr DWORD k_dark_mode = 20;  // DWMWA_USE_IMMERSIVE_DARK_MODE; Windows 10 of before 2020 refuses it, which is as well
  const BOOL wanted = dark ? TRUE : FALSE;
  ::DwmSetWindowAttribute(::glfwGetWin32Window(window), k_dark_mode, &wanted, sizeof wanted);
}

}  // namespace satscope::app
