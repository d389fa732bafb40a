// SPDX-License-Identifier: Apache-2.0
#include "app/ui/view_cache.h"

#include <tuple>

#include "app/render/gl.h"

namespace satscope::app {
namespace {

/// Everything of the content that the picture of a view depends on.
auto content_of(const Shown& shown, const Filtered& filtered, ViewKind kind) {
  if (kind == ViewKind::filtered)
    return std::tuple(filtered.ready, filtered.serial, filtered.picture_texture, filtered.result_texture, 0U, 0.0,
                      filtered.colour);
  return std::tuple(shown.ready, shown.serial, shown.picture_texture, shown.table_texture, shown.stage.texture, shown.mean,
                    false);
}

/// Everything that the picture of a view depends on.
auto key_of(const Shown& shown, const Filtered& filtered, const ViewSpec& s) {
  return std::tuple(content_of(shown, filtered, s.kind), s.compared, s.wipe, s.gain, s.viewport.x, s.viewport.y,
                    s.viewport.width, s.viewport.height, s.centre_x, s.centre_y, s.zoom, s.stretch, s.kind, s.colours, s.lo,
                    s.hi, s.scale, s.gamma, s.deramp, s.grid, s.background.r, s.background.g, s.background.b);
}
using ViewKey = decltype(key_of(Shown{}, Filtered{}, ViewSpec{}));

}  // namespace

struct ViewCache::State {
  Extent extent;
  gl::Texture texture;
  gl::Framebuffer framebuffer;
  std::vector<ViewKey> painted;

  /// A canvas as large as the window, so that a view lies at the same place in both.
  void fit(Extent window) {
    if (framebuffer && extent == window) return;
    extent = window;
    painted.clear();
    texture = gl::make_texture();
    framebuffer = gl::make_framebuffer();
    GLint texture_before = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &texture_before);
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, window.width, window.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(texture_before));
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.name());
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
    gl::check("making room for the painted views");
  }
};

ViewCache::ViewCache() : state_(std::make_unique<State>()) {}
ViewCache::~ViewCache() = default;

int ViewCache::draw(ViewPainter& painter, const Shown& shown, const std::vector<ViewSpec>& views, Extent framebuffer,
                    const Filtered& filtered) {
  State& s = *state_;
  GLint target = 0, source = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &source);
  s.fit(framebuffer);
  int count = 0;
  std::vector<ViewKey> now;
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, s.framebuffer.name());
  for (const ViewSpec& view : views) {
    now.push_back(key_of(shown, filtered, view));
    if (now.size() <= s.painted.size() && s.painted[now.size() - 1] == now.back()) continue;
    if (view.kind == ViewKind::filtered)
      painter.paint(filtered, view);
    else
      painter.paint(shown, view);
    ++count;
  }
  s.painted = std::move(now);

  glBindFramebuffer(GL_READ_FRAMEBUFFER, s.framebuffer.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
  for (const ViewSpec& view : views) {
    const ViewRect& r = view.viewport;
    const int left = r.x, right = r.x + r.width, top = framebuffer.height - r.y, bottom = top - r.height;
    glBlitFramebuffer(left, bottom, right, top, left, bottom, right, top, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(source));
  return count;
}

}  // namespace satscope::app
