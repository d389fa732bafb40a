// SPDX-License-Identifier: Apache-2.0
#include "app/render/gl/gl_timer.h"

#include <epoxy/gl.h>

namespace satscope::app {

GlTimer::GlTimer() { glGenQueries(static_cast<GLsizei>(k_spans), queries_.data()); }
GlTimer::~GlTimer() { glDeleteQueries(static_cast<GLsizei>(k_spans), queries_.data()); }

void GlTimer::begin() {
  if (begun_ - taken_ == k_spans) return;  // the old ones were not taken: this span is not measured
  glBeginQuery(GL_TIME_ELAPSED, queries_[begun_ % k_spans]);
  open_ = true;
}

void GlTimer::end() {
  if (!open_) return;
  glEndQuery(GL_TIME_ELAPSED);
  open_ = false;
  ++begun_;
}

std::optional<double> GlTimer::take() {
  if (taken_ == begun_) return {};
  const unsigned query = queries_[taken_ % k_spans];
  GLint known = 0;
  glGetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &known);
  if (!known) return {};
  GLuint64 nanoseconds = 0;
  glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);
  ++taken_;
  return static_cast<double>(nanoseconds) * 1e-6;
}

}  // namespace satscope::app
