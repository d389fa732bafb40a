// SPDX-License-Identifier: Apache-2.0
#include "app/render/lens.h"

#include "app/render/gl/gl.h"

namespace satscope::app {

struct Lens::State {
  gl::Texture texture;
};

Lens::Lens() : state_(std::make_unique<State>()) {}
Lens::~Lens() = default;

unsigned Lens::texture() {
  if (!state_->texture) state_->texture = gl::make_texture();
  return state_->texture.name();
}

void Lens::copy(int x, int y, Extent extent) {
  GLint before = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
  glBindTexture(GL_TEXTURE_2D, texture());
  glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, x, y, extent.width, extent.height, 0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(before));
  gl::check("copying a part of the window");
}

}  // namespace satscope::app
