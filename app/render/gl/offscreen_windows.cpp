// SPDX-License-Identifier: Apache-2.0
// Windows makes contexts for windows alone, so there is one that is never shown.
#include "app/render/gl/offscreen.h"

#include <epoxy/gl.h>
// after epoxy, which brings OpenGL
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <stdexcept>

#include "app/render/gl/gl_needs.h"

namespace satscope::app {
namespace {

class HiddenWindow {
 public:
  HiddenWindow() {
    if (!glfwInit()) refuse();
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    window_ = glfwCreateWindow(64, 64, "satscope", nullptr, nullptr);
    glfwDefaultWindowHints();
    if (!window_) refuse();
    glfwMakeContextCurrent(window_);
  }
  ~HiddenWindow() { glfwDestroyWindow(window_); }
  HiddenWindow(const HiddenWindow&) = delete;
  HiddenWindow& operator=(const HiddenWindow&) = delete;

 private:
  [[noreturn]] static void refuse() {
    const char* why = nullptr;
    glfwGetError(&why);
    throw std::runtime_error(fmt::format("drawing off-screen is not supported here: {}; it needs OpenGL 3.3: {}",
                                         why ? why : "no reason given", gl_cure()));
  }
  GLFWwindow* window_ = nullptr;
};

}  // namespace

std::shared_ptr<void> Offscreen::make_context(std::string& platform) {
  platform = "a hidden window";
  return std::make_shared<HiddenWindow>();
}

}  // namespace satscope::app
