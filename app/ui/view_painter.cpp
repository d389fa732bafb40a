// SPDX-License-Identifier: Apache-2.0
#include "app/ui/view_painter.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/render/gl.h"
#include "kernels/filters/luma_pass.h"

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

/// Texture units that nobody else's drawing uses: high numbers that every OpenGL 3.3 has.
constexpr int k_results_unit = 13;
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
  int pitch;  // texels from row to row
  int reduction;
  Scalar type;
  unsigned texture;
};

GLint kind_of(Scalar type) {
  switch (type) {
    case Scalar::u64: return 2;
    case Scalar::f32: return 3;
    case Scalar::u8: return 4;
    case Scalar::s32: return 6;
    case Scalar::f64: return 7;
    case Scalar::u32: break;
  }
  return 1;
}

Canvas canvas_of(const Shown& shown, ViewKind kind) {
  if (kind == ViewKind::picture)
    return {0, shown.texels, shown.texels.width, shown.reduction, Scalar::u32, shown.picture_texture};
  if (kind == ViewKind::table)
    return {kind_of(shown.table_type), shown.texels, shown.table_pitch, shown.reduction, shown.table_type, shown.table_texture};
  const ShownStage& stage = shown.stage;
  return {kind_of(stage.stage.type), stage.texels, stage.pitch, stage.reduction, stage.stage.type, stage.texture};
}

constexpr GLint k_filtered = 5;  // of values.glsl

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
  program.set("pitch", canvas.pitch);
  program.set("reduction", canvas.reduction);
  constexpr LumaWeights luma;
  constexpr float k_sum = luma.sum;
  program.set("luma_weights", luma.r / k_sum, luma.g / k_sum, luma.b / k_sum);
}

/// Tells the program what a value looks like.
void set_range(const gl::Program& program, const Shown& shown, Scalar type, const ViewSpec& spec) {
  const auto low = static_cast<std::uint64_t>(std::llround(std::clamp(spec.lo, -9e18, 9e18)));
  const double subtracted = is_float(type) ? spec.lo : static_cast<double>(std::llround(spec.lo));
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

void clear(const ViewSpec& spec) {
  const ViewRect& view = spec.viewport;
  GLint box[4];
  GLfloat colour[4];
  glGetIntegerv(GL_SCISSOR_BOX, box);
  glGetFloatv(GL_COLOR_CLEAR_VALUE, colour);
  glEnable(GL_SCISSOR_TEST);
  glScissor(view.x, spec.framebuffer.height - view.y - view.height, view.width, view.height);
  glClearColor(spec.background.r, spec.background.g, spec.background.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glScissor(box[0], box[1], box[2], box[3]);
  glClearColor(colour[0], colour[1], colour[2], colour[3]);
  gl::check("clearing a view");
}

}  // namespace

struct ViewPainter::State {
  std::optional<gl::Program> program;
  gl::VertexArray vertices;
  std::array<gl::Texture, k_colour_maps.size()> colours;

  /// What all kinds of content have in common.
  void begin(const Canvas& canvas, const ViewSpec& spec) const {
    const ViewRect& view = spec.viewport;
    glViewport(view.x, spec.framebuffer.height - view.y - view.height, view.width, view.height);
    // because: whoever drew before may have left any of these on
    for (const GLenum off : {GL_SCISSOR_TEST, GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE}) glDisable(off);
    program->use();
    set_place(*program, canvas, spec);
    program->set("kind", canvas.kind);
    program->set("grid", static_cast<GLint>(spec.grid));
    program->set("background", spec.background.r, spec.background.g, spec.background.b);
    program->set("words", k_words_unit);
    program->set("results", k_results_unit);
    program->set("colours", k_colours_unit);
  }

  void finish(const ViewSpec& spec, GLuint words, GLuint results) const {
    const auto bind = [](int unit, GLenum target, GLuint texture) {
      glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
      glBindTexture(target, texture);
    };
    bind(k_words_unit, GL_TEXTURE_BUFFER, words);
    bind(k_results_unit, GL_TEXTURE_BUFFER, results);
    bind(k_colours_unit, GL_TEXTURE_1D, colours[static_cast<std::size_t>(spec.colours)].name());
    glBindVertexArray(vertices.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    bind(k_colours_unit, GL_TEXTURE_1D, 0);
    bind(k_results_unit, GL_TEXTURE_BUFFER, 0);
    bind(k_words_unit, GL_TEXTURE_BUFFER, 0);
    gl::check("drawing a view");
  }
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
  if (spec.viewport.width < 1 || spec.viewport.height < 1) return;
  const KeptState kept;
  if (!shown.ready || (spec.kind == ViewKind::stage && !shown.stage.ready)) {
    clear(spec);
    return;
  }
  const Canvas canvas = canvas_of(shown, spec.kind);
  state_->begin(canvas, spec);
  set_range(*state_->program, shown, canvas.type, spec);
  state_->finish(spec, canvas.texture, canvas.texture);
}

void ViewPainter::paint(const Filtered& filtered, const ViewSpec& spec) {
  if (spec.viewport.width < 1 || spec.viewport.height < 1) return;
  const KeptState kept;
  if (!filtered.ready) {
    clear(spec);
    return;
  }
  state_->begin({k_filtered, filtered.texels, filtered.texels.width, filtered.reduction, Scalar::u32, filtered.picture_texture},
                spec);
  const gl::Program& program = *state_->program;
  program.set("compared", static_cast<GLint>(spec.compared));
  program.set("wipe", static_cast<GLint>((spec.wipe + filtered.reduction - 1) / filtered.reduction));
  program.set("gain", to_float(spec.gain));
  program.set("luma_alone", static_cast<GLint>(!filtered.colour));
  state_->finish(spec, filtered.picture_texture, filtered.result_texture);
}

}  // namespace satscope::app
