// SPDX-License-Identifier: Apache-2.0
#include "app/render/gl/gl_needs.h"

namespace satscope::app {

std::string unmet_gl_need() { return {}; }
std::string unmet_egl_need() { return "a browser has no EGL"; }
const char* gl_cure() { return "take a browser with WebGL 2, and switch on its hardware acceleration"; }

}  // namespace satscope::app
