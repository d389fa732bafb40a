// SPDX-License-Identifier: Apache-2.0
// OpenGL as a browser has it: WebGL 2 is OpenGL ES 3.0. What is not in that is declared, so that the rest compiles, and does
// nothing: it is for the painter that is never chosen there (painter_choice.cpp), and for messages of debug contexts.
#pragma once
#include <GLES3/gl3.h>

inline bool epoxy_is_desktop_gl() { return false; }
inline int epoxy_gl_version() { return 30; }
inline bool epoxy_has_gl_extension(const char* /*name*/) { return false; }

#define GL_TEXTURE_BUFFER 0x8C2A
#define GL_MAX_TEXTURE_BUFFER_SIZE 0x8C2B
#define GL_TEXTURE_1D 0x0DE0
#define GL_TIME_ELAPSED 0x88BF
#define GL_CONTEXT_FLAGS 0x821E
#define GL_CONTEXT_FLAG_DEBUG_BIT 0x0002
#define GL_DEBUG_OUTPUT 0x92E0
#define GL_DEBUG_OUTPUT_SYNCHRONOUS 0x8242
#define GL_DEBUG_SEVERITY_NOTIFICATION 0x826B
#define GL_DEBUG_TYPE_PERFORMANCE 0x8250

using GLDEBUGPROC = void (*)(GLenum, GLenum, GLuint, GLenum, GLsizei, const GLchar*, const void*);

inline void glTexBuffer(GLenum, GLenum, GLuint) {}
inline void glTexImage1D(GLenum, GLint, GLint, GLsizei, GLint, GLenum, GLenum, const void*) {}
inline void glGetBufferSubData(GLenum, GLintptr, GLsizeiptr, void*) {}
inline void glGetQueryObjectiv(GLuint, GLenum, GLint* value) { *value = 0; }
inline void glGetQueryObjectui64v(GLuint, GLenum, GLuint64* value) { *value = 0; }
inline void glDebugMessageCallback(GLDEBUGPROC, const void*) {}
