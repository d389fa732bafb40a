// SPDX-License-Identifier: Apache-2.0
#include "app/ui/views/view_painter.h"

#include <array>
#include <optional>
#include <vector>

#include "app/render/gl/gl.h"
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

/// Texture units that no other drawing uses: high numbers that every OpenGL 3.3 has.
constexpr int k_results_unit = 13;
constexpr int k_words_unit = 14;
constexpr int k_colours_unit = 15;

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

void set_look(const gl::Program& program, const TexelLook& look, const ViewSpec& spec) {
  program.set("kind", static_cast<GLint>(look.kind));
  program.set("texels", look.texels.width, look.texels.height);
  program.set("pitch", look.pitch);
  program.set("reduction", look.reduction);
  program.set("middle", static_cast<float>(spec.viewport.x + spec.viewport.width / 2.0),
              static_cast<float>(spec.framebuffer.height - spec.viewport.y - spec.viewport.height / 2.0));
  program.set("centre_texel", look.centre_x, look.centre_y);
  program.set("centre_inside", look.inside_x, look.inside_y);
  program.set("texels_per_pixel", look.per_pixel_x, look.per_pixel_y);
  program.set("grid", static_cast<GLint>(look.grid));
  program.set("background", look.background.r, look.background.g, look.background.b);
  constexpr LumaWeights luma;
  constexpr float k_sum = luma.sum;
  program.set("luma_weights", luma.r / k_sum, luma.g / k_sum, luma.b / k_sum);
  const auto low = static_cast<std::uint64_t>(look.low_whole);
  program.set("low_whole", static_cast<GLuint>(low), static_cast<GLuint>(low >> 32));
  program.set("low", look.low);
  program.set("span", look.span);
  program.set("logarithmic", static_cast<GLint>(look.logarithmic));
  program.set("inverse_gamma", look.inverse_gamma);
  program.set("deramp", static_cast<GLint>(look.deramp));
  program.set("mean_whole", look.mean_whole, look.mean_fraction);
  program.set("mean", look.mean);
  program.set("compared", look.compared);
  program.set("wipe", look.wipe);
  program.set("gain", look.gain);
  program.set("luma_alone", static_cast<GLint>(look.luma_alone));
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

  void draw(const ViewLook& view, const ViewSpec& spec) const {
    const ViewRect& to = spec.viewport;
    glViewport(to.x, spec.framebuffer.height - to.y - to.height, to.width, to.height);
    // because: earlier drawing may have left any of these on
    for (const GLenum off : {GL_SCISSOR_TEST, GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE}) glDisable(off);
    program->use();
    set_look(*program, view.look, spec);
    program->set("words", k_words_unit);
    program->set("results", k_results_unit);
    program->set("colours", k_colours_unit);
    const auto bind = [](int unit, GLenum target, GLuint texture) {
      glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
      glBindTexture(target, texture);
    };
    bind(k_words_unit, GL_TEXTURE_BUFFER, view.words);
    bind(k_results_unit, GL_TEXTURE_BUFFER, view.results);
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
  state_->program = gl::Program{{"view.vert"}, {"values.glsl", "view.frag"}};
  state_->vertices = gl::make_vertex_array();
  for (const auto& map : k_colour_maps) state_->colours[static_cast<std::size_t>(map.value)] = make_colour_texture(map.value);
}
ViewPainter::~ViewPainter() = default;

void ViewPainter::paint(const std::optional<ViewLook>& view, const ViewSpec& spec) {
  if (spec.viewport.width < 1 || spec.viewport.height < 1) return;
  const KeptState kept;
  if (view)
    state_->draw(*view, spec);
  else
    clear(spec);
}

void ViewPainter::paint(const Shown& shown, const ViewSpec& spec) { paint(look_of(shown, spec), spec); }
void ViewPainter::paint(const Filtered& filtered, const ViewSpec& spec) { paint(look_of(filtered, spec), spec); }

}  // namespace satscope::app
