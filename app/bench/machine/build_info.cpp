// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machine/build_info.h"

#include <fmt/format.h>

#include "kernels/device.h"
#if __has_include("satscope_commit.h")
#include "satscope_commit.h"  // which cmake/Commit.cmake writes at each build
#else
#define SATSCOPE_COMMIT ""
#endif
#ifndef SATSCOPE_COMPILER
#define SATSCOPE_COMPILER ""
#define SATSCOPE_FLAGS ""
#endif

namespace satscope::app {

BuildInfo build_info() {
  return {.commit = SATSCOPE_COMMIT, .compiler = SATSCOPE_COMPILER, .flags = SATSCOPE_FLAGS, .toolkit = gpu_status().toolkit};
}

std::string version_text() {
  const BuildInfo info = build_info();
  return fmt::format("satscope " SATSCOPE_VERSION "\ncommit    {}\ncompiler  {}\nflags     {}\nCUDA      {}\n",
                     info.commit.empty() ? "not known" : info.commit, info.compiler, info.flags,
                     info.toolkit.empty() ? "built without" : info.toolkit);
}

}  // namespace satscope::app
