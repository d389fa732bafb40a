// SPDX-License-Identifier: Apache-2.0
// The system's libraries of OpenGL. The loader of its functions (epoxy) ends the process where it finds none, so whoever is
// about to make a context asks here first.
#pragma once
#include <string>

namespace satscope::app {

/// Empty, or which library of OpenGL's functions cannot be loaded and why, in words without a full stop.
std::string missing_gl_library();

/// The same with EGL, which makes a context without a window.
std::string missing_egl_library();

}  // namespace satscope::app
