// SPDX-License-Identifier: Apache-2.0
#include "app/render/drawn_pixels.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/render/gl/gl.h"

namespace satscope::app {

struct DrawnPixels::State {
  Extent size;
  gl::Texture colour;
  gl::Framebuffer framebuffer;
};

DrawnPixels::DrawnPixels(Extent size) : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.size = size;
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (size.width < 1 || size.height < 1 || size.width > most || size.height > most)
    throw std::runtime_error(
        fmt::format("{}x{} cannot be drawn off-screen; each side is 1 to {} here", size.width, size.height, most));
  s.colour = gl::make_texture();
  glBindTexture(GL_TEXTURE_2D, s.colour.name());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.width, size.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);
  GLint before = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
  s.framebuffer = gl::make_framebuffer();
  glBindFramebuffer(GL_FRAMEBUFFER, s.framebuffer.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, s.colour.name(), 0);
  const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
  if (!complete) throw std::runtime_error(fmt::format("OpenGL refuses a framebuffer of {}x{}", size.width, size.height));
  gl::check("making a framebuffer");
}

DrawnPixels::~DrawnPixels() = default;

Extent DrawnPixels::size() const { return state_->size; }

void DrawnPixels::bind() {
  glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer.name());
  glViewport(0, 0, state_->size.width, state_->size.height);
}

std::vector<std::uint32_t> DrawnPixels::read() {
  const auto width = static_cast<std::size_t>(state_->size.width), height = static_cast<std::size_t>(state_->size.height);
  std::vector<std::uint32_t> words(width * height);
  glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer.name());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, state_->size.width, state_->size.height, GL_RGBA, GL_UNSIGNED_BYTE, words.data());
  gl::check("reading the framebuffer");
  // OpenGL counts rows from below
  for (std::size_t y = 0; y < height / 2; ++y)
    std::swap_ranges(words.begin() + static_cast<std::ptrdiff_t>(y * width),
                     words.begin() + static_cast<std::ptrdiff_t>((y + 1) * width),
                     words.begin() + static_cast<std::ptrdiff_t>((height - 1 - y) * width));
  return words;
}

std::vector<std::uint32_t> DrawnPixels::painted(Rgb ground, const std::function<void()>& paint) {
  return painted_on(ground, 1, paint);
}

std::vector<std::uint32_t> DrawnPixels::painted_on_nothing(const std::function<void()>& paint) {
  std::vector<std::uint32_t> words = painted_on({0, 0, 0}, 0, paint);
  for (std::uint32_t& word : words) {  // because: on black a colour is left as bright as it is opaque
    const std::uint32_t opacity = word >> 24;
    std::uint32_t plain = opacity << 24;
    for (int shift = 0; opacity > 0 && shift < 24; shift += 8)
      plain |= std::min(255U, ((word >> shift & 255U) * 255 + opacity / 2) / opacity) << shift;
    word = plain;
  }
  return words;
}

std::vector<std::uint32_t> DrawnPixels::painted_on(Rgb ground, float opacity, const std::function<void()>& paint) {
  GLint before = 0, viewport[4];
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
  glGetIntegerv(GL_VIEWPORT, viewport);
  bind();
  glDisable(GL_SCISSOR_TEST);
  glClearColor(ground.r, ground.g, ground.b, opacity);
  glClear(GL_COLOR_BUFFER_BIT);
  paint();
  std::vector<std::uint32_t> words = read();
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
  glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
  return words;
}

}  // namespace satscope::app
