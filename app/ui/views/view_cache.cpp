// SPDX-License-Identifier: Apache-2.0
#include "app/ui/views/view_cache.h"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "app/render/colouring.h"
#include "app/render/gl/gl.h"
#include "app/ui/views/painter_choice.h"
#include "kernels/simt/thread_pool.h"

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;
double milliseconds_since(Clock::time_point began) {
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

/// Everything of the content that the picture of a view depends on.
auto content_of(const Shown& shown, const Filtered& filtered, ViewKind kind) {
  if (kind == ViewKind::filtered)
    return std::tuple(filtered.ready, filtered.serial, filtered.picture_texture, filtered.result_texture, 0U, 0U, 0.0,
                      filtered.colour);
  return std::tuple(shown.ready, shown.serial, shown.picture_texture, shown.table_texture, shown.stage.texture,
                    shown.stage.before.texture, shown.mean, false);
}
using ContentKey = decltype(content_of(Shown{}, Filtered{}, ViewKind::picture));

/// A view as it lies in the canvas.
struct PaintedView {
  ContentKey content;
  ViewSpec spec;
  bool coarse = false;
};

/// The same view in half as many columns and rows, in the same corner.
ViewSpec halved(ViewSpec spec) {
  spec.viewport.width = (spec.viewport.width + 1) / 2;
  spec.viewport.height = (spec.viewport.height + 1) / 2;
  spec.zoom /= 2;
  return spec;
}

/// Where a viewport lies in the framebuffer, whose rows go up.
int lower_edge(const ViewSpec& spec) { return spec.framebuffer.height - spec.viewport.y - spec.viewport.height; }

}  // namespace

struct ViewCache::State {
  explicit State(std::optional<Painter> ordered) : choice(choose_painter(ordered, shader)) {}

  std::optional<ViewPainter> shader;  // made when it is needed: compiling takes a while
  PainterChoice choice;
  Colouring colouring;
  std::vector<std::uint32_t> pixels;

  Extent extent;
  gl::Texture texture;
  gl::Framebuffer framebuffer;
  std::vector<PaintedView> painted;

  void fit(Extent window);
  void paint(const std::optional<ViewLook>& view, const ViewSpec& spec, PaintedViews& reported);
  void paint_on_host(const std::optional<ViewLook>& view, const ViewSpec& spec, PaintedViews& reported);
};

/// A canvas as large as the window, so that a view lies at the same place in both.
void ViewCache::State::fit(Extent window) {
  if (framebuffer && extent == window) return;
  extent = {};
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
  extent = window;
}

void ViewCache::State::paint(const std::optional<ViewLook>& view, const ViewSpec& spec, PaintedViews& reported) {
  ++reported.count;
  if (choice.painter == Painter::cpu && (!view || view->host)) return paint_on_host(view, spec, reported);
  if (!shader) shader.emplace();
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.name());
  shader->paint(view, spec);
}

void ViewCache::State::paint_on_host(const std::optional<ViewLook>& view, const ViewSpec& spec, PaintedViews& reported) {
  const auto [x, y, width, height] = spec.viewport;
  if (width < 1 || height < 1) return;
  const Clock::time_point began = Clock::now();
  pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  if (view) {
    std::uint32_t* const last_row = pixels.data() + static_cast<std::ptrdiff_t>(height - 1) * width;
    colouring.colour(view->look, view->host, {last_row, -width}, host_threads());
  } else {
    std::ranges::fill(pixels, to_word(spec.background));
  }
  reported.colouring_ms += milliseconds_since(began);
  const Clock::time_point coloured = Clock::now();
  // because: a view may reach beyond a window that just became smaller
  const int bottom = lower_edge(spec), left = std::max(x, 0), right = std::min(x + width, extent.width);
  const int from = std::max(bottom, 0), to = std::min(bottom + height, extent.height);
  if (left >= right || from >= to) return;
  GLint texture_before = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &texture_before);
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glPixelStorei(GL_UNPACK_ROW_LENGTH, width);
  glTexSubImage2D(GL_TEXTURE_2D, 0, left, from, right - left, to - from, GL_RGBA, GL_UNSIGNED_BYTE,
                  pixels.data() + static_cast<std::ptrdiff_t>(from - bottom) * width + (left - x));
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(texture_before));
  gl::check("uploading a painted view");
  reported.upload_ms += milliseconds_since(coloured);
}

ViewCache::ViewCache(std::optional<Painter> ordered) : state_(std::make_unique<State>(ordered)) {}
ViewCache::~ViewCache() = default;

Painter ViewCache::painter() const { return state_->choice.painter; }
const std::string& ViewCache::reason() const { return state_->choice.reason; }

PaintedViews ViewCache::draw(const Shown& shown, const std::vector<ViewSpec>& views, Extent framebuffer,
                             const Filtered& filtered, bool coarse) {
  State& s = *state_;
  GLint target = 0, source = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &source);
  s.fit(framebuffer);
  PaintedViews reported;
  std::vector<PaintedView> now;
  for (const ViewSpec& view : views) {
    PaintedView fresh{content_of(shown, filtered, view.kind), view, coarse};
    if (const std::size_t i = now.size(); i < s.painted.size()) {
      const PaintedView& old = s.painted[i];
      if (old.content == fresh.content && old.spec == view && (coarse || !old.coarse)) {
        now.push_back(old);
        continue;
      }
    }
    const ViewSpec spec = coarse ? halved(view) : view;
    s.paint(view.kind == ViewKind::filtered ? look_of(filtered, spec) : look_of(shown, spec), spec, reported);
    now.push_back(std::move(fresh));
  }
  s.painted = std::move(now);

  glBindFramebuffer(GL_READ_FRAMEBUFFER, s.framebuffer.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
  for (const PaintedView& view : s.painted) {
    const ViewSpec from = view.coarse ? halved(view.spec) : view.spec;
    const ViewRect &small = from.viewport, &all = view.spec.viewport;
    const int lower = lower_edge(from), bottom = lower_edge(view.spec);
    glBlitFramebuffer(small.x, lower, small.x + small.width, lower + small.height, all.x, bottom, all.x + all.width,
                      bottom + all.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(source));
  return reported;
}

}  // namespace satscope::app
