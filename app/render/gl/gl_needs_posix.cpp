// SPDX-License-Identifier: Apache-2.0
#include "app/render/gl/gl_needs.h"

#include <fmt/format.h>

#include "kernels/host_memory.h"
#include "kernels/shared_library.h"

namespace satscope::app {
namespace {

/// Of addresses, not of memory that is in use: most of it are stacks of threads and arenas of malloc.
constexpr std::size_t k_address_space = 1'000'000'000;

std::string problem_of_memory() {
  const std::size_t free = available_address_space();
  if (free >= k_address_space) return {};
  return fmt::format(
      "OpenGL in software takes up to {:.1f} GB of addresses, and the limit on this process (ulimit -v) leaves {:.1f} GB",
      k_address_space / 1e9, static_cast<double>(free) / 1e9);
}

/// Empty if the library can be loaded; it then stays loaded, because it is about to be used.
std::string problem_of(const char* library) { return SharedLibrary(library).why_not(); }

}  // namespace

std::string unmet_gl_need() {
  if (problem_of("libOpenGL.so.0").empty()) return problem_of_memory();
  const std::string problem = problem_of("libGL.so.1");
  return problem.empty() ? problem_of_memory()
                         : fmt::format("neither libOpenGL.so.0 nor libGL.so.1 can be loaded ({})", problem);
}

std::string unmet_egl_need() {
  const std::string problem = problem_of("libEGL.so.1");
  return problem.empty() ? unmet_gl_need() : fmt::format("libEGL.so.1 cannot be loaded ({})", problem);
}

const char* gl_cure() {
  return "install an OpenGL driver: for a GPU its maker's, else Mesa (libgl1-mesa-dri); and what loads it (libegl1, libgl1)";
}

}  // namespace satscope::app
