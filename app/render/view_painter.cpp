// SPDX-License-Identifier: Apache-2.0
#include "app/render/view_painter.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/render/gl.h"

namespace satscope::app {
namespace {

/// The state that painting changes, put back at the end: the interface draws with the same context.
class KeptState {
 public:
  KeptState() {
    glGetIntegerv(GL_VIEWPORT, viewport_);
    glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
    glGetIntegerv(GL_ACTIVE_TEXTURE, &unit_);
    scissor_ = glIsEnabled(GL_SCISSOR_TEST);
    blend_ = glIsEnabled(GL_BLEND);
    depth_ = glIsEnabled(GL_DEPTH_TEST);
    cull_ = glIsEnabled(GL_CULL_FACE);
  }
  ~KeptState() {
    const auto turn = [](GLenum what, GLboolean on) { on ? glEnable(what) : glDisable(what); };
    turn(GL_SCISSOR_TEST, scissor_);
    turn(GL_BLEND, blend_);
    turn(GL_DEPTH_TEST, depth_);
    turn(GL_CULL_FACE, cull_);
    glBindVertexArray(static_cast<GLuint>(vertex_array_));
    glUseProgram(static_cast<GLuint>(program_));
    glActiveTexture(static_cast<GLenum>(unit_));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  }
  KeptState(const KeptState&) = delete;
  KeptState& operator=(const KeptState&) = delete;

