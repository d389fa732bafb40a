// SPDX-License-Identifier: Apache-2.0
#include "app/render/gl_libraries.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace satscope::app {
namespace {

/// Empty if the library can be loaded; it then stays loaded, because it is about to be used.
std::string problem_of(const char* library) {
  if (dlopen(library, RTLD_LAZY | RTLD_LOCAL)) return {};
  const char* why = dlerror();
  return why ? why : "no reason given";
}

}  // namespace

std::string missing_gl_library() {
  if (problem_of("libOpenGL.so.0").empty()) return {};
  const std::string problem = problem_of("libGL.so.1");
  return problem.empty() ? "" : fmt::format("neither libOpenGL.so.0 nor libGL.so.1 can be loaded ({})", problem);
}

std::string missing_egl_library() {
  const std::string problem = problem_of("libEGL.so.1");
  return problem.empty() ? missing_gl_library() : fmt::format("libEGL.so.1 cannot be loaded ({})", problem);
}

}  // namespace satscope::app
