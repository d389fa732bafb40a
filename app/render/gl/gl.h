// SPDX-License-Identifier: Apache-2.0
// OpenGL's objects as C++ owns things: made on construction, deleted on destruction, moved but never copied. All of them
// need the context that was current when they were made. Only files of app/render/ include this.
#pragma once
#include <epoxy/gl.h>

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace satscope::app::gl {

/// Throws std::runtime_error that names `what` if OpenGL noted an error since the last call; NoMemory if it had no memory.
void check(const char* what);

/// In a debug context, prints OpenGL's own warnings and errors on stderr from here on. Does nothing elsewhere.
void listen_to_debug();

/// A name that OpenGL gave out; 0 owns nothing.
template <void (*destroy)(GLuint)>
class Owned {
 public:
  Owned() = default;
  explicit Owned(GLuint name) : name_(name) {}
  ~Owned() {
    if (name_) destroy(name_);
  }
  Owned(Owned&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  GLuint name() const { return name_; }
  explicit operator bool() const { return name_ != 0; }

 private:
  GLuint name_ = 0;
};

void delete_buffer(GLuint name);
void delete_texture(GLuint name);
void delete_vertex_array(GLuint name);
void delete_framebuffer(GLuint name);
void delete_shader(GLuint name);
void delete_program(GLuint name);

using Buffer = Owned<delete_buffer>;
using Texture = Owned<delete_texture>;
using VertexArray = Owned<delete_vertex_array>;
using Framebuffer = Owned<delete_framebuffer>;

Buffer make_buffer();
Texture make_texture();
VertexArray make_vertex_array();
Framebuffer make_framebuffer();

/// A linked vertex and fragment program. Each stage is the concatenation of files of shaders/, after the version line.
class Program {
 public:
  /// Throws std::runtime_error with the compiler's log if it does not compile or link.
  Program(std::initializer_list<std::string> vertex, std::initializer_list<std::string> fragment);

  void use() const;
  // Uniforms of the program in use; a name that the compiler dropped is ignored.
  void set(const char* uniform, GLint value) const;
  void set(const char* uniform, float value) const;
  void set(const char* uniform, GLint x, GLint y) const;
  void set(const char* uniform, GLuint x, GLuint y) const;
  void set(const char* uniform, float x, float y) const;
  void set(const char* uniform, float x, float y, float z) const;

 private:
  GLint place(const char* uniform) const;
  Owned<delete_program> program_;
  mutable std::map<std::string, GLint, std::less<>> places_;
};

}  // namespace satscope::app::gl
