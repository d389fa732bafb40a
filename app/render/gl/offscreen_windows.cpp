// SPDX-License-Identifier: Apache-2.0
// Windows makes contexts for windows alone, so there is one that is never shown.
#include "app/render/gl/offscreen.h"

#include <epoxy/gl.h>
// after epoxy, which brings OpenGL
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <stdexcept>

#include "app/render/drawn_pixels.h"
#include "app/render/gl/gl.h"
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

std::string gl_text(GLenum what) {
  const auto* text = reinterpret_cast<const char*>(glGetString(what));
  return text ? text : "";
}

}  // namespace

struct Offscreen::State {
  HiddenWindow window;
  std::string platform = "a hidden window", renderer = gl_text(GL_RENDERER), version = gl_text(GL_VERSION);
  std::unique_ptr<DrawnPixels> pixels = {};  // after the context, so that they end before it
};

Offscreen::Offscreen(Extent size) : state_(std::make_unique<State>()) {
  gl::listen_to_debug();
  state_->pixels = std::make_unique<DrawnPixels>(size);
  bind();
}

Offscreen::~Offscreen() = default;

Extent Offscreen::size() const { return state_->pixels->size(); }
void Offscreen::bind() { state_->pixels->bind(); }
void Offscreen::fill_nothing() { glEnable(GL_RASTERIZER_DISCARD); }
std::vector<std::uint32_t> Offscreen::read() { return state_->pixels->read(); }

const std::string& Offscreen::renderer() const { return state_->renderer; }
const std::string& Offscreen::version() const { return state_->version; }
const std::string& Offscreen::platform() const { return state_->platform; }

}  // namespace satscope::app
