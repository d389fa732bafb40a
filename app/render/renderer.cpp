// SPDX-License-Identifier: Apache-2.0
#include "app/render/renderer.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>

namespace satscope::app {

std::string renderer_name() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name ? name : "";
}

bool draws_in_software(std::string_view renderer) {
  // Mesa's three and its Vulkan one, SwiftShader, and those of Windows (also through WSL) and macOS
  constexpr std::array<std::string_view, 8> k_names{"llvmpipe",    "softpipe",    "Software Rasterizer", "lavapipe",
                                                    "SwiftShader", "GDI Generic", "Basic Render",        "Software Renderer"};
  return std::ranges::any_of(k_names, [&](std::string_view name) { return renderer.find(name) != renderer.npos; });
}

}  // namespace satscope::app