 private:
  GLint viewport_[4]{};
  GLint program_ = 0, vertex_array_ = 0, unit_ = 0;
  GLboolean scissor_, blend_, depth_, cull_;
};

/// Two texture units that nobody else's drawing uses: high numbers that every OpenGL 3.3 has.
constexpr int k_words_unit = 14;
constexpr int k_colours_unit = 15;

gl::Program load_program() { return {{"view.vert"}, {"values.glsl", "view.frag"}}; }

gl::Texture make_colour_texture(ColourMap map) {
  std::vector<float> rgb;
  for (int i = 0; i < 256; ++i) {
    const Rgb colour = colour_of(map, i / 255.0);
    rgb.insert(rgb.end(), {colour.r, colour.g, colour.b});
  }
  gl::Texture texture = gl::make_texture();
  glBindTexture(GL_TEXTURE_1D, texture.name());
  glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage1D(GL_TEXTURE_1D, 0, GL_RGB16F, 256, 0, GL_RGB, GL_FLOAT, rgb.data());
  glBindTexture(GL_TEXTURE_1D, 0);
  gl::check("making a colour map");
  return texture;
}

/// What the painter needs to know of a buffer.
struct Canvas {
  GLint kind;  // of values.glsl
  Extent texels;
  int reduction;
  Scalar type;
  unsigned texture;
};

GLint kind_of(Scalar type) {
  switch (type) {
    case Scalar::u64: return 2;
    case Scalar::f32: return 3;
    case Scalar::u8: return 4;
    case Scalar::u32: break;
  }
  return 1;
}

Canvas canvas_of(const Shown& shown, ViewKind kind) {
  if (kind == ViewKind::picture) return {0, shown.texels, shown.reduction, Scalar::u32, shown.picture_texture};
  if (kind == ViewKind::table)
    return {kind_of(shown.table_type), shown.texels, shown.reduction, shown.table_type, shown.table_texture};
  const ShownStage& stage = shown.stage;
  return {kind_of(stage.stage.type), stage.texels, stage.reduction, stage.stage.type, stage.texture};
}

float to_float(double value) { return static_cast<float>(value); }

/// Tells the program which texels go where.
void set_place(const gl::Program& program, const Canvas& canvas, const ViewSpec& spec) {
  const double texel_x = spec.centre_x / canvas.reduction, texel_y = spec.centre_y / canvas.reduction;
  const double zoom = std::max(spec.zoom, 1e-6) * canvas.reduction;
  program.set("middle", to_float(spec.viewport.x + spec.viewport.width / 2.0),
              to_float(spec.framebuffer.height - spec.viewport.y - spec.viewport.height / 2.0));
  program.set("centre_texel", static_cast<GLint>(std::floor(texel_x)), static_cast<GLint>(std::floor(texel_y)));
  program.set("centre_inside", to_float(texel_x - std::floor(texel_x)), to_float(texel_y - std::floor(texel_y)));
  program.set("texels_per_pixel", to_float(1 / (zoom * std::max(spec.stretch, 1e-6))), to_float(1 / zoom));
  program.set("texels", canvas.texels.width, canvas.texels.height);
  program.set("reduction", canvas.reduction);
}

/// Tells the program what a value looks like.
void set_range(const gl::Program& program, const Shown& shown, Scalar type, const ViewSpec& spec) {
  const auto low = static_cast<std::uint64_t>(std::llround(std::clamp(spec.lo, -9e18, 9e18)));
  const double subtracted = type == Scalar::f32 ? spec.lo : static_cast<double>(std::llround(spec.lo));
  const double mean = std::clamp(shown.mean, 0.0, 65535.0);
  const double whole = std::floor(mean);
  program.set("low_whole", static_cast<GLuint>(low), static_cast<GLuint>(low >> 32));
  program.set("low", to_float(spec.lo));
  program.set("span", to_float(std::max(spec.hi - subtracted, 1e-30)));
  program.set("logarithmic", static_cast<GLint>(spec.scale == RangeScale::logarithmic));
  program.set("inverse_gamma", to_float(1 / std::max(spec.gamma, 1e-3)));
  program.set("deramp", static_cast<GLint>(spec.deramp));
  program.set("mean_whole", static_cast<GLuint>(whole), static_cast<GLuint>((mean - whole) * 65536));
  program.set("mean", to_float(shown.mean));
}

}  // namespace

struct ViewPainter::State {
  std::optional<gl::Program> program;
  gl::VertexArray vertices;
  std::array<gl::Texture, k_colour_maps.size()> colours;
};

ViewPainter::ViewPainter() : state_(std::make_unique<State>()) {
  state_->program = load_program();
  state_->vertices = gl::make_vertex_array();
  for (const auto& map : k_colour_maps) state_->colours[static_cast<std::size_t>(map.value)] = make_colour_texture(map.value);
}
ViewPainter::~ViewPainter() = default;

std::string ViewPainter::reload() {
  try {
    state_->program = load_program();
    return {};
  } catch (const std::exception& problem) {
    return problem.what();
  }
}

void ViewPainter::paint(const Shown& shown, const ViewSpec& spec) {
  const ViewRect& view = spec.viewport;
  if (view.width < 1 || view.height < 1) return;
  const KeptState kept;
  const int bottom = spec.framebuffer.height - view.y - view.height;
  glViewport(view.x, bottom, view.width, view.height);
  if (!shown.ready || (spec.kind == ViewKind::stage && !shown.stage.ready)) {
    GLint box[4];
    GLfloat clear[4];
    glGetIntegerv(GL_SCISSOR_BOX, box);
    glGetFloatv(GL_COLOR_CLEAR_VALUE, clear);
    glEnable(GL_SCISSOR_TEST);
    glScissor(view.x, bottom, view.width, view.height);
    glClearColor(spec.background.r, spec.background.g, spec.background.b, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glScissor(box[0], box[1], box[2], box[3]);
    glClearColor(clear[0], clear[1], clear[2], clear[3]);
    gl::check("clearing a view");
    return;
  }
  // because: whoever drew before may have left any of these on
  for (const GLenum off : {GL_SCISSOR_TEST, GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE}) glDisable(off);

  const gl::Program& program = *state_->program;
  program.use();
  const Canvas canvas = canvas_of(shown, spec.kind);
  set_place(program, canvas, spec);
  set_range(program, shown, canvas.type, spec);
  program.set("kind", canvas.kind);
  program.set("grid", static_cast<GLint>(spec.grid));
  program.set("background", spec.background.r, spec.background.g, spec.background.b);
  program.set("words", k_words_unit);
  program.set("colours", k_colours_unit);

  glActiveTexture(GL_TEXTURE0 + k_words_unit);
  glBindTexture(GL_TEXTURE_BUFFER, canvas.texture);
  glActiveTexture(GL_TEXTURE0 + k_colours_unit);
  glBindTexture(GL_TEXTURE_1D, state_->colours[static_cast<std::size_t>(spec.colours)].name());
  glBindVertexArray(state_->vertices.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindTexture(GL_TEXTURE_1D, 0);
  glActiveTexture(GL_TEXTURE0 + k_words_unit);
  glBindTexture(GL_TEXTURE_BUFFER, 0);
  gl::check("drawing a view");
}

}  // namespace satscope::app
