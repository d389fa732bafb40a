// SPDX-License-Identifier: Apache-2.0
#include "app/ui/views/painter_choice.h"

#include <fmt/format.h>

#include <chrono>
#include <vector>

#include "app/render/gl/gl.h"
#include "app/render/renderer.h"
#include "app/render/shared_buffer.h"

namespace satscope::app {
namespace {

/// For a million samples. A window has ten times as many, in thirty milliseconds at best.
constexpr double k_slow_ms = 3;

}  // namespace

double time_of_small_view(ViewPainter& shader) {
  constexpr int k_side = 256, k_texels_per_pixel = 4;  // 256 x 256 pixels of 16 samples
  GLint target = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  const gl::Texture texture = gl::make_texture();
  const gl::Framebuffer framebuffer = gl::make_framebuffer();
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, k_side, k_side, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.name());
  glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
  const Extent texels{k_side * k_texels_per_pixel, k_side * k_texels_per_pixel};
  SharedBuffer words(DisplayPath::cpu);
  words.resize(texels.area());
  words.upload(0, std::vector<std::uint32_t>(texels.area(), 1));
  ViewLook view{.look = {.kind = TexelKind::u32, .texels = texels, .pitch = texels.width},
                .words = words.texture(),
                .results = words.texture(),
                .host = {}};
  view.look.view = {k_side, k_side};
  view.look.centre_x = view.look.centre_y = texels.width / 2;
  view.look.per_pixel_x = view.look.per_pixel_y = k_texels_per_pixel;
  view.look.span = 2;
  ViewSpec spec;
  spec.viewport = {0, 0, k_side, k_side};
  spec.framebuffer = {k_side, k_side};
  double milliseconds = 0;
  for (int run = 0; run < 2; ++run) {
    const auto began = std::chrono::steady_clock::now();
    shader.paint(view, spec);
    glFinish();
    milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  }
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
  gl::check("trying the shader");
  return milliseconds;
}

PainterChoice choose_painter(std::optional<Painter> ordered, std::optional<ViewPainter>& shader) {
  if (ordered == Painter::cpu) return {Painter::cpu, "it was asked for"};
  if (!epoxy_is_desktop_gl()) return {Painter::cpu, "WebGL has no buffer textures"};
  if (!ordered && draws_in_software(renderer_name())) return {Painter::cpu, "OpenGL is software here"};
  shader.emplace();
  if (ordered) return {Painter::opengl, "it was asked for"};
  const double milliseconds = time_of_small_view(*shader);
  if (milliseconds <= k_slow_ms) return {Painter::opengl, "OpenGL is fast enough"};
  shader.reset();
  return {Painter::cpu, fmt::format("OpenGL took {:.0f} ms for a small view", milliseconds)};
}

}  // namespace satscope::app
