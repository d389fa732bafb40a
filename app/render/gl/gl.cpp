// SPDX-License-Identifier: Apache-2.0
#include "app/render/gl/gl.h"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

#include "app/core/no_memory.h"
#include "app/render/embedded.h"

namespace satscope::app::gl {
namespace {

const char* words_for(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM: return "invalid enum";
    case GL_INVALID_VALUE: return "invalid value";
    case GL_INVALID_OPERATION: return "invalid operation";
    case GL_INVALID_FRAMEBUFFER_OPERATION: return "invalid framebuffer operation";
    default: return "an unknown error";
  }
}

void on_message(GLenum, GLenum type, GLuint, GLenum severity, GLsizei, const GLchar* message, const void*) {
  if (severity == GL_DEBUG_SEVERITY_NOTIFICATION || type == GL_DEBUG_TYPE_PERFORMANCE) return;
  std::fprintf(stderr, "OpenGL: %s\n", message);
}

using Shader = Owned<delete_shader>;

template <class GetNumber, class GetLog>
std::string log_of(GLuint name, GetNumber get_number, GetLog get_log) {
  GLint length = 0;
  get_number(name, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length > 1 ? length : 1), '\0');
  get_log(name, static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return log;
}

Shader compile(GLenum stage, std::initializer_list<std::string> files) {
  std::string text = "#version 330 core\n";
  std::string names;
  for (int number = 0; const std::string& file : files) {
    // a log counts lines per file: "1(12)" is line 12 of the second
    text += fmt::format("#line 1 {}\n{}", number++, shader_text(file));
    names += (names.empty() ? "" : ", ") + file;
  }
  Shader shader(glCreateShader(stage));
  const char* source = text.c_str();
  glShaderSource(shader.name(), 1, &source, nullptr);
  glCompileShader(shader.name());
  GLint compiled = 0;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
  if (!compiled)
    throw std::runtime_error(
        fmt::format("the shader {} does not compile: {}", names, log_of(shader.name(), glGetShaderiv, glGetShaderInfoLog)));
  return shader;
}

}  // namespace

void check(const char* what) {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return;
  // a context may note several; none of them may surface later in another's name (a lost context repeats one for ever)
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) continue;
  if (error == GL_OUT_OF_MEMORY) throw NoMemory("OpenGL has not enough memory for this: not supported here");
  throw std::runtime_error(fmt::format("{} failed in OpenGL: {}", what, words_for(error)));
}

void listen_to_debug() {
  if (epoxy_gl_version() < 43 && !epoxy_has_gl_extension("GL_KHR_debug")) return;
  GLint flags = 0;
  glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
  if (!(flags & GL_CONTEXT_FLAG_DEBUG_BIT)) return;
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(on_message, nullptr);
  check("listening to debug messages");
}

void delete_buffer(GLuint name) { glDeleteBuffers(1, &name); }
void delete_texture(GLuint name) { glDeleteTextures(1, &name); }
void delete_vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }
void delete_framebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
void delete_shader(GLuint name) { glDeleteShader(name); }
void delete_program(GLuint name) { glDeleteProgram(name); }

Buffer make_buffer() {
  GLuint name = 0;
  glGenBuffers(1, &name);
  return Buffer(name);
}
Texture make_texture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  return Texture(name);
}
VertexArray make_vertex_array() {
  GLuint name = 0;
  glGenVertexArrays(1, &name);
  return VertexArray(name);
}
Framebuffer make_framebuffer() {
  GLuint name = 0;
  glGenFramebuffers(1, &name);
  return Framebuffer(name);
}

Program::Program(std::initializer_list<std::string> vertex, std::initializer_list<std::string> fragment) {
  const Shader vertex_shader = compile(GL_VERTEX_SHADER, vertex);
  const Shader fragment_shader = compile(GL_FRAGMENT_SHADER, fragment);
  program_ = Owned<delete_program>(glCreateProgram());
  glAttachShader(program_.name(), vertex_shader.name());
  glAttachShader(program_.name(), fragment_shader.name());
  glLinkProgram(program_.name());
  GLint linked = 0;
  glGetProgramiv(program_.name(), GL_LINK_STATUS, &linked);
  if (!linked)
    throw std::runtime_error("a shader program does not link: " + log_of(program_.name(), glGetProgramiv, glGetProgramInfoLog));
  glDetachShader(program_.name(), vertex_shader.name());
  glDetachShader(program_.name(), fragment_shader.name());
  check("making a shader program");
}

void Program::use() const { glUseProgram(program_.name()); }

GLint Program::place(const char* uniform) const {
  const auto known = places_.find(uniform);
  if (known != places_.end()) return known->second;
  return places_[uniform] = glGetUniformLocation(program_.name(), uniform);
}
void Program::set(const char* uniform, GLint value) const { glUniform1i(place(uniform), value); }
void Program::set(const char* uniform, float value) const { glUniform1f(place(uniform), value); }
void Program::set(const char* uniform, GLint x, GLint y) const { glUniform2i(place(uniform), x, y); }
void Program::set(const char* uniform, GLuint x, GLuint y) const { glUniform2ui(place(uniform), x, y); }
void Program::set(const char* uniform, float x, float y) const { glUniform2f(place(uniform), x, y); }
void Program::set(const char* uniform, float x, float y, float z) const { glUniform3f(place(uniform), x, y, z); }

}  // namespace satscope::app::gl
