// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "app/render/embedded.h"

namespace satscope::app {

std::string shader_text(const std::string& name) {
  if (const char* folder = std::getenv("SATSCOPE_SHADERS"); folder && *folder) {
    if (std::ifstream file(std::string(folder) + "/" + name); file) {
      std::ostringstream text;
      text << file.rdbuf();
      return text.str();
    }
  }
  return std::string(embedded_shader(name));
}

}  // namespace satscope::app
