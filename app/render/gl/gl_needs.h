// SPDX-License-Identifier: Apache-2.0
// What OpenGL needs of the system. The loader of its functions (epoxy) ends the process where it finds no library, and OpenGL
// in software (Mesa) where it gets no memory, so code that is about to make a context asks here first.
#pragma once
#include <string>

namespace satscope::app {

/// Empty, or in words without a full stop: which library of OpenGL's functions cannot be loaded and why, or that this process
/// may not take the memory it needs.
std::string unmet_gl_need();

/// The same with EGL, which makes a context without a window.
std::string unmet_egl_need();

/// What to do where there is no OpenGL 3.3, an order without a full stop.
const char* gl_cure();

}  // namespace satscope::app
