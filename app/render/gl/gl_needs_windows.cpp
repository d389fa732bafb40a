// SPDX-License-Identifier: Apache-2.0
#include "app/render/gl/gl_needs.h"

namespace satscope::app {

std::string unmet_gl_need() { return {}; }  // opengl32.dll is a part of Windows
std::string unmet_egl_need() { return {}; }

const char* gl_cure() {
  return "install the driver of the graphics card's maker; in a virtual machine or a remote desktop, Microsoft's "
         "'OpenCL and OpenGL Compatibility Pack' from its Store";
}

}  // namespace satscope::app
