// SPDX-License-Identifier: Apache-2.0
#include "app/render/picture_texture.h"

#include <stdexcept>
#include <utility>

#include "app/render/gl/gl.h"

namespace satscope::app {

struct PictureTexture::State {
  GLint filter;
  Extent extent;
  gl::Texture texture;
};

PictureTexture::PictureTexture(Between between)
    : state_(std::make_unique<State>(State{between == Between::linear ? GL_LINEAR : GL_NEAREST, {}, {}})) {}
PictureTexture::~PictureTexture() = default;

void PictureTexture::upload(Extent extent, std::span<const std::uint32_t> rgba) {
  if (rgba.size() != extent.area()) throw std::logic_error("a picture has as many words as pixels");
  State& s = *state_;
  if (!s.texture) s.texture = gl::make_texture();
  GLint before = 0, aligned = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
  glGetIntegerv(GL_UNPACK_ALIGNMENT, &aligned);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindTexture(GL_TEXTURE_2D, s.texture.name());
  if (std::exchange(s.extent, {}) == extent) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, extent.width, extent.height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  } else {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, extent.width, extent.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, s.filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, s.filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(before));
  glPixelStorei(GL_UNPACK_ALIGNMENT, aligned);
  gl::check("giving OpenGL a picture");
  s.extent = extent;
}

Extent PictureTexture::extent() const { return state_->extent; }
unsigned PictureTexture::texture() const { return state_->texture.name(); }

}  // namespace satscope::app
