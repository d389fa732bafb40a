// SPDX-License-Identifier: Apache-2.0
#include "app/render/shared_frame.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/render/gl/gl.h"

namespace satscope::app {
namespace {

void attach(const gl::Texture& texture) {
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw std::runtime_error("OpenGL has no room for a second window's picture");
}

}  // namespace

struct SharedFrame::State {
  Extent extent;
  gl::Texture texture;
  gl::Framebuffer drawn;
};

SharedFrame::SharedFrame() : state_(std::make_unique<State>()) {}
SharedFrame::~SharedFrame() = default;

void SharedFrame::begin(Extent extent) {
  State& s = *state_;
  if (!s.drawn) s.drawn = gl::make_framebuffer();
  glBindFramebuffer(GL_FRAMEBUFFER, s.drawn.name());
  if (s.extent == extent) return;
  s.texture = gl::make_texture();
  glBindTexture(GL_TEXTURE_2D, s.texture.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, extent.width, extent.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glBindTexture(GL_TEXTURE_2D, 0);
  attach(s.texture);
  s.extent = extent;
}

void SharedFrame::end(Extent window) {
  const State& s = *state_;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, s.drawn.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, s.extent.width, s.extent.height, 0, 0, window.width, window.height, GL_COLOR_BUFFER_BIT,
                    window == s.extent ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glFinish();  // because: another context reads the texture next
  gl::check("drawing for two windows");
}

void SharedFrame::show(const FramePart& part, Extent window) {
  const State& s = *state_;
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  if (part.extent.area() == 0 || !s.texture) return;
  const gl::Framebuffer source = gl::make_framebuffer();  // because: contexts do not share these
  glBindFramebuffer(GL_FRAMEBUFFER, source.name());
  attach(s.texture);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  const double factor =
      std::min(static_cast<double>(window.width) / part.extent.width, static_cast<double>(window.height) / part.extent.height);
  const int width = static_cast<int>(std::lround(factor * part.extent.width));
  const int height = static_cast<int>(std::lround(factor * part.extent.height));
  const int x = (window.width - width) / 2, y = (window.height - height) / 2, top = s.extent.height - part.y;
  glBlitFramebuffer(part.x, top - part.extent.height, part.x + part.extent.width, top, x, y, x + width, y + height,
                    GL_COLOR_BUFFER_BIT, GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glFinish();  // because: the other context draws over the texture next
  gl::check("drawing the window for the class");
}

}  // namespace satscope::app
