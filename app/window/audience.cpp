// SPDX-License-Identifier: Apache-2.0
#include "app/window/audience.h"

#include <epoxy/gl.h>
// after epoxy, which brings OpenGL
#include <GLFW/glfw3.h>

#include <stdexcept>

namespace satscope::app {
namespace {

/// A monitor on which the middle of this window is not; null: there is none.
GLFWmonitor* other_monitor(GLFWwindow* window) {
  int x = 0, y = 0, width = 0, height = 0, count = 0;
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &width, &height);
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; count > 1 && i < count; ++i) {
    int left = 0, top = 0;
    glfwGetMonitorPos(monitors[i], &left, &top);
    const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
    if (!mode) continue;
    const int across = x + width / 2 - left, down = y + height / 2 - top;
    if (across < 0 || down < 0 || across >= mode->width || down >= mode->height) return monitors[i];
  }
  return nullptr;
}

constexpr int k_width = 960, k_height = 540;

}  // namespace

AudienceWindow::AudienceWindow(GLFWwindow* lecturers) : lecturers_(lecturers) {
  GLFWmonitor* const monitor = other_monitor(lecturers);
  const GLFWvidmode* const mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);  // because: the lecturer's keys stay where they are
  glfwWindowHint(GLFW_DECORATED, mode ? GLFW_FALSE : GLFW_TRUE);
  window_ = glfwCreateWindow(mode ? mode->width : k_width, mode ? mode->height : k_height, "satscope for the class", nullptr,
                             lecturers);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_TRUE);
  glfwWindowHint(GLFW_DECORATED, GLFW_TRUE);
  if (!window_) throw std::runtime_error("a second window for the class cannot open; F5 alone presents in this one");
  if (mode) {
    int left = 0, top = 0;
    glfwGetMonitorPos(monitor, &left, &top);
    glfwSetWindowPos(window_, left, top);
  }
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(0);  // because: the lecturer's window keeps the pace
  glfwMakeContextCurrent(lecturers_);
}

AudienceWindow::~AudienceWindow() { glfwDestroyWindow(window_); }

bool AudienceWindow::closing() const { return glfwWindowShouldClose(window_) != 0; }

void AudienceWindow::end(const Area& stage, Extent lecturers) {
  frame_.end(lecturers);
  Extent window;
  glfwGetFramebufferSize(window_, &window.width, &window.height);
  if (window.area() == 0) return;
  struct InTheirs {  // and back, whatever happens
    InTheirs(GLFWwindow* theirs, GLFWwindow* ours) : ours_(ours) { glfwMakeContextCurrent(theirs); }
    ~InTheirs() { glfwMakeContextCurrent(ours_); }
    GLFWwindow* ours_;
  } const in_theirs(window_, lecturers_);
  frame_.show(
      {static_cast<int>(stage.x), static_cast<int>(stage.y), {static_cast<int>(stage.width), static_cast<int>(stage.height)}},
      window);
  glfwSwapBuffers(window_);
}

void AudienceWindow::give_place() const {
  if (glfwGetWindowMonitor(lecturers_)) return;  // because: a full screen would change its resolution
  int x = 0, y = 0, width = 0, height = 0;
  glfwGetWindowPos(window_, &x, &y);
  glfwGetWindowSize(window_, &width, &height);
  glfwSetWindowPos(lecturers_, x, y);
  glfwSetWindowSize(lecturers_, width, height);
}

}  // namespace satscope::app
