// SPDX-License-Identifier: Apache-2.0
#include "app/render/gl/offscreen.h"

#include "app/render/drawn_pixels.h"
#include "app/render/gl/gl.h"

namespace satscope::app {
namespace {

std::string gl_text(GLenum what) {
  const auto* text = reinterpret_cast<const char*>(glGetString(what));
  return text ? text : "";
}

}  // namespace

struct Offscreen::State {
  std::string platform = {};
  std::shared_ptr<void> context = make_context(platform);
  std::string renderer = gl_text(GL_RENDERER), version = gl_text(GL_VERSION);
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
